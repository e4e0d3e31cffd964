"""Spans against spans: exact, where both ends and the label must be right, and partial, where overlap earns a share.

Partial credit pairs each predicted span with at most one gold span of the same label, so as to give the highest sum
of overlaps; a pair earns the characters shared over the characters of both together. Marking the whole sentence, or a
letter of each, therefore earns little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial

from voxpop.metrics.assignment import best_credit
from voxpop.metrics.measure import MEASURES, Scores, each, overlap_score, same_length, sign

Marked = tuple[int, int] | tuple[int, int, str]  # start, end (half-open), and a label if there are labels
Key = tuple[int, int, str]


@MEASURES.register("spans")
def spans(gold: Sequence[Iterable[Marked]], pred: Sequence[Iterable[Marked]]) -> Scores:
    """``spans([[(4, 9)]], [[(4, 8)]])["exact"].value``

    One collection of spans per text. A span predicted twice is one right and one wrong. Texts in which there is
    nothing to find and nothing was found do not count; where that is all of them, the figures are 1.
    """
    same_length(gold, pred)
    left, right = each("gold", gold, _gold_keys), each("predictions", pred, span_keys)
    labelled = any(label for item in [*left, *right] for _, _, label in item)
    scores: Scores = {}
    for name, credit in (("exact", _exact), ("partial", partial(best_credit, credit=_shared))):
        rows = [(credit(a, b), float(len(b)), float(len(a))) for a, b in zip(left, right, strict=True)]
        signature = sign(f"spans_{name}", labels=labelled, avg="micro", credit="iou" if name == "partial" else "all")
        scores[name] = overlap_score(name, rows, signature, empty=1.0)
    return scores


def _exact(gold: list[Key], pred: list[Key]) -> float:
    return float((Counter(gold) & Counter(pred)).total())


def _shared(first: Key, second: Key) -> float:
    """Characters in both spans over characters in either; nothing if their labels differ."""
    common = min(first[1], second[1]) - max(first[0], second[0])
    if common <= 0 or first[2] != second[2]:
        return 0.0
    return common / (max(first[1], second[1]) - min(first[0], second[0]))


def span_keys(item: Iterable[Marked]) -> list[Key]:
    """Spans with their labels, or an error where one is none."""
    keys: list[Key] = []
    for span in item:
        start, end, label = (*span, "")[:3] if isinstance(span, list | tuple) and len(span) in (2, 3) else (None,) * 3
        if not (type(start) is type(end) is int and isinstance(label, str)):
            raise ValueError(f"a span is [start, end] or [start, end, label], not {span!r}.")
        if not 0 <= start < end:
            raise ValueError(f"the span {start} to {end} must hold a character.")
        keys.append((start, end, label))
    return keys


def _gold_keys(item: Iterable[Marked]) -> list[Key]:
    keys = span_keys(item)
    if twice := [key for key, count in Counter(keys).items() if count > 1]:
        raise ValueError(f"the span {twice[0][0]} to {twice[0][1]} is there twice.")
    return keys
