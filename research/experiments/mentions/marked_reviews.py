"""Reviews with their mentions marked by hand: ``[the cable|part_of_main]``, one bracket inside another where needed.

A line ``# id | product | alias; alias`` begins a review; its text is the lines up to the next. The brackets are no part
of the text, and a mention's span counts the characters of the text without them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from voxpop.errors import InputError
from voxpop.types import About

ABOUTS: tuple[About, ...] = get_args(About)

Marked = tuple[int, int, About]


@dataclass(frozen=True, slots=True)
class MarkedReview:
    """A review of a product, with the mentions in the order in which they begin, the wider one first."""

    id: str
    text: str
    product: str
    aliases: tuple[str, ...]
    mentions: tuple[Marked, ...]


def read_markup(path: Path) -> list[MarkedReview]:
    """The reviews of a file. An InputError says which line is wrong."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}. Expected are reviews with marked mentions.") from None
    reviews = [_review(path, block) for block in _blocks(path, lines)]
    seen: set[str] = set()
    for review in reviews:
        if review.id in seen:
            raise InputError(f"{path}: two reviews are called {review.id!r}. Each needs its own id.")
        seen.add(review.id)
    return reviews


def _blocks(path: Path, lines: Sequence[str]) -> Iterator[list[tuple[int, str]]]:
    """The numbered lines of each review, its heading first."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate(lines, start=1):
        if line.startswith("#") and block:
            yield block
            block = []
        if line.strip():
            if not block and not line.startswith("#"):
                raise InputError(f"{path}, line {number}: a review begins with a line '# id | product | aliases'.")
            block.append((number, line.strip()))
    if block:
        yield block


def _review(path: Path, block: Sequence[tuple[int, str]]) -> MarkedReview:
    number, heading = block[0]
    cells = [cell.strip() for cell in heading.lstrip("#").split("|")]
    if not 2 <= len(cells) <= 3 or not all(cells[:2]):
        raise InputError(
            f"{path}, line {number}: {heading!r} is no heading. Expected is '# id | product | alias; alias'."
        )
    aliases = tuple(alias.strip() for alias in "".join(cells[2:]).split(";") if alias.strip())
    text, mentions = "", list[Marked]()
    for number, line in block[1:]:
        try:
            plain, marked = parse(line)
        except ValueError as error:
            raise InputError(f"{path}, line {number}: {error}") from None
        text += "\n" if text else ""
        mentions += [(start + len(text), end + len(text), about) for start, end, about in marked]
        text += plain
    if not text:
        raise InputError(f"{path}, line {block[0][0]}: the review {cells[0]!r} has no text.")
    return MarkedReview(cells[0], text, cells[1], aliases, tuple(mentions))


def parse(line: str) -> tuple[str, list[Marked]]:
    """A line without its brackets, and its mentions. A ValueError says at which character it goes wrong."""
    text, open_, found = "", list[tuple[int, int]](), list[Marked]()
    at = 0
    while at < len(line):
        if line[at] == "[":
            open_.append((len(text), at))
        elif line[at] == "|" and open_:
            about = line[at + 1 : (line + "]").index("]", at)]
            at += len(about) + 1
            found.append(_mention(text, open_.pop(), about, closed=at < len(line)))
        elif line[at] == "]":
            raise ValueError(f"the ']' at character {at + 1} closes a mention that has no type, as in [it|main].")
        else:
            text += line[at]
        at += 1
    if open_:
        raise ValueError(f"the '[' at character {open_[-1][1] + 1} is never closed.")
    return text, sorted(found, key=lambda each: (each[0], -each[1]))


def _mention(text: str, opened: tuple[int, int], about: str, *, closed: bool) -> Marked:
    start, at = opened
    if about not in ABOUTS:
        raise ValueError(f"{about!r} is no type of the mention at character {at + 1}. Accepted: {', '.join(ABOUTS)}.")
    if not closed:
        raise ValueError(f"the '[' at character {at + 1} is never closed.")
    if not text[start:].strip() or text[start:] != text[start:].strip():
        raise ValueError(f"the mention at character {at + 1} is empty, or begins or ends with a space.")
    return start, len(text), about
