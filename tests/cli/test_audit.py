"""voxpop audit as a user types it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from voxpop.aggregate.audit import Audit
from voxpop.aggregate.mismatch_list import MismatchList
from voxpop.cli import audit as command
from voxpop.cli import console
from voxpop.cli.app import app
from voxpop.errors import InputError, OptionError, OutputError, StoreError
from voxpop.types import Mismatch, Span

from ..store.test_audit_queue import BLAME, REVIEWS, written


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(written(tmp_path / "cafe.voxpop"))


def voxpop(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["audit", *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_table_says_what_was_given_what_the_text_says_and_why(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console.out, "_width", 140)
    found = Mismatch("b", 5, 1.27, 1.0, 2.1, 0.91, "text more negative", (Span(0, 19),))
    result = Audit(candidates=MismatchList.of([found]), reviews=4, starred=3, audited=3, unproven=1)
    command.show_audit(result, result.mismatches, {"b": BLAME}, {}, top=20)
    out, err = capsys.readouterr()
    assert "text more negative" in out
    assert "1.3 [1–2.1]" in out
    assert "“The room was filthy”" in out
    assert "1 of 3 reviews listed; about 1 of them are real" in out
    assert "1 review with odd stars can not be listed" in out
    assert "3 of 4 reviews were audited: 1 has no stars" in err


def test_json_has_exact_quotes(file: str) -> None:
    found = json.loads(voxpop(file, "--json", "-p", "0.5"))
    assert found["counts"] == {"reviews": 4, "with_stars": 3, "audited": 3, "listed": 1, "unproven": 1}
    (one,) = found["mismatches"]
    assert all(one["text"][part["start"] : part["end"]] == part["text"] for part in one["evidence"])
    assert (one["verdict"], one["assignee"]) == (None, None)
    assert one["explanation"].endswith(".")


def test_a_kind_that_is_misread_is_said(tmp_path: Path) -> None:
    path = str(written(tmp_path / "film.voxpop", kind="film"))
    found = json.loads(voxpop(path, "--json"))
    assert found["mismatches"] == []
    assert found["not_audited"][0]["kind"] == "film"
    assert "the opposite of what they say" in found["not_audited"][0]["why"]


def test_reviews_are_settled_assigned_and_exported(file: str, tmp_path: Path) -> None:
    out = voxpop(file, "-p", "0.5", "--assign", "b=Mara")
    assert "for Mara" in out
    listed = json.loads(voxpop(file, "-p", "0.5", "--settle", "b=right", "--json"))["mismatches"]
    assert [(one["verdict"], one["assignee"]) for one in listed] == [("right", "Mara")]
    assert json.loads(voxpop(file, "-p", "0.5", "--open", "--json"))["mismatches"] == []
    for name in ("queue.csv", "queue.json"):
        voxpop(file, "-p", "0.5", "--export", str(tmp_path / name))
    assert json.loads((tmp_path / "queue.json").read_text("utf-8"))[0]["verdict"] == "right"
    assert (tmp_path / "queue.csv").read_text("utf-8").splitlines()[0].startswith("\ufeffreview,stars,predicted")
    with pytest.raises(OutputError, match="is there already"):
        voxpop(file, "--export", str(tmp_path / "queue.csv"))
    with pytest.raises(OptionError, match="Choose a name that ends in"):
        voxpop(file, "--export", str(tmp_path / "queue.doc"))


def test_what_cannot_be_settled_is_said(file: str) -> None:
    (reviews := Path(file).with_name("reviews.csv")).write_text("review,stars\nGood,1\n", encoding="utf-8")
    with pytest.raises(StoreError, match=r"not a \.voxpop file"):
        voxpop(str(reviews), "--settle", "b=agree")
    with pytest.raises(OptionError, match="17=agree"):
        voxpop(file, "--settle", "b")
    with pytest.raises(OptionError, match="verdict"):
        voxpop(file, "--settle", "b=perhaps")


def test_nothing_to_list_is_said(file: str) -> None:
    assert "No stars disagree with their text as surely as that (0.99)." in voxpop(file, "-p", "0.99")


def test_no_stars_and_no_reading_are_errors(tmp_path: Path) -> None:
    starless = [replace(review, stars=None) for review in REVIEWS]
    with pytest.raises(InputError, match="None of the 4 reviews has stars"):
        voxpop(str(written(tmp_path / "starless.voxpop", reviews=starless)))
    unread = [replace(review, star_probabilities=None) for review in REVIEWS]
    with pytest.raises(InputError, match="No stars were predicted"):
        voxpop(str(written(tmp_path / "unread.voxpop", reviews=unread)))


def test_a_missing_file_and_a_wrong_precision_are_said(file: str) -> None:
    with pytest.raises(StoreError, match="There is no file"):
        voxpop("nowhere.voxpop")
    with pytest.raises(OptionError, match="between 0 and 1"):
        voxpop(file, "--precision", "80")


def test_long_evidence_is_cut() -> None:
    assert len(console.quoted("Dreadful " * 100, [Span(0, 900)], command.QUOTE)) == command.QUOTE + 2
