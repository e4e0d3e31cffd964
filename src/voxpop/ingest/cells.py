"""What a cell may be: missing, in the ways files and data frames say it, nested, or a text with HTML and NULs in it."""

from __future__ import annotations

import html
import json
import re
from datetime import date, datetime
from typing import Any

from voxpop.ingest.tables import is_person, storable
from voxpop.lang import languages, normalize

MISSING_TYPES = ("NaTType", "NAType")  # of pandas, which need not be installed
_MARKS = frozenset(["-", "--", "---", "–", "—", "/", "?", "0000-00-00"])
UNKNOWN = _MARKS.union(*(lang.table_words.MISSING for lang in languages()))
_ENTITY = re.compile(r"&(?:[a-z]{2,31}[1-4]?|#\d{1,7}|#x[\da-f]{1,6});", re.I)
_HIDDEN = re.compile(r"<!--.*?-->|<(script|style)\b[^<>]*>.*?</\1\s*>", re.I | re.S)
_BREAK = re.compile(r"[ \t]*</?(?:br|p|div|li|ul|ol|tr|table|blockquote|hr|h[1-6])\b[^<>]*>\s*", re.I)
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|center|cite|code|del|em|font|i|img|ins|label|mark|q|s|small|span|strike|strong|sub|sup|td|th"
    r"|tbody|thead|tt|u|video|iframe|html|body|head|section|article|svg|path)(?:\s[^<>]*|/)?>",
    re.I,
)


def is_missing(value: Any) -> bool:
    """Whether a cell is None, empty, or the NaN, NaT and NA of data frames."""
    if isinstance(value, str):
        return value == "" or value.isspace()
    if value is None or type(value).__name__ in MISSING_TYPES:
        return True
    return not is_nested(value) and bool(value != value)  # only NaN and NaT differ from themselves


def is_unknown(value: Any) -> bool:
    """Whether a cell is missing, or says so in a word where a number, a date or a name was asked for."""
    return is_missing(value) or (isinstance(value, str) and normalize(value.strip()).lower() in UNKNOWN)


def is_nested(value: Any) -> bool:
    """Whether a cell is a list, dict, array or bytes: no single text, number or date."""
    return hasattr(value, "__len__") and not isinstance(value, str)


def plain_value(value: Any) -> Any:
    """Return a cell; 17.0 of a spreadsheet is 17."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def clean(text: str) -> str:
    """Return a text without NULs and tags, with the characters that entities stand for; a new paragraph is a line.

    Signs that are no HTML stay: "<3", "a < b", "R&B". What was written twice over ("&amp;#39;") is read twice.

    >>> clean("Great &amp; cheap!<br/><b>Don&#39;t</b> miss it <3")
    "Great & cheap!\\nDon't miss it <3"
    """
    text = text.replace("\0", "")
    for _ in range(2):
        if _ENTITY.search(text):
            text = _ENTITY.sub(lambda match: html.unescape(match[0]).replace("\0", "").replace("\xa0", " "), text)
    if "<" not in text:
        return text
    lines = _BREAK.sub("\n", _HIDDEN.sub("", text))
    cleaned = _TAG.sub("", lines)
    return cleaned if cleaned == text else cleaned.strip("\n")


def kept_value(value: Any) -> str | None:
    """Return the value of a column that voxpop does not use, as text; None where it is empty or no text at all.

    A list or object is JSON without what it says about people.
    """
    if is_missing(value) or isinstance(value, bytes | bytearray | memoryview):
        return None
    if is_nested(value):
        value = json.dumps(without_people(value), ensure_ascii=False, default=str)
    elif isinstance(value, bool):
        value = str(value).lower()
    return storable(value.isoformat() if isinstance(value, datetime | date) else str(plain_value(value)))


def without_people(value: Any) -> Any:
    """Return a nested value without what stands under names of people."""
    if isinstance(value, dict):
        return {key: without_people(inner) for key, inner in value.items() if not is_person(str(key))}
    value = value.tolist() if hasattr(value, "tolist") else value
    return [without_people(inner) for inner in value] if isinstance(value, list | tuple) else value
