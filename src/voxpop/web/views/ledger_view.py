"""The product beside its rivals: a card for each rival, a table of aspects by side, the quotes behind each number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from voxpop.schema import Compared, Ledger, LedgerCell, LedgerLine, Quote, Rival
from voxpop.types import side_of
from voxpop.web.labels import Labels
from voxpop.web.views.aspect_rows import QuoteView, quote_views
from voxpop.web.views.chart_shapes import SIDES, BarPart, stack

ENTITIES = ("main", "competing", "interacting", "generic")
COMPARED = "compared"
MOST_RIVALS = 12  # cards on a page; the document has all
OUTCOMES = {"better": "positive", "worse": "negative", "equal": "neutral"}


@dataclass(frozen=True, slots=True)
class LedgerNumber:
    """A count with the quotes it leads to."""

    anchor: str
    side: str  # its colour: positive, negative, neutral
    count: int
    title: str
    quotes: list[QuoteView]


@dataclass(frozen=True, slots=True)
class LedgerCellView:
    """What is said of one kind of product: the numbers for and against."""

    mentions: int
    parts: list[BarPart]
    numbers: list[LedgerNumber]


@dataclass(frozen=True, slots=True)
class LedgerLineView:
    """An aspect with a cell for each kind of product, or a rival with one, and how comparisons end."""

    anchor: str
    key: str  # the id of the aspect or the name of the rival; "" for the total and for rivals without a name
    title: str
    lang: str | None
    cells: dict[str, LedgerCellView]
    compared: list[LedgerNumber]
    is_rival: bool = False

    @property
    def numbers(self) -> list[LedgerNumber]:
        return [*(number for cell in self.cells.values() for number in cell.numbers), *self.compared]


@dataclass(frozen=True, slots=True)
class LedgerView:
    """The whole section."""

    entities: list[str]
    lines: list[LedgerLineView]
    rivals: list[LedgerLineView]
    more: int  # rivals that are not shown

    @property
    def has_comparisons(self) -> bool:
        return any(line.compared for line in self.lines)


def ledger_view(ledger: Ledger | None, label: Labels) -> LedgerView | None:
    """Return None where no one speaks of anything but the product."""
    if not ledger or not (ledger["rivals"] or set(ledger["total"]["sides"]) - {"main"}):
        return None
    lines = [
        _aspect_line(line, f"ledger-{place}", label) for place, line in enumerate([ledger["total"], *ledger["aspects"]])
    ]
    several = [rival for rival in ledger["rivals"] if _reviews(rival) > 1] or ledger["rivals"]
    rivals = [_rival_line(rival, f"rival-{place}", label) for place, rival in enumerate(several[:MOST_RIVALS])]
    entities = [entity for entity in ENTITIES if any(entity in line.cells for line in lines)]
    return LedgerView(entities, lines, rivals, len(ledger["rivals"]) - len(rivals))


def _reviews(rival: Rival) -> int:
    """Return how many reviews speak of a rival, or compare it with the product."""
    compared = {quote["review_id"] for quote in rival["compared"]["quotes"]}
    return max(rival["said"]["reviews"] if rival["said"] else 0, len(compared))


def _aspect_line(line: LedgerLine, anchor: str, label: Labels) -> LedgerLineView:
    cells = {
        entity: _cell(line["sides"][entity], f"{anchor}-{entity}", f"{label(f'ledger_{entity}')} · ", label)
        for entity in ENTITIES
        if entity in line["sides"]
    }
    title = line["name"] or label("ledger_all")
    compared = list(_compared(line["compared"], anchor, label))
    return LedgerLineView(anchor, line["id"] or "", title, line["lang"], cells, compared)


def _rival_line(rival: Rival, anchor: str, label: Labels) -> LedgerLineView:
    cells = {"competing": _cell(rival["said"], anchor, "", label)} if rival["said"] else {}
    title = rival["name"] or label("rival_unnamed")
    compared = list(_compared(rival["compared"], anchor, label))
    return LedgerLineView(anchor, rival["name"] or "", title, None, cells, compared, is_rival=True)


def _cell(cell: LedgerCell, anchor: str, prefix: str, label: Labels) -> LedgerCellView:
    counts = [(side, cell[side]) for side in SIDES]
    numbers = [
        _number(f"{anchor}-{side}", side, n, cell["quotes"], f"{prefix}{label(f'side_{side}', n=n)}")
        for side, n in counts
        if n and side != "neutral"
    ]
    return LedgerCellView(cell["mentions"], stack(counts), numbers)


def _compared(compared: Compared, anchor: str, label: Labels) -> Iterator[LedgerNumber]:
    for outcome, n in (("better", compared["better"]), ("worse", compared["worse"]), ("equal", compared["equal"])):
        if n:
            title = label(f"compared_{outcome}", n=n)
            yield _number(f"{anchor}-{outcome}", OUTCOMES[outcome], n, compared["quotes"], title)


def _number(anchor: str, side: str, count: int, quotes: list[Quote], title: str) -> LedgerNumber:
    fitting = [quote for quote in quotes if side_of(quote["polarity"]) == side]
    return LedgerNumber(anchor, side, count, title, quote_views(fitting))


def selected_quotes(ledger: Ledger, *, rival: str | None, aspect: str | None, side: str | None) -> list[Quote] | None:
    """Return the quotes behind the number that was selected; None where none was."""
    if rival is not None:
        match = next((account for account in ledger["rivals"] if (account["name"] or "") == rival), None)
        if match is None:
            return None
        return match["compared"]["quotes"] if side == COMPARED or match["said"] is None else match["said"]["quotes"]
    lines = [ledger["total"], *ledger["aspects"]]
    line = next((account for account in lines if (account["id"] or "") == (aspect or "")), None)
    if line is None or side is None:
        return None
    if side == COMPARED:
        return line["compared"]["quotes"]
    return line["sides"][side]["quotes"] if side in line["sides"] else None
