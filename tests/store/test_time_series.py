"""A file over time: series, change points, looks and marks."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from voxpop.errors import OptionError
from voxpop.store import Store
from voxpop.store.change import changing
from voxpop.store.time_series import (
    Mark,
    add_mark,
    day_of,
    find_trends,
    look,
    periods_between,
    read_marks,
    remember_look,
    remove_mark,
)

from .dated import dated_file

START = date(2024, 1, 1)


def stream(path: Path, *, weeks: int = 12, worse_since: int = 10, extra: int = 0) -> Path:
    """20 reviews a week of which 2 complain of the room, and 12 since a week."""
    said = []
    for week in range(weeks):
        for n in range(20):
            bad = n < (12 if week >= worse_since else 2)
            said.append((START + timedelta(days=7 * week + n % 7), "US", [("room", -0.5 if bad else 0.5)]))
    return dated_file(path, [*said, *[(None, "US", [("room", 0.5)])] * extra])


def test_a_rise_is_found_with_its_week_and_numbers(tmp_path: Path) -> None:
    store = Store.open(stream(tmp_path / "x.voxpop", worse_since=8, extra=3))
    trends = find_trends(store)
    assert (trends.unit, len(trends.periods)) == ("week", 12)
    complaints = next(one for one in trends.series if (one.id, one.kind) == ("en:room", "complaints"))
    assert (complaints.hits.tolist(), complaints.totals.tolist()) == ([2] * 8 + [12] * 4, [20] * 12)
    change = next(one for one in trends.changes if (one.id, one.kind) == ("en:room", "complaints"))
    assert trends.periods[change.place] == START + timedelta(weeks=8)
    assert (change.before, change.after) == (0.1, 0.6)


def test_a_look_tells_what_is_worse_once(tmp_path: Path) -> None:
    path = stream(tmp_path / "x.voxpop", worse_since=11)
    with changing(path) as store:
        seen = look(store)
        assert (seen.since, seen.until) == (START + timedelta(weeks=11), START + timedelta(days=83))
        assert (seen.reviews, seen.reviews_before) == (20, 220)
        assert {(one.id, one.kind) for one in seen.alarms} == {("en:room", "complaints"), ("", "low stars")}
        worst = next(one for one in seen.alarms if one.id)
        assert (worst.before, worst.now, seen.name_of(worst.id)) == (22, 12, "room")
        remember_look(store, seen)
    again = look(Store.open(path))
    assert {one.kind for one in again.movements} >= {"complaints"}
    assert again.alarms == []


def test_a_look_goes_back_to_the_last_one_and_a_week_at_least(tmp_path: Path) -> None:
    path = stream(tmp_path / "x.voxpop")
    with changing(path) as store:
        store.put({"look": {"made": "", "until": (START + timedelta(days=48)).isoformat(), "told": []}})
    assert look(Store.open(path)).since == START + timedelta(days=49)
    with changing(path) as store:
        store.put({"look": {"made": "", "until": (START + timedelta(days=82)).isoformat(), "told": []}})
    assert look(Store.open(path)).since == START + timedelta(weeks=11)


def test_a_look_at_a_file_with_few_reviews_goes_back_to_the_twentieth(tmp_path: Path) -> None:
    rows = [(START + timedelta(days=7 * n), "US", [("room", 0.5)]) for n in range(60)]
    seen = look(Store.open(dated_file(tmp_path / "x.voxpop", rows)))
    assert (seen.reviews, seen.has_enough) == (20, True)
    assert seen.since == START + timedelta(weeks=40)


def test_too_few_reviews_or_no_dates_are_said(tmp_path: Path) -> None:
    seen = look(Store.open(stream(tmp_path / "x.voxpop")), START + timedelta(days=82))
    assert not seen.has_enough
    assert seen.movements == ()
    with pytest.raises(OptionError, match="no dates"):
        find_trends(Store.open(dated_file(tmp_path / "y.voxpop", [(None, "US", [("room", 0.5)])] * 9)))


def test_marks_are_kept_named_and_removed(tmp_path: Path) -> None:
    path = stream(tmp_path / "x.voxpop")
    with changing(path) as store:
        add_mark(store, Mark(date(2024, 2, 1), " version  4.2 "))
        add_mark(store, Mark(date(2024, 1, 9), "sale"))
        assert [mark.text for mark in read_marks(store)] == ["sale", "version 4.2"]
        assert day_of(store, "version 4.2") == date(2024, 2, 1)
        remove_mark(store, "sale")
        with pytest.raises(OptionError, match="There are: version"):
            remove_mark(store, "sale")
        with pytest.raises(OptionError, match="1 to 60 characters"):
            add_mark(store, Mark(date(2024, 2, 1), " "))
    store_now = Store.open(path)
    assert [mark.text for mark in find_trends(store_now).marks] == ["version 4.2"]
    assert day_of(store_now, "7d") == START + timedelta(weeks=11)
    with pytest.raises(OptionError, match="the name of a mark"):
        day_of(store_now, "soon")


@pytest.mark.parametrize(("days", "unit", "count"), [(20, "day", 21), (200, "week", 29), (800, "month", 27)])
def test_the_finest_unit_of_which_there_are_few_is_taken(days: int, unit: str, count: int) -> None:
    found, starts = periods_between(START, START + timedelta(days=days))
    assert (found, len(starts)) == (unit, count)
