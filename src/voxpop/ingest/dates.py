"""Dates in the ways exports write them. Times and zones are cut off: a review counts on the day it says."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from voxpop.lang import languages, normalize
from voxpop.lang.punctuation import COLONS

_LANGUAGES = [lang.date_words for lang in languages()]
MONTHS = {name: number for words in _LANGUAGES for name, number in words.MONTHS.items()}
_YEAR, _MONTH, _DAY, _HOUR = (
    "".join(getattr(words, name) for words in _LANGUAGES)
    for name in ("YEAR_MARKS", "MONTH_MARKS", "DAY_MARKS", "HOUR_MARKS")
)
_WEEKDAY, _ORDINAL, _DAY_PART = (
    "|".join(filter(None, (getattr(words, name) for words in _LANGUAGES)))
    for name in ("WEEKDAY", "ORDINAL", "DAY_PART")
)
_TIME = r"(?:[T,\s]\s*(?:at\s+)?\d{1,2}:\d{2}.*)?"
_CLOCK = rf"(?:(?:{_DAY_PART})?.{{0,3}}\d{{1,2}}[{COLONS}{_HOUR}].*)?"
_NUMERIC = re.compile(rf"(\d{{1,2}})([-/.])(\d{{1,2}})\2(\d{{4}}|\d{{2}}){_TIME}")
_COMPACT = re.compile(r"(?P<year>(?:19|20)\d{2})(?P<month>\d{2})(?P<day>\d{2})")
_WORDED_DAY = rf"(?P<day>\d{{1,2}})(?:{_ORDINAL})?"
_PATTERNS = [
    re.compile(pattern, re.I)
    for pattern in (
        rf"(?P<year>\d{{4}})\s*[-/.{_YEAR}]\s*(?P<month>\d{{1,2}})"
        rf"(?:\s*[-/.{_MONTH}]\s*(?P<day>\d{{1,2}})\s*[{_DAY}]?|\s*[{_MONTH}])?\s*{_CLOCK}{_TIME}",
        _COMPACT.pattern,
        rf"(?:{_WEEKDAY})?(?P<month>[a-z]+)\.?\s+(?:{_WORDED_DAY},?\s+)?(?P<year>\d{{4}}){_TIME}",
        rf"(?:[a-z]+,\s*)?{_WORDED_DAY}[\s-]+(?:of\s+)?(?P<month>[a-z]+)\.?,?[\s-]+(?P<year>\d{{4}}|\d{{2}}){_TIME}",
        r"[a-z]{3}\s+(?P<month>[a-z]{3})\s+(?P<day>\d{1,2})\s+[\d:]+\s+(?:[a-z+\-:\d]+\s+)?(?P<year>\d{4})",  # Unix
    )
]
DAY_FIRST, MONTH_FIRST = (f"dates were read as {order}" for order in ("day/month/year", "month/day/year"))
_FRAMES = [re.compile(words.FRAME, re.I) for words in _LANGUAGES]
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EXCEL = date(1899, 12, 30)
FIRST, LAST = 1970, 2100
LONGEST = 120  # characters of a date with words around it


def read_date(value: object, *, day_first: bool = False) -> date | None:
    """The day a cell holds; None when it cannot be understood. A month without a day is its first day."""
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _from_number(value)
    text = normalize(str(value)).strip()
    day = _from_text(text, day_first)
    return day if day or not (frame := _frame(text)) else _from_text(frame["date"], day_first)


def country_beside_date(value: object) -> str | None:
    """The country that a site writes beside the date: "Reviewed in the United States on 28 May 2023"."""
    frame = _frame(value.strip()) if isinstance(value, str) else None
    return frame["country"].strip() if frame and frame["country"] else None


def _frame(text: str) -> re.Match[str] | None:
    return next(filter(None, (frame.fullmatch(text) for frame in _FRAMES)), None) if len(text) < LONGEST else None


def _from_text(text: str, day_first: bool) -> date | None:
    if len(text) == 10 and text[4] == text[7] == "-":
        try:
            return date.fromisoformat(text)
        except ValueError:
            return None
    if match := _NUMERIC.fullmatch(text):
        return _numeric(match, day_first)
    for pattern in _PATTERNS:
        if match := pattern.fullmatch(text):
            month = match["month"].lower()
            return _day(_year(match["year"]), MONTHS.get(month, 0) if month.isalpha() else month, match["day"] or 1)
    return _from_number(float(text)) if _DIGITS.fullmatch(text) else None


def _numeric(match: re.Match[str], day_first: bool) -> date | None:
    first, mark, second, year = int(match[1]), match[2], int(match[3]), _year(match[4])
    if mark == "." or first > 12 or (day_first and second <= 12):
        first, second = second, first
    return _day(year, first, second)


def _year(digits: str) -> int:
    """Four digits as they are; of two, 70 to 99 are of the last century."""
    return int(digits) if len(digits) == 4 else int(digits) + (2000 if int(digits) < 70 else 1900)


def _from_number(number: float) -> date | None:
    """Seconds or milliseconds since 1970, or a day as spreadsheets count them."""
    if 25_000 <= number < 75_000:
        return _EXCEL + timedelta(days=int(number))
    if 19_700_101 <= number < 21_000_101 and (match := _COMPACT.fullmatch(str(int(number)))):
        return _day(*match.groups())
    seconds = number / 1000 if number > 1e11 else number
    return (_EPOCH + timedelta(seconds=seconds)).date() if 1e8 < seconds < 4.2e9 else None


def _day(year: object, month: object, day: object) -> date | None:
    try:
        result = date(int(str(year)), int(str(month)), int(str(day)))
    except ValueError:
        return None
    return result if FIRST <= result.year <= LAST else None


def find_order(values: Iterable[object], *, earlier: bool = False) -> tuple[bool, str | None]:
    """Whether 3/4/2020 is the third of April in this file, and a note on it; ``earlier``: in the file before."""
    day_first = month_first = is_open = 0
    for value in values:
        match = _NUMERIC.fullmatch(value.strip()) if isinstance(value, str) else None
        if match and match[2] != ".":
            first, second = int(match[1]) > 12, int(match[3]) > 12
            day_first += first and not second
            month_first += second and not first
            is_open += not first and not second
    if day_first or month_first:
        return day_first > month_first, DAY_FIRST if day_first > month_first else MONTH_FIRST
    if is_open and earlier:
        return True, DAY_FIRST
    note = "dates such as 3/4/2020 were read as month/day/year; nothing in the file decides it"
    return False, note if is_open else None
