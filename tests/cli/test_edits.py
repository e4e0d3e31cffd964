"""voxpop edits, and voxpop analyze --aspects."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import voxpop
from voxpop.analysis import analyze
from voxpop.cli.app import app
from voxpop.errors import InputError, OptionError, OutputError
from voxpop.settings import Settings

FIRST = ["The room was clean.", "The rooms were dirty, but the view was great.", "Great view. The bed was hard."] * 4
NEXT = ["Our suite was lovely.", "The mattress was hard and the room dirty.", "A great view from the rooms."] * 4
SHEET = """
[[aspect]]
id = "en:room"
name = "Rooms & suites"
terms = ["room", "rooms", "suite"]
pinned = true

[[aspect]]
id = "en:mattress"
terms = ["mattress"]
into = "en:bed"

[[aspect]]
id = "en:bed"
terms = ["bed"]

[[aspect]]
id = "en:pool"
hidden = true
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "x.voxpop"
    analyze(FIRST, output=path, settings=Settings(fast=True, curation=kept()), workers=1).close()
    return path


def kept() -> voxpop.settings.Curation:
    return voxpop.settings.Curation.off()


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "my.toml"
    path.write_text(SHEET, encoding="utf-8")
    return path


def run(*args: object) -> str:
    done = CliRunner().invoke(app, [str(arg) for arg in args], catch_exceptions=False)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


def test_edits_are_applied_listed_saved_and_undone(file: Path, sheet: Path, tmp_path: Path) -> None:
    assert "Nothing was edited" in run("edits", file)
    out = run("edits", file, "--apply", sheet, "-o", tmp_path / "out.toml")
    assert "Nobody speaks of" in out
    assert "en:pool" in out
    with voxpop.open(file) as analysis:
        assert next(iter(analysis.aspects)).name == "Rooms & suites"
        assert analysis.unmentioned_aspects() == ["en:mattress", "en:pool"]
        assert analysis.user_aspects() == (tmp_path / "out.toml").read_text(encoding="utf-8")
        assert [edit.kind for edit in analysis.edits] == ["sheet"]
    listed = json.loads(run("edits", file, "--json"))
    assert (listed["edits"][0]["who"], listed["waiting"]) == ("my.toml", ["en:mattress", "en:pool"])
    assert "Undone" in run("edit", file, "--undo", "last")
    with voxpop.open(file) as analysis:
        assert "rooms" in [row.name for row in analysis.aspects]


def test_next_months_reviews_are_counted_by_the_users_aspects(sheet: Path, tmp_path: Path) -> None:
    settings = Settings(fast=True, curation=kept(), aspects=str(sheet))
    with analyze(NEXT, output=tmp_path / "next.voxpop", settings=settings, workers=1) as analysis:
        rows = {row.id: row for row in analysis.aspects}
        assert next(iter(rows)) == "en:room"
        assert rows["en:room"].name == "Rooms & suites"
        assert rows["en:room"].mentions == 12
        assert rows["en:bed"].mentions == 4  # said as mattress, which nobody but the file knows to be part of it
        assert {opinion.aspect for opinion in analysis.opinions} >= {"Rooms & suites", "bed"}
        assert analysis.unmentioned_aspects() == ["en:pool"]
        assert {claim.aspect for claim in analysis.claims} <= {
            "Rooms & suites",
            "bed",
            "view",
            "rooms & suites",
            "location",
        }
        assert "en:pool" in analysis.user_aspects()
        assert analysis.document()["aspects"][0]["id"] == "en:room"


def test_a_user_sees_what_waits(sheet: Path, tmp_path: Path) -> None:
    reviews = tmp_path / "reviews.txt"
    reviews.write_text("\n".join(NEXT), encoding="utf-8")
    out = run("analyze", reviews, "--aspects", sheet, "-o", tmp_path / "y.voxpop", "--fast",
              "--workers", 1, "--curate", "off")  # fmt: skip
    assert "Rooms & suites" in out
    assert "Nobody speaks of en:pool here" in out


def test_claims_follow_the_edits(file: Path, sheet: Path) -> None:
    run("edits", file, "--apply", sheet)
    with voxpop.open(file) as analysis:
        claims = list(analysis.claims)
        assert claims
        assert not any(claim.aspect == "room" for claim in claims)
        assert len(analysis.claims.to_arrow()) == len(claims)


def test_bad_files_are_said_before_the_work(tmp_path: Path, file: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("x = [", encoding="utf-8")
    with pytest.raises(InputError, match="not valid TOML"):
        run("edits", file, "--apply", bad)
    with pytest.raises(InputError, match="not valid TOML"):
        analyze(NEXT, settings=Settings(aspects=str(bad)))
    with pytest.raises(OutputError, match="there already"):
        run("edits", file, "-o", bad)
    with pytest.raises(OptionError, match="nothing to undo"):
        run("edit", file, "--undo", "last")


def test_rows_are_merged_renamed_hidden_and_shown_by_name_or_id(file: Path) -> None:
    out = run("edit", file, "--merge", "bed", "rooms", "--rename", "view", "outlook", "--hide", "en:rooms")
    assert "outlook: " in out
    with voxpop.open(file) as analysis:
        assert [row.name for row in analysis.aspects if row.name in ("bed", "rooms", "outlook")] == ["outlook"]
        merged, renamed, hidden = analysis.edits
        assert (merged.kind, dict(merged.args)) == ("merge", {"ids": ["en:bed"], "into": "en:rooms"})
        assert (renamed.kind, hidden.kind) == ("rename", "hide")
    assert run("edits", file).splitlines()[2].startswith("3  ")
    assert "bed" in run("edit", file, "--show", "rooms")  # its words
    with pytest.raises(OptionError, match="Did you mean 'outlook'"):
        run("edit", file, "--hide", "outlok")
    with pytest.raises(OptionError, match="Say what to change"):
        run("edit", file)


def test_an_edit_that_is_not_the_last_is_not_undone(file: Path) -> None:
    run("edit", file, "--rename", "view", "outlook")
    run("edit", file, "--hide", "bed")
    with pytest.raises(OptionError, match="The last one is number 2"):
        run("edit", file, "--undo", "1")
    assert "hide" in run("edit", file, "--undo", "2")
    assert "rename" in run("edit", file, "--undo", "1")
    with pytest.raises(OptionError, match="number of an edit"):
        run("edit", file, "--undo", "all")


def test_nothing_is_said_to_be_done_if_a_later_edit_fails(file: Path) -> None:
    done = CliRunner().invoke(app, ["edit", str(file), "--rename", "view", "outlook", "--add", "moon: moon, stars"])
    assert "No opinion has the words" in str(done.exception)
    assert "outlook" not in done.output
    with voxpop.open(file) as analysis:
        assert "outlook" not in [row.name for row in analysis.aspects]
