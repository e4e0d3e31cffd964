"""How far people agree: Cohen's and Fleiss' kappa, Krippendorff's alpha, Dice over spans; and what majorities say.

A unit is what was judged: one label per annotator, in order, ``None`` where one did not judge it, or a mapping from
annotator to label. Units with fewer than two labels say nothing of agreement and are left out, and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import combinations
from math import isnan
from typing import Any, NamedTuple

import numpy as np

from voxpop.errors import MeasureError, OptionError, choose
from voxpop.metrics.coefficients import Alpha, Coefficient, Cohen, Fleiss, Percent
from voxpop.metrics.measure import MEASURES, Array, Score, Scores, finite, mean_score, ratio, same_length, sign
from voxpop.metrics.score_table import Table

Label = Hashable
Unit = Sequence[Label | None] | Mapping[str, Label | None]
STRAYING = 0.85  # Kobayashi and Malon (2022) blocked workers who agreed less often than this with the majority
SCALES = ("nominal", "ordinal", "interval")
WEIGHTS = {"none": 0, "linear": 1, "quadratic": 2}  # the power of the distance that a disagreement costs


@MEASURES.register("agreement")
def agreement(
    gold: Sequence[Any],
    pred: Sequence[Any] | None = None,
    *,
    kind: str = "labels",
    scale: str = "nominal",
    weights: str = "none",
    labels: Sequence[str | int | float] | None = None,
    threshold: float = STRAYING,
    names: Sequence[str] | None = None,
) -> Scores:
    """Percent, Cohen, Fleiss and alpha of labels, or Dice of spans (``kind`` "spans").

    Either ``gold`` and ``pred`` are two annotators' labels item by item, or ``gold`` alone holds units. ``labels``
    gives the order of labels that are no numbers, for ``weights`` and ``scale`` "ordinal". Annotators who give the
    majority's label less often than ``threshold`` are flagged. ``names`` of the units are for the tables.
    """
    choose("kind", kind, ("labels", "spans"))
    if pred is not None:
        same_length(gold, pred)
        gold = list(zip(gold, pred, strict=True))
    if kind == "spans":
        return {"dice": dice(gold)}
    return {
        "percent": percent(gold, threshold=threshold, names=names),
        "cohen": cohen(gold, weights=weights, labels=labels),
        "fleiss": fleiss(gold, labels=labels),
        "alpha": alpha(gold, scale=scale, labels=labels),
    }


def percent(units: Sequence[Unit], *, threshold: float = STRAYING, names: Sequence[str] | None = None) -> Score:
    """Return the share of pairs of annotators that agree, averaged over units; with majorities, ties and who strays."""
    codes, _ = encode(units)
    tables = vote_tables(units, names or [str(number) for number in range(1, len(units) + 1)], threshold)
    return _score("percent", codes, Percent(), {}, tables)


def cohen(units: Sequence[Unit], *, weights: str = "none", labels: Sequence[Label] | None = None) -> Score:
    """1 − observed / expected disagreement, expected from what each of two annotators gives how often.

    With more than two, all pairs are pooled, the earlier in the unit against the later (Kobayashi and Malon, 2022).
    ``weights`` count disagreement as the distance of labels in their order, or its square.
    """
    power = WEIGHTS[choose("weights", weights, WEIGHTS)]
    codes, classes = encode(units, labels=labels, ordered=power > 0)
    apart = np.abs(np.subtract.outer(np.arange(len(classes)), np.arange(len(classes)))).astype(np.float64)
    cost = np.where(apart > 0, apart**power, 0.0)
    return _score("cohen", codes, Cohen(cost), {"weights": weights, "pairs": "pooled-in-order", **_part(classes)})


def fleiss(units: Sequence[Unit], *, labels: Sequence[Label] | None = None) -> Score:
    """(P̄ − P̄e) / (1 − P̄e). Units may have unequally many labels; each still counts once in P̄."""
    codes, classes = encode(units, labels=labels)
    return _score("fleiss", codes, Fleiss(len(classes)), _part(classes))


def alpha(units: Sequence[Unit], *, scale: str = "nominal", labels: Sequence[Label] | None = None) -> Score:
    """Krippendorff's: 1 − observed / expected disagreement over all pairable values."""
    choose("scale", scale, SCALES)
    codes, classes = encode(units, labels=labels, ordered=scale != "nominal")
    values = np.arange(len(classes), dtype=np.float64)
    if scale == "interval":
        try:
            values = np.array([*map(finite, classes)])
        except ValueError as error:
            raise MeasureError(f"{error} Scale 'interval' needs numbers.") from None
    return _score("alpha", codes, Alpha(scale, values), {"scale": scale, **_part(classes)})


def dice(units: Sequence[Sequence[Collection[Hashable]]]) -> Score:
    """2|A ∩ B| / (|A| + |B|) per sentence, averaged over pairs of annotators, then over sentences.

    As in Pavlopoulos and Androutsopoulos (2014). Where neither of a pair marks anything, it is 1.
    """
    if not units:
        raise MeasureError("There is nothing to measure: no sentence with spans of two annotators.")
    for number, spans in enumerate(units, start=1):
        if len(spans) < 2:
            raise MeasureError(f"Sentence {number} has {len(spans)} annotators; agreement needs two or more.")
    means = [
        np.mean([2 * len(a & b) / (len(a) + len(b)) if a or b else 1.0 for a, b in combinations(map(set, spans), 2)])
        for spans in units
    ]
    return mean_score("dice", np.array(means), sign("dice", empty="one", pairs="mean", avg="sentence"))


def encode(
    units: Sequence[Unit], *, labels: Sequence[Label] | None = None, ordered: bool = False
) -> tuple[Array, list[Label]]:
    """Units as rows of label numbers, moved to the left and filled up with −1, and the labels in their order."""
    unit_labels = [[label for _, label in named(unit)] for unit in units]
    classes = _order({label for unit in unit_labels for label in unit}, labels, ordered)
    width = max(map(len, unit_labels), default=0)
    if width < 2:
        raise MeasureError("Agreement needs units with at least two labels; there are none.")
    number = {label: code for code, label in enumerate(classes)}
    rows = [[number[label] for label in unit] + [-1] * (width - len(unit)) for unit in unit_labels]
    return np.array(rows, dtype=np.float64), classes


def _part(labels: Sequence[Label]) -> dict[str, str]:
    """A part of a signature. The items hold numbers of labels: scores compare only where these mean the same."""
    return {"labels": "+".join(map(str, labels))}


def _order(used: Collection[Label], labels: Sequence[Label] | None, ordered: bool) -> list[Label]:
    if labels is not None:
        unknown = sorted(map(repr, set(used) - set(labels)))
        if unknown:
            raise MeasureError(f"Unknown label {unknown[0]}. Accepted: {', '.join(map(str, labels))}.")
        return list(labels)
    if ordered:
        try:
            return sorted(used, key=finite)
        except ValueError as error:
            raise OptionError(
                f"{error} Say the order of labels with labels=[…], or use scale 'nominal' and weights 'none'."
            ) from None
    return sorted(used, key=lambda label: (type(label).__name__, str(label)))


def _score(
    name: str,
    codes: Array,
    coefficient: Coefficient,
    settings: Mapping[str, object],
    details: Mapping[str, Any] | None = None,
) -> Score:
    used = int(((codes >= 0).sum(axis=1) >= 2).sum())
    shown = {"units": used, "left_out": len(codes) - used, **(details or {})}
    return Score(name, codes, coefficient, sign(name, **settings), main="value", details=shown)


class Vote(NamedTuple):
    """The label of the majority, or None; ``tied`` holds the labels that came first together."""

    label: Label | None
    tied: tuple[Label, ...]
    votes: int
    of: int


def majority(labels: Sequence[Label]) -> Vote:
    """Return the label that more than half gave."""
    counts = Counter(labels)
    top = max(counts.values(), default=0)
    first = tuple(label for label, count in counts.items() if count == top)
    return Vote(first[0] if 2 * top > len(labels) else None, first, top, len(labels))


def named(unit: Unit) -> list[tuple[str, Label]]:
    """Return the labels given, with who gave them: annotators without a name are numbered from 1 by their place."""
    pairs = unit.items() if isinstance(unit, Mapping) else ((str(place + 1), label) for place, label in enumerate(unit))
    return [
        (name, label) for name, label in pairs if not (label is None or (isinstance(label, float) and isnan(label)))
    ]


def vote_tables(units: Sequence[Unit], names: Sequence[str], threshold: float) -> dict[str, Table]:
    """Return the majority of each unit, the tied ones, and every annotator's agreement with the majority.

    Their own vote is in it. Annotators under ``threshold`` are flagged; one without a unit that has a majority is not:
    nothing is known of them. ``annotator_by_majority`` is Table 6 of Kobayashi and Malon (2022).
    """
    if not 0 <= threshold <= 1:
        raise OptionError(f"threshold must lie between 0 and 1, not {threshold}.")
    given = [named(unit) for unit in units]
    votes = [majority([label for _, label in unit]) for unit in given]
    agreed = [(unit, vote.label) for unit, vote in zip(given, votes, strict=True) if vote.label is not None]
    agreed = [(unit, label) for unit, label in agreed if len(unit) > 1]
    rated = Counter({name: 0 for unit in given for name, _ in unit})
    right: Counter[str] = Counter()
    cells: Counter[tuple[str, str]] = Counter()
    for unit, label in agreed:
        for name, own in unit:
            rated[name] += 1
            right[name] += own == label
            cells[str(own), str(label)] += 1
    people = []
    for name, n in sorted(rated.items()):
        share = right[name] / n if n else 0.0
        people.append((name, n, right[name], share, "yes" if n and share < threshold else "no"))
    classes = sorted({str(label) for unit in given for _, label in unit})
    counts = np.array([[float(cells[own, label]) for label in classes] for own in classes])
    shares = 100 * ratio(counts, counts.sum(axis=0, keepdims=True))
    voted = list(zip(names, votes, strict=True))
    ties = [(name, ", ".join(map(str, vote.tied)), *vote[2:]) for name, vote in voted if len(vote.tied) > 1]
    majorities = [(name, None if vote.label is None else str(vote.label), *vote[2:]) for name, vote in voted]
    none = sum(vote.label is None for vote in votes)
    return {
        "annotator_by_majority": Table(
            ("annotator \\ majority", *classes),
            tuple((own, *row) for own, row in zip(classes, shares.tolist(), strict=True)),
            f"% of the labels in each majority column; {len(agreed)} units, {len(units) - len(agreed)} left out",
            digits=2,
        ),
        "majority_ties": Table(
            ("item", "tied labels", "votes each", "of"), tuple(ties), f"{len(ties)} of {len(votes)} items are tied"
        ),
        "annotator_agreement": Table(
            ("annotator", "units", "agreed", "share", "flagged"),
            tuple(people),
            f"share of the units with a majority in which an annotator gave its label; flagged under {threshold:g}",
        ),
        "majority": Table(
            ("item", "majority", "votes", "of"), tuple(majorities), f"{none} of {len(votes)} items have no majority"
        ),
    }
