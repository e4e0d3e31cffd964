"""Labels against labels: accuracy, macro-F1, a figure per class, the confusion matrix.

For category sentiment (ASAP, Bu et al., 2021) an item is a mapping from category to polarity, and two evaluations are
always reported: *masked*, where the categories are given and only the polarity is judged, and *unmasked*, where finding
the category is part of the task. A system that answers only when asked looks good in the first alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from voxpop.errors import MeasureError
from voxpop.metrics.measure import (
    MEASURES,
    Array,
    Figures,
    ItemError,
    Score,
    Scores,
    Sums,
    overlap,
    overlap_score,
    precision_recall_f1,
    quotient,
    same_length,
    sign,
)
from voxpop.metrics.score_table import Table, confusion_table

Label = str | int
Categories = Mapping[str, Label | None]
NONE = "(none)"  # what a system said of a category that it did not mention


@MEASURES.register("labels")
def labels(gold: Sequence[Any], pred: Sequence[Any], *, labels: Sequence[Label] | None = None) -> Scores:
    """Plain labels, or mappings from category to polarity. ``labels`` closes the set; else it is the gold's own.

    ``labels(["a", "b"], ["a", "a"])["macro"].values["f1"]``
    """
    same_length(gold, pred)
    if isinstance(gold[0], Mapping):
        return category_sentiment(gold, pred, labels=labels)
    classes = known_labels([[label] for label in gold], [[label] for label in pred], labels)
    return _classified(gold, pred, classes, range(len(gold)), len(gold))


def category_sentiment(
    gold: Sequence[Categories], pred: Sequence[Categories], *, labels: Sequence[Label] | None = None
) -> Scores:
    """As in ASAP, a review is one item; None, or a category left out, means that it is not mentioned."""
    same_length(gold, pred)
    golden, predicted = (
        [{name: label for name, label in item.items() if label is not None} for item in side] for side in (gold, pred)
    )
    if not any(golden):
        raise MeasureError("The gold mentions no category in any review: there is nothing to measure.")
    classes = known_labels([[*item.values()] for item in golden], [[*item.values()] for item in predicted], labels)
    both = list(zip(golden, predicted, strict=True))
    left = [label for item in golden for label in item.values()]
    right = [other.get(name, NONE) for item, other in both for name in item]
    review = [number for number, item in enumerate(golden) for _ in item]
    scores = _classified(left, right, classes, review, len(golden), "masked_")
    settings = {"avg": "micro", "unit": "review"}
    rows = [_overlap_row(set(left), set(right)) for left, right in both]
    scores["unmasked_detection"] = overlap_score("unmasked_detection", rows, sign("unmasked_detection", **settings))
    rows = [_overlap_row(set(left.items()), set(right.items())) for left, right in both]
    details = {"by_category": aspect_table(golden, predicted, classes)}
    scores["unmasked"] = overlap_score("unmasked", rows, sign("unmasked", **settings), details=details)
    return scores


def known_labels(
    gold: Sequence[Sequence[Label]], pred: Sequence[Sequence[Label]], labels: Sequence[Label] | None
) -> list[Label]:
    """Return the classes in a stable order, from the labels of each item; another label is an error at its item."""
    gold_labels = {label for item in gold for label in item}
    classes = list(dict.fromkeys(labels)) if labels is not None else sorted(gold_labels, key=str)
    allowed = set(classes)
    for side, items in (("gold", gold), ("predictions", pred)):
        for number, item in enumerate(items, start=1):
            strange = [label for label in item if label not in allowed]
            if strange:
                accepted = f"Known: {', '.join(map(str, classes))}"
                cure = "If it is right, name all labels with the option labels."
                raise ItemError(side, number, f"unknown label {strange[0]!r}. {accepted}. {cure}")
    return classes


def aspect_table(gold: Sequence[Categories], pred: Sequence[Categories], classes: Sequence[Label]) -> Table:
    """For each category: reviews that mention it, masked accuracy and macro-F1, and F1 of finding it."""
    names = [*map(str, classes)]
    rows = []
    for category in sorted({name for item in gold for name in item}):
        left = [str(item[category]) for item in gold if category in item]
        right = [str(other.get(category, NONE)) for item, other in zip(gold, pred, strict=True) if category in item]
        detected = [_overlap_row({category} & set(a), {category} & set(b)) for a, b in zip(gold, pred, strict=True)]
        accuracy = sum(a == b for a, b in zip(left, right, strict=True)) / len(left)
        macro = MACRO(_class_rows(left, right, names))["f1"]
        rows.append((category, len(left), accuracy, macro, overlap()(np.array(detected))["f1"]))
    return Table(("category", "reviews", "accuracy", "macro-F1", "detection F1"), tuple(rows))


def _macro(sums: Array, n: int) -> Figures:
    """Return the mean over classes of precision, recall and F1 (each class's own, then averaged, as scikit-learn)."""
    by_class = precision_recall_f1(sums[:, 0::3], sums[:, 1::3], sums[:, 2::3])
    return {figure: values.mean(axis=1) for figure, values in by_class.items()}


MACRO = Sums(_macro)


def _classified(
    gold: Sequence[Label],
    pred: Sequence[Label],
    classes: Sequence[Label],
    item: Sequence[int],
    items: int,
    prefix: str = "",
) -> Scores:
    """Accuracy, macro figures and each class, over ``items`` items; ``item`` says to which each label belongs."""
    names = [*map(str, classes)]
    left, right = [*map(str, gold)], [*map(str, pred)]
    correct = np.array([[float(a == b), 1.0] for a, b in zip(left, right, strict=True)])
    by_label = np.concatenate([_class_rows(left, right, names), correct], axis=1)
    by_item = np.zeros((items, by_label.shape[1]))
    np.add.at(by_item, np.array(item), by_label)
    rows, correct = by_item[:, :-2], by_item[:, -2:]
    shown = [*names, *([NONE] if NONE in right else [])]
    details = {"by_class": _class_table(names, rows), "confusion": confusion_table(shown, left, right)}
    parts = {"classes": "+".join(names), "unit": "review" if prefix else "label"}
    accuracy, macro = f"{prefix}accuracy", f"{prefix}macro"
    scores: Scores = {
        accuracy: Score(accuracy, correct, quotient(), sign(accuracy, **parts), main="value", details=details),
        macro: Score(macro, rows, MACRO, sign(macro, **parts), details=details),
    }
    for i, label in enumerate(names):
        name = f"{prefix}class {label}"
        scores[name] = overlap_score(name, rows[:, 3 * i : 3 * i + 3], sign(name, **parts))
    return scores


def _class_rows(gold: Sequence[str], pred: Sequence[str], names: Sequence[str]) -> Array:
    """For each label: matched, predicted, gold of each class."""
    left, right = (np.array(side)[:, None] == np.array(names) for side in (gold, pred))
    return np.stack([left & right, right, left], axis=2).reshape(len(gold), -1).astype(np.float64)


def _class_table(names: Sequence[str], rows: Array) -> Table:
    matched, predicted, gold = (rows.sum(axis=0)[place::3] for place in range(3))
    by_class = precision_recall_f1(matched, predicted, gold)
    cells = tuple(
        (name, int(gold[i]), int(predicted[i]), *(float(values[i]) for values in by_class.values()))
        for i, name in enumerate(names)
    )
    return Table(("class", "gold", "predicted", "precision", "recall", "F1"), cells)


def _overlap_row(gold: set[Any], pred: set[Any]) -> tuple[float, float, float]:
    return float(len(gold & pred)), float(len(pred)), float(len(gold))
