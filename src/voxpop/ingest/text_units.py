"""The tokens and units of a text by which phrases are compared that repeat over the rows of a file.

Numbers and dates are all alike, and so are capital and small letters. A unit is a line, a sentence, or what stands
before a vertical bar or in square brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from voxpop.lang import languages
from voxpop.lang.punctuation import (
    CLOSING_SQUARE_BRACKETS,
    COLONS,
    COMMAS,
    OPENING_SQUARE_BRACKETS,
    SEMICOLONS,
    SENTENCE_ENDS,
    VERTICAL_BARS,
)

NUMBER, DATE = "0", "@"  # the keys of all numbers and of all dates
KEYS = {"date": DATE, "number": NUMBER}
LETTERS_OF_A_WORD = 1.5  # in scripts that write no spaces
LONGEST_LABEL = 6.0  # in words


class TextToken(NamedTuple):
    """A word, a number, a date, or a single character of anything else. Equal keys are taken for the same."""

    start: int
    end: int
    key: str


class Unit(NamedTuple):
    """A half-open range of the tokens of a text, and the keys of its tokens without the marks at its end."""

    first: int
    last: int
    key: str


@cache
def token_pattern() -> re.Pattern[str]:
    """Return the pattern of a token; "thereDate" is two words, as sites glue their stamps to the text."""
    words = [language.date_words for language in languages()]
    month = "|".join(sorted({name for each in words for name in each.MONTHS}, key=lambda name: (-len(name), name)))
    ordinal = "|".join(each.ORDINAL for each in words if each.ORDINAL)
    years, months, days = (
        "".join(getattr(each, f"{part}_MARKS") for each in words) for part in ("YEAR", "MONTH", "DAY")
    )
    day, year = rf"\d{{1,2}}(?:{ordinal})?", r"(?:19|20)\d\d(?!\d)"
    capitals = "|".join(name.capitalize() for each in words for name in each.MONTHS)
    named = rf"(?:(?<![a-z])(?i:{month})|(?<=[a-z])(?:{capitals}))"  # a month, also glued to the word before it
    dates = (
        rf"{named}\.?\s+(?:{day},?\s*)?{year}",
        rf"{day}\s+(?i:{month})\.?,?\s+{year}",
        rf"(?:19|20)\d\d[-/.{years}]\d{{1,2}}[-/.{months}](?:\d{{1,2}}[{days}]?)?(?!\d)",
        rf"\d{{1,2}}[-/.]\d{{1,2}}[-/.]{year}",
    )
    longest = max(len(name) for each in words for name in each.MONTHS)
    may_be_date = rf"(?=[^\W\d_]{{1,{longest}}}+\.?\s+\d|\d)"  # most words are soon seen to be none
    number = r"\d+(?:[.,:/-]\d+)*"
    word = r"[A-Z]?[a-z\u00df-\u00ff]+(?:['’][a-z]+)?|[A-Z]+(?![a-z])"
    return re.compile(rf"{may_be_date}(?P<date>{'|'.join(dates)})|(?P<number>{number})|{word}|\S")


def tokens(text: str) -> list[TextToken]:
    """Return the tokens of a text."""
    return [
        TextToken(*match.span(), KEYS[match.lastgroup] if match.lastgroup else match[0].casefold())
        for match in token_pattern().finditer(text)
    ]


def units(text: str, parts: Sequence[TextToken]) -> Iterator[Unit]:
    """Yield the units of a text, in order."""
    first = 0
    for place, part in enumerate(parts):
        following = parts[place + 1] if place + 1 < len(parts) else None
        if following is None or ends_unit(text, part, following):
            yield Unit(first, place + 1, key_of(parts[first : place + 1]))
            first = place + 1


def ends_unit(text: str, part: TextToken, following: TextToken) -> bool:
    """Return whether a unit ends between two tokens that stand side by side."""
    between = text[part.end : following.start]
    if "\n" in between or part.key in VERTICAL_BARS or part.key in CLOSING_SQUARE_BRACKETS:
        return True
    if following.key in OPENING_SQUARE_BRACKETS:
        return True
    if part.key not in SENTENCE_ENDS or following.key in SENTENCE_ENDS:
        return False
    return bool(between) or not part.key.isascii()


def key_of(parts: Sequence[TextToken]) -> str:
    """Return the keys of some tokens as one text, without the marks at the end of a sentence."""
    last = len(parts)
    while last > 1 and parts[last - 1].key in SENTENCE_ENDS:
        last -= 1
    return " ".join(part.key for part in parts[:last])


def labels(text: str, parts: Sequence[TextToken], unit: Unit) -> Iterator[Unit]:
    """Yield the labels in a unit: a few words before a colon, or in square brackets."""
    first = unit.first
    if parts[first].key in OPENING_SQUARE_BRACKETS and parts[unit.last - 1].key in CLOSING_SQUARE_BRACKETS:
        if is_label([part.key for part in parts[first : unit.last]]):
            yield unit
        return
    if not any(colon in unit.key for colon in COLONS):
        return
    for place in range(unit.first, unit.last):
        key = parts[place].key
        if key in COLONS:
            yield from label_before(text, parts, first, place)
        if key in COLONS or key in COMMAS or key in SEMICOLONS:
            first = place + 1
        elif place > unit.first and is_unspaced(parts[place]) and parts[place - 1].end < parts[place].start:
            first = place


def label_before(text: str, parts: Sequence[TextToken], first: int, colon: int) -> Iterator[Unit]:
    """Yield what may be the label that ends at a colon: all words since ``first``, or the last if it has a capital."""
    if colon + 1 < len(parts) and parts[colon + 1].key == "/":  # a link
        return
    for start in sorted({first, max(first, colon - 1)}):
        keys = [part.key for part in parts[start:colon]]
        if is_label(keys) and (start == first or text[parts[start].start].isupper()):
            yield Unit(start, colon + 1, " ".join(keys))


def is_label(keys: Sequence[str]) -> bool:
    """Return whether some tokens may be a label: they have letters, and are few."""
    return 0 < size(keys) <= LONGEST_LABEL


def is_unspaced(part: TextToken) -> bool:
    """Return whether a token is a letter of a script that writes no spaces between words."""
    return part.end - part.start == 1 and not part.key.isascii() and part.key.isalpha()


def size(keys: Sequence[str]) -> float:
    """Return how many words some tokens are; of a script without spaces, about how many."""
    words = sum(key[0].isalpha() and key[0].isascii() for key in keys)
    return words + sum(key[0].isalpha() and not key[0].isascii() for key in keys) / LETTERS_OF_A_WORD


def letters(key: str) -> str:
    """Return the words of a key alone, without numbers and marks: of a script without spaces, without spaces."""
    words = [word for word in key.split() if word[0].isalpha()]
    joined = "" if words and all(len(word) == 1 and not word.isascii() for word in words) else " "
    return joined.join(words)
