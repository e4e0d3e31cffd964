from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.ingest.dates import find_order, read_date

MAY = date(2023, 5, 1)


@pytest.mark.parametrize(
    "written",
    [
        "2023-05-01",
        "2023-05-01T13:45:00Z",
        "2023-05-01 13:45:00+08:00",
        "2023-05-01T13:45:00.123",
        "2023/5/1",
        "2023.05.01",
        "20230501",
        "5/1/2023",
        "05/01/23",
        "1.5.2023",
        "May 1, 2023",
        "May 1 2023",
        "1 May 2023",
        "1 May, 2023",
        "01-May-2023",
        "1-May-23",
        "May 1st, 2023",
        "Monday, May 1, 2023",
        "Mon, 01 May 2023 10:00:00 GMT",
        "Mon May 01 10:00:00 +0000 2023",
        "2023年5月1日",
        "2023年5月1号",
        "2023年05月01日 12:30",
        "2023-5-1 9:05",
        "5/1/2023 9:05 PM",
        "2023年5月",
        "May 2023",
        "2023-05",
        1682942400,
        "1682942400",
        1682942400000,
        "1682942400000",
        45047,
        45047.5,
        20230501,
        MAY,
        datetime(2023, 5, 1, 23),
    ],
)
def test_reads_a_day_in_many_forms(written: object) -> None:
    assert read_date(written) == MAY


@pytest.mark.parametrize(
    "written",
    [
        "yesterday",
        "3 days ago",
        "",
        "13/13/2023",
        "2023-02-30",
        "9999999",
        "12",
        5,
        "May",
        "2023-13-01",
        True,
        "0000-00-00",
    ],
)
def test_does_not_invent_a_day(written: object) -> None:
    assert read_date(written) is None


def test_day_before_month_where_the_file_says_so() -> None:
    assert read_date("3/4/2020", day_first=True) == date(2020, 4, 3)
    assert read_date("3/4/2020", day_first=False) == date(2020, 3, 4)
    assert read_date("13/4/2020", day_first=False) == date(2020, 4, 13)
    assert read_date("4/13/2020", day_first=True) == date(2020, 4, 13)


def test_order_is_found_in_the_file_or_left_open_with_a_note() -> None:
    assert find_order(["3/4/2020", "25/4/2020"])[0] is True
    assert find_order(["3/4/2020", "4/25/2020"])[0] is False
    day_first, note = find_order(["3/4/2020"])
    assert day_first is False
    assert note is not None
    assert "nothing in the file decides" in note
    assert find_order(["2020-03-04", None, 5]) == (False, None)


@given(st.dates(min_value=date(1970, 1, 1), max_value=date(2100, 12, 31)))
def test_any_day_is_read_back(day: date) -> None:
    month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][day.month - 1]
    forms = [
        day.isoformat(),
        f"{day.year}年{day.month}月{day.day}日",
        f"{month} {day.day}, {day.year}",
        f"{day.day}.{day.month}.{day.year}",
    ]
    assert [read_date(form) for form in forms] == [day] * 4


@given(st.text() | st.floats() | st.integers() | st.none())
def test_never_fails(value: object) -> None:
    assert read_date(value) is None or isinstance(read_date(value), date)
