"""The product beside its rivals: a card for each rival, a table of aspects by side, the quotes behind each number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from voxpop.schema import Compared, Ledger, LedgerCell, Quote, Rival
from voxpop.web.labels import Labels
from voxpop.web.views.aspect_rows import on_side

ENTITIES = ("main", "competing", "interacting", "generic")
COMPARED = "compared"
MOST_RIVALS = 12  # cards on a page; the document has all
OUTCOMES = {"positive": "better", "negative": "worse", "neutral": "equal"}


@dataclass(frozen=True, slots=True)
class LedgerNumber:
    """A count with the quotes it leads to."""

    anchor: str
    side: str  # its colour: positive, negative, neutral
    count: int
    title: str
    quotes: list[Quote]


@dataclass(frozen=True, slots=True)
class LedgerLineView:
    """An aspect with a cell for each kind of product, or a rival with one, and how comparisons end."""

    anchor: str
    key: str  # the id of the aspect or the name of the rival; "" for the total and for rivals without a name
    title: str
    lang: str | None
    cells: Mapping[str, LedgerCell]
    numbers: dict[str, list[LedgerNumber]]  # for and against, of each cell and of the comparisons
    is_rival: bool = False

    @property
    def all_numbers(self) -> list[LedgerNumber]:
        return list(chain(*self.numbers.values()))


@dataclass(frozen=True, slots=True)
class LedgerView:
    """The whole section."""

    entities: list[str]
    lines: list[LedgerLineView]
    rivals: list[LedgerLineView]
    more: int  # rivals that are not shown

    @property
    def has_comparisons(self) -> bool:
        return any(line.numbers[COMPARED] for line in self.lines)


def ledger_view(ledger: Ledger | None, label: Labels) -> LedgerView | None:
    """Return None where no one speaks of anything but the product."""
    if not ledger or not (ledger["rivals"] or set(ledger["total"]["sides"]) - {"main"}):
        return None
    lines = []
    for place, line in enumerate([ledger["total"], *ledger["aspects"]]):
        anchor, cells = f"ledger-{place}", {side: line["sides"][side] for side in ENTITIES if side in line["sides"]}
        numbers = {
            side: _numbers(cell, f"{anchor}-{side}", f"{label(f'ledger_{side}')} · ", label)
            for side, cell in cells.items()
        }
        numbers[COMPARED] = _outcomes(line["compared"], anchor, label)
        title = line["name"] or label("ledger_all")
        lines.append(LedgerLineView(anchor, line["id"] or "", title, line["lang"], cells, numbers))
    several = [rival for rival in ledger["rivals"] if _reviews(rival) > 1] or ledger["rivals"]
    rivals = []
    for place, rival in enumerate(several[:MOST_RIVALS]):
        anchor, cells = f"rival-{place}", {"competing": rival["said"]} if rival["said"] else {}
        numbers = {side: _numbers(cell, anchor, "", label) for side, cell in cells.items()}
        numbers[COMPARED] = _outcomes(rival["compared"], anchor, label)
        title = rival["name"] or label("rival_unnamed")
        rivals.append(LedgerLineView(anchor, rival["name"] or "", title, None, cells, numbers, is_rival=True))
    entities = [entity for entity in ENTITIES if any(entity in line.cells for line in lines)]
    return LedgerView(entities, lines, rivals, len(ledger["rivals"]) - len(rivals))


def _reviews(rival: Rival) -> int:
    """Return how many reviews speak of a rival, or compare it with the product."""
    compared = {quote["review_id"] for quote in rival["compared"]["quotes"]}
    return max(rival["said"]["reviews"] if rival["said"] else 0, len(compared))


def _numbers(cell: LedgerCell, anchor: str, prefix: str, label: Labels) -> list[LedgerNumber]:
    """Return how many opinions praise, and how many blame."""
    counts = {"positive": cell["positive"], "negative": cell["negative"]}
    return [
        LedgerNumber(
            f"{anchor}-{side}", side, n, f"{prefix}{label(f'side_{side}', n=n)}", on_side(cell["quotes"], side)
        )
        for side, n in counts.items()
        if n
    ]


def _outcomes(compared: Compared, anchor: str, label: Labels) -> list[LedgerNumber]:
    """Return how many comparisons end in which way."""
    counts = {"positive": compared["better"], "negative": compared["worse"], "neutral": compared["equal"]}
    return [
        LedgerNumber(
            f"{anchor}-{OUTCOMES[side]}",
            side,
            n,
            label(f"compared_{OUTCOMES[side]}", n=n),
            on_side(compared["quotes"], side),
        )
        for side, n in counts.items()
        if n
    ]


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
