"""From the scores of the opinion reader to opinions: spans of targets and evidence, and what each pair says.

Everything here works on probabilities of one text, token by token. Spans are those of whole words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
POLARITY_VALUES = np.array([-1.0, -0.5, 0.0, 0.5, 1.0], np.float32)
OUTSIDE, BEGIN, INSIDE = range(3)
MOST_TARGETS = 16  # of one evidence; a text that repeats itself links everything to everything
NONE = -1  # the place of no span
LATIN = np.array([chr(code).isalnum() for code in range(0x2E80)])  # letters and digits that make words with neighbours
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
    if scores[ABOUT_PRODUCT] >= thresholds.own * scores.sum():
        return ABOUT_PRODUCT
    return 1 + int(scores[1:].argmax())


@np.errstate(invalid="ignore")  # BLAS raises the flag by reading past the end of small matrices: it means nothing
def decode_opinions(
    scores: TokenScores, text: str, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> list[DecodedOpinion]:
    """Return the opinions of a text in reading order. A target without evidence is an opinion of its own."""
    starts = word_starts(scores.spans, text)
    targets = token_spans(scores.target, starts, thresholds)
    evidence = token_spans(scores.evidence, starts, thresholds)
    in_targets, in_evidence = tokens_inside(targets, len(starts)), tokens_inside(evidence, len(starts))
    pairs = linked_pairs(in_targets, in_evidence, scores.links, least=thresholds.link)
    if not pairs:
        return []
    place = np.array(pairs)
    alone = place[:, 1] == NONE
    of_target, of_words = in_targets[place[:, 0]], in_evidence[place[:, 1]]  # (opinions, tokens)
    both, verdict = of_target + of_words, np.where(alone[:, None], of_target, of_words)
    size, own_size = both.sum(1, keepdims=True), verdict.sum(1)
    outside = np.where(alone, verdict @ scores.target[:, OUTSIDE], verdict @ scores.evidence[:, OUTSIDE])
    opinions = map(
        DecodedOpinion,
        (characters(scores, targets[target]) if target != NONE else None for target, _ in pairs),
        (characters(scores, evidence[words]) if words != NONE else None for _, words in pairs),
        (verdict @ (scores.polarity @ POLARITY_VALUES) / own_size).tolist(),
        both @ scores.category / size,
        both @ scores.about / size,
        (verdict @ scores.fact / own_size).tolist(),
        (1 - outside / own_size).tolist(),
    )
    return sorted(opinions, key=lambda opinion: opinion.words or opinion.target or (0, 0))


def tokens_inside(spans: Sequence[tuple[int, int]], count: int) -> Floats:
    """Return 1 for each token of each span, and a last row without any, for no span: (spans + 1, tokens)."""
    inside = np.zeros((len(spans) + 1, count), np.float32)
    for row, (first, last) in zip(inside, spans, strict=False):
        row[first:last] = 1
    return inside


def linked_pairs(in_targets: Floats, in_evidence: Floats, links: Floats, *, least: float) -> list[tuple[int, int]]:
    """Return which target and which evidence belong together, by their places; NONE for what stands alone."""
    sizes = np.outer(in_evidence[:NONE].sum(1), in_targets[:NONE].sum(1))
    strength = in_evidence[:NONE] @ links.T @ in_targets[:NONE].T / sizes
    pairs: list[tuple[int, int]] = []
    for words, of_targets in enumerate(strength.tolist()):
        strongest = sorted(range(len(of_targets)), key=lambda target: -of_targets[target])[:MOST_TARGETS]
        chosen = sorted(target for target in strongest if of_targets[target] >= least)
        pairs += [(target, words) for target in chosen or [NONE]]
    linked = {target for target, _ in pairs}
    return pairs + [(target, NONE) for target in range(len(in_targets) - 1) if target not in linked]


def characters(scores: TokenScores, span: tuple[int, int]) -> tuple[int, int]:
    """Return the characters of a range of tokens."""
    return int(scores.spans[span[0], 0]), int(scores.spans[span[1] - 1, 1])


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


def word_starts(spans: NDArray[np.int32], text: str) -> NDArray[np.bool_]:
    """Return which tokens begin a word: all but those that go on with letters of the same Latin word."""
    letters = np.frombuffer((text + " ").encode("utf-32-le", "surrogatepass"), np.uint32)
    latin = LATIN[np.minimum(letters, len(LATIN) - 1)]
    starts = np.ones(len(spans), np.bool_)
    here, before = spans[1:, 0], spans[:-1, 1]
    starts[1:] = (here != before) | ~latin[here] | ~latin[before - 1]
    return starts


def token_spans(tags: Floats, starts: NDArray[np.bool_], thresholds: Thresholds) -> list[tuple[int, int]]:
    """Return the spans of tokens that the tags mark, each of whole words."""
    heads = np.flatnonzero(starts)  # the first token of each word
    outside = tags[:, OUTSIDE]
    if not len(heads) or 1 - outside.min() < thresholds.inside:
        return []
    inside = 1 - np.minimum.reduceat(outside, heads) >= thresholds.inside
    begins = tags[heads, BEGIN] > tags[heads, INSIDE]
    begins[1:] |= ~inside[:-1]
    begins[0] = True
    opened = np.flatnonzero(inside & begins)
    ends = np.append(np.flatnonzero(~inside | begins), len(heads))
    closed = ends[np.searchsorted(ends, opened, side="right")]
    edges = np.append(heads, len(starts))
    found = zip(edges[opened].tolist(), edges[closed].tolist(), strict=True)
    return [(first, last) for first, last in found if 1 - outside[first:last].mean() >= thresholds.span]
