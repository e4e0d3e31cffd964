"""Cells as text: the text of a review without HTML and NULs, and the value of any other column as it is kept."""

from __future__ import annotations

import html
import json
import re
from datetime import date, datetime
from typing import Any

from voxpop.ingest.broken import storable, without_people_in_json
from voxpop.ingest.cells import is_missing, is_nested

_ENTITY = re.compile(r"&(?:[a-z]{2,31}[1-4]?|#\d{1,7}|#x[\da-f]{1,6});", re.I)
_HIDDEN = re.compile(r"<!--.*?-->|<(script|style)\b[^<>]*>.*?</\1\s*>", re.I | re.S)
_BREAK = re.compile(r"[ \t]*</?(?:br|p|div|li|ul|ol|tr|table|blockquote|hr|h[1-6])\b[^<>]*>\s*", re.I)
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|center|cite|code|del|em|font|i|img|ins|label|mark|q|s|small|span|strike|strong|sub|sup|td|th"
    r"|tbody|thead|tt|u|video|iframe|html|body|head|section|article|svg|path)(?:\s[^<>]*|/)?>",
    re.I,
)


def clean(text: str) -> str:
    """A text without NULs, with the characters that entities stand for, and without tags; a new paragraph is a line.

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
    """The value of a column that voxpop does not use, as text; None where it is empty or no text at all.

    17.0 of a spreadsheet is "17", a list or object is JSON without what it says about people.
    """
    if is_missing(value) or isinstance(value, bytes | bytearray | memoryview):
        return None
    if is_nested(value):
        plain = value.tolist() if hasattr(value, "tolist") else value
        return storable(without_people_in_json(json.dumps(plain, ensure_ascii=False, default=str)), most=None)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return storable(value.isoformat() if isinstance(value, datetime | date) else str(value), most=None)
