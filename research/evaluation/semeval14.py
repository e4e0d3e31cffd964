"""SemEval-2014 by the shipped model, which learned none of its labels: terms, and the polarity of given terms.

A predicted term is right if its characters are those of an annotated one. SemEval does not annotate the product itself
("laptop", "place"), which our scheme gives the category "overall": a target of that category is no term here. The polarity of a given term is the likeliest of
what the model says of its tokens; conflicting ones are left out, as in the literature.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from research.training.samples.sample import Sample
from research.training.samples.semeval import laptops14, restaurants14
from voxpop.extract.opinion_decoding import decode_opinions
from voxpop.extract.opinion_model import OpinionModel, opinion_model

WHOLE = "overall"
SETS = {"restaurants": restaurants14, "laptops": laptops14}


def given_polarity(model: OpinionModel, sample: Sample) -> list[tuple[int, int]]:
    """Return the annotated and the predicted sign of each term."""
    windows = model.read(sample.text).windows
    spans = np.concatenate([window.spans for window in windows])
    scores = np.concatenate([window.polarity for window in windows])
    pairs = []
    for start, end, polarity in sample.terms or ():
        inside = (spans[:, 0] < end) & (spans[:, 1] > start)
        if polarity is not None and inside.any():
            mean = scores[inside].mean(0)
            pairs.append((polarity, int(np.argmax([mean[:2].sum(), mean[2], mean[3:].sum()])) - 1))
    return pairs


def figures(model: OpinionModel, samples: Iterable[Sample]) -> dict[str, float]:
    """Return F1 of terms and accuracy of the polarity of given terms."""
    found = wanted = both = 0
    pairs: list[tuple[int, int]] = []
    for sample in samples:
        gold = {(start, end) for start, end, _ in sample.terms or ()}
        windows = model.read(sample.text).windows
        opinions = [o for window in windows for o in decode_opinions(window, sample.text, model.thresholds)]
        named = {o.target for o in opinions if o.target and model.categories[int(o.category.argmax())] != WHOLE}
        found, wanted, both = found + len(named), wanted + len(gold), both + len(named & gold)
        pairs += given_polarity(model, sample)
    return {"terms": 2 * both / max(found + wanted, 1), "polarity": float(np.mean([a == b for a, b in pairs]))}


def evaluate(data: Path, *, split: str = "test", fast: bool = False) -> dict[str, dict[str, float]]:
    """Return the figures of both sets."""
    model = opinion_model("en", fast=fast)
    return {
        name: figures(model, [s for s in read(data) if s.split == split and s.terms is not None])
        for name, read in SETS.items()
    }
