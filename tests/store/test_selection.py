"""A part of a file is counted as if it were a file of its own."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from voxpop.analysis import analyze
from voxpop.document import build
from voxpop.errors import OptionError
from voxpop.examples import path as example
from voxpop.settings import Settings
from voxpop.store import Store
from voxpop.store.listing import Listing
from voxpop.store.selection import Selection, parse_selection, selected_reviews
from voxpop.store.views import Views

from .dated import dated_file

HALF = date(2024, 1, 16)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    days = [date(2024, 1, day) for day in range(1, 32)] * 2
    said = [
        (day, "US" if n % 2 else "GB", [("room", -0.5 if day < HALF else 0.5)] + [("view", 0.9)] * (n < 3))
        for n, day in enumerate(days)
    ]
    return Store.open(dated_file(tmp_path / "x.voxpop", [*said, (None, "US", [("room", 0.9)])]))


@pytest.mark.parametrize("text", ["", "since=2024-05-01", "until=2024-05-01;a%3Bb=x%20%3D%2Fy", "country="])
def test_a_selection_is_the_same_when_read_back(text: str) -> None:
    assert str(parse_selection(text)) == text


@pytest.mark.parametrize("text", ["since=yesterday", "country", "country=US;plan=pro"])
def test_what_is_no_selection_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        parse_selection(text)


def test_days_and_segments_choose_reviews(store: Store) -> None:
    assert len(selected_reviews(store, Selection())) == 63
    assert len(selected_reviews(store, Selection(since=HALF))) == 32
    assert len(selected_reviews(store, Selection(until=HALF))) == 32
    assert len(selected_reviews(store, Selection(column="country", value="US"))) == 32
    assert len(selected_reviews(store, Selection(since=HALF, column="country", value="US"))) == 16
    with pytest.raises(OptionError, match="has no group 'FR'"):
        selected_reviews(store, Selection(column="country", value="FR"))
    with pytest.raises(OptionError, match="Unknown column"):
        selected_reviews(store, Selection(column="plan", value="pro"))


def test_all_counts_are_those_of_the_part(store: Store) -> None:
    with Listing.over(store, Selection(since=HALF)) as part:
        assert part.count("reviews") == len(part.reviews) == 32
        assert part.period == (HALF, date(2024, 1, 31))
        (row,) = part.aspects  # nobody speaks of the view then
        assert (row.name, row.reviews, row.positive, row.negative) == ("room", 32, 32, 0)
        assert {quote.review_id for quote in row.quotes} <= {review.id for review in part.reviews}
        assert part.star_counts() == [("2024-01", 5.0, 32)]
        document = build(part, evidence=3)
        assert document["counts"]["reviews"] == 32
        assert [entry["positive"] for entry in document["aspects"]] == [32]
    assert store.count("reviews") == 63


def test_an_empty_part_is_a_file_without_reviews(store: Store) -> None:
    with Views.over(store, Selection(since=date(2030, 1, 1))) as part:
        assert (len(part.reviews), len(part.aspects), part.key_points()) == (0, 0, [])


def test_a_part_of_what_was_read_is_what_reading_that_part_gives(tmp_path: Path) -> None:
    path = tmp_path / "hotel.voxpop"
    analyze(example("en"), output=path, settings=Settings(limit=60, fast=True), workers=1).close()
    with Listing.over(Store.open(path), Selection(since=date(2024, 1, 1))) as part:
        reviews = {review.id: review for review in part.reviews}
        assert 0 < len(reviews) < 60
        opinions = [opinion for opinion in part.opinions if opinion.about in part.sides]
        for row in part.aspects:
            own = [one for one in opinions if one.aspect == row.name]
            assert row.mentions == len(own)
            assert row.negative == sum(one.polarity < 0 for one in own)
        for point in part.key_points():
            assert point.text in "\n".join(review.text for review in reviews.values())
            assert {quote.review_id for quote in point.quotes} <= set(reviews)
            assert point.of == len(reviews)
