from __future__ import annotations

from datetime import date
from math import nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.store.time_series import Mark
from voxpop.web.views.chart_shapes import axis, mark_lines, stack, star_columns, ticks, trend


@given(st.lists(st.integers(0, 10**6), min_size=3, max_size=3))
def test_a_stack_fills_the_width_in_proportion(counts: list[int]) -> None:
    parts = stack(dict(zip(("positive", "neutral", "negative"), counts, strict=True)))
    assert [count for _, count, _, _ in parts] == [count for count in counts if count]
    for _, count, _, width in parts:
        assert width == pytest.approx(100 * count / sum(counts), abs=0.01)
    if parts:
        assert sum(parts[-1][2:]) == pytest.approx(100, abs=0.02)


def test_a_mean_stands_on_its_axis() -> None:
    assert axis({"mean": 0.5, "low": 0.0, "high": 1.0}) == (75, 50, 50)


def test_an_interval_beyond_the_axis_ends_with_it() -> None:
    assert axis({"mean": 0.0, "low": -7.0, "high": 7.0}) == (50, 0, 100)


def test_no_mean_no_axis() -> None:
    assert axis({"mean": nan, "low": -1, "high": 1}) is None


def month(name: str, **counts: int) -> Any:
    return {"month": name, "positive": 0, "neutral": 0, "negative": 0} | counts


def test_a_month_nobody_wrote_in_is_a_gap_in_bars_and_line() -> None:
    months: Any = [
        {"month": "2024-03", "reviews": 4, "mean": 5.0},
        {"month": "2023-12", "reviews": 2, "mean": 1.0},
        {"month": "2024-01", "reviews": 1, "mean": None},
    ]
    columns = star_columns(months)
    assert [column.month for column in columns] == ["2023-12", "2024-01", "2024-02", "2024-03"]
    assert [column.height for column in columns] == [50, 25, 0, 100]
    assert [column.line for column in columns] == [0, None, None, 100]


def test_one_stray_date_does_not_draw_a_century() -> None:
    months: Any = [{"month": name, "reviews": 1, "mean": None} for name in ("1900-01", "2024-01")]
    assert len(star_columns(months)) == 2


def test_praise_and_blame_share_one_scale() -> None:
    drawn = trend([month("2024-01", positive=30), month("2024-02", positive=15, negative=10)])
    assert [(period.up, period.down, period.zero) for period in drawn] == [(75, 0, 75), (37.5, 25, 75)]


@pytest.mark.parametrize(
    ("years", "columns", "first"),
    [(3, 36, ("2000-01", "2000-01")), (9, 36, ("2000-01", "2000-03")), (30, 30, ("2000-01", "2000-12"))],
)
def test_many_months_are_drawn_by_quarter_or_year_and_none_is_lost(
    years: int, columns: int, first: tuple[str, str]
) -> None:
    months = [month(f"{2000 + n // 12}-{n % 12 + 1:02}", positive=n) for n in range(12 * years)]
    drawn = trend(months)
    assert len(drawn) == columns
    assert (drawn[0].first, drawn[0].last) == first
    assert sum(period.positive for period in drawn) == sum(range(12 * years))


def test_names_that_are_no_months_are_drawn_as_they_are() -> None:
    assert [period.first for period in trend([month("spring"), month("autumn")])] == ["autumn", "spring"]


@given(st.integers(0, 1000))
def test_few_labels_always(count: int) -> None:
    places = ticks(count)
    assert len(places) <= 6
    assert all(0 <= place < count for place in places)


def test_marks_stand_between_the_months_around_them() -> None:
    marks = [Mark(date(2024, 2, 1), "spring"), Mark(date(2024, 3, 16), "4.2"), Mark(date(2023, 12, 31), "before")]
    months = [{"month": f"2024-0{n}", "reviews": 1, "mean": None} for n in range(1, 5)]
    assert mark_lines(marks, star_columns(months)) == [(25.0, "spring"), (62.1, "4.2")]
    names = [f"{year}-{month:02}" for year in range(2020, 2026) for month in range(1, 13)]
    years = [{"month": name, "positive": 1, "neutral": 0, "negative": 0} for name in names]
    (place, _), *_ = mark_lines(marks, trend(years))
    assert place == round(100 * (16 + 1 / 3) / 24, 2)  # by quarter: a third of the seventeenth has passed
