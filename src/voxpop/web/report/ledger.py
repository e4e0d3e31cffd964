"""You and them on the page: a card for each rival, a table of aspects by side, and the quotes behind each number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from voxpop.schema import Compared, Document, LedgerCell, LedgerLine, Quote, Rival
from voxpop.web.report.charts import Part, stack
from voxpop.web.report.view import Voice, voice
from voxpop.web.report.words import Words

SIDES = ("main", "competing", "interacting", "generic")
RIVALS = 12  # cards on the page; the document has all
SIGNS = {"positive": 1, "negative": -1, "neutral": 0}
OUTCOMES = {"better": "positive", "worse": "negative", "equal": "neutral"}


@dataclass(frozen=True, slots=True)
class Number:
    """A count with the quotes it leads to."""

    anchor: str
    name: str  # what it counts: positive, negative; better, worse, equal
    side: str  # its colour: positive, negative, neutral
    count: int
    title: str
    voices: list[Voice]


@dataclass(frozen=True, slots=True)
class Cell:
    """One side of an aspect: the numbers for and against."""

    mentions: int
    parts: list[Part]
    numbers: list[Number]


@dataclass(frozen=True, slots=True)
class Line:
    """An aspect with a cell for each side, or a rival with one; how comparisons end stands beside."""

    anchor: str
    title: str
    lang: str | None
    cells: dict[str, Cell]
    compared: list[Number]

    @property
    def numbers(self) -> list[Number]:
        return [*(number for cell in self.cells.values() for number in cell.numbers), *self.compared]


@dataclass(frozen=True, slots=True)
class Book:
    """The whole section."""

    sides: list[str]
    lines: list[Line]
    rivals: list[Line]
    more: int  # rivals that are not shown

    @property
    def compares(self) -> bool:
        return any(line.compared for line in self.lines)


def book(document: Document, words: Words) -> Book | None:
    """None where no one speaks of anything but the product."""
    found = document.get("ledger")
    if not found or not (found["rivals"] or set(found["total"]["sides"]) - {"main"}):
        return None
    whole = [found["total"], *found["aspects"]]
    lines = [_line(line, f"ledger-{place}", words) for place, line in enumerate(whole)]
    several = [rival for rival in found["rivals"] if _spoken(rival) > 1] or found["rivals"]  # one voice is no rival
    rivals = [
        Line(f"rival-{place}", rival["name"] or words("rival_unnamed"), None,
             {"competing": _cell(rival["said"], f"rival-{place}", "", words)} if rival["said"] else {},
             list(_compared(rival["compared"], f"rival-{place}", words)))
        for place, rival in enumerate(several[:RIVALS])
    ]  # fmt: skip
    sides = [side for side in SIDES if any(side in line.cells for line in lines)]
    return Book(sides, lines, rivals, len(found["rivals"]) - len(rivals))


def _spoken(rival: Rival) -> int:
    """How many reviews speak of it, or hold it against the product."""
    held = {quote["review_id"] for quote in rival["compared"]["quotes"]}
    return max(rival["said"]["reviews"] if rival["said"] else 0, len(held))


def _line(line: LedgerLine, anchor: str, words: Words) -> Line:
    cells = {
        side: _cell(line["sides"][side], f"{anchor}-{side}", words(f"ledger_{side}"), words)
        for side in SIDES
        if side in line["sides"]
    }
    compared = list(_compared(line["compared"], anchor, words))
    return Line(anchor, line["name"] or words("ledger_all"), line["lang"], cells, compared)


def _cell(cell: LedgerCell, anchor: str, of: str, words: Words) -> Cell:
    counts = [("positive", cell["positive"]), ("neutral", cell["neutral"]), ("negative", cell["negative"])]
    numbers = [
        _number(name, name, n, anchor, cell["quotes"], " · ".join(filter(None, (of, words(f"side_{name}", n=n)))))
        for name, n in counts
        if n and name != "neutral"
    ]
    return Cell(cell["mentions"], stack(counts), numbers)


def _compared(compared: Compared, anchor: str, words: Words) -> Iterator[Number]:
    for name, n in (("better", compared["better"]), ("worse", compared["worse"]), ("equal", compared["equal"])):
        if n:
            yield _number(name, OUTCOMES[name], n, anchor, compared["quotes"], words(f"compared_{name}", n=n))


def _number(name: str, side: str, count: int, anchor: str, quotes: list[Quote], title: str) -> Number:
    fitting = [quote for quote in quotes if _sign(quote["polarity"]) == SIGNS[side]]
    numbers: dict[str, int] = {}
    voices = [voice(quote, numbers, several=False) for quote in fitting]
    return Number(f"{anchor}-{name}", name, side, count, title, voices)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
