"""Factuality scores against labels: ROC-AUC, balanced accuracy at a threshold chosen elsewhere, accuracy per type.

A label says whether a sentence is consistent with its source: True or False, 1 or 0, "consistent" or "inconsistent".
A score is higher the more consistent a system finds it, and from the threshold up it says "consistent".
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from voxpop.errors import MeasureError, OptionError
from voxpop.metrics.measure import (
    MEASURES,
    Aggregate,
    Array,
    Figures,
    Score,
    Scores,
    Sums,
    each,
    finite,
    mean_score,
    ratio,
    same_length,
    sign,
)
from voxpop.metrics.score_table import Table

Label = bool | int | str
Kind = str | tuple[str, ...]  # what was replaced by what: ("main", "competing")
Bools = NDArray[np.bool_]
WORDS = {"consistent": True, "inconsistent": False, "true": True, "false": False, "1": True, "0": False}
FIXED = 0.5  # Kobayashi and Malon (2022)


@dataclass(frozen=True, slots=True)
class Threshold:
    """Where "consistent" begins, and the data it was chosen on, which it must not be judged on."""

    value: float
    balanced_accuracy: float
    n: int
    ids: frozenset[Hashable] = field(default=frozenset(), repr=False)


def choose_threshold(scores: Sequence[float], labels: Sequence[Label], *, ids: Sequence[Hashable] = ()) -> Threshold:
    """Return the threshold with the best balanced accuracy; of several, the one in the widest gap of scores."""
    gold, values = _checked(labels, scores)
    distinct = np.unique(values)
    cuts = np.concatenate([distinct[:1], distinct[:-1] / 2 + distinct[1:] / 2, [np.nextafter(distinct[-1], np.inf)]])
    cuts[1:-1] = np.where(cuts[1:-1] > distinct[:-1], cuts[1:-1], distinct[1:])  # neighbours too close for a middle
    gaps = np.concatenate([[0.0], np.diff(distinct), [0.0]])
    accepted = 1 - np.searchsorted(np.sort(values[gold]), cuts) / gold.sum()
    caught = np.searchsorted(np.sort(values[~gold]), cuts) / (~gold).sum()
    accuracy = (accepted + caught) / 2
    best = max(range(len(cuts)), key=lambda at: (round(accuracy[at], 12), gaps[at], -at))
    return Threshold(float(cuts[best]), float(accuracy[best]), len(gold), frozenset(ids))


@MEASURES.register("factuality")
def factuality(
    gold: Sequence[Label],
    pred: Sequence[float],
    *,
    threshold: float | Threshold = FIXED,
    ids: Sequence[Hashable] = (),
    types: Sequence[Kind] | None = None,
) -> Scores:
    """``factuality([True, False], [0.9, 0.2])["auc"].value``

    ``threshold`` is a number fixed beforehand or what ``choose_threshold`` found on other data; data with an ``id``
    in common are refused. With ``types``, one accuracy per type and label comes too (Kobayashi
    and Malon, 2022, Table 4; see ``table_by_type``).
    """
    labels, scores = _checked(gold, pred)
    if isinstance(threshold, Threshold):
        if both := sorted(map(str, threshold.ids.intersection(ids))):
            raise MeasureError(
                "The threshold was chosen on the data it would be measured on "
                f"({len(both)} items are in both: {', '.join(both[:3])}). Choose it on development data."
            )
        cut, how = threshold.value, "chosen-elsewhere"
    else:
        if not isfinite(threshold):
            raise OptionError(f"threshold must be a finite number, not {threshold}.")
        cut, how = float(threshold), f"{threshold:g}"
    right = (scores >= cut) == labels
    details: dict[str, object] = {"threshold": cut}
    typed = _by_type(labels, right, types, how) if types is not None else {}
    tables = {"by_type": _table_by_type(typed, cut)} if typed else {}
    by_label = np.stack([right & labels, labels, right & ~labels, ~labels], axis=1).astype(np.float64)
    balanced = sign("balanced_accuracy", threshold=how)
    return {
        "auc": Score("auc", np.stack([labels, scores], axis=1), Auc(), sign("auc", ties="half"), main="value"),
        "balanced_accuracy": Score(
            "balanced_accuracy", by_label, Sums(_balanced), balanced, main="value", details=details
        ),
        "accuracy": mean_score("accuracy", right, sign("accuracy", threshold=how), details={**details, **tables}),
        **typed,
    }


def _table_by_type(scores: Scores, cut: float) -> Table:
    """Table 4 of Kobayashi and Malon (2022): accuracy by what replaced what."""
    parts = [(*score.details["type"], score.details["label"], score.n, score.value) for score in scores.values()]
    width = len(parts[0]) - 3
    names = ("original", "replacement") if width == 2 else tuple(f"type {n + 1}" for n in range(width))
    return Table((*names, "label", "n", "accuracy"), tuple(parts), f"threshold {cut:g}")


class Auc(Aggregate):
    """The chance that a consistent item scores above an inconsistent one, a tie being half. Columns: label, score.

    A resample in which one of the labels was never drawn has no such pair and gives 0.5.
    """

    def resampled(self, items: Array, counts: Array) -> Figures:
        order = np.argsort(items[:, 1], kind="stable")
        ranked = items[order, 1]
        starts = np.flatnonzero(np.concatenate([[True], ranked[1:] != ranked[:-1]]))
        drawn, label = counts[:, order], items[order, 0]
        good = np.add.reduceat(drawn * label, starts, axis=1)
        bad = np.add.reduceat(drawn * (1 - label), starts, axis=1)
        below = np.cumsum(bad, axis=1) - bad / 2
        pairs = good.sum(axis=1) * bad.sum(axis=1)
        return {"value": np.where(pairs > 0, ratio((good * below).sum(axis=1), pairs), 0.5)}


def _balanced(sums: Array, n: int) -> Figures:
    """Return the mean of both labels' recall; of one alone where a resample drew only one label."""
    recall = ratio(sums[:, 0::2], sums[:, 1::2])
    return {"value": ratio(recall.sum(axis=1), (sums[:, 1::2] > 0).sum(axis=1).astype(np.float64))}


def _by_type(labels: Bools, right: Bools, types: Sequence[Kind], how: str) -> Scores:
    kinds = [(kind,) if isinstance(kind, str) else tuple(kind) for kind in types]
    if len(kinds) != len(labels) or len({*map(len, kinds)}) != 1:
        raise MeasureError(f"{len(types)} types were given for {len(labels)} items: each item needs one of its kind.")
    named = [(kind, "consistent" if label else "inconsistent") for kind, label in zip(kinds, labels, strict=True)]
    scores: Scores = {}
    for kind, label in dict.fromkeys(named):
        own = np.array([pair == (kind, label) for pair in named])
        name = f"accuracy:{'→'.join(kind)}:{label}"
        signature = sign("accuracy", threshold=how, type="→".join(kind), label=label)
        scores[name] = mean_score(name, right[own], signature, details={"type": kind, "label": label})
    return scores


def _checked(gold: Sequence[Label], pred: Sequence[float]) -> tuple[Bools, Array]:
    same_length(gold, pred)
    labels = np.array(each("gold", gold, is_consistent), dtype=np.bool_)
    scores = np.array(each("predictions", pred, finite))
    if labels.all() or not labels.any():
        only = "consistent" if labels.all() else "inconsistent"
        raise MeasureError(f"All {len(labels)} items are {only}: telling the two apart needs some of both.")
    return labels, scores


def is_consistent(label: Label) -> bool:
    """What a label says; a ValueError where it is none."""
    word = str(label).strip().lower()
    if word not in WORDS:
        raise ValueError(f"the label {label!r} is unknown. Accepted: {', '.join(WORDS)}.")
    return WORDS[word]
