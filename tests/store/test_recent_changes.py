"""What changed lately: in the app and in the report, from the same numbers."""

from __future__ import annotations

from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

from voxpop.analysis import analyze
from voxpop.settings import Curation, Settings
from voxpop.store.recent_changes import recent_changes
from voxpop.store.views import Views
from voxpop.types import Review

LAST = date(2025, 6, 30)


def reviews(*, recent: int) -> list[Review]:
    """Ninety reviews: the room is dirty, and clean in the last ones."""
    before = LAST - timedelta(days=200)
    lines = [("The room was dirty.", before)] * (90 - recent) + [("The room was clean.", LAST)] * recent
    return [Review(id=str(n), text=f"{text} {n}", date=day) for n, (text, day) in enumerate(lines)]


def test_the_report_shows_what_changed(tmp_path: Path) -> None:
    settings = Settings(fast=True, lang="en", curation=Curation.off())
    with analyze(reviews(recent=30), output=tmp_path / "a.voxpop", settings=settings, workers=1) as analysis:
        page = analysis.report(tmp_path / "a.html").read_text("utf-8")
        assert len(analysis.reviews) > 0  # the store stays open
    with closing(Views.open(tmp_path / "a.voxpop")) as views:
        changes = recent_changes(views)
    assert changes is not None
    assert [(difference.id, difference.change > 0) for difference in changes.differences] == [("en:room", True)]
    assert (changes.reviews, changes.reviews_before) == (30, 60)
    assert "is liked better" in page


def test_too_few_recent_reviews_say_nothing(tmp_path: Path) -> None:
    settings = Settings(fast=True, lang="en", curation=Curation.off())
    with analyze(reviews(recent=5), output=tmp_path / "a.voxpop", settings=settings, workers=1) as analysis:
        assert 'id="changes"' not in analysis.report(tmp_path / "a.html").read_text("utf-8")
