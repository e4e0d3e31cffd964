"""What is said of others is kept and told apart, and counted only where it is asked for."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

import voxpop
from voxpop import Analysis, Review, Settings
from voxpop.cli.app import app
from voxpop.entities.rivals import Rivals
from voxpop.errors import OptionError
from voxpop.settings import SIDES, Curation

from .extract.fake import install
from .test_analysis import check_spans

TEXTS = [
    "The Lumina has a great screen. My old Nikon had an awful screen.",
    "The screen of the Lumina is bright. The battery is weak. The Lumina is sharper than the Nikon.",
    "Bad battery. My old Nikon had a great battery and a good screen.",
    "I had a good screen. The battery is weak. The Nikon has a great battery.",
]


@pytest.fixture(autouse=True)
def _model(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fake model, for which what stands behind a rival's name is about the rival."""
    install(monkeypatch)


def analyze(about: str = "main", *, product: str | None = "Lumina C5 camera") -> Analysis:
    settings = Settings(about=about, lang="en", curation=Curation.off())
    return voxpop.analyze(TEXTS, product=product, settings=settings, workers=1)


def reviews(product: str | None) -> list[Review]:
    return [Review(id=str(number), text=text, product=product) for number, text in enumerate(TEXTS)]


def test_the_opinions_in_the_file_are_the_same_whatever_is_counted() -> None:
    found = [list(analyze(about).opinions) for about in ("main", "all", "competing")]
    assert found[0] == found[1] == found[2]
    assert {one.about for one in found[0]} & set(SIDES["competing"])


@pytest.mark.parametrize("about", ["main", "all", "competing"])
def test_the_table_counts_what_is_asked_for(about: str) -> None:
    analysis = analyze(about)
    counted = Counter(one.aspect for one in analysis.opinions if one.about in SIDES[about])
    assert {aspect.name: aspect.mentions for aspect in analysis.aspects} == {
        name: n for name, n in counted.items() if name in {aspect.name for aspect in analysis.aspects}
    }
    for row in analysis.document()["aspects"]:
        assert len(row["evidence"]) == row["mentions"]


def test_praise_of_a_rival_is_not_ours() -> None:
    ours, everything = ({aspect.name: aspect for aspect in analyze(about).aspects} for about in ("main", "all"))
    assert (ours["battery"].positive, ours["battery"].negative) == (0, 3)
    assert (everything["battery"].positive, everything["battery"].negative) == (2, 3)


def test_mentions_say_which_product_they_are_about() -> None:
    analysis = analyze()
    names = {mention.text: (mention.about, mention.entity) for mention in analysis.mentions if mention.text.istitle()}
    assert names["Lumina"] == ("main", "Lumina C5 camera")
    assert names["Nikon"] == ("competing", "Nikon")
    assert check_spans(analysis) > 10


def test_what_is_said_beside_a_name_that_is_surely_no_rivals_is_on_neither_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = {(one.review_id, one.start, one.end): one.about for one in analyze().mentions if one.entity == "Nikon"}
    monkeypatch.setattr(Rivals, "is_surely_not_rival", lambda self, name: True)
    analysis = analyze()
    after = {(one.review_id, one.start, one.end): one for one in analysis.mentions}
    assert before
    assert {(after[place].about, after[place].entity) for place in before} == {("other", None)}
    assert "competing" not in analysis.ledger().total.cells


def test_the_ledger_counts_what_the_file_holds() -> None:
    analysis = analyze()
    ledger = analysis.ledger()
    for side, cell in ledger.total.cells.items():
        said = [one for one in analysis.opinions if one.about in SIDES[side]]
        assert (cell.counts.mentions, cell.counts.positive) == (len(said), sum(one.polarity > 0 for one in said))
    (nikon,) = (rival for rival in ledger.rivals if rival.name == "Nikon")
    assert nikon.match.better == 1
    assert analysis.document()["ledger"]["rivals"][0]["name"] == "Nikon"


def test_a_side_that_is_none() -> None:
    with pytest.raises(OptionError, match="Accepted: all, competing, generic, interacting, main"):
        Settings(about="nobody")


def test_the_command_takes_names_and_a_side(tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text("\n".join(TEXTS), encoding="utf-8")
    given = ["analyze", str(tmp_path / "r.txt"), "-o", str(tmp_path / "r.voxpop"), "--product",
             "Lumina C5 camera", "--alias", "C5", "--about", "competing", "--curate", "off"]  # fmt: skip
    done = CliRunner().invoke(app, given, catch_exceptions=False)
    assert done.exit_code == 0
    assert "Nikon" in done.stdout
    with voxpop.open(tmp_path / "r.voxpop") as analysis:
        run = analysis.document()["run"]["settings"]
        assert (run["about"], run["aliases"]) == ("competing", ["C5"])
        assert len(analysis.aspects) > 0


def test_a_list_of_aliases_does_as_well_as_a_tuple() -> None:
    assert Settings(aliases=["iPod", "Nano"]).aliases == ("iPod", "Nano")  # type: ignore[arg-type]
    assert Settings(aliases="iPod").aliases == ("iPod",)  # type: ignore[arg-type]


@pytest.mark.parametrize(("option", "what"), [("--alias", "alias"), ("--product", "product name")])
def test_an_empty_name_is_refused_by_what_it_was_given_as(tmp_path: Path, option: str, what: str) -> None:
    (tmp_path / "r.txt").write_text("\n".join(TEXTS), encoding="utf-8")
    with pytest.raises(OptionError, match=f"^The {what} '' has no letters or digits"):
        CliRunner().invoke(app, ["analyze", str(tmp_path / "r.txt"), option, ""], catch_exceptions=False)
    with pytest.raises(OptionError, match=r"^The product name '' has no letters or digits"):
        voxpop.analyze(TEXTS, product="")
    with pytest.raises(OptionError, match=r"^The product name '' has no letters or digits"):
        analyze().check("The screen is great.", product="")


@pytest.mark.parametrize("alias", ["Lumina", "lumina"])
def test_without_a_product_the_first_alias_is_its_name(alias: str) -> None:
    settings = Settings(aliases=(alias, "C5"), lang="en", curation=Curation.off())
    with voxpop.analyze(TEXTS, settings=settings, workers=1) as analysis:
        assert [rival.name for rival in analysis.ledger().rivals] == ["Nikon"]
        assert {mention.entity for mention in analysis.mentions} == {alias, "Nikon"}
        assert analysis.document()["run"]["product"] == alias


def test_a_row_that_names_its_product_comes_before_an_alias() -> None:
    settings = Settings(aliases=("C5",), lang="en", curation=Curation.off())
    with voxpop.analyze(reviews("Lumina"), settings=settings, workers=1) as analysis:
        assert {mention.entity for mention in analysis.mentions} == {"Lumina", "Nikon"}
        assert analysis.document()["run"]["product"] == "Lumina"


def test_stars_in_place_of_a_product_name_none() -> None:
    settings = Settings(lang="en", curation=Curation.off())
    starred, unnamed = (voxpop.analyze(reviews(name), settings=settings, workers=1) for name in ("***", None))
    assert list(starred.mentions) == list(unnamed.mentions)
