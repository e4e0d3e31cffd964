"""How well one review bears out a sentence that repeats words of it: a learned signal that may lower a verdict.

Where the sentence has another name for something, a logistic model of the signals of ``swaps`` tells whether it is the
same thing (``python -m research.experiments.factuality.fit`` fits its weights). Where it repeats a sentence otherwise,
any opposite, negation, number or noun that was put in counts against it. For other sentences, words in common and the
tone of both count.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voxpop.check.align import ClaimChanges, find_changes
from voxpop.check.parsed_texts import ParsedText
from voxpop.check.swaps import SIGNALS, most_telling, signals
from voxpop.errors import AssetError
from voxpop.lang import language

Floats = NDArray[np.float64]
SUPPORTED = 0.5  # the score from which a review bears a sentence out; weights are moved so that it is here
COPIED = 0.7  # the share of a sentence from which it counts as repeated
CHANGED = 0.3  # what is left of a score where something was put in
WEIGHTS = "swap_weights.json"


class SwapWeights(NamedTuple):
    """A logistic model; ``mean`` and ``scale`` make its features comparable."""

    mean: Floats
    scale: Floats
    weight: Floats
    bias: float

    def __call__(self, rows: Floats) -> Floats:
        """Return a probability for each row."""
        inner = ((rows - self.mean) / self.scale) @ self.weight + self.bias
        result: Floats = 1 / (1 + np.exp(-np.clip(inner, -30, 30)))
        return result


@cache
def swap_weights() -> SwapWeights:
    """Return the weights, which are the same for all languages."""
    raw = json.loads(files("voxpop.check").joinpath("data", WEIGHTS).read_text("utf-8"))["swapped"]
    if raw["names"] != list(SIGNALS):
        command = "python -m research.experiments.factuality.fit"
        raise AssetError(f"The weights of the checker are for other features. Fit them again: {command}.")
    mean, scale, weight = (np.array(raw[key], np.float64) for key in ("mean", "scale", "weight"))
    return SwapWeights(mean, scale, weight, raw["bias"])


def swap_features(source: ParsedText, change: ClaimChanges) -> list[float] | None:
    """Return the features of a sentence that repeats one of a review with another name in it; None for others."""
    if change.sentence is None or not change.swaps or change.repeated < COPIED:
        return None
    return signals(source, change.sentence, most_telling(change.swaps))


def pair_score(source: ParsedText, claim: ParsedText) -> float:
    """Return how well a review bears a sentence out, 0 … 1."""
    change = find_changes(source, claim)
    if (row := swap_features(source, change)) is not None:
        return float(swap_weights()(np.array([row]))[0])
    is_changed = any((change.opposite, change.negation, change.number, change.thing))
    if change.repeated >= COPIED or is_changed:
        return change.repeated * (CHANGED if is_changed else 1.0)
    return (_words_in_common(source, claim) + (1 + _tone(source) * _tone(claim)) / 2) / 2


def _tone(text: ParsedText) -> float:
    """Return the mean polarity of a text."""
    return float(np.mean([opinion.polarity for opinion in text.opinions])) if text.opinions else 0.0


def _words_in_common(source: ParsedText, claim: ParsedText) -> float:
    """Return the share of the words of a sentence in a review, and in one sentence of it: their mean."""
    terms = language(claim.lang).stems.index_terms
    wanted = terms(claim.text)
    spans = (source.text[sentence.start : sentence.end] for sentence in source.sentences)
    best = max((len(wanted & terms(text)) for text in spans), default=0)
    return (len(wanted & terms(source.text)) + best) / (2 * len(wanted)) if wanted else 0.0
