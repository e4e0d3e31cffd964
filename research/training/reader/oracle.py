"""A reader that knows the annotations. Measured like any other it must be perfect: this checks samples and measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from research.training.reader.figures import AnnotatedSample
from voxpop.extract.reader_output import CLASSES, OPINION, POLARITY, TERM, Floats
from voxpop.types import ReaderOutput, Span

SURE, UNSURE = 0.96, 0.01


def oracle(sample: AnnotatedSample, sets: Mapping[str, Sequence[str]]) -> ReaderOutput:
    """One piece a character; what is not annotated is read as not there."""
    size = len(sample.text)
    tags = np.zeros((size, 9), dtype=np.float32)
    tags[:, [TERM.start, OPINION.start]], tags[:, POLARITY] = 1.0, 1 / 3
    for start, end, sign in sample.terms or ():
        span = Span(int(start or 0), int(end or 0))
        _mark(tags, span, TERM)
        tags[span.start : span.end, POLARITY] = _sure(sign)
    for start, end in sample.opinions or ():
        _mark(tags, Span(start, end), OPINION)
    labels = sample.labels or {}
    names = [(name, category) for name, categories in sets.items() for category in categories]
    there = np.array([category in labels.get(name, {}) for name, category in names])
    polarity = np.stack([_sure(labels.get(name, {}).get(category)) for name, category in names])
    low, high = sample.stars or (3, 3)
    stars = np.where([low <= star <= high for star in range(1, 6)], SURE, UNSURE).astype(np.float32)
    edges = np.arange(size, dtype=np.int32)
    return ReaderOutput(
        spans=np.stack([edges, edges + 1], axis=1),
        tags=tags,
        presence=np.where(there, SURE, UNSURE).astype(np.float32),
        polarity=polarity,
        attention=np.full((len(names), size), 1 / max(1, size), dtype=np.float32),
        stars=stars / stars.sum(),
    )


def _mark(tags: Floats, span: Span, which: slice) -> None:
    tags[span.start : span.end, which] = (0.0, 0.0, 1.0)
    tags[span.start, which] = (0.0, 1.0, 0.0)


def _sure(sign: int | None) -> Floats:
    chances = np.full(3, 0.02, dtype=np.float32)
    chances[CLASSES.index(sign) if sign is not None else 0] = SURE
    return chances
