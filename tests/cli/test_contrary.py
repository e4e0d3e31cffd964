"""voxpop audit --rich as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from voxpop.aggregate.contrary_reviews import find_contrary_reviews
from voxpop.cli import console
from voxpop.cli import contrary as command
from voxpop.cli.app import app
from voxpop.errors import InputError
from voxpop.store import Draft
from voxpop.types import Opinion, Review, Span

from ..store.test_audit_queue import REVIEWS

TEXT = "The Vado was fuzzy. I bought a Flip and it was great."
FOUND = find_contrary_reviews(
    [Review(id="a", text=TEXT, stars=1), Review(id="b", text=TEXT, stars=5)],
    [Opinion(id, 4, 8, "Vado", "video", value, evidence=Span(*place)) for id in "ab"
     for value, place in ((-0.8, (0, 19)), (0.8, (20, 53)))],
)  # fmt: skip


def kept(reviews: list[Review], path: Path) -> Path:
    """An analysis with these reviews, without opinions."""
    draft = Draft(path)
    draft.add_reviews(reviews)
    draft.put({"settings": {}})
    draft.commit()
    draft.close()
    return path


def test_the_table_shows_both_sides(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console.out, "_width", 140)
    command.show(FOUND, top=1)
    out, _ = capsys.readouterr()
    assert "“I bought a Flip and it was great.”" in out
    assert "2 of 2 reviews of one or five stars also say the opposite (100%)." in out
    assert "--top 2" in out


def test_json_has_exact_quotes() -> None:
    found = command.to_json(FOUND, top=5)
    assert found["counts"] == {"reviews": 2, "with_stars": 2, "one_or_five_stars": 2, "listed": 2}
    for one in found["reviews"]:
        for part in (*one["opposing"], *one["agreeing"]):
            assert one["text"][part["start"] : part["end"]] == part["text"]


def test_a_file_without_rich_reviews(tmp_path: Path) -> None:
    file = str(kept(REVIEWS, tmp_path / "cafe.voxpop"))
    done = CliRunner().invoke(app, ["audit", file, "--rich", "--json"], catch_exceptions=False)
    assert json.loads(done.stdout)["counts"] == {"reviews": 4, "with_stars": 3, "one_or_five_stars": 3, "listed": 0}


def test_without_stars_an_error_says_so(tmp_path: Path) -> None:
    file = str(kept([Review(id="a", text=TEXT)], tmp_path / "cafe.voxpop"))
    with pytest.raises(InputError, match="None of the reviews has stars"):
        CliRunner().invoke(app, ["audit", file, "--rich"], catch_exceptions=False)
