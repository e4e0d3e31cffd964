"""How far people agree: Cohen's and Fleiss' kappa, Krippendorff's alpha, Dice over spans.

A unit is what was judged: one label per annotator, in order, ``None`` where one did not judge it, or a mapping from
annotator to label. Units with fewer than two labels say nothing of agreement and are left out, and counted.

Where all labels given are one and the same, chance alone explains everything and the coefficients are 0/0. Here they
are then ``constant``: 1 unless set to 0, and the signature says which.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import combinations
from math import isfinite
from typing import Any

import numpy as np

from voxpop.errors import MeasureError, OptionError, choose
from voxpop.metrics.coefficients import Alpha, Cohen, Fleiss, Percent
from voxpop.metrics.measure import MEASURES, Aggregate, Array, Score, Scores, quotient, same_length, sign
from voxpop.metrics.votes import (
    STRAYING,
    Label,
    Unit,
    annotators,
    confusion_by_majority,
    majorities,
    named,
    vote_tables,
)

SCALES = ("nominal", "ordinal", "interval", "ratio")
WEIGHTS = ("none", "linear", "quadratic")


@MEASURES.register("agreement")
def agreement(
    gold: Sequence[Any],
    pred: Sequence[Any] | None = None,
    *,
    kind: str = "labels",
    scale: str = "nominal",
    weights: str = "none",
    labels: Sequence[str | int | float] | None = None,
    constant: float = 1.0,
    empty: str = "one",
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
        return {"dice": dice(gold, empty=empty)}
    return {
        "percent": percent(gold, threshold=threshold, names=names),
        "cohen": cohen(gold, weights=weights, labels=labels, constant=constant),
        "fleiss": fleiss(gold, labels=labels, constant=constant),
        "alpha": alpha(gold, scale=scale, labels=labels, constant=constant),
    }


def percent(units: Sequence[Unit], *, threshold: float = STRAYING, names: Sequence[str] | None = None) -> Score:
    """The share of pairs of annotators that agree, averaged over units. Details: majorities, ties, who strays."""
    codes, _ = encode(units)
    votes, people, confused = majorities(units), annotators(units, threshold=threshold), confusion_by_majority(units)
    named_units = names or [str(number) for number in range(1, len(units) + 1)]
    details = {
        "ties": [number for number, vote in enumerate(votes) if len(vote.tied) > 1],
        "annotators": people,
        "confusion": confused,
        "annotator_by_majority": confused.table(),
        **vote_tables(votes, people, named_units, threshold),
    }
    return _score("percent", codes, Percent(), {}, units, details)


def cohen(
    units: Sequence[Unit], *, weights: str = "none", labels: Sequence[Label] | None = None, constant: float = 1.0
) -> Score:
    """1 − observed / expected disagreement, expected from what each of two annotators gives how often.

    With more than two, all pairs are pooled, the earlier in the unit against the later (Kobayashi and Malon, 2022).
    ``weights`` count disagreement as the distance of labels in their order, or its square.
    """
    choose("weights", weights, WEIGHTS)
    codes, classes = encode(units, labels=labels, ordered=weights != "none")
    size = len(classes)
    apart = np.abs(np.subtract.outer(np.arange(size), np.arange(size))).astype(np.float64)
    cost = {"none": (apart > 0).astype(np.float64), "linear": apart, "quadratic": apart**2}[weights]
    settings = {"weights": weights, "pairs": "pooled-in-order", **_chance(constant, classes)}
    return _score("cohen", codes, Cohen(cost, constant), settings, units)


def fleiss(units: Sequence[Unit], *, labels: Sequence[Label] | None = None, constant: float = 1.0) -> Score:
    """(P̄ − P̄e) / (1 − P̄e). Units may have unequally many labels; each still counts once in P̄."""
    codes, classes = encode(units, labels=labels)
    return _score("fleiss", codes, Fleiss(len(classes), constant), _chance(constant, classes), units)


def alpha(
    units: Sequence[Unit], *, scale: str = "nominal", labels: Sequence[Label] | None = None, constant: float = 1.0
) -> Score:
    """Krippendorff's: 1 − observed / expected disagreement over all pairable values."""
    choose("scale", scale, SCALES)
    codes, classes = encode(units, labels=labels, ordered=scale != "nominal")
    values = np.arange(len(classes), dtype=np.float64)
    if scale in ("interval", "ratio"):
        values = np.array([_number(label, scale) for label in classes])
    settings = {"scale": scale, **_chance(constant, classes)}
    return _score("alpha", codes, Alpha(scale, values, constant), settings, units)


def dice(units: Sequence[Sequence[Collection[Hashable]]], *, empty: str = "one") -> Score:
    """2|A ∩ B| / (|A| + |B|) per sentence, averaged over pairs of annotators, then over sentences.

    As in Pavlopoulos and Androutsopoulos (2014).

    ``empty``: a sentence in which neither of a pair marks anything counts as "one", or "skip" leaves it out.
    """
    choose("empty", empty, ("one", "skip"))
    rows = np.array([_dice_row(spans, number, empty) for number, spans in enumerate(units, 1)]).reshape(-1, 2)
    if not rows[:, 1].any():
        raise MeasureError("There is nothing to measure: no sentence with spans of two annotators.")
    signature = sign("dice", empty=empty, pairs="mean", avg="sentence")
    return Score("dice", rows, quotient(), signature, main="value")


def _dice_row(spans: Sequence[Collection[Hashable]], number: int, empty: str) -> tuple[float, float]:
    if len(spans) < 2:
        raise MeasureError(f"Sentence {number} has {len(spans)} annotators; agreement needs two or more.")
    overlaps = []
    for first, second in combinations(map(frozenset, spans), 2):
        if first or second:
            overlaps.append(2 * len(first & second) / (len(first) + len(second)))
        elif empty == "one":
            overlaps.append(1.0)
    return (sum(overlaps) / len(overlaps), 1.0) if overlaps else (0.0, 0.0)


def encode(
    units: Sequence[Unit], *, labels: Sequence[Label] | None = None, ordered: bool = False
) -> tuple[Array, list[Label]]:
    """Units as rows of label numbers, moved to the left and filled up with −1, and the labels in their order."""
    unit_labels = [[label for _, label in named(unit)] for unit in units]
    classes = _order({label for unit in unit_labels for label in unit}, labels, ordered)
    if max(map(len, unit_labels), default=0) < 2:
        raise MeasureError("Agreement needs units with at least two labels; there are none.")
    number = {label: code for code, label in enumerate(classes)}
    codes = np.full((len(unit_labels), max(map(len, unit_labels))), -1.0)
    for row, unit in zip(codes, unit_labels, strict=True):
        row[: len(unit)] = [number[label] for label in unit]
    return codes, classes


def _chance(constant: float, labels: Sequence[Label]) -> dict[str, str]:
    """Parts of a signature. The items hold numbers of labels: scores compare only where these mean the same."""
    return {"constant": choose("constant", f"{constant:g}", ("0", "1")), "labels": "+".join(map(str, labels))}


def _order(used: Collection[Label], labels: Sequence[Label] | None, ordered: bool) -> list[Label]:
    if labels is not None:
        unknown = sorted(map(repr, set(used) - set(labels)))
        if unknown:
            raise MeasureError(f"Unknown label {unknown[0]}. Accepted: {', '.join(map(str, labels))}.")
        return list(labels)
    if ordered:
        try:
            return sorted(used, key=_value)
        except ValueError:
            raise OptionError(
                "The labels are no numbers: say their order with labels=[…], or use scale 'nominal' and weights 'none'."
            ) from None
    return sorted(used, key=lambda label: (type(label).__name__, str(label)))


def _number(label: Label, scale: str) -> float:
    try:
        value = _value(label)
    except ValueError:
        raise MeasureError(f"Label {label!r} is no number; scale {scale!r} needs numbers.") from None
    if scale == "ratio" and value < 0:
        raise MeasureError(f"Label {label!r} is negative; scale 'ratio' needs numbers from 0 up.")
    return value


def _value(label: Label) -> float:
    """The number a label is or, read from a file, spells."""
    if not isinstance(label, int | float | str):
        raise ValueError
    value = float(label)
    if not isfinite(value):
        raise ValueError
    return value


def _score(
    name: str,
    codes: Array,
    aggregate: Aggregate,
    settings: Mapping[str, object],
    units: Sequence[Unit],
    details: Mapping[str, Any] | None = None,
) -> Score:
    used = int(((codes >= 0).sum(axis=1) >= 2).sum())
    shown = {"units": used, "left_out": len(units) - used, **(details or {})}
    return Score(name, codes, aggregate, sign(name, **settings), main="value", details=shown)
