"""voxpop summarize as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from voxpop.analysis import analyze
from voxpop.cli.app import app
from voxpop.errors import OptionError, StoreError
from voxpop.settings import Curation, Settings

TEXTS = [
    *("The room was clean and the staff were friendly.", "Clean room, friendly staff, slow lift.") * 4,
    *("The lift was slow.", "The room was dirty and the lift was terribly slow.") * 2,
    "房间很干净。",
]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("summaries") / "hotel.voxpop"
    settings = Settings(fast=True, curation=Curation.off())
    analyze(TEXTS, settings=settings, output=path, workers=1).close()
    return str(path)


def voxpop(*arguments: str) -> Result:
    done = CliRunner().invoke(app, ["summarize", *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done


def test_a_paragraph_and_the_key_points_with_quotes(file: str) -> None:
    done = voxpop(file)
    lines = done.stdout.splitlines()
    assert lines[0] == "12 reviews."
    assert "staff (8, e.g. “friendly staff”)" in lines[1]
    assert "lift (8 reviews, e.g. “lift was slow”" in lines[1]
    complaints = lines[lines.index("Complaints") :]
    assert complaints[1].startswith("• ")
    assert complaints[1].endswith("8 of 12")
    assert complaints[2].startswith("   “")
    assert "Reviews in Chinese are too few to be summarised: 1." in done.stderr
    assert "Complaints" not in voxpop(file, "--quotes", "0").stdout


def test_a_list_for_a_merchant_in_few_words(file: str) -> None:
    done = voxpop(file, "--for", "merchant", "--bullets", "--quotes", "0", "--words", "30")
    lines = done.stdout.splitlines()
    assert lines[1] == "Fix first"
    assert lines[2].startswith("• lift (8 of 12 reviews, e.g. “lift was slow”")
    assert sum(len(line.split()) for line in lines[1:]) <= 30 + len(lines)


def test_json_has_clauses_claims_and_quotes(file: str) -> None:
    found = json.loads(voxpop(file, "--json", "--lang", "en").stdout)
    assert found["schema"] == "voxpop/1"
    (summary,) = found["summaries"]
    assert summary["text"] == " ".join(line["text"] for line in summary["sentences"])
    for line in summary["sentences"]:
        assert line["text"] == "".join(clause["text"] for clause in line["clauses"])
        for place in (place for clause in line["clauses"] for place in clause["claims"]):
            claim = summary["claims"][place]
            assert len({quote["review_id"] for quote in claim["quotes"]}) == claim["supporting"] >= 2
            assert claim["low"] <= claim["share"] <= claim["high"]
            assert all(q["context"][q["start"] - q["context_start"] :].startswith(q["text"]) for q in claim["quotes"])


def test_what_is_not_accepted_is_said(file: str) -> None:
    for wrong, kind, message in [
        (["--for", "nobody"], OptionError, "Accepted: customer, general, merchant"),
        (["--lang", "fr"], OptionError, "Unknown language 'fr'"),
        (["--words", "1"], OptionError, "at least 5 words"),
    ]:
        with pytest.raises(kind, match=message):
            CliRunner().invoke(app, ["summarize", file, *wrong], catch_exceptions=False)
    with pytest.raises(StoreError, match=r"There is no file"):
        CliRunner().invoke(app, ["summarize", str(Path(file).with_name("no.voxpop"))], catch_exceptions=False)


def test_an_aspect_that_is_no_row_is_an_error_with_the_rows(file: str) -> None:
    with pytest.raises(OptionError, match=r"There is no row 'pool'. There are: .*room"):
        CliRunner().invoke(app, ["summarize", file, "--aspect", "pool"], catch_exceptions=False)
