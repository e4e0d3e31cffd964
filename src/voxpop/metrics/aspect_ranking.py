"""Ranked lists of aspect terms against the terms people tagged, with how often they did.

Section 3 of Pavlopoulos and Androutsopoulos (2014). A term's weight is one over its rank: the first place of the
returned list weighs most for precision, the term that people tagged most often weighs most for recall (equations 2
and 3).

The items are the tagged occurrences: a bootstrap draws them again, so that the gold ranking itself varies. In a paired
test the strata are the gold terms: the places that two systems gave a term change hands. Figures over the terms
themselves (distinct, occurrences) pair the terms of both lists and of the gold by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

import numpy as np

from voxpop.errors import MeasureError, OptionError
from voxpop.metrics.measure import MEASURES, Aggregate, Array, Figures, Score, Scores, each, overlap_score, sign, stack

Counted = Mapping[str, int] | Sequence[tuple[str, int]]
Listed = Sequence[str] | Sequence[tuple[str, int]]
Figure = Callable[[Array, Array], dict[str, float]]  # of gold counts, best first, and places in the list (0: not there)
TOPS = (5, 10, 20, 50)
LEVELS = tuple(level / 10 for level in range(11))  # of recall
MOST_OCCURRENCES = 10_000_000  # in the gold list; each becomes a row, for the intervals


@MEASURES.register("aspects")
def aspects(
    gold: Counted, pred: Listed, *, least: int = 1, tops: Sequence[int] = TOPS, depth: int | None = None
) -> Scores:
    """``aspects({"food": 9, "service": 4}, ["food", "place"])["awp"].value``

    ``gold`` counts each term; those tagged fewer than ``least`` times are no gold terms (the paper: 2). ``pred`` is
    ranked, best first, and may carry counts, which the figure over occurrences needs. ``depth`` cuts the list.
    Scores: awp, wp and wr at every m, distinct, occurrences, ndcg and ndcg_graded at ``tops``, multiword shares.
    """
    for name, value in (("depth", 1 if depth is None else depth), ("least", least)):
        if value < 1:
            raise OptionError(f"{name} must be at least 1, not {value}.")
    if not tops or any(top < 1 for top in tops):
        raise OptionError(f"tops must be one or more numbers from 1 up, such as [5, 10], not {list(tops)}.")
    tagged = _terms("gold", gold.items() if isinstance(gold, Mapping) else gold)
    counts = {term: count for term, count in tagged.items() if count is not None and count >= least}
    if not counts:
        raise MeasureError(f"No gold term was tagged at least {least} times: there is nothing to recall.")
    if sum(counts.values()) > MOST_OCCURRENCES:
        first = max(counts, key=counts.__getitem__)
        raise MeasureError(
            f"The counts of the gold add up to more than {MOST_OCCURRENCES:,} occurrences; {first!r} has "
            f"{counts[first]:,}."
        )
    listed = _terms("predictions", pred)
    terms = list(listed)[:depth]
    predicted = {term: count for term in terms if (count := listed[term]) is not None}
    end, top = str(max(1, len(terms))), str(tops[0])
    parts: dict[str, object] = {"case": "lower", "least": least, "ties": "file", "depth": depth or "all"}
    # one row per tagged occurrence: which gold term, and its place in the list (0: not there)
    strata = np.repeat(np.arange(len(counts)), list(counts.values()))
    items = np.stack([strata.astype(np.float64), _places(list(counts), terms)[strata]], axis=1)
    figures: list[tuple[str, Figure, str, dict[str, object]]] = [
        ("awp", average_weighted_precision, "value", {"levels": len(LEVELS)}),
        ("wp", partial(weighted_curve, side=0, depth=int(end)), end, {}),
        ("wr", partial(weighted_curve, side=1, depth=int(end)), end, {}),
        ("ndcg", partial(ndcg, tops=tops, graded=False), top, {"reward": "binary"}),
        ("ndcg_graded", partial(ndcg, tops=tops, graded=True), top, {"reward": "mean-count"}),
    ]
    scores = {
        name: Score(name, items, Ranked(figure, least), sign(name, **parts, **more), main=main, strata=strata)
        for name, figure, main, more in figures
    }
    scores["distinct"] = _matched("distinct", dict.fromkeys(counts, 1), dict.fromkeys(terms, 1), parts)
    if terms and None not in listed.values():
        scores["occurrences"] = _matched("occurrences", counts, predicted, parts)
    for name, ranked in (("multiword", sorted(counts, key=lambda term: -counts[term])), ("multiword_pred", terms)):
        rows = np.array([[float(len(term.split()) > 1)] for term in ranked]).reshape(-1, 1)
        scores[name] = Score(name, rows, _Leading(tops), sign(name, **parts), main=top, paired=False)
    return scores


class Ranked(Aggregate):
    """A figure of the gold ranking that the counted occurrences give, and of the places of its terms in the list."""

    def __init__(self, figure: Figure, least: int) -> None:
        self.figure, self.least = figure, least

    def resampled(self, items: Array, counts: Array) -> Figures:
        term = items[:, 0].astype(np.int64)
        places = np.zeros(term.max(initial=-1) + 1)
        places[term] = items[:, 1]
        rows = []
        for row in counts:
            tagged = np.bincount(term, row, minlength=len(places)).astype(np.float64)
            order = np.argsort(-tagged, kind="stable")  # ties stay as the gold file has them
            order = order[tagged[order] >= self.least]
            rows.append(self.figure(tagged[order], places[order]))
        return stack(rows)


class _Leading(Aggregate):
    """The share of multi-word terms among the first m rows."""

    def __init__(self, tops: Sequence[int]) -> None:
        self.tops = tops

    def __call__(self, items: Array) -> dict[str, float]:
        return {str(top): float(items[:top, 0].mean()) if len(items) else 0.0 for top in self.tops}


def awp(gold: Sequence[str], predicted: Sequence[str]) -> float:
    """Average weighted precision of a list; both lists hold distinct terms, best first."""
    return average_weighted_precision(np.zeros(0), _places(gold, predicted))["value"]


def average_weighted_precision(counts: Array, places: Array) -> dict[str, float]:
    """Mean over the recall levels 0, 0.1 … 1 of the best weighted precision at that recall or beyond; 0 if none.

    The best precision beyond a level of recall is always met at the place of a gold term.
    """
    wp, wr = curve(places, np.unique(places[places > 0]))
    beyond = np.maximum.accumulate(wp[::-1])[::-1]
    # recall is a sum of fractions, so the last level is reached only up to rounding
    reached = np.searchsorted(wr, np.array(LEVELS) - 1e-12)
    return {"value": float(np.append(beyond, 0.0)[reached].mean())}


def weighted_curve(counts: Array, places: Array, *, side: int, depth: int) -> dict[str, float]:
    """Weighted precision (``side`` 0) or recall (1) at m = 1 … depth."""
    values = curve(places, np.arange(1.0, depth + 1))[side]
    return {str(m): float(value) for m, value in enumerate(values, start=1)}


def curve(places: Array, at: Array) -> tuple[Array, Array]:
    """Weighted precision and recall where the list is cut after each of the places ``at``.

    WP_m = Σ_{i≤m} 1{a_i ∈ G} / i  /  Σ_{i≤m} 1/i        WR_m = Σ_{i≤m} 1{a_i ∈ G} / r(a_i)  /  Σ_{j≤|G|} 1/j

    ``places`` says for each gold term, in the gold's order, where it stands in the list; 0: not there.
    """
    weights = 1 / np.arange(1.0, len(places) + 1)
    hit = np.unique(places[places > 0])  # two terms share a place only while a test exchanges them
    steps = np.concatenate([[0.0], np.cumsum(1 / np.arange(1.0, at.max(initial=0.0) + 1))])
    precision = np.append(0.0, np.cumsum(1 / hit))[np.searchsorted(hit, at, side="right")]
    order = np.argsort(places, kind="stable")
    listed = order[places[order] > 0]
    recall = np.append(0.0, np.cumsum(weights[listed]))[np.searchsorted(places[listed], at, side="right")]
    return precision / steps[at.astype(np.int64)], np.minimum(recall / max(weights.sum(), 1.0), 1.0)


def ndcg(counts: Array, places: Array, *, tops: Sequence[int], graded: bool) -> dict[str, float]:
    """nDCG@m with gain 2^t − 1. Binary: t = 1 for a gold term. Graded: t = 2 for one tagged at least as often as the
    mean gold term ("important"), 1 for another. The ideal list names the gold terms by falling grade."""
    grade = 1.0 + (counts >= counts.mean()) if graded and len(counts) else np.ones(len(counts))
    gains = 2.0**grade - 1
    values = {}
    for top in tops:
        inside = (places > 0) & (places <= top)
        ideal = np.sort(gains)[::-1][:top]
        best = (ideal / np.log2(np.arange(len(ideal)) + 2)).sum()
        values[str(top)] = float((gains[inside] / np.log2(places[inside] + 1)).sum() / best) if best else 0.0
    return values


def _terms(side: str, entries: Iterable[str | tuple[str, int]]) -> dict[str, int | None]:
    """Return terms without case and needless space, in order, with their counts; None where there is no count."""
    counts: dict[str, int | None] = {}

    def add(entry: str | tuple[str, int]) -> None:
        term, count = (entry, None) if isinstance(entry, str) else (entry[0], int(entry[1]))
        plain = " ".join(term.lower().split())
        if not plain:
            raise ValueError("the term is empty.")
        if plain in counts:
            raise ValueError(f"the term {plain!r} stands at place {list(counts).index(plain) + 1} too.")
        if side == "gold" and count is not None and count < 1:
            raise ValueError(f"the term {term!r} has the count {count}; it must be at least 1.")
        counts[plain] = count

    each(side, entries, add)
    return counts


def _places(gold: Sequence[str], predicted: Sequence[str]) -> Array:
    """Where each gold term stands in the list; 0: not there."""
    place = {term: number for number, term in enumerate(predicted, start=1)}
    return np.array([place.get(term, 0) for term in gold], dtype=np.float64)


def _matched(name: str, gold: Mapping[str, int], pred: Mapping[str, int], parts: Mapping[str, object]) -> Score:
    """By term: as many as both sides counted are matched. Where occurrences have spans, use ``spans``."""
    counts = {term: (float(pred.get(term, 0)), float(gold.get(term, 0))) for term in {**gold, **pred}}
    rows = [(min(pair), *pair) for pair in counts.values()]
    return overlap_score(name, rows, sign(name, **parts), keys=tuple(counts))
