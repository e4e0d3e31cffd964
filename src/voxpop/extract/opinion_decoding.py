"""From the scores of the opinion reader to opinions: spans of targets and evidence, and what each pair says.

Everything here works on probabilities of one text, token by token. Spans are those of whole words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
POLARITY_VALUES = np.array([-1.0, -0.5, 0.0, 0.5, 1.0], np.float32)
OUTSIDE, BEGIN, INSIDE = range(3)
MOST_TARGETS = 16  # of one evidence; a text that repeats itself links everything to everything
ABOUT_PRODUCT, ABOUT_RIVAL = 0, 1  # the places of "main" and "competing" among the scores of ``about``


@dataclass(frozen=True, slots=True)
class TokenScores:
    """Probabilities for each token of a text, without its marks. ``spans`` counts characters."""

    spans: NDArray[np.int32]  # (Z, 2)
    target: Floats  # (Z, 3): outside, begin, inside
    evidence: Floats  # (Z, 3)
    polarity: Floats  # (Z, 5)
    category: Floats  # (Z, categories)
    about: Floats  # (Z, 5)
    fact: Floats  # (Z,)
    links: Floats  # (Z, Z): target token by evidence token


@dataclass(frozen=True, slots=True)
class DecodedOpinion:
    """One opinion: the words that name its target, or none, and the words it is read from, or none."""

    target: tuple[int, int] | None
    words: tuple[int, int] | None
    polarity: float
    category: Floats = field(repr=False)
    about: Floats = field(repr=False)
    fact: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From which probability on a word is inside a span, a span counts, and a target belongs to its evidence.

    A model's config holds the values that were chosen for it on domains that it had not seen.
    """

    inside: float = 0.35
    span: float = 0.55  # the mean over its tokens
    link: float = 0.3
    own: float = 0.4  # the probability of being about the product, below which an opinion is about something else
    comparison: float = 0.25  # how sure the verdict of a comparison must be to be given


DEFAULT_THRESHOLDS = Thresholds()


def what_about(scores: Floats, thresholds: Thresholds) -> int:
    """Return the place of what an opinion is about among the scores of ``about``."""
    likely = scores / scores.sum()
    if likely[ABOUT_PRODUCT] >= thresholds.own:
        return ABOUT_PRODUCT
    return 1 + int(likely[1:].argmax())


def decode_opinions(
    scores: TokenScores, text: str, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> list[DecodedOpinion]:
    """Return the opinions of a text in reading order. A target without evidence is an opinion of its own."""
    words = word_starts(scores.spans, text)
    targets = token_spans(scores.target, words, thresholds)
    evidence = token_spans(scores.evidence, words, thresholds)
    linked: set[int] = set()
    of: Sequence[tuple[int, int] | None]
    opinions: list[DecodedOpinion] = []
    for first, last in evidence:
        strength = [float(scores.links[start:end, first:last].mean()) for start, end in targets]
        strongest = sorted(range(len(targets)), key=lambda place: -strength[place])[:MOST_TARGETS]
        chosen = sorted(place for place in strongest if strength[place] >= thresholds.link)
        linked.update(chosen)
        of = [targets[place] for place in chosen] if chosen else [None]
        opinions += [_opinion(scores, target, (first, last)) for target in of]
    opinions += [_opinion(scores, span, None) for place, span in enumerate(targets) if place not in linked]
    return sorted(opinions, key=lambda opinion: opinion.words or opinion.target or (0, 0))


def _opinion(scores: TokenScores, target: tuple[int, int] | None, words: tuple[int, int] | None) -> DecodedOpinion:
    inside = slice(*(words or target or (0, 0)))
    both = np.r_[inside, slice(*target)] if words and target else np.r_[inside]
    tags = scores.evidence if words else scores.target
    return DecodedOpinion(
        target=_characters(scores, target),
        words=_characters(scores, words),
        polarity=float(scores.polarity[inside].mean(0) @ POLARITY_VALUES),
        category=scores.category[both].mean(0),
        about=scores.about[both].mean(0),
        fact=float(scores.fact[inside].mean()),
        confidence=float(1 - tags[inside, OUTSIDE].mean()),
    )


def confidence_features(confidence: float, polarity: float) -> tuple[float, float]:
    """Return what tells how likely an opinion is right: the log odds of its span, and how far it is from neutral."""
    inside = min(max(confidence, 0.01), 0.99)
    return math.log(inside / (1 - inside)), abs(polarity)


def calibrated_confidence(opinion: DecodedOpinion, weights: Sequence[float]) -> float:
    """Return how likely an opinion is right, by a model's weights of ``confidence_features``; without, as decoded."""
    if not weights:
        return opinion.confidence
    bias, *rest = weights
    features = confidence_features(opinion.confidence, opinion.polarity)
    return 1 / (1 + math.exp(-bias - sum(w * x for w, x in zip(rest, features, strict=True))))


def _characters(scores: TokenScores, span: tuple[int, int] | None) -> tuple[int, int] | None:
    return None if span is None else (int(scores.spans[span[0], 0]), int(scores.spans[span[1] - 1, 1]))


def word_starts(spans: NDArray[np.int32], text: str) -> NDArray[np.bool_]:
    """Return which tokens begin a word: all but those that go on with letters of the same Latin word."""
    starts = np.ones(len(spans), np.bool_)
    for place in range(1, len(spans)):
        start, end = int(spans[place, 0]), int(spans[place - 1, 1])
        if start == end and _latin(text[start : start + 1]) and _latin(text[end - 1 : end]):
            starts[place] = False
    return starts


def _latin(letter: str) -> bool:
    return letter.isalnum() and letter < "\u2e80"


def token_spans(tags: Floats, starts: NDArray[np.bool_], thresholds: Thresholds) -> list[tuple[int, int]]:
    """Return the spans of tokens that the tags mark, each of whole words."""
    spans: list[tuple[int, int]] = []
    heads = np.flatnonzero(starts).tolist()
    open_at: int | None = None
    for head, end in pairwise([*heads, len(starts)]):
        inside = 1 - tags[head:end, OUTSIDE].min() >= thresholds.inside
        if open_at is not None and (not inside or tags[head, BEGIN] > tags[head, INSIDE]):
            spans.append((open_at, head))
            open_at = None
        if inside and open_at is None:
            open_at = head
    if open_at is not None:
        spans.append((open_at, len(starts)))
    return [(first, last) for first, last in spans if 1 - tags[first:last, OUTSIDE].mean() >= thresholds.span]
