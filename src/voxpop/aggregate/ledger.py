"""You and them: what is said of the product beside what is said of its rivals, of what it is used with and of its kind.

Every number can be followed to quotes. Rivals that have a name stand under it, the others together.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.quotes import trimmed
from voxpop.lang import languages
from voxpop.types import Aspect, Comparison, Quote, Span

COLUMNS = ("main", "competing", "interacting", "generic")
QUOTES = 30  # kept for each number


@dataclass(frozen=True, slots=True)
class Cell:
    """What is said of one side: how often, how it is felt about, and by whom."""

    counts: OpinionCounts
    quotes: tuple[Quote, ...]


@dataclass(slots=True)
class ComparisonScore:
    """How often the product comes out ahead of another in a comparison, behind it, or level; each with quotes."""

    better: int = 0
    worse: int = 0
    equal: int = 0
    quotes: list[Quote] = field(default_factory=list)  # their polarity is 1, −1 or 0, in this order

    def add(self, compared: Comparison) -> None:
        """Count a comparison."""
        outcome = {1: "better", -1: "worse"}.get(compared.verdict or 0, "equal")
        setattr(self, outcome, getattr(self, outcome) + 1)
        if sum(quote.polarity == compared.verdict for quote in self.quotes) < QUOTES:
            insort(self.quotes, proof(compared), key=lambda quote: -quote.polarity)


@dataclass(frozen=True, slots=True)
class LedgerAccount:
    """An aspect, or all of them, with a cell for each side that is spoken of."""

    aspect: Aspect | None
    cells: Mapping[str, Cell]
    match: ComparisonScore


@dataclass(frozen=True, slots=True)
class LedgerRival:
    """Another product: what is said of it and how the comparisons with it end. Without a name: all that have none."""

    name: str | None
    cell: Cell | None
    match: ComparisonScore


@dataclass(frozen=True, slots=True)
class Ledger:
    """``total`` is about everything, ``lines`` about the aspects that another side is spoken of in."""

    total: LedgerAccount
    lines: tuple[LedgerAccount, ...]
    rivals: tuple[LedgerRival, ...]

    def __bool__(self) -> bool:
        return bool(self.rivals) or any(side != "main" for side in self.total.cells)


@dataclass(frozen=True, slots=True)
class SaidOfSides:
    """What the file counts of each side: of a row of the table (by its id), of everything, and of each rival."""

    cells: Mapping[tuple[str, str], Cell]
    total: Mapping[str, Cell]
    rivals: Mapping[str, Cell]  # by ``normalize_name`` of the name
    names: Mapping[str, Counter[str]]  # how a rival is written, by the same


def ledger(aspects: Sequence[Aspect], said: SaidOfSides, comparisons: Iterable[Comparison]) -> Ledger:
    """Return the ledger of an analysis; ``aspects`` are the rows of its table."""
    rows = {aspect.id: aspect for aspect in aspects if aspect.parent is None}
    matches = _Compared(rows)
    for compared in comparisons:
        matches.add(compared)
    lines: list[LedgerAccount] = []
    for id, aspect in rows.items():
        cells = {side: said.cells[id, side] for side in COLUMNS if (id, side) in said.cells}
        lines.append(LedgerAccount(aspect, cells, matches.aspects[id]))
    return Ledger(
        LedgerAccount(None, {side: said.total[side] for side in COLUMNS if side in said.total}, matches.all),
        tuple(line for line in lines if set(line.cells) - {"main"} or line.match.quotes),
        tuple(sorted(_rivals(said, matches), key=_rank)),
    )


class _Compared:
    """Comparisons counted as a whole, by aspect and by rival."""

    def __init__(self, rows: Mapping[str, Aspect]) -> None:
        self.all = ComparisonScore()
        self.aspects: defaultdict[str, ComparisonScore] = defaultdict(ComparisonScore)
        self.rivals: defaultdict[str, ComparisonScore] = defaultdict(ComparisonScore)
        self.names: defaultdict[str, Counter[str]] = defaultdict(Counter)
        terms = [(term.lower(), key) for key, aspect in rows.items() for term in {*aspect.terms, aspect.name}]
        self._terms = sorted(terms, key=lambda term_and_key: -len(term_and_key[0]))

    def add(self, compared: Comparison) -> None:
        """Count a comparison of the product with another; those between others say nothing of it."""
        if compared.verdict is None or compared.preference == "different":
            return
        self.all.add(compared)
        self.rivals[normalize_name(compared.entity)].add(compared)
        if compared.entity:
            self.names[normalize_name(compared.entity)][compared.entity] += 1
        if (key := self._aspect(compared)) is not None:
            self.aspects[key].add(compared)

    def _aspect(self, compared: Comparison) -> str | None:
        if compared.aspect is None:
            return None
        start, end = (offset - compared.start for offset in compared.aspect)
        words = compared.text[start:end].lower()
        return next((key for term, key in self._terms if term in words), None)


def _rivals(said: SaidOfSides, matches: _Compared) -> Iterable[LedgerRival]:
    for key in {*said.rivals, *matches.rivals}:
        forms = said.names.get(key, Counter()) + matches.names[key]
        name = max(forms, key=lambda form: (forms[form], form)) if forms else None
        yield LedgerRival(name, said.rivals.get(key), matches.rivals[key])


def _rank(rival: LedgerRival) -> tuple[bool, int, str]:
    """Those with a name first, and of these the most spoken of."""
    spoken = rival.cell.counts.mentions if rival.cell else 0
    return rival.name is None, -spoken - len(rival.match.quotes), rival.name or ""


def proof(compared: Comparison) -> Quote:
    """A comparison as a quote, the other product marked and the words that decide."""
    start, end = trimmed(compared.text, Span(0, len(compared.text)))
    first = compared.start + start
    other = compared.object or compared.subject or Span(first, first)
    words = (compared.opinion,) if compared.opinion else ()
    felt = float(compared.verdict or 0)
    return Quote(compared.review_id, first, compared.start + end, compared.text[start:end], felt, other, words)


@cache
def words_before_names() -> frozenset[str]:
    """Words of any language that are no part of the name after them."""
    return frozenset(word for lang in languages() for word in lang.product_names.WORDS_BEFORE_NAMES)


def normalize_name(name: str | None) -> str:
    """A name as its letters and digits, so that "the Canon SD-500" and "canon sd500" are one; none is empty."""
    if name is None:
        return ""
    words = [word for word in name.lower().split() if word not in words_before_names()] or name.lower().split()
    return "".join(filter(str.isalnum, "".join(words))) or name
