"""voxpop summarize as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from voxpop.analysis import analyze
from voxpop.cli import summarize as command
from voxpop.cli.app import app
from voxpop.errors import OptionError, StoreError
from voxpop.settings import Curation, Settings
from voxpop.types import Quote, Span

from ..summarize.model import playing

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


def test_a_paragraph_with_its_proof(file: str) -> None:
    done = voxpop(file)
    lines = done.stdout.splitlines()
    assert lines[0] == "12 reviews."
    assert "the staff" in lines[1].lower()
    assert "the lift" in lines[1].lower()
    assert any(line.startswith("1. ") and "against" in line for line in lines)
    assert "“" in done.stdout
    assert "1 review in Chinese is too few to be summarised." in done.stderr


def test_a_list_for_a_merchant_in_few_words(file: str) -> None:
    done = voxpop(file, "--for", "merchant", "--bullets", "--quotes", "0", "--words", "30")
    lines = done.stdout.splitlines()
    assert lines[1] == "Fix first"
    assert lines[2].startswith("• Lift: ")
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
            assert len({quote["review_id"] for quote in claim["quotes"]}) >= 2
            assert claim["low"] <= claim["share"] <= claim["high"]
            assert all(q["context"][q["start"] - q["context_start"] :].startswith(q["text"]) for q in claim["quotes"])


def test_a_writer_is_checked_and_shown(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker is played as well: it bears out what speaks of rooms."""

    class Checked:
        def __init__(self, sentence: str) -> None:
            self.verdict = "supported" if "room" in sentence else "contradicted"
            self.reason, self.supporting, self.opposing = "8 of 10 say so.", 8, 2
            self.quotes = tuple(Quote(str(n), 0, 3, "The", 1.0, Span(0, 3)) for n in range(2))

    monkeypatch.setattr("voxpop.analysis.Analysis.check", lambda self, sentences: [Checked(one) for one in sentences])
    monkeypatch.setattr(command, "show_evidence", lambda claims, quotes: None)
    with playing("The rooms are clean. Everyone loves the lift. Free champagne!") as model:
        done = voxpop(file, "--lang", "en", "--writer", model.url)
    text = done.stdout.splitlines()[1]
    assert text.startswith("The rooms are clean. ")
    assert "The lift is criticised by" in text
    assert "Everyone" not in text
    assert "champagne" not in text
    assert "The writer wrote 3 sentences: 1 verified, 1 corrected, 1 dropped." in done.stderr
    assert "✓ The rooms are clean." in done.stderr
    assert "✗ Free champagne!" in done.stderr


def test_a_writer_that_fails_is_said_to_have(file: str) -> None:
    with playing((500, b"")) as model:
        done = voxpop(file, "--lang", "en", "--writer", model.url, "--writer-timeout", "2")
    assert "The writer could not be used: it answered with the error 500." in done.stderr
    assert "comment on" in done.stdout


def test_what_is_not_accepted_is_said(file: str) -> None:
    for wrong, kind, message in [
        (["--for", "nobody"], OptionError, "Accepted: customer, general, merchant"),
        (["--lang", "fr"], OptionError, "Unknown language 'fr'"),
        (["--words", "1"], OptionError, "at least 5 words"),
        (["--writer", "localhost"], OptionError, "no address of a server"),
    ]:
        with pytest.raises(kind, match=message):
            CliRunner().invoke(app, ["summarize", file, *wrong], catch_exceptions=False)
    with pytest.raises(StoreError, match="There is no file"):
        CliRunner().invoke(app, ["summarize", str(Path(file).with_name("no.voxpop"))], catch_exceptions=False)
