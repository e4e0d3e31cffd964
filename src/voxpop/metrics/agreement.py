"""How far people agree: Cohen's and Fleiss' kappa, Krippendorff's alpha, Dice over spans.

A unit is what was judged: one label per annotator, in order, ``None`` where one did not judge it, or a mapping from
annotator to label. Units with fewer than two labels say nothing of agreement and are left out, and counted.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from voxpop.errors import MeasureError, OptionError, choose
from voxpop.metrics.coefficients import Alpha, Coefficient, Cohen, Fleiss, Percent
from voxpop.metrics.measure import MEASURES, Array, Score, Scores, finite, mean_score, same_length, sign
from voxpop.metrics.votes import STRAYING, Label, Unit, named, vote_tables

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
    """The share of pairs of annotators that agree, averaged over units. Details: majorities, ties, who strays."""
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
