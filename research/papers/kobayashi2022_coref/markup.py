"""Reviews written with their mentions marked in place, turned into exact spans.

    ## en001 dev electronics 5 | Norvik T4 Wireless Headphones | Norvik T4, T4
    [The T4|m] beats [my old Sony|c1]: [[its|c1] pads|pc<1] fell apart. [The cable|pm] is short.

The header gives id, split, domain, stars, the product's name and its aliases. A mark is ``[words|type]`` with a type
of ``CODES``, the number of its cluster among those of its type, and, for a part, the number of what it is a part of.
Without a number a mention stands alone; ``m`` is always cluster 0. A part of no stated thing belongs to the one
mentioned last before it, else to the first after it. Marks may be nested; ``\\n`` is a line break.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from research.papers.kobayashi2022_coref.annotated import Annotated, MentionLabel
from voxpop.errors import InputError
from voxpop.types import About

CODES: dict[str, About] = {
    "m": "main", "c": "competing", "i": "interacting", "g": "generic", "pm": "part_of_main",
    "pc": "part_of_competing", "pi": "part_of_interacting", "pg": "part_of_generic", "o": "other",
}  # fmt: skip
_HEADER = re.compile(r"## (\S+) (dev|test) (\S+) ([1-5-]) \| ([^|]+?)(?: \| ([^|]*))?$")
_CODE = re.compile(r"(p?[mcig]|o)(\d+)?(?:<(\d+))?$")


@dataclass(slots=True)
class _Mark:
    start: int
    end: int
    code: str
    key: tuple[str, str] = ("", "")
    whole: str | None = field(default=None)


def read_markup(source: str, *, lang: str, name: str = "markup") -> list[Annotated]:
    """The reviews of a marked text; an error names the line."""
    reviews: list[Annotated] = []
    for number, header, body in _blocks(source, name):
        where = f"{name}, line {number}"
        found = _HEADER.match(header)
        if found is None:
            raise InputError(
                f"{where}: {header!r} is no header; one is '## id dev|test domain stars | product | aliases'."
            )
        text, marks = strip(body, where=where)
        if any(review.id == found[1] for review in reviews):
            raise InputError(f"{where}: a second review {found[1]!r}; give it an id of its own.")
        stars = None if found[4] == "-" else int(found[4])
        aliases = tuple(part.strip() for part in (found[6] or "").split(",") if part.strip())
        spans = tuple((mark.start, mark.end) for mark in marks)
        labels = tuple(_labels(marks, where))
        reviews.append(Annotated(found[1], lang, found[2], found[3], stars, found[5], aliases, text, spans,
                                 first=labels, second=(), settled=labels))  # fmt: skip
    return reviews


def _blocks(source: str, name: str) -> Iterator[tuple[int, str, str]]:
    header, lines, at = "", list[str](), 0
    for number, line in enumerate([*source.splitlines(), "## "], start=1):
        if line.startswith("## "):
            if header:
                yield at, header, " ".join(filter(None, map(str.strip, lines))).replace("\\n", "\n")
            header, lines, at = line, [], number
        elif header:
            lines.append(line)
        elif line.strip():
            raise InputError(f"{name}, line {number}: text before the first header.")


def strip(body: str, *, where: str = "markup") -> tuple[str, list[_Mark]]:
    """The plain text, and its marks in reading order."""
    plain: list[str] = []
    length, at = 0, 0
    marks: list[_Mark] = []
    opened: list[_Mark] = []
    while at < len(body):
        char = body[at]
        if char == "[":
            opened.append(_Mark(length, length, ""))
            marks.append(opened[-1])
        elif char == "|":
            close = body.find("]", at)
            if not opened or close < 0:
                raise InputError(f"{where}: a stray '|' at …{body[max(0, at - 20) : at + 20]}…")
            mark = opened.pop()
            mark.end, mark.code = length, body[at + 1 : close]
            if mark.start == mark.end:
                raise InputError(f"{where}: an empty mark at …{body[max(0, at - 20) : at + 20]}…")
            at = close
        else:
            plain.append(char)
            length += 1
        at += 1
    if opened or any("]" in char for char in plain):
        raise InputError(f"{where}: a bracket is not closed, or has no '|type'.")
    return "".join(plain), marks


def _labels(marks: Sequence[_Mark], where: str) -> Iterator[MentionLabel]:
    for place, mark in enumerate(marks):
        found = _CODE.match(mark.code)
        if found is None:
            raise InputError(
                f"{where}: {mark.code!r} is no type; one is {', '.join(CODES)} with numbers as in c1 or pc2<1."
            )
        code = found[1]
        mark.key = (code, "" if code == "m" else found[2] or f"alone {place}")
        mark.whole = found[3]
    numbers: dict[tuple[str, str], int] = {("m", ""): 0}
    for mark in marks:
        numbers.setdefault(mark.key, len(numbers))
    for place, mark in enumerate(marks):
        whole = _whole(marks, place, where)
        yield MentionLabel(CODES[mark.key[0]], numbers[mark.key], None if whole is None else numbers[whole])


def _whole(marks: Sequence[_Mark], place: int, where: str) -> tuple[str, str] | None:
    """The cluster that a part is a part of; None for a part of something that is never mentioned."""
    code, asked = marks[place].key[0], marks[place].whole
    if not code.startswith("p"):
        return None
    if code == "pm":
        return ("m", "")
    if asked is not None:
        if not any(mark.key == (code[1:], asked) for mark in marks):
            raise InputError(f"{where}: {marks[place].code!r} is a part of {code[1:]}{asked}, which is not there.")
        return (code[1:], asked)
    inside = [mark for mark in marks if mark.start >= marks[place].start and mark.end <= marks[place].end]
    for mark in [*inside, *reversed(marks[:place]), *marks[place:]]:
        if mark.key[0] == code[1:]:
            return mark.key
    return None
