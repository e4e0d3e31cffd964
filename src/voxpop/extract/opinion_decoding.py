"""From the scores of the opinion reader to opinions: spans of targets and evidence, and what each pair says.

Everything here works on the tokens of many windows at once, one window after the other. Spans are those of whole words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Places = NDArray[np.int64]
POLARITY_VALUES = np.array([-1.0, -0.5, 0.0, 0.5, 1.0], np.float32)
OUTSIDE, BEGIN, INSIDE = range(3)
MOST_TARGETS = 16  # of one evidence; a text that repeats itself links everything to everything
NONE = -1  # the place of no span
NEUTRAL = 0.15  # polarity, up to which an opinion is neither praise nor blame to those who annotated the corpus
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


class DecodedOpinion(NamedTuple):
    """One opinion: the words that name its target, or none, and the words it is read from, or none."""

    target: tuple[int, int] | None
    words: tuple[int, int] | None
    polarity: float
    category: Floats
    about: Floats
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
    rival: float = 0.97  # the same, from which it is about another product that nobody names (research/log: rivals)
    comparison: float = 0.25  # how sure the verdict of a comparison must be to be given
    category: float = 0.5  # the chance that an opinion and its category are right, from which it has one
    sure: float = 0.0  # the chance that praise or blame is right, below which it is left out
    weights: Sequence[float] = ()  # of ``confidence_features``; without them, the confidence is that in the span alone


DEFAULT_THRESHOLDS = Thresholds()


class TokenRow(NamedTuple):
    """The tokens of several windows, one window after the other."""

    heads: Places  # the first token of each word
    opens: NDArray[np.bool_]  # whether a word is the first of its window
    edges: Places  # the first token of each window, and at last the number of all tokens


def token_row(spans: Sequence[NDArray[np.int32]], texts: Sequence[str]) -> TokenRow:
    """Return which tokens begin a word of these windows: all but those that go on with letters of a Latin word.

    ``texts`` has the text of each window.
    """
    letters = np.frombuffer("\n".join([*texts, ""]).encode("utf-32-le", "surrogatepass"), np.uint32)
    latin = LATIN[np.minimum(letters, len(LATIN) - 1)]
    sizes = [len(each) for each in spans]
    edges = np.cumsum([0, *sizes])
    begins = np.cumsum([0, *(len(text) + 1 for text in texts)])[:-1]  # of the texts, one after the other
    row = np.concatenate(spans) + np.repeat(begins, sizes)[:, None]
    starts = np.ones(len(row) + 1, np.bool_)
    here, before = row[1:, 0], row[:-1, 1]
    starts[1:-1] = (here != before) | ~latin[here] | ~latin[before - 1]
    starts[edges] = True
    heads = np.flatnonzero(starts[:-1])
    opens = np.zeros(len(row) + 1, np.bool_)
    opens[edges] = True
    return TokenRow(heads, opens[heads], edges)


def token_spans(tags: Floats, row: TokenRow, thresholds: Thresholds) -> Places:
    """Return the spans of tokens that the tags mark, each of whole words: (spans, 2)."""
    heads, outside = row.heads, tags[:, OUTSIDE]
    if not len(heads):
        return np.zeros((0, 2), np.int64)
    inside = 1 - np.minimum.reduceat(outside, heads) >= thresholds.inside
    begins = (tags[heads, BEGIN] > tags[heads, INSIDE]) | row.opens
    begins[1:] |= ~inside[:-1]
    opened = np.flatnonzero(inside & begins)
    ends = np.append(np.flatnonzero(~inside | begins), len(heads))
    closed = ends[np.searchsorted(ends, opened, side="right")]
    bounds = np.append(heads, len(tags))
    found = np.stack([bounds[opened], bounds[closed]], axis=1)
    tokens = span_tokens(found)
    means = tokens.sums(outside[tokens.rows]) / (found[:, 1] - found[:, 0])
    chosen: Places = found[1 - means >= thresholds.span]
    return chosen


class SpanTokens(NamedTuple):
    """The tokens of some spans, one span after the other, and where each span begins among them."""

    rows: Places
    firsts: Places

    def sums(self, values: Floats) -> Floats:
        """Return the sums over each span of values that the tokens have, in their order."""
        sums: Floats = np.add.reduceat(values, self.firsts) if len(self.firsts) else values[:0]
        return sums


def span_tokens(spans: Places) -> SpanTokens:
    """Return the tokens of spans, none of which is empty."""
    lengths = spans[:, 1] - spans[:, 0]
    ends = np.cumsum(lengths)
    firsts = ends - lengths
    return SpanTokens(np.repeat(spans[:, 0] - firsts, lengths) + np.arange(len(lengths) and ends[-1]), firsts)


def by_window(spans: Places, row: TokenRow) -> list[Places]:
    """Return the spans of each window, with the tokens of each counted from 0."""
    bounds = np.searchsorted(spans[:, 0], row.edges).tolist()
    edges = row.edges.tolist()
    return [spans[first:last] - edge for edge, (first, last) in zip(edges, pairwise(bounds), strict=False)]


def decode_opinions(
    scores: TokenScores, text: str, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> list[DecodedOpinion]:
    """Return the opinions of one window, in reading order."""
    return decode_windows([scores], token_row([scores.spans], [text]), thresholds)[0]


def decode_windows(windows: Sequence[TokenScores], row: TokenRow, thresholds: Thresholds) -> list[list[DecodedOpinion]]:
    """Return the opinions of each window in reading order. A target without evidence is an opinion of its own."""
    spans, target, evidence, polarity, category, about, fact = (
        np.concatenate([getattr(window, name) for window in windows])
        for name in ("spans", "target", "evidence", "polarity", "category", "about", "fact")
    )
    targets, proofs = (token_spans(tags, row, thresholds) for tags in (target, evidence))
    pairs, counts = linked_pairs(windows, row, targets, proofs, least=thresholds.link)
    of_target, of_words = np.array(pairs, np.int64).reshape(-1, 2).T
    graded = (polarity * POLARITY_VALUES).sum(1)  # a product of matrices would round by the place of a row
    values = [graded, fact, category, about]

    def sums(found: Places, outside: Floats) -> Floats:
        """Return the sums over the tokens of each span, and at last those of no span."""
        tokens = span_tokens(found)
        ones = np.ones(len(tokens.rows), np.float32)
        summed = tokens.sums(np.column_stack([outside[tokens.rows], ones, *(each[tokens.rows] for each in values)]))
        return np.concatenate([summed, np.zeros((1, summed.shape[1]), np.float32)])

    in_target, in_words = sums(targets, target[:, OUTSIDE])[of_target], sums(proofs, evidence[:, OUTSIDE])[of_words]
    verdict = np.where(of_words[:, None] == NONE, in_target, in_words)[:, :4]
    both = in_target + in_words
    labels = both[:, 4:] / both[:, 1:2]
    target_places, word_places = ([*characters(spans, found), None] for found in (targets, proofs))
    categories, abouts = labels[:, : category.shape[1]], labels[:, category.shape[1] :]
    outside, polarities, facts = (verdict[:, [0, 2, 3]] / verdict[:, 1:2]).T
    confidence, is_kept = 1 - outside, np.ones(len(pairs), np.bool_)
    if thresholds.weights:
        lengths = np.append(spans[proofs[:, 1] - 1, 1] - spans[proofs[:, 0], 0], 0)[of_words]
        features = confidence_features(confidence, polarities, abouts, facts, of_target == NONE, lengths, thresholds)
        confidence = 1 / (1 + np.exp(-(features * np.array(thresholds.weights)).sum(1)))
        is_kept = (confidence >= thresholds.sure) | (np.abs(polarities) <= NEUTRAL)
    opinions = map(
        DecodedOpinion,
        (target_places[target] for target, _ in pairs),
        (word_places[words] for _, words in pairs),
        polarities.tolist(),
        categories,
        abouts,
        facts.tolist(),
        confidence.tolist(),
    )
    made = zip(opinions, is_kept.tolist(), strict=True)
    return [[opinion for opinion, kept in islice(made, count) if kept] for count in counts]


def linked_pairs(
    windows: Sequence[TokenScores], row: TokenRow, targets: Places, proofs: Places, *, least: float
) -> tuple[list[tuple[int, int]], list[int]]:
    """Return which target and which evidence belong together, by their places; NONE for what stands alone.

    They come in the order of the words that tell, with the number of pairs of each window.
    """
    pairs: list[tuple[int, int]] = []
    counts: list[int] = []
    target_tokens, word_tokens = targets.tolist(), proofs.tolist()
    last = end = 0
    for window, own, words in zip(windows, by_window(targets, row), by_window(proofs, row), strict=True):
        first, last, other, end = last, last + len(own), end, end + len(words)
        ours: list[tuple[int, int]] = []
        linked: set[int] = set()
        if len(own) and len(words):
            of_own, of_words = span_tokens(own), span_tokens(words)
            linked_tokens = window.links[of_own.rows[:, None], of_words.rows]
            pairs_of_tokens = (words[:, 1:] - words[:, :1]) * (own[:, 1] - own[:, 0])
            strength = of_words.sums(of_own.sums(linked_tokens).T) / pairs_of_tokens
        else:
            strength = np.zeros((len(words), len(own)), np.float32)
        for proof, links in enumerate(strength.tolist(), start=other):
            chosen = [target for target, link in enumerate(links, start=first) if link >= least]
            if len(chosen) > MOST_TARGETS:
                chosen = sorted(sorted(chosen, key=lambda target: -links[target - first])[:MOST_TARGETS])
            linked.update(chosen)
            ours += [(target, proof) for target in chosen or [NONE]]
        ours += [(target, NONE) for target in range(first, last) if target not in linked]
        ours.sort(key=lambda pair: target_tokens[pair[0]] if pair[1] == NONE else word_tokens[pair[1]])
        pairs += ours
        counts.append(len(ours))
    return pairs, counts


def characters(spans: NDArray[np.int32], found: Places) -> list[tuple[int, int]]:
    """Return the characters of ranges of tokens."""
    return list(zip(spans[found[:, 0], 0].tolist(), spans[found[:, 1] - 1, 1].tolist(), strict=True))


def what_about(scores: Floats, thresholds: Thresholds) -> NDArray[np.intp]:
    """Return the place of what each opinion is about among its scores of ``about``: (…, scores) to (…)."""
    is_own = scores[..., ABOUT_PRODUCT] >= thresholds.own * scores.sum(-1)
    return np.where(is_own, ABOUT_PRODUCT, 1 + scores[..., 1:].argmax(-1))


def confidence_features(
    inside: Floats,
    polarity: Floats,
    about: Floats,
    fact: Floats,
    is_nameless: NDArray[np.bool_],
    length: Places,
    thresholds: Thresholds,
) -> NDArray[np.float64]:
    """Return what tells how likely opinions are right: (opinions, features).

    1, the log odds of the span and of what it is about, how far it is from neutral, whether it names no target, the
    logarithm of the length of its words, the chance that it is a fact, whether it is praise, and that without a target.
    """
    own = about[:, ABOUT_PRODUCT] / about.sum(1)
    taken = np.where(what_about(about, thresholds) == ABOUT_PRODUCT, own, 1 - own)
    praise = polarity > 0
    columns = (
        np.ones(len(inside)), log_odds(inside), log_odds(taken), np.abs(polarity), is_nameless, np.log1p(length), fact,
        praise, praise & is_nameless,
    )  # fmt: skip
    return np.column_stack([column.astype(np.float64) for column in columns])


def log_odds(chances: Floats) -> NDArray[np.float64]:
    """Return log odds, kept within what a span can tell."""
    inside = np.clip(chances.astype(np.float64), 0.001, 0.999)
    odds: NDArray[np.float64] = np.log(inside / (1 - inside))
    return odds
