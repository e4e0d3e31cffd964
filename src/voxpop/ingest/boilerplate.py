"""Text that customers did not write: stamps of a site ("✅ Trip Verified |"), labels of a form, template phrases.

It was found by its repetition over the rows of a file (``boilerplate_finder.py``). A review keeps its text exactly as
given; what reads it gets the text of ``read(text)``, where stamps and templates are spaces, so that offsets stay the
same. Labels of a form stay, because they may name what is judged ("Taste: very good"), but are no opinion themselves.

Phrases are compared by the keys of their tokens: numbers and dates are all alike, and so are capital and small letters.
A unit is a line, a sentence, or what stands before a vertical bar or in square brackets.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import pairwise
from typing import Any, NamedTuple

from voxpop.lang import languages
from voxpop.lang.punctuation import (
    CLAUSE_BREAKS,
    CLOSING_SQUARE_BRACKETS,
    COLONS,
    COMMAS,
    OPENING_SQUARE_BRACKETS,
    SEMICOLONS,
    SENTENCE_ENDS,
    VERTICAL_BARS,
)
from voxpop.types import BoilerplatePhrase, Span

NUMBER, DATE = "0", "@"  # the keys of all numbers and of all dates
KEYS = {"date": DATE, "number": NUMBER}
LETTERS_OF_A_WORD = 1.5  # in scripts that write no spaces
LONGEST_LABEL = 6.0  # in words
_MARKS = frozenset(SENTENCE_ENDS + VERTICAL_BARS + OPENING_SQUARE_BRACKETS + CLOSING_SQUARE_BRACKETS)
JOINERS = CLAUSE_BREAKS + VERTICAL_BARS + "-–—"  # marks that tie a stamp to the text beside it


class TextToken(NamedTuple):
    """A word, a number, a date, or a single character of anything else. Equal keys are taken for the same."""

    start: int
    end: int
    key: str


_make_token = partial(tuple.__new__, TextToken)  # as _make, without a call of Python code


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
        _make_token((*match.span(), KEYS[match.lastgroup] if match.lastgroup else match[0].casefold()))
        for match in token_pattern().finditer(text)
    ]


def units(text: str, parts: Sequence[TextToken]) -> Iterator[Unit]:
    """Yield the units of a text, in order."""
    first = 0
    for place, (part, following) in enumerate(pairwise(parts), start=1):
        may_end = part.key in _MARKS or following.key in _MARKS or "\n" in text[part.end : following.start]
        if may_end and ends_unit(text, part, following):
            yield Unit(first, place, key_of(parts[first:place]))
            first = place
    if parts:
        yield Unit(first, len(parts), key_of(parts[first:]))


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


class MarkedText(NamedTuple):
    """A text as it is to be read, the labels of forms in it, and the phrases that were found in it."""

    text: str
    labels: tuple[Span, ...] = ()
    empty_labels: tuple[Span, ...] = ()  # those among them that name nothing ("Pros:")
    phrases: frozenset[BoilerplatePhrase] = frozenset()


@dataclass(frozen=True, slots=True)
class Boilerplate:
    """The phrases of a file that repeat, by the keys of their tokens."""

    units: Mapping[str, BoilerplatePhrase] = field(default_factory=dict)  # whole lines, sentences, stamps
    openings: Mapping[str, BoilerplatePhrase] = field(default_factory=dict)  # of rows
    endings: Mapping[str, BoilerplatePhrase] = field(default_factory=dict)
    labels: Mapping[str, BoilerplatePhrase] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return any((self.units, self.openings, self.endings, self.labels))

    def read(self, text: str) -> MarkedText:
        """Return the text as it is to be read: as long as before, with spaces for what no customer wrote."""
        if not self:
            return MarkedText(text)
        parts = tokens(text)
        rows = list(units(text, parts))
        blank = list(self._blank(parts, rows))
        found = {phrase for _, phrase in blank}
        hidden = bytearray(len(text))  # which characters are not read
        for (start, end), _ in blank:
            hidden[start:end] = b"\1" * (end - start)
        taken = hidden[:]
        label_spans: list[Span] = []
        empty: list[Span] = []
        for label in (label for unit in rows for label in labels(text, parts, unit)):
            span = Span(parts[label.first].start, parts[label.last - 1].end)
            if label.key in self.labels and not any(taken[span.start : span.end]):
                taken[span.start : span.end] = b"\1" * (span.end - span.start)
                found.add(self.labels[label.key])
                label_spans.append(span)
                if letters(label.key) in form_labels():
                    empty.append(span)
        if blank:
            pairs = zip(text, hidden, strict=True)
            text = "".join(" " if hide and not letter.isspace() else letter for letter, hide in pairs)
        return MarkedText(text, tuple(label_spans), tuple(empty), frozenset(found))

    def _blank(self, parts: Sequence[TextToken], rows: Sequence[Unit]) -> Iterator[tuple[Span, BoilerplatePhrase]]:
        """Yield what is not read."""
        for unit in rows:
            if unit.key in self.units:
                yield Span(parts[unit.first].start, parts[unit.last - 1].end), self.units[unit.key]
        keys = [part.key for part in parts]
        if rows and rows[0].key not in self.units and (length := edge_length(keys, self.openings)):
            phrase = self.openings[" ".join(keys[:length])]
            while length < len(keys) and keys[length] in JOINERS:
                length += 1
            yield Span(parts[0].start, parts[length - 1].end), phrase
        if rows and rows[-1].key not in self.units and (length := edge_length(keys[::-1], self.endings)):
            yield Span(parts[-length].start, parts[-1].end), self.endings[" ".join(keys[::-1][:length])]


def edge_length(keys: Sequence[str], phrases: Mapping[str, BoilerplatePhrase]) -> int:
    """Return how many tokens the longest of some phrases has with which a text begins; 0 without one."""
    lengths = sorted({key.count(" ") + 1 for key in phrases}, reverse=True)
    return next((length for length in lengths if length <= len(keys) and " ".join(keys[:length]) in phrases), 0)


@cache
def form_labels() -> frozenset[str]:
    """Return the labels of all languages that name nothing."""
    return frozenset().union(*(language.boilerplate_words.FORM_LABELS for language in languages()))


def boilerplate_facts(rows: Counter[BoilerplatePhrase]) -> list[dict[str, Any]]:
    """Return what is told about the phrases: the text, the place and the number of rows, most rows first."""
    ordered = sorted(rows.items(), key=lambda item: (-item[1], item[0]))
    return [{"text": phrase.text, "place": phrase.place, "rows": count} for phrase, count in ordered]
