"""Segments of a file: which columns there are, and that their counts are those of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from voxpop.analysis import Analysis, analyze
from voxpop.errors import OptionError
from voxpop.settings import Curation, Settings
from voxpop.store.segment_counts import (
    column_counts,
    column_names,
    column_values,
    count_segments,
    segment_columns,
    segment_sizes,
    typed,
)
from voxpop.types import Review

GOOD, BAD = "The room was clean and lovely.", "The room was dirty and awful."


@pytest.fixture(scope="module")
def hotels() -> Iterator[Analysis]:
    reviews = [
        Review(id=f"{name}{n}", text=text, stars=stars, product=name, lang="en", date=date(2024, 1 + n % 3, 1))
        for name, text, stars in (("North", GOOD, 5.0), ("South", BAD, 1.0))
        for n in range(40)
    ] + [Review(id="x", text=GOOD, lang="en")]
    settings = Settings(fast=True, curation=Curation.off(), segment="product")
    with analyze(reviews, settings=settings, workers=1) as analysis:
        yield analysis


def test_columns_that_can_be_split_by(hotels: Analysis) -> None:
    assert column_names(hotels._store)[:3] == ["product", "date", "stars"]
    assert list(segment_columns(hotels._store)) == ["product", "date", "stars"]


def test_segments_add_up_to_the_table(hotels: Analysis) -> None:
    found = hotels.segments("product")
    (room,) = (aspect for aspect in hotels.aspects if aspect.name == "room")
    assert [(segment.name, segment.reviews, segment.stars.mean) for segment in found.segments] == [
        ("North", 40, 5.0),
        ("South", 40, 1.0),
    ]
    assert sum(segment.numbers[room.id].mentions for segment in found.segments) == room.mentions - 1
    assert found.without_value == 1
    told = {(segment, one.id, one.kind) for segment, one in found.differences}
    assert {("North", "", "stars"), ("South", room.id, "feeling")} <= told


def test_months(hotels: Analysis) -> None:
    assert [segment.name for segment in hotels.segments("date").segments] == ["2024-01-01", "2024-02-01", "2024-03-01"]


def test_a_column_that_is_not_there_or_splits_nothing(hotels: Analysis) -> None:
    with pytest.raises(OptionError, match="Unknown column 'country'"):
        hotels.segments("country")
    with pytest.raises(OptionError, match=r"'lang' does not split .* Columns that do: product, date, stars"):
        hotels.segments("lang")


def test_the_document_has_the_segments_that_were_asked_for(hotels: Analysis) -> None:
    segments = hotels.document()["segments"]
    assert segments["by"] == "product"
    assert segments["segments"][0]["aspects"][0]["name"] == "room"
    assert {"here", "elsewhere", "p", "low", "high"} <= set(segments["differences"][0])


def test_texts_become_numbers_or_dates_where_nearly_all_are() -> None:
    assert typed(["1", "2.5", None, "1,000"]) == [1.0, 2.5, None, 1000.0]
    assert typed(["2024-05-01", " ", "2024-06-01"]) == [date(2024, 5, 1), None, date(2024, 6, 1)]
    assert typed(["1"] * 30 + ["n/a"]) == [1.0] * 30 + [None]
    assert typed(["1.2.0", "nan", "x"]) == ["1.2.0", "nan", "x"]
    assert typed(["US", ""]) == ["US", None]


def test_versions_are_names() -> None:
    assert typed(["3.9", "4.0", None]) == ["3.9", "4.0", None]
    assert typed(["007", "12"]) == ["007", "12"]


def test_other_columns_of_the_source_split_the_reviews() -> None:
    reviews = [
        Review(id=str(n), text=GOOD if n % 2 else BAD, stars=4.0, lang="en", extra={"country": "US" if n % 2 else "DE"})
        for n in range(60)
    ]
    settings = Settings(fast=True, curation=Curation.off(), segment="country")
    with analyze(reviews, settings=settings, workers=1) as analysis:
        found = analysis.segments("country")
        assert list(segment_columns(analysis._store)) == ["country"]
        assert analysis.document()["segments"]["by"] == "country"
    assert [(segment.name, segment.reviews) for segment in found.segments] == [("DE", 30), ("US", 30)]
    assert {(segment, one.kind) for segment, one in found.differences} >= {("DE", "feeling"), ("US", "feeling")}


def test_versions_of_files_with_different_columns_are_one_column(tmp_path: Path) -> None:
    for name, column, version in (("a", "App Version", "1.9"), ("b", "App Version Name", "1.10")):
        rows = "".join(f"The room {n} was clean.,{version}\n" for n in range(25))
        (tmp_path / f"{name}.csv").write_text(f"review,{column}\n{rows}", encoding="utf-8")
    settings = Settings(fast=True, curation=Curation.off())
    with analyze([tmp_path / "a.csv", tmp_path / "b.csv"], settings=settings, workers=1) as analysis:
        found = analysis.segments("version")
        assert [(segment.name, segment.reviews) for segment in found.segments] == [("1.10", 25), ("1.9", 25)]
        with pytest.raises(OptionError, match="'App Version' does not split"):
            analysis.segments("App Version")


def test_groups_are_counted_as_they_are_listed() -> None:
    extras = [
        {"country": ("us", "US", "De", " ", "FR")[n % 5], "age": str(18 + n % 50), "day": f"2024-0{1 + n % 9}-01"}
        | ({"version": ("3.9", "4.0")[n % 2]} if n % 3 else {})
        for n in range(120)
    ]
    reviews = [
        Review(id=str(n), text=GOOD, stars=float(1 + n % 5), product=f"hotel {n % 3}", lang="en", extra=extra)
        for n, extra in enumerate(extras)
    ]
    with analyze(reviews, settings=Settings(fast=True, curation=Curation.off()), workers=1) as analysis:
        store = analysis._store
        for name in column_names(store):
            values = [value for value in column_values(store, name) if value is not None]
            assert column_counts(store, name) == Counter(values)
        listed = {
            name: [(group.name, len(group.places), group.pooled) for group in groups]
            for name, groups in segment_columns(store).items()
        }
        assert count_segments(store) == segment_sizes(store) == listed
        assert set(listed) == {"product", "stars", "country", "age", "day", "version"}
