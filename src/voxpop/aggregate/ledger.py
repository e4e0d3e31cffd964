"""You and them: what is said of the product beside what is said of its rivals, of what it is used with and of its kind.

Every number can be followed to quotes. Rivals that have a name stand under it, the others together.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.quotes import quote, trimmed
from voxpop.aggregate.tally import SAMPLE, Key, Tally, Texts
from voxpop.lang import languages
from voxpop.settings import SIDES
from voxpop.types import About, Aspect, Comparison, Opinion, Quote, Span

COLUMNS = ("main", "competing", "interacting", "generic")
SIDE: dict[About, str] = {about: side for side in COLUMNS for about in SIDES[side]}
QUOTES = 30  # kept for each number


@dataclass(frozen=True, slots=True)
class Cell:
    """What is said of one side: how often, how it is felt about, and by whom."""

    counts: OpinionCounts
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class ComparisonScore:
    """How often the product comes out ahead of another in a comparison, behind it, or level; each with quotes."""

    better: int = 0
    worse: int = 0
    equal: int = 0
    quotes: tuple[Quote, ...] = ()  # their polarity is 1, −1 or 0


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


@dataclass(slots=True)
class _Matches:
    """Comparisons counted."""

    counts: Counter[str] = field(default_factory=Counter)
    quotes: list[Quote] = field(default_factory=list)

    def add(self, compared: Comparison) -> None:
        word = {1: "better", -1: "worse"}.get(compared.verdict or 0, "equal")
        if sum(quote.polarity == compared.verdict for quote in self.quotes) < QUOTES:
            self.quotes.append(proof(compared))
        self.counts[word] += 1

    def match(self) -> ComparisonScore:
        quotes = sorted(self.quotes, key=lambda quote: -quote.polarity)
        return ComparisonScore(self.counts["better"], self.counts["worse"], self.counts["equal"], tuple(quotes))


def ledger(
    aspects: Sequence[Aspect], opinions: Iterable[Opinion], comparisons: Iterable[Comparison], *, texts: Texts
) -> Ledger:
    """The ledger of an analysis; ``aspects`` are the rows of its table, opinions of one review stand together."""
    rows = {_key_of(aspect): aspect for aspect in aspects if aspect.parent is None}
    by_category = any(aspect.category is not None for aspect in rows.values())
    counted = _Counted(by_category)
    counted.add(opinions)
    matches = _Compared(rows)
    for compared in comparisons:
        matches.add(compared)
    lines = [counted.line(aspect, key, matches.aspects[key].match(), texts) for key, aspect in rows.items()]
    return Ledger(
        counted.line(None, None, matches.all.match(), texts),
        tuple(line for line in lines if set(line.cells) - {"main"} or line.match.quotes),
        tuple(sorted(_rivals(counted, matches, texts), key=_rank)),
    )


class _Counted:
    """Opinions counted by aspect and side, by side, and by the rival they are about."""

    def __init__(self, by_category: bool) -> None:
        self._by_category = by_category
        self.cells = Tally(self._place)
        self.sides = Tally(lambda opinion: (None, SIDE[opinion.about]) if opinion.about in SIDE else None)
        self.rivals = Tally(lambda opinion: squash(opinion.entity) if opinion.about in SIDES["competing"] else None)
        self.names: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def _place(self, opinion: Opinion) -> tuple[str, str] | None:
        name = opinion.category if self._by_category else opinion.aspect
        return (name, SIDE[opinion.about]) if name and opinion.about in SIDE else None

    def add(self, opinions: Iterable[Opinion]) -> None:
        batch: list[Opinion] = []
        for opinion in opinions:
            if batch and opinion.review_id != batch[-1].review_id and len(batch) > SAMPLE:
                self._add(batch)
                batch = []
            batch.append(opinion)
        self._add(batch)

    def _add(self, opinions: Sequence[Opinion]) -> None:
        for tally in (self.cells, self.sides, self.rivals):
            tally.add(opinions)
        for opinion in opinions:
            if opinion.entity and opinion.about in SIDES["competing"]:
                self.names[squash(opinion.entity)][opinion.entity] += 1

    def line(self, aspect: Aspect | None, key: str | None, match: ComparisonScore, texts: Texts) -> LedgerAccount:
        tally = self.sides if key is None else self.cells
        counts = tally.reviews()
        return LedgerAccount(
            aspect, {side: _cell(tally, (key, side), texts) for side in COLUMNS if (key, side) in counts}, match
        )


class _Compared:
    """Comparisons counted as a whole, by aspect and by rival."""

    def __init__(self, rows: Mapping[str, Aspect]) -> None:
        self.all = _Matches()
        self.aspects: defaultdict[str, _Matches] = defaultdict(_Matches)
        self.rivals: defaultdict[str, _Matches] = defaultdict(_Matches)
        self.names: defaultdict[str, Counter[str]] = defaultdict(Counter)
        terms = [(term.lower(), key) for key, aspect in rows.items() for term in {*aspect.terms, aspect.name}]
        self._terms = sorted(terms, key=lambda term_and_key: -len(term_and_key[0]))

    def add(self, compared: Comparison) -> None:
        """Count a comparison of the product with another; those between others say nothing of it."""
        if compared.verdict is None or compared.preference == "different":
            return
        self.all.add(compared)
        self.rivals[squash(compared.entity)].add(compared)
        if compared.entity:
            self.names[squash(compared.entity)][compared.entity] += 1
        if (key := self._aspect(compared)) is not None:
            self.aspects[key].add(compared)

    def _aspect(self, compared: Comparison) -> str | None:
        if compared.aspect is None:
            return None
        start, end = (offset - compared.start for offset in compared.aspect)
        words = compared.text[start:end].lower()
        return next((key for term, key in self._terms if term in words), None)


def _rivals(counted: _Counted, matches: _Compared, texts: Texts) -> Iterable[LedgerRival]:
    spoken = {str(key) for key in counted.rivals.reviews()}
    for key in spoken | set(matches.rivals):
        forms = counted.names[key] + matches.names[key]
        name = max(forms, key=lambda form: (forms[form], form)) if forms else None
        yield LedgerRival(
            name, _cell(counted.rivals, key, texts) if key in spoken else None, matches.rivals[key].match()
        )


def _rank(rival: LedgerRival) -> tuple[bool, int, str]:
    """Those with a name first, and of these the most spoken of."""
    spoken = rival.cell.counts.mentions if rival.cell else 0
    return rival.name is None, -spoken - len(rival.match.quotes), rival.name or ""


def _cell(tally: Tally, key: Key, texts: Texts) -> Cell:
    sample = [opinion for sign in (1, -1) for opinion in tally.sample(key, sign, QUOTES)]
    text_of = texts({opinion.review_id for opinion in sample})
    return Cell(tally.counts(key), tuple(quote(opinion, text_of[opinion.review_id]) for opinion in sample))


def proof(compared: Comparison) -> Quote:
    """A comparison as a quote, the other product marked and the words that decide."""
    start, end = trimmed(compared.text, Span(0, len(compared.text)))
    first = compared.start + start
    other = compared.object or compared.subject or Span(first, first)
    words = (compared.opinion,) if compared.opinion else ()
    felt = float(compared.verdict or 0)
    return Quote(compared.review_id, first, compared.start + end, compared.text[start:end], felt, other, words)


def _key_of(aspect: Aspect) -> str:
    return aspect.category or aspect.name


@cache
def words_before_names() -> frozenset[str]:
    """Words of any language that are no part of the name after them."""
    return frozenset(word for lang in languages() for word in lang.product_names.WORDS_BEFORE_NAMES)


def squash(name: str | None) -> str:
    """A name as its letters and digits, so that "the Canon SD-500" and "canon sd500" are one; none is empty."""
    if name is None:
        return ""
    words = [word for word in name.lower().split() if word not in words_before_names()] or name.lower().split()
    return "".join(filter(str.isalnum, "".join(words))) or name
