"""The contract of every measure: statistics per item in, a ``Score`` with a signature out.

A measure turns gold and predictions into one row of statistics per item and says how rows become figures
(an ``Aggregate``). Because the rows are kept, intervals and significance come from here for all measures alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite, nan
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from voxpop import __version__
from voxpop.errors import MeasureError, OptionError, choose
from voxpop.metrics.score_table import Table
from voxpop.metrics.significance import SEED, SLACK, TESTS, Interval, PairedTest, exchanges, resamples_of
from voxpop.registry import Registry

T = TypeVar("T")
Array = NDArray[np.float64]
Figures = dict[str, Array]  # one array of equal length per figure: one entry per resample


class ItemError(MeasureError):
    """About one item, counted from 1, of the "gold" or the "predictions". Who read it from a file knows its line."""

    def __init__(self, side: str, number: int, reason: str) -> None:
        super().__init__(f"Item {number} of the {side}: {reason}")
        self.side, self.number, self.reason = side, number, reason


class Aggregate:
    """Turns rows of statistics into figures. A subclass says how for one table, or for all resamples of one at once."""

    def __call__(self, items: Array) -> dict[str, float]:
        figures = self.resampled(items, np.ones((1, len(items))))
        return {name: float(values[0]) for name, values in figures.items()}

    def resampled(self, items: Array, counts: Array) -> Figures:
        """Figures of each resample; row ``r`` of ``counts`` says how often each item was drawn."""
        return stack(self(np.repeat(items, row.astype(np.int64), axis=0)) for row in counts)

    def swapped(self, items: Array, others: Array, mask: NDArray[np.bool_]) -> Figures:
        """Figures after taking, in each row of ``mask``, the marked items from ``others``."""
        return stack(self(np.where(row[:, None], others, items)) for row in mask)


class Sums(Aggregate):
    """Figures that depend only on the sums of the columns, so that resampling is one matrix product.

    ``finish`` gets sums of shape (resamples, columns) and the number of items, and gives one array per figure.
    """

    def __init__(self, finish: Callable[[Array, int], Figures]) -> None:
        self.finish = finish

    def __call__(self, items: Array) -> dict[str, float]:
        figures = self.finish(items.sum(axis=0, keepdims=True), len(items))
        return {name: float(values[0]) for name, values in figures.items()}

    def resampled(self, items: Array, counts: Array) -> Figures:
        return self.finish(counts @ items, len(items))

    def swapped(self, items: Array, others: Array, mask: NDArray[np.bool_]) -> Figures:
        return self.finish(items.sum(axis=0) + mask.astype(np.float64) @ (others - items), len(items))


def means(*names: str) -> Sums:
    """Each figure is the mean of its column."""
    return Sums(lambda sums, n: {name: sums[:, i] / max(n, 1) for i, name in enumerate(names)})


def overlap(*, empty: float = 0.0) -> Sums:
    """Precision, recall and F1 from the columns matched, predicted, gold; ``empty`` when both sides hold nothing."""
    return Sums(lambda sums, n: precision_recall_f1(sums[:, 0], sums[:, 1], sums[:, 2], empty=empty))


def quotient() -> Sums:
    """Return the sum of the first column over that of the second."""
    return Sums(lambda sums, n: {"value": ratio(sums[:, 0], sums[:, 1])})


def precision_recall_f1(matched: Array, predicted: Array, gold: Array, *, empty: float = 0.0) -> Figures:
    nothing = (predicted == 0) & (gold == 0)
    precision = np.where(nothing, empty, ratio(matched, predicted))
    recall = np.where(nothing, empty, ratio(matched, gold))
    return {"precision": precision, "recall": recall, "f1": harmonic(precision, recall)}


def ratio(part: Array, whole: Array) -> Array:
    """Division in which nothing out of nothing is 0, never NaN."""
    return np.divide(part, whole, out=np.zeros(np.broadcast(part, whole).shape), where=whole != 0)


def harmonic(precision: Array, recall: Array) -> Array:
    return ratio(2 * precision * recall, precision + recall)


@dataclass(frozen=True, slots=True, eq=False)
class Score:
    """What a measure says of a system: figures by name, the signature they were computed under, and their items."""

    name: str
    items: Array = field(repr=False)
    aggregate: Aggregate = field(repr=False)
    signature: str
    main: str = "f1"  # the figure that comparisons are about
    details: Mapping[str, Any] = field(default_factory=dict, repr=False)  # tables, curves, ties: for the reader
    strata: NDArray[np.int64] | None = field(default=None, repr=False)  # items that a paired test moves together
    keys: tuple[str, ...] | None = field(default=None, repr=False)  # names of items, where systems differ in them
    paired: bool = True  # False where the items of two systems have nothing to do with each other
    values: Mapping[str, float] = field(init=False)

    def __post_init__(self) -> None:
        """Aggregate the items; a figure that is not a number is an error."""
        object.__setattr__(self, "values", self.aggregate(self.items))
        wrong = [figure for figure, value in self.values.items() if not np.isfinite(value)]
        if wrong:
            raise MeasureError(
                f"{self.name}: {', '.join(wrong)} came out as not a number; the statistics are out of range."
            )

    @property
    def n(self) -> int:
        return len(self.items)

    @property
    def value(self) -> float:
        return self.values[self.main]

    def interval(
        self, figure: str | None = None, *, level: float = 0.95, resamples: int = 1000, seed: int = SEED
    ) -> Interval:
        """Return the percentile interval of a figure over resamples of the items, drawn with replacement."""
        figure = common_figure([self], figure)
        if not 0 < level < 1:
            raise OptionError(f"level must lie between 0 and 1, not {level}.")
        drawn = [self._resampled(counts, figure) for counts in resamples_of(self.n, resamples, seed)]
        low, high = np.quantile(np.concatenate(drawn), [(1 - level) / 2, (1 + level) / 2])
        return Interval(figure, self.values[figure], float(low), float(high), level, resamples, seed)

    def versus(
        self,
        other: Score,
        *,
        test: str = "randomisation",
        figure: str | None = None,
        rounds: int = 10_000,
        groups: Sequence[object] | None = None,
        seed: int = SEED,
    ) -> PairedTest:
        """Whether this score and another differ by more than chance; both must carry the same signature.

        Stratified approximate randomisation (Pavlopoulos and Androutsopoulos, 2014): within each stratum, which
        ``groups`` names for each item, the two systems change places by chance. Where all ways to do so fit in
        ``rounds``, they are all tried and p is exact. Or the paired "bootstrap": both systems on the same resamples,
        the differences centred on the one observed.

        p = (c + 1) / (rounds + 1), where c counts rounds whose difference is at least (>=) the one observed.
        """
        choose("test", test, TESTS)
        first, second = aligned(self, other)
        figure = common_figure([first, second], figure)
        observed = first.values[figure] - second.values[figure]
        exact = False
        if test == "bootstrap":
            if groups is not None:
                raise OptionError("The paired bootstrap draws single items; use the test 'randomisation' for strata.")
            drawn = resamples_of(first.n, rounds, seed)
            gaps = (first._resampled(row, figure) - second._resampled(row, figure) - observed for row in drawn)
        else:
            strata = first._strata(groups)
            exact = 2 ** (int(strata.max()) + 1) <= rounds
            swapped, masks = first.aggregate.swapped, exchanges(strata, rounds, seed, exact=exact)
            pair = first.items, second.items
            gaps = (swapped(*pair, mask)[figure] - swapped(*pair[::-1], mask)[figure] for mask in masks)
        hits = done = 0
        for block in gaps:
            hits += int((np.abs(block) >= abs(observed) - SLACK).sum())
            done += len(block)
        p = hits / done if exact else (hits + 1) / (done + 1)
        return PairedTest(test, figure, observed, p, done, exact, seed)

    def _resampled(self, counts: Array, figure: str) -> Array:
        return self.aggregate.resampled(self.items, counts)[figure]

    def _strata(self, groups: Sequence[object] | None) -> NDArray[np.int64]:
        if groups is None:
            return np.arange(self.n) if self.strata is None else self.strata
        if len(groups) != self.n:
            raise MeasureError(f"{len(groups)} strata were given for {self.n} items: each item needs one.")
        numbers: dict[object, int] = {}
        return np.array([numbers.setdefault(group, len(numbers)) for group in groups])


Scores = dict[str, Score]
Measure = Callable[..., Scores]
MEASURES: Registry[Measure] = Registry("measure")


def overlap_score(
    name: str, rows: Sequence[tuple[float, float, float]] | Array, signature: str, *, empty: float = 0.0, **more: Any
) -> Score:
    """Return the score of rows that hold how much of an item was matched, predicted and gold."""
    return Score(name, np.asarray(rows), overlap(empty=empty), signature, **more)


def mean_score(name: str, values: NDArray[Any], signature: str, **more: Any) -> Score:
    """Return the score whose one figure is the mean of a value per item."""
    return Score(name, values.astype(np.float64)[:, None], means("value"), signature, main="value", **more)


def sign(measure: str, **parts: object) -> str:
    """Return the signature: everything that changes the number, and our version. ``sign("rouge1", stem="no")``."""
    words = {True: "yes", False: "no"}
    plain = {key: words[value] if isinstance(value, bool) else str(value) for key, value in parts.items()}
    body = "".join(f"|{key}:{value.replace('|', '/')}" for key, value in plain.items())
    return f"{measure}{body}|v:{__version__}"


def differences(first: str, second: str) -> list[str]:
    """What two signatures disagree on, in words."""
    left, right = (
        dict(part.partition(":")[::2] for part in f"measure:{signature}".split("|")) for signature in (first, second)
    )
    return [
        f"{key} {left.get(key, 'unset')} against {right.get(key, 'unset')}"
        for key in {**left, **right}
        if left.get(key) != right.get(key)
    ]


def aligned(first: Score, second: Score) -> tuple[Score, Score]:
    """Return both over the same items, by their keys: an item that one of them does not know is a row of zeros.

    Raises an error unless both were computed alike, over items that correspond.
    """
    if not (first.paired and second.paired):
        raise MeasureError(
            f"{first.name} describes one list and has no items in common with that of another system: "
            "read the figures side by side."
        )
    if first.signature != second.signature:
        disagreements = "; ".join(differences(first.signature, second.signature))
        raise MeasureError(
            f"These scores cannot be compared, they were computed differently: {disagreements}. "
            "Compute both with the same settings."
        )
    if first.keys != second.keys:
        place = {key: row for row, key in enumerate(dict.fromkeys([*(first.keys or ()), *(second.keys or ())]))}
        first, second = (_spread(score, place) for score in (first, second))
    if first.items.shape != second.items.shape:
        raise MeasureError(
            f"These scores cannot be compared item by item: {first.n} items against {second.n}. "
            "Score both systems on the same gold file."
        )
    return first, second


def _spread(score: Score, place: Mapping[str, int]) -> Score:
    items = np.zeros((len(place), score.items.shape[1]))
    items[[place[key] for key in score.keys or ()]] = score.items
    return replace(score, items=items, keys=tuple(place))


def common_figure(scores: Sequence[Score], figure: str | None = None) -> str:
    """Return the figure asked for, else the first score's main one, else the last that all have.

    So curves of lists of different length are compared where the shortest list ends.
    """
    common = [name for name in scores[0].values if all(name in score.values for score in scores)]
    if figure is not None and figure not in common:
        raise OptionError(f"{scores[0].name} has no figure {figure!r}. It has: {', '.join(common)}.")
    if not common:
        raise MeasureError(f"These scores of {scores[0].name} have no figure in common.")
    return figure or (scores[0].main if scores[0].main in common else common[-1])


def compare(
    systems: Mapping[str, Score],
    *,
    baseline: str | None = None,
    resamples: int = 1000,
    rounds: int = 10_000,
    seed: int = SEED,
) -> Table:
    """Several systems on one measure: figure, interval, and p against the baseline (the first, unless named)."""
    if not systems:
        raise MeasureError("There are no systems to compare.")
    base = baseline if baseline is not None else next(iter(systems))
    if base not in systems:
        raise OptionError(f"The baseline {base!r} is not among the systems: {', '.join(systems)}.")
    for score in systems.values():
        aligned(systems[base], score)
    figure = common_figure([systems[base], *systems.values()])
    rows: list[tuple[str | float | None, ...]] = []
    for name, score in systems.items():
        drawn = score.interval(figure, resamples=resamples, seed=seed)
        compared: tuple[float | None, float | None] = (None, None)
        if name != base:
            verdict = score.versus(systems[base], figure=figure, rounds=rounds, seed=seed)
            compared = verdict.difference, verdict.p
        rows.append((name, drawn.value, drawn.low, drawn.high, *compared))
    caption = (
        f"{systems[base].signature}; n = {systems[base].n}; {drawn.level:.0%} interval from {resamples} resamples; "
        f"p against {base} by randomisation, {rounds} rounds; seed {seed}"
    )
    return Table(("system", figure, "low", "high", f"vs {base}", "p"), tuple(rows), caption)


def each(side: str, items: Iterable[Any], convert: Callable[[Any], T]) -> list[T]:
    """Return every item of a side ("gold" or "predictions") converted; a ValueError is an error at its item."""
    converted = []
    for number, item in enumerate(items, start=1):
        try:
            converted.append(convert(item))
        except ValueError as error:
            raise ItemError(side, number, str(error)) from None
    return converted


def plain_text(text: Any) -> str:
    if not isinstance(text, str):
        raise ValueError(f"{text!r} is not a text.")
    return text


def finite(value: Any) -> float:
    """A value as a number, or as the number that it spells; a ValueError where it is none."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = nan
    if not isfinite(number):
        raise ValueError(f"{value!r} is no finite number.")
    return number


def same_length(gold: Sequence[object], pred: Sequence[object]) -> None:
    if len(gold) != len(pred):
        raise MeasureError(
            f"Gold has {len(gold)} items, predictions {len(pred)}: they must be as many, in the same order."
        )
    if not gold:
        raise MeasureError("There is nothing to measure: gold and predictions are empty.")


def stack(rows: Iterable[Mapping[str, float]]) -> Figures:
    """Figures of single tables as one array a figure."""
    tables = [*rows]
    return {name: np.array([row[name] for row in tables]) for name in tables[0]} if tables else {}
