"""Ranked lists of aspect terms against the terms people tagged, with how often they did.

Section 3 of Pavlopoulos and Androutsopoulos (2014).

The items are the tagged occurrences: a bootstrap draws them again, so that the gold ranking itself varies. In a paired
test the strata are the gold terms: the places that two systems gave a term change hands. Figures over the terms
themselves (distinct, occurrences) pair the terms of both lists and of the gold by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from voxpop.errors import MeasureError, OptionError
from voxpop.metrics.aspect_list_scores import average, curve
from voxpop.metrics.measure import MEASURES, Aggregate, Array, ItemError, Score, Scores, make_score, overlap_score, sign

Counted = Mapping[str, int] | Sequence[tuple[str, int]]
Listed = Sequence[str] | Sequence[tuple[str, int]]
Figure = Callable[[Array, Array], dict[str, float]]  # of gold counts, best first, and places in the list (0: not there)
TOPS = (5, 10, 20, 50)
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
    counts, terms, predicted = _gold(gold), _terms(pred), _predicted_counts(pred)
    if depth is not None and depth < 1:
        raise OptionError(f"depth must be at least 1, not {depth}.")
    if not tops or any(top < 1 for top in tops):
        raise OptionError(f"tops must be one or more numbers from 1 up, such as [5, 10], not {list(tops)}.")
    if least < 1:
        raise OptionError(f"least must be at least 1, not {least}.")
    terms = terms[:depth]
    gold_counts = {term: count for term, count in counts.items() if count >= least}
    if not gold_counts:
        raise MeasureError(f"No gold term was tagged at least {least} times: there is nothing to recall.")
    ranked = sorted(gold_counts, key=lambda term: -gold_counts[term])
    parts = {"case": "lower", "least": least, "ties": "file", "depth": depth or "all"}
    items, strata = _occurrences(gold_counts, terms)
    curve = max(1, len(terms))
    scores: Scores = {}
    for name, figure, more in _figures(curve, tops):
        scores[name] = make_score(
            name,
            items,
            Ranked(figure, least),
            sign(name, **parts, **more),
            columns=["term", "place"],
            main=_main(name, curve, tops),
            strata=strata,
        )
    scores["distinct"] = _distinct(gold_counts, terms, parts)
    if predicted is not None:
        shown = {term: predicted[term] for term in terms}
        scores["occurrences"] = _counted(gold_counts, shown, parts)
    scores["multiword"] = _multiword("multiword", ranked, tops, parts)
    scores["multiword_pred"] = _multiword("multiword_pred", terms, tops, parts)
    return scores


class Ranked(Aggregate):
    """A figure of the gold ranking that the counted occurrences give, and of the places of its terms in the list."""

    def __init__(self, figure: Figure, least: int) -> None:
        self.figure = figure
        self.least = least

    def __call__(self, items: Array) -> dict[str, float]:
        term = items[:, 0].astype(np.int64)
        places = np.zeros(term.max(initial=-1) + 1)
        places[term] = items[:, 1]
        return self._of(np.bincount(term).astype(np.float64), places)

    def resampled(self, items: Array, counts: Array) -> dict[str, Array]:
        term = items[:, 0].astype(np.int64)
        places = np.zeros(term.max(initial=-1) + 1)
        places[term] = items[:, 1]
        rows = [self._of(np.bincount(term, row, minlength=len(places)).astype(np.float64), places) for row in counts]
        return {name: np.array([row[name] for row in rows]) for name in rows[0]}

    def _of(self, counts: Array, places: Array) -> dict[str, float]:
        order = np.argsort(-counts, kind="stable")  # ties stay as the gold file has them
        order = order[counts[order] >= self.least]
        return self.figure(counts[order], places[order])


def average_weighted_precision(counts: Array, places: Array) -> dict[str, float]:
    """AWP over 11 levels of recall."""
    return {"value": average(places)}


def weighted_curve(side: int, depth: int) -> Figure:
    """Weighted precision (``side`` 0) or recall (1) at m = 1 … depth."""

    def figure(counts: Array, places: Array) -> dict[str, float]:
        values = curve(places, np.arange(1.0, depth + 1))[side]
        return {str(m): float(value) for m, value in enumerate(values, start=1)}

    return figure


def ndcg(tops: Sequence[int], *, graded: bool) -> Figure:
    """nDCG@m with gain 2^t − 1. Binary: t = 1 for a gold term. Graded: t = 2 for one tagged at least as often as the
    mean gold term ("important"), 1 for another. The ideal list names the gold terms by falling grade."""

    def figure(counts: Array, places: Array) -> dict[str, float]:
        grade = 1.0 + (counts >= counts.mean()) if graded and len(counts) else np.ones(len(counts))
        gains = 2.0**grade - 1
        values = {}
        for top in tops:
            inside = (places > 0) & (places <= top)
            ideal = np.sort(gains)[::-1][:top]
            best = (ideal / np.log2(np.arange(len(ideal)) + 2)).sum()
            values[str(top)] = float((gains[inside] / np.log2(places[inside] + 1)).sum() / best) if best else 0.0
        return values

    return figure


def _figures(curve: int, tops: Sequence[int]) -> list[tuple[str, Figure, dict[str, object]]]:
    return [
        ("awp", average_weighted_precision, {"levels": 11}),
        ("wp", weighted_curve(0, curve), {}),
        ("wr", weighted_curve(1, curve), {}),
        ("ndcg", ndcg(tops, graded=False), {"reward": "binary"}),
        ("ndcg_graded", ndcg(tops, graded=True), {"reward": "mean-count"}),
    ]


def _main(name: str, curve: int, tops: Sequence[int]) -> str:
    return {"awp": "value", "wp": str(curve), "wr": str(curve)}.get(name, str(tops[0]))


def _gold(gold: Counted) -> dict[str, int]:
    pairs = list(gold.items()) if isinstance(gold, Mapping) else list(gold)
    counts: dict[str, int] = {}
    total = 0
    for number, (term, count) in enumerate(pairs, start=1):
        plain = _plain(term, number, "gold")
        if plain in counts:
            raise ItemError("gold", number, f"the term {term!r} was named before: count each term once.")
        if count < 1:
            raise ItemError("gold", number, f"the term {term!r} has the count {count}; it must be at least 1.")
        counts[plain] = count
        total += count
        if total > MOST_OCCURRENCES:
            raise ItemError(
                "gold",
                number,
                f"with {count:,} for the term {term!r}, the counts add up to more than "
                f"{MOST_OCCURRENCES:,} occurrences.",
            )
    return counts


def _terms(pred: Listed) -> list[str]:
    named = [entry if isinstance(entry, str) else str(entry[0]) for entry in pred]
    terms = [_plain(term, number, "predictions") for number, term in enumerate(named, start=1)]
    seen: dict[str, int] = {}
    for number, term in enumerate(terms, start=1):
        if term in seen:
            raise ItemError("predictions", number, f"the term {term!r} stands at place {seen[term]} too.")
        seen[term] = number
    return terms


def _predicted_counts(pred: Listed) -> dict[str, int] | None:
    """Counts of the predictions, where every entry carries one."""
    counted = [entry for entry in pred if not isinstance(entry, str)]
    if not counted or len(counted) < len(pred):
        return None
    return {_plain(term, number, "predictions"): count for number, (term, count) in enumerate(counted, start=1)}


def _plain(term: str, number: int, side: str) -> str:
    plain = " ".join(term.lower().split())
    if not plain:
        raise ItemError(side, number, "the term is empty.")
    return plain


def _occurrences(gold: Mapping[str, int], terms: Sequence[str]) -> tuple[Array, NDArray[np.int64]]:
    """One row per tagged occurrence: which gold term, and its place in the list (0: not there)."""
    place = {term: number for number, term in enumerate(terms, start=1)}
    strata = np.repeat(np.arange(len(gold)), list(gold.values()))
    places = np.array([place.get(term, 0) for term in gold], dtype=np.float64)
    return np.stack([strata.astype(np.float64), places[strata]], axis=1), strata


def _distinct(gold: Mapping[str, int], terms: Sequence[str], parts: Mapping[str, object]) -> Score:
    predicted = set(terms)
    rows = {
        term: (float(term in gold and term in predicted), float(term in predicted), float(term in gold))
        for term in dict.fromkeys([*gold, *terms])
    }
    return overlap_score("distinct", [*rows.values()], sign("distinct", **parts), keys=tuple(rows))


def _counted(gold: Mapping[str, int], pred: Mapping[str, int], parts: Mapping[str, object]) -> Score:
    """Occurrences by term: as many as both sides counted are matched. Where occurrences have spans, use ``spans``."""
    rows = {
        term: (float(min(gold.get(term, 0), pred.get(term, 0))), float(pred.get(term, 0)), float(gold.get(term, 0)))
        for term in dict.fromkeys([*gold, *pred])
    }
    return overlap_score("occurrences", [*rows.values()], sign("occurrences", **parts), keys=tuple(rows))


class _Leading(Aggregate):
    """The share of multi-word terms among the first m rows."""

    def __init__(self, tops: Sequence[int]) -> None:
        self.tops = tops

    def __call__(self, items: Array) -> dict[str, float]:
        return {str(top): float(items[:top, 0].mean()) if len(items) else 0.0 for top in self.tops}


def _multiword(name: str, terms: Sequence[str], tops: Sequence[int], parts: Mapping[str, object]) -> Score:
    rows = np.array([[float(len(term.split()) > 1)] for term in terms]).reshape(-1, 1)
    return make_score(
        name, rows, _Leading(tops), sign(name, **parts), columns=["multiword"], main=str(tops[0]), paired=False
    )
