"""How well a summary says what some texts say: ``match`` gives precision and recall, of aspects alone or of opinions.

In the names of axes the summary's sentences are i, those of the texts j; texts are k, topics c.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from voxpop.aspects.vectors import Vector
from voxpop.metrics.measure import Array, ratio
from voxpop.metrics.opinion_digest import Digest, Ints

STEEP, BAR = 4.5, 1.45  # of the curve that makes a chance of three likenesses: in words, in topics, in words shared
SAME, EVEN = 6.0, 0.5  # of the curve that makes a chance of the cosine of two meanings
PRIOR = 1.0  # how many sentences the feeling of a whole text weighs beside those on a topic


class OpinionMatch(NamedTuple):
    """How well two opinions match, on the aspect and with the polarity."""

    precision: float
    recall: float


class Pool:
    """The texts that a summary is held against: a reference, several, or the reviews it is a summary of."""

    def __init__(self, texts: Sequence[Digest]) -> None:
        self.texts = [text for text in texts if len(text)]
        if not self.texts:
            return
        self.good = np.concatenate([text.good for text in self.texts])
        self.profiles = np.concatenate([text.profiles for text in self.texts])
        self.company = np.concatenate([text.company for text in self.texts])
        first = np.cumsum([0, *map(len, self.texts)])
        self.place = np.concatenate([text.place + start for text, start in zip(self.texts, first, strict=False)])
        self.sizes = _sizes(self.place, len(self.good))
        self.words = np.concatenate([text.words for text in self.texts])
        self.vectors = np.concatenate([text.vectors for text in self.texts])
        self.spoken = np.array([spoken(text.topics) for text in self.texts])  # (k, c)
        self.felt = np.array([felt(text) for text in self.texts])  # (k, c)
        self.meanings = np.concatenate([text.meanings for text in self.texts])
        self.praises = np.concatenate([text.praises for text in self.texts])
        self.prominence: Array = self.spoken.mean(axis=0)
        self.mood = ratio((self.spoken * self.felt).sum(axis=0), self.spoken.sum(axis=0))
        self.first, self.weights = _prominent([text.words for text in self.texts])
        self.best = cache(self._best)

    def _best(self, polarity: bool) -> OpinionMatch:
        """What can be reached: by a single text what it reaches itself, by several all, as no text is all of them."""
        return OpinionMatch(1.0, 1.0) if len(self.texts) > 1 else _match(self.texts[0], self, polarity=polarity)


def match(summary: Digest, pool: Pool, *, polarity: bool) -> OpinionMatch:
    """Precision and recall, each half by topics and half by words, of what the texts support in the summary.

    A single text is the measure of itself: its own figures are 1, and others are in relation to them.
    """
    if not len(summary) or not pool.texts:
        return OpinionMatch(0.0, 0.0)
    reached, best = _match(summary, pool, polarity=polarity), pool.best(polarity)
    return OpinionMatch(*(min(1.0, part / whole) if whole else 0.0 for part, whole in zip(reached, best, strict=True)))


def _match(summary: Digest, pool: Pool, *, polarity: bool) -> OpinionMatch:
    same = summary.words[:, None] == pool.words
    support = alike(summary, pool, same)  # (i, j)
    if polarity:
        support = support * agreement(summary.good[:, None], pool.good)
    sure = support.max(axis=1)  # (i,) each sentence counts as far as one sentence of the texts says so too
    by_words = _words(summary, pool, same, sure)
    by_topics = _topics(summary, pool, sure, polarity=polarity)
    precision, recall = ((by_topic + by_word) / 2 for by_topic, by_word in zip(by_topics, by_words, strict=True))
    return OpinionMatch(precision * confirmed_share(summary, pool) if polarity else precision, recall)


def confirmed_share(summary: Digest, pool: Pool) -> float:
    """Return the share of the statements of a summary that some text makes in the same sense; 1 where it makes none."""
    if not len(summary.praises):
        return 1.0
    same = 1 / (1 + np.exp(-SAME * (summary.meanings @ pool.meanings.T - EVEN)))
    agreed = same * agreement(summary.praises[:, None], pool.praises)
    return float(agreed.max(axis=1, initial=0.0).mean())


def alike(summary: Digest, pool: Pool, same: Array) -> Array:
    """Return the chance that two sentences speak of the same thing."""
    words = np.maximum(summary.company @ pool.company.T, 0)
    topics = summary.profiles @ pool.profiles.T
    shared = ratio(_shared(summary, pool, same), np.sqrt(np.outer(_sizes(summary.place, len(summary)), pool.sizes)))
    chance: Array = 1 / (1 + np.exp(-STEEP * (words + topics + shared - BAR)))
    return chance


def agreement(good: Array, other: Array) -> Array:
    """Return the chance that two feelings are of one sign; an unclear one agrees by half with anything."""
    return good * other + (1 - good) * (1 - other)


def spoken(topics: Array) -> Array:
    """Return the chance that a text speaks of each topic in any of its sentences."""
    chance: Array = 1 - np.prod(1 - topics, axis=0)
    return chance


def felt(text: Digest) -> Array:
    """Return the chance that what a text says on each topic is praise."""
    weight = text.topics.sum(axis=0)
    chance: Array = (text.good @ text.topics + PRIOR * text.good.mean()) / (weight + PRIOR)
    return chance


def _topics(summary: Digest, pool: Pool, sure: Array, *, polarity: bool) -> OpinionMatch:
    """Match by topics: what is matched of those of the summary, and of those prominent in the texts."""
    matched = np.minimum(spoken(sure[:, None] * summary.topics), pool.prominence)
    if polarity:
        matched = matched * agreement(felt(summary), pool.mood)
    return OpinionMatch(_share(matched, spoken(summary.topics)), _share(matched, pool.prominence))


def _words(summary: Digest, pool: Pool, same: Array, sure: Array) -> OpinionMatch:
    """By words: those of the summary that the texts know, and those prominent in the texts that the summary knows.

    A word without a vector that the other side does not have either is left out: nothing can be told of it.
    """
    if not len(summary.words) or not len(pool.words):
        return OpinionMatch(0.0, 0.0)
    near = np.where(same, 1.0, np.maximum(summary.vectors @ pool.vectors.T, 0)) * sure[summary.place, None]
    mine = _known(summary.vectors, same)
    weights = pool.weights * _known(pool.vectors, same.T)[pool.first]
    best, reached = near.max(axis=1), near[:, pool.first].max(axis=0)
    return OpinionMatch(_share(best * mine, mine), _share(reached * weights, weights))


def _known(vectors: Vector, same: Array) -> Array:
    """1 for words that have a vector or are shared, else 0."""
    comparable: Array = np.logical_or(vectors.any(axis=1), same.any(axis=1)).astype(np.float64)
    return comparable


def _prominent(texts: Sequence[Ints]) -> tuple[Ints, Array]:
    """Where each distinct word stands first, and its weight: in how many other texts it is said, too."""
    words = np.concatenate(texts)
    distinct, first = np.unique(words, return_index=True)
    counts = np.zeros(len(distinct))
    for text in texts:
        counts[np.isin(distinct, text)] += 1
    weights = np.ones(len(distinct)) if len(texts) == 1 or counts.max(initial=0) < 2 else counts - 1
    return first, weights


def _shared(summary: Digest, pool: Pool, same: Array) -> Array:
    """How many words each two sentences have in common."""
    member = (summary.place == np.arange(len(summary))[:, None]).astype(np.float64)
    return np.array([np.bincount(pool.place, row, len(pool.good)) for row in member @ same])


def _sizes(place: Ints, n: int) -> Array:
    """How many words each of ``n`` sentences has."""
    return np.bincount(place, minlength=n).astype(np.float64)


def _share(part: Array, whole: Array) -> float:
    total = float(whole.sum())
    return float(part.sum()) / total if total else 0.0
