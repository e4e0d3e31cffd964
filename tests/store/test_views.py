"""The tables in memory say what the file says, whatever rows its table has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from voxpop.analysis import analyze
from voxpop.examples import path as example
from voxpop.settings import Settings
from voxpop.store.filters import ReviewFilter
from voxpop.store.listing import Listing


@pytest.fixture(scope="module", params=["terms", "tree"])
def views(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listing]:
    path = tmp_path_factory.mktemp("views") / "x.voxpop"
    settings = Settings(limit=60, by=request.param)
    analyze(example("en"), output=path, settings=settings, workers=1).close()
    found = Listing.open(path)
    yield found
    found.close()


def test_numbers_are_those_of_the_table(views: Listing) -> None:
    numbers = views.row_numbers()
    for place, aspect in enumerate(views.table):
        found = numbers[place]
        assert found == views.opinions_behind(place).counts
        counts = (found.mentions, found.reviews, found.positive, found.neutral, found.negative)
        assert counts == (aspect.mentions, aspect.reviews, aspect.positive, aspect.neutral, aspect.negative)
        assert found.mean == aspect.mean
        assert found.interval == (aspect.low, aspect.high)


def test_the_months_of_one_row_are_those_of_all(views: Listing) -> None:
    months = views.months()
    for place, aspect in enumerate(views.table):
        assert views.opinions_behind(place).months == months.get(place, {})
        dated = sum(month.mentions for month in months.get(place, {}).values())
        assert dated == (aspect.mentions if months else 0)


def test_sayings_cover_every_opinion(views: Listing) -> None:
    for place, aspect in enumerate(views.table):
        said = views.opinions_behind(place).sayings(limit=1000)["positive"]
        assert sum(saying.count for saying in said) == aspect.positive
        assert all(saying.opinion["polarity"] > 0 for saying in said)
        assert [saying.opinion["words"] for saying in said] == [saying.words for saying in said]
        places = [(place, saying.opinion["review"], saying.opinion["start"]) for saying in said]
        assert views.opinions_at(places) == [saying.opinion for saying in said]


def test_words_are_the_opinion_words(views: Listing) -> None:
    for saying in views.opinions_behind(0).sayings(limit=1000, folded=False)["positive"]:
        row = saying.opinion
        spans = row["opinion_words"]
        if len(spans) == 2:
            assert row["words"] == row["review_text"][spans[0] : spans[1]].lower()
        assert bool(row["words"]) == bool(spans)


def test_the_file_is_not_written_to(views: Listing) -> None:
    assert views.path is not None
    before = views.path.stat()
    views.row_numbers(ReviewFilter(stars=(5,), text="room"))
    assert views.path.stat().st_mtime_ns == before.st_mtime_ns


def test_hostile_values_are_only_values(views: Listing) -> None:
    for text in ("'; DROP TABLE reviews; --", "%", "\\", "fast.said", "\x00"):
        assert views.reviews_within(ReviewFilter(product=text)) == 0
        assert views.reviews_within(ReviewFilter(text=text)) >= 0
    assert views.count("reviews") > 0
