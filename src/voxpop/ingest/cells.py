"""What a cell may be besides a text or a number: missing, in the ways files and data frames say it, or nested."""

from __future__ import annotations

from typing import Any

from voxpop.lang import languages, normalize

MISSING_TYPES = ("NaTType", "NAType")  # of pandas, which need not be installed

_MARKS = frozenset(["-", "--", "---", "–", "—", "/", "?", "0000-00-00"])
UNKNOWN = _MARKS.union(*(lang.table_words.MISSING for lang in languages()))


def is_missing(value: Any) -> bool:
    """None, an empty cell, or the NaN, NaT and NA of data frames."""
    if isinstance(value, str):
        return value == "" or value.isspace()
    if value is None or type(value).__name__ in MISSING_TYPES:
        return True
    return not is_nested(value) and bool(value != value)  # only NaN and NaT differ from themselves


def is_unknown(value: Any) -> bool:
    """Missing, or a word that says so where a number, a date or a name was asked for."""
    return is_missing(value) or (isinstance(value, str) and normalize(value.strip()).lower() in UNKNOWN)


def is_nested(value: Any) -> bool:
    """A list, dict, array or bytes: no single text, number or date."""
    return hasattr(value, "__len__") and not isinstance(value, str)
