"""voxpop audit as a user types it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from voxpop.aggregate.audit import audit
from voxpop.cli import audit as command
from voxpop.cli import console
from voxpop.cli.app import app
from voxpop.errors import InputError, OptionError, StoreError
from voxpop.settings import Settings
from voxpop.store import Draft
from voxpop.types import Review

from ..extract.fake import install

GOOD, BAD = (0.01, 0.01, 0.02, 0.16, 0.80), (0.80, 0.16, 0.02, 0.01, 0.01)
REVIEWS = [
    Review(id="a", text="Wonderful hotel, lovely staff.", stars=5, lang="en", star_probabilities=GOOD),
    Review(id="b", text="Wonderful hotel, lovely staff, great bed.", stars=1, lang="en", star_probabilities=GOOD),
    Review(id="c", text="The room was filthy and the bed awful.", stars=5, lang="en", star_probabilities=BAD),
    Review(id="d", text="The room was filthy and the bed awful.", lang="en", star_probabilities=BAD),
]


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(kept(REVIEWS, tmp_path / "cafe.voxpop"))


def kept(reviews: list[Review], path: Path) -> Path:
    """An analysis with these reviews."""
    draft = Draft(path)
    draft.add_reviews(reviews)
    draft.put({"settings": {}})
    draft.commit()
    draft.close()
    return path


def voxpop(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["audit", *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_table_says_what_was_given_what_the_text_says_and_why(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console.out, "_width", 140)
    command.show_audit(audit(REVIEWS, []), {review.id: review.text for review in REVIEWS}, top=20)
    out, err = capsys.readouterr()
    assert "reversed scale" in out
    assert "4.7 [4.5–5]" in out
    assert "“Wonderful hotel, lovely staff, great bed”" in out
    assert "2 of 3 reviews listed" in out
    assert "of the stars seem" not in out
    assert "3 of 4 reviews were audited: 1 has no stars" in err
    assert "Only 3 reviews" in err


def test_json_has_exact_quotes(file: str) -> None:
    found = json.loads(voxpop(file, "--json", "--top", "1"))
    assert found["counts"] == {"reviews": 4, "with_stars": 3, "audited": 3, "listed": 2, "silent": 0,
                               "elsewhere": 0}  # fmt: skip
    (one,) = found["mismatches"]
    assert one["evidence"]
    assert all(one["text"][part["start"] : part["end"]] == part["text"] for part in one["evidence"])
    assert one["explanation"].endswith(".")


QUIET = (0.03, 0.04, 0.25, 0.51, 0.17)


@pytest.mark.parametrize(("lang", "text"), [("en", "Bought in May."), ("zh", "还没用，用了再评。")])
def test_texts_that_say_nothing_stand_apart_and_have_no_probability(lang: str, text: str, tmp_path: Path) -> None:
    chances = QUIET if lang == "en" else (0.0, 0.01, 0.0, 0.61, 0.38)
    quiet = [Review(id=f"q{n}", text=text, stars=1, lang=lang, star_probabilities=chances) for n in range(10)]
    path = str(kept([REVIEWS[1], *quiet], tmp_path / "quiet.voxpop"))
    found = json.loads(voxpop(path, "-p", "0.5", "--json"))
    assert [one["review_id"] for one in found["mismatches"]] == ["b"]
    assert (found["counts"]["listed"], found["counts"]["silent"]) == (1, 10)
    assert found["silent"][0] == {"review_id": "q0", "stars": 1, "reason": "says nothing", "text": text,
                                  "explanation": "The text hardly says anything the stars could rest on."}  # fmt: skip
    out = voxpop(path, "-p", "0.5")
    assert "1 of 11 reviews listed; about 1 of them are real" in out
    assert f"Set apart: 10 reviews say nothing that stars could be held against: q0 (1★ “{text}”), q1" in out
    assert "and 2 more." in out
    assert "%" not in out.split("Set apart")[1]


def test_a_file_is_listed_as_a_table(file: str) -> None:
    out = voxpop(file, "--precision", "0.7")
    assert "reversed scale" in out
    assert "real mismatches" in out


@pytest.mark.parametrize("keep", [False, True])
def test_a_file_of_reviews_is_analysed_first(keep: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    rows = ["id,review,stars", "1,The soup was great and the staff friendly.,1", "2,The soup was awful and cold.,5",
            "3,Great soup and friendly staff.,5"]  # fmt: skip
    (tmp_path / "reviews.csv").write_text("\n".join(rows), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    options = ["-o", "kept.voxpop"] if keep else []
    found = json.loads(voxpop("reviews.csv", "--precision", "0.01", "--curate", "off", "--json", *options))
    assert [one["review_id"] for one in found["mismatches"]][:2] in (["1", "2"], ["2", "1"])
    assert "3" not in [one["review_id"] for one in found["mismatches"]]
    assert (tmp_path / "kept.voxpop").exists() == keep


def test_rows_that_were_set_aside_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch)
    rows = ["review,stars", "The soup was great and the staff friendly.,1", ",5", " ,3"]
    path = tmp_path / "reviews.csv"
    path.write_text("\n".join(rows), encoding="utf-8")
    command.open_or_analyze([str(path)], Settings(), output=None, overwrite=False).close()
    assert "set aside: 2 (2 without text)" in capsys.readouterr().err


def test_nothing_to_list_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    command.show_audit(audit(REVIEWS[:1] * 30, []), {}, top=20)
    assert "No stars disagree" in capsys.readouterr().out


def test_no_stars_and_no_reading_are_errors(tmp_path: Path) -> None:
    starless = kept([replace(review, stars=None) for review in REVIEWS], tmp_path / "starless.voxpop")
    with pytest.raises(InputError, match="None of the 4 reviews has stars"):
        voxpop(str(starless))
    unread = kept([replace(review, star_probabilities=None) for review in REVIEWS], tmp_path / "unread.voxpop")
    with pytest.raises(InputError, match="No stars were predicted"):
        voxpop(str(unread))


def test_a_missing_file_and_a_wrong_precision_are_said(file: str) -> None:
    with pytest.raises(StoreError, match="There is no file"):
        voxpop("nowhere.voxpop")
    with pytest.raises(OptionError, match="between 0 and 1"):
        voxpop(file, "--precision", "80")


def test_two_analyses_at_once_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="Give one"):
        command.open_or_analyze(["a.voxpop", "b.csv"], Settings(), output=None, overwrite=False)
    with pytest.raises(OptionError, match="analysis already"):
        command.open_or_analyze(["a.voxpop"], Settings(), output=tmp_path / "x.voxpop", overwrite=False)


def test_long_evidence_is_cut() -> None:
    (found,) = audit([replace(REVIEWS[1], text="Wonderful " * 100)], []).mismatches
    assert len(command.quoted(found, "Wonderful " * 100)) == command.QUOTE + 2
