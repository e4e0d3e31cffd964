"""How far the people of a project agree, now: overall, by label, by annotator and by round, with intervals.

What is compared are cells: one category of one review, or one stretch of text between the borders of spans, weighted by
its characters: kappa and alpha of spans are those of single characters, not unitised ones. Intervals come from drawing
whole reviews again, since the cells of one review belong together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations, pairwise
from statistics import median
from typing import Any

import numpy as np

from voxpop.aggregate.drivers import Estimate
from voxpop.aggregate.share import difference
from voxpop.annotate.dawid_skene import Reliability, dawid_skene
from voxpop.annotate.rounds import ItemState, ProjectState
from voxpop.annotate.scheme import ABSENT, Answer, Scheme, marks, same
from voxpop.metrics import MEASURES
from voxpop.metrics.coefficients import Alpha, Coefficient, Cohen, Percent, View

RESAMPLES = 200
RECENT, DRIFT = 20, 1.96  # the last reviews of an annotator, and how many standard errors they may fall behind


@dataclass(frozen=True, slots=True)
class ComparedCell:
    """What several people say of the same thing."""

    item: str
    name: str  # the category; empty for a stretch of text
    values: tuple[tuple[str, str], ...]  # who said what
    weight: float = 1.0  # the characters of a stretch of text
    start: int = 0


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """How far people agree on one part of the labels."""

    name: str
    items: int
    percent: Estimate | None = None
    kappa: Estimate | None = None
    alpha: Estimate | None = None
    exact: Estimate | None = None  # F1 of spans with the same borders
    overlap: Estimate | None = None  # F1 of spans by shared characters


@dataclass(frozen=True, slots=True)
class AnnotatorRow:
    """One annotator: agreement with the others, reliability, time, and whether they drift."""

    agreement: AgreementRow
    labelled: int
    reliability: float | None
    seconds: float | None  # the median
    drifts: bool
    is_low: bool
    recent: float | None = None  # the share of the last reviews that are as in the end
    before: float | None = None


@dataclass(frozen=True, slots=True)
class LiveAgreement:
    """All figures of a project; ``confusion`` counts pairs of answers, the same pair in either order once."""

    overall: AgreementRow
    labels: tuple[AgreementRow, ...]
    rounds: tuple[AgreementRow, ...]
    annotators: tuple[AnnotatorRow, ...]
    classes: tuple[str, ...]
    confusion: dict[tuple[str, str], int]

    @property
    def rows(self) -> list[tuple[str, AgreementRow]]:
        """All rows with their names: overall, by label, by round, by annotator."""
        rounds = [(f"round {row.name}", row) for row in self.rounds]
        people = [(person.agreement.name, person.agreement) for person in self.annotators]
        return [("all", self.overall), *((row.name, row) for row in self.labels), *rounds, *people]

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        pairs = [{"values": list(pair), "count": count} for pair, count in self.confusion.items()]
        figures: dict[str, Any] = _as_json(asdict(replace(self, confusion={})))
        return {**figures, "confusion": pairs}


def _as_json(value: Any) -> Any:
    """Return dictionaries and lists, with an estimate as ``value``, ``low`` and ``high``."""
    if isinstance(value, Estimate):
        return value._asdict()
    if isinstance(value, dict):
        return {name: _as_json(part) for name, part in value.items()}
    return [_as_json(part) for part in value] if isinstance(value, tuple) else value


def live_agreement(state: ProjectState) -> LiveAgreement:
    """Return the figures of a project as it is now."""
    items = [item for item in state.items.values() if len(item.labels) > 1]
    cells = [cell for item in items for cell in cells_of(state.scheme, item)]
    names, fitted = fit_cells(state.scheme, cells)
    reliability = dict(zip(names, map(float, fitted.right), strict=True)) if fitted is not None else {}
    overall = _row("", cells, items, state.scheme)
    rounds = [
        _row(str(number), [cell for cell in cells if state.items[cell.item].round == number],
             [item for item in items if item.round == number], state.scheme)
        for number in state.rounds
    ]  # fmt: skip
    people = [
        _annotator(state, person.name, cells, items, reliability, overall)
        for person in state.people.values()
        if person.labelled
    ]
    confusion: Counter[tuple[str, str]] = Counter()
    for cell in cells:
        for (_, a), (_, b) in combinations(cell.values, 2):
            confusion[min(a, b), max(a, b)] += 1
    labels = [_label_row(name, cells, items, state.scheme) for name in state.scheme.labels]
    return LiveAgreement(
        overall, tuple(labels), tuple(rounds), tuple(people), state.scheme.classes, dict(confusion.most_common())
    )


def cells_of(scheme: Scheme, state: ItemState) -> list[ComparedCell]:
    """Return the cells of one review with what each person said."""
    answers = {who: given.answer for who, given in state.labels.items()}
    id = state.item.id
    if not scheme.marks_spans:
        return [
            ComparedCell(id, label, tuple((who, dict(answer).get(label, ABSENT)) for who, answer in answers.items()))
            for label in scheme.labels
        ]
    spans = {who: marks(answer) for who, answer in answers.items()}
    edges = {0, len(state.item.text), *(edge for given in spans.values() for span in given for edge in span[:2])}
    return [
        ComparedCell(id, "", tuple((who, _label_at(given, start)) for who, given in spans.items()), end - start, start)
        for start, end in pairwise(sorted(edges))
    ]


def _label_at(spans: Sequence[tuple[int, int, str]], place: int) -> str:
    """Return the label of the shortest span over a character."""
    over = [(end - start, label) for start, end, label in spans if start <= place < end]
    return min(over)[1] if over else ABSENT


def fit_cells(scheme: Scheme, cells: Sequence[ComparedCell]) -> tuple[list[str], Reliability | None]:
    """Fit the reliability model; returns the annotators in its order, and None where there is nothing to fit."""
    names = sorted({who for cell in cells for who, _ in cell.values})
    if not cells:
        return names, None
    person, value = ({name: place for place, name in enumerate(order)} for order in (names, scheme.classes))
    group = {name: place for place, name in enumerate(dict.fromkeys(cell.name for cell in cells))}
    votes = [(at, person[who], value[given]) for at, cell in enumerate(cells) for who, given in cell.values]
    groups, weights = np.array([group[cell.name] for cell in cells]), np.array([cell.weight for cell in cells])
    size = len(scheme.classes)
    return names, dawid_skene(np.array(votes), groups, weights, annotators=len(names), values=size)


def _label_row(label: str, cells: Sequence[ComparedCell], items: Sequence[ItemState], scheme: Scheme) -> AgreementRow:
    if not scheme.marks_spans:
        return _row(label, [cell for cell in cells if cell.name == label], items, scheme)
    is_it = [
        replace(cell, values=tuple((who, label if given == label else ABSENT) for who, given in cell.values))
        for cell in cells
    ]
    return _row(label, is_it, items, scheme, keep=lambda span: span[2] == label)


def _row(
    name: str,
    cells: Sequence[ComparedCell],
    items: Sequence[ItemState],
    scheme: Scheme,
    *,
    who: str | None = None,
    keep: Callable[[tuple[int, int, str]], bool] = lambda span: True,
) -> AgreementRow:
    """Return the figures of some cells; with ``who``, of the pairs that this person is in."""
    if not items or all(value == ABSENT for cell in cells for _, value in cell.values):
        return AgreementRow(name, len(items))  # nobody used the label: there is nothing that people could agree on
    figures = _coefficients(cells, scheme.classes)
    if not scheme.marks_spans:
        return AgreementRow(name, len(items), *figures)
    pairs = [
        ([span for span in marks(a.answer) if keep(span)], [span for span in marks(b.answer) if keep(span)])
        for item in items
        for (first, a), (second, b) in combinations(item.labels.items(), 2)
        if who in (None, first, second)
    ]
    scores = MEASURES["spans"]([a for a, _ in pairs], [b for _, b in pairs])
    drawn = [scores[kind].interval("f1", resamples=RESAMPLES) for kind in ("exact", "partial")]
    return AgreementRow(name, len(items), *figures, *(Estimate(f1.value, f1.low, f1.high) for f1 in drawn))


def _coefficients(cells: Sequence[ComparedCell], classes: Sequence[str]) -> list[Estimate]:
    """Percent agreement, Cohen's kappa and Krippendorff's alpha of cells."""
    place = {name: at for at, name in enumerate(classes)}
    owner: dict[str, int] = {}
    codes = np.full((len(cells), max(len(cell.values) for cell in cells)), -1.0)
    for row, cell in zip(codes, cells, strict=True):
        row[: len(cell.values)] = [place[value] for _, value in cell.values]
        owner.setdefault(cell.item, len(owner))
    owners, weights = np.array([owner[cell.item] for cell in cells]), np.array([cell.weight for cell in cells])
    draws = np.random.default_rng(0).multinomial(len(owner), np.full(len(owner), 1 / len(owner)), RESAMPLES)
    view, size = View.of(codes), len(classes)
    kinds: list[Coefficient] = [
        Percent(), Cohen(1 - np.eye(size)), Alpha("nominal", np.arange(size, dtype=np.float64))
    ]  # fmt: skip
    estimates = []
    for kind in kinds:
        drawn = np.sort([kind.figure(view, weights * draw[owners]) for draw in draws])
        low, high = drawn[int(0.025 * RESAMPLES)], drawn[int(0.975 * RESAMPLES)]
        estimates.append(Estimate(float(kind.figure(view, weights)), float(low), float(high)))
    return estimates


def _annotator(
    state: ProjectState,
    who: str,
    cells: Sequence[ComparedCell],
    items: Sequence[ItemState],
    reliability: dict[str, float],
    overall: AgreementRow,
) -> AnnotatorRow:
    mine = [
        ComparedCell(cell.item, cell.name, ((who, own), (other, theirs)), cell.weight)
        for cell in cells
        if (own := dict(cell.values).get(who)) is not None
        for other, theirs in cell.values
        if other != who
    ]
    row = _row(who, mine, [item for item in items if who in item.labels], state.scheme, who=who)
    labelled = [state.items[id] for id in state.people[who].labelled]
    times = [given.seconds for item in labelled if (given := item.labels[who]).seconds is not None]
    recent, before, drifts = drift(labelled, who)
    is_low = row.kappa is not None and overall.kappa is not None and row.kappa.high < overall.kappa.low
    seconds = median(times) if times else None
    return AnnotatorRow(row, len(labelled), reliability.get(who), seconds, drifts, is_low, recent, before)


def drift(labelled: Sequence[ItemState], who: str) -> tuple[float | None, float | None, bool]:
    """Return how often an annotator's last reviews and those before are as in the end, and whether that fell."""
    ends = [(item.labels[who], item.final if item.final is not None else _others(item, who)) for item in labelled]
    given = sorted((mine.at, same(mine.answer, end)) for mine, end in ends if end is not None)
    right = [is_right for _, is_right in given]
    late, early = right[-RECENT:], right[:-RECENT]
    if len(early) < RECENT:
        return None, None, False
    fell = difference(sum(late), len(late), sum(early), len(early)) < -DRIFT
    return sum(late) / len(late), sum(early) / len(early), fell


def _others(state: ItemState, who: str) -> Answer | None:
    return next((given.answer for name, given in state.labels.items() if name != who), None)


def label_posteriors(state: ProjectState) -> dict[str, Any]:
    """Return how likely each value is, by all answers and their reliability, for each review.

    For categories it is ``{"food": {"positive": 0.97, …}}``. Borders of spans cut a text into stretches on which each
    person says one thing; for each that someone marked there is ``{"start": 4, "end": 9, "chances": {…}}``.
    """
    cells = [cell for item in state.items.values() if item.labels for cell in cells_of(state.scheme, item)]
    _, fitted = fit_cells(state.scheme, cells)
    posteriors: dict[str, Any] = {}
    for cell, chances in zip(cells, fitted.posterior if fitted is not None else (), strict=True):
        named = dict(zip(state.scheme.classes, (round(float(chance), 4) for chance in chances), strict=True))
        if not state.scheme.marks_spans:
            posteriors.setdefault(cell.item, {})[cell.name] = named
        elif any(value != ABSENT for _, value in cell.values):
            stretch = {"start": cell.start, "end": cell.start + int(cell.weight), "chances": named}
            posteriors.setdefault(cell.item, []).append(stretch)
    return posteriors
