"""COQE: sentences with the comparisons they make.

A file has a sentence and whether it compares, then a line for each comparison: ``[[subject];[object];[aspect];
[opinion];[preference]]``. Words stand with their place: counted from 1 and by tokens in the English file, from 0 and by
characters in the Chinese ones. Where an element is in several pieces, a comma stands between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from research.training.corpora import opened
from research.training.samples.sample import SPLITS
from research.training.samples.tokenised import detokenise
from voxpop.errors import InputError
from voxpop.types import Span

DOMAINS = {"camera": "en", "car": "zh", "ele": "zh"}
PREFERENCES = (-1, 0, 1, 2)  # worse, equal, better, different
QUINTUPLE = re.compile(r"\[\[(.*)\]\]")
PLACED = {"en": re.compile(r"(\d+)&&(\S+)"), "zh": re.compile(r"(\d+)&(\S)")}

Pieces = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """One comparison: the spans of its four elements, any of which may be missing, and its preference."""

    elements: tuple[Pieces, Pieces, Pieces, Pieces]  # subject, object, aspect, opinion
    preference: int


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of a file and the comparisons in it."""

    id: str
    text: str
    lang: str
    source: str
    split: str
    comparative: bool
    comparisons: tuple[Compared, ...]

    @property
    def preference(self) -> int | None:
        """The one that all its comparisons share."""
        found = {each.preference for each in self.comparisons}
        return found.pop() if len(found) == 1 else None


def read(data: Path) -> Iterator[Line]:
    """All sentences of the set."""
    for domain in DOMAINS:
        for split in SPLITS:
            yield from read_file(data / "coqe" / f"{domain}_{split}.txt", domain=domain, split=split)


def read_file(path: Path, *, domain: str, split: str) -> Iterator[Line]:
    held: list[tuple[int, str]] = []
    with opened(path) as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip() and not QUINTUPLE.fullmatch(line.strip()) and held:
                yield _line(path, held, domain=domain, split=split)
                held = []
            if line.strip():
                held.append((number, line.rstrip()))
    if held:
        yield _line(path, held, domain=domain, split=split)


def _line(path: Path, held: Sequence[tuple[int, str]], *, domain: str, split: str) -> Line:
    """A sentence and the lines after it."""
    number, first = held[0]
    lang = DOMAINS[domain]
    try:
        given, verdict = first.rsplit("\t", 1)
        text, places = words(given, lang)
        found = []
        for number, line in held[1:]:  # noqa: B007 - the number goes into the message
            found += comparison(line, places, lang)
        comparative = {"0": False, "1": True}[verdict]
        if comparative != bool(found):
            raise ValueError(f"the sentence is marked {verdict} and has {len(found)} comparisons")
    except (ValueError, KeyError, IndexError) as error:
        raise InputError(f"{path}, line {number}, is not a line of COQE: {error}.") from None
    source = f"coqe-{domain}"
    return Line(f"{source}-{split}-{held[0][0]}", text, lang, source, split, comparative, tuple(found))


def words(given: str, lang: str) -> tuple[str, list[tuple[str, Span]]]:
    """The sentence as people write it, and its tokens or characters with where they stand."""
    if lang == "zh":
        text = given.rstrip()
        return text, [(letter, Span(at, at + 1)) for at, letter in enumerate(text)]
    tokens = given.split()
    text, spans = detokenise(tokens)
    return text, [("", Span(0, 0)), *((token, Span(*span)) for token, span in zip(tokens, spans, strict=True))]


def comparison(line: str, places: Sequence[tuple[str, Span]], lang: str) -> list[Compared]:
    """The comparison of a line; none where all is empty."""
    match = QUINTUPLE.fullmatch(line.strip())
    cells = match[1].split("];[") if match else []
    if len(cells) != 5:
        raise ValueError(f"five elements in [[…];[…];[…];[…];[…]] are expected, not {line[:80]!r}")
    if not cells[4]:
        return []
    if int(cells[4]) not in PREFERENCES:
        raise ValueError(f"{cells[4]} is no preference. Accepted: -1, 0, 1, 2")
    subject, object_, aspect, opinion = (pieces(cell, places, lang) for cell in cells[:4])
    return [Compared((subject, object_, aspect, opinion), int(cells[4]))]


def pieces(cell: str, places: Sequence[tuple[str, Span]], lang: str) -> Pieces:
    """Runs of neighbouring words as spans."""
    spans: list[Span] = []
    last = -1
    for place, word in PLACED[lang].findall(cell):
        at = int(place)
        token, span = places[at]
        if token not in (word, word.rstrip(",")):
            raise ValueError(f"{word!r} does not stand at {at}, but {token!r}")
        if spans and at == last + 1:
            spans[-1] = Span(spans[-1].start, span.end)
        else:
            spans.append(span)
        last = at
    return tuple(spans)
