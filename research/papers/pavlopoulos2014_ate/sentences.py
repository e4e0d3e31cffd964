"""Stratified approximate randomisation over sentences, for methods that return one list for a whole corpus.

A term's score is spread evenly over the sentences that hold it, which makes the list a sum over sentences. In each
round every sentence goes with its terms to the one list or the other by the toss of a coin, and both lists are ranked
anew. So the question is whether it matters which method read which sentence.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voxpop.aspects import Corpus
from voxpop.metrics.aspect_ranking import average_weighted_precision
from voxpop.metrics.measure import Array
from voxpop.metrics.significance import SLACK, PairedTest
from voxpop.types import Term

BY_SUPPORT, BY_ALPHABET, ABSENT = 1e-6, 1e-10, 1e-8  # equal scores: more sentences first, then the alphabet

Ints = NDArray[np.int64]


class Sentences:
    """Which sentences hold a term: as one of their phrases, or else, for terms put together, all its words."""

    def __init__(self, corpus: Corpus) -> None:
        self._phrases, self._words = defaultdict[str, set[int]](set), defaultdict[str, set[int]](set)
        for number, line in enumerate(corpus):
            for phrase in line.phrases:
                self._phrases[phrase.term].add(number)
            for word in line.words:
                self._words[word].add(number)
        self.count = len(corpus)

    def holding(self, term: str) -> list[int]:
        if term in self._phrases:
            return sorted(self._phrases[term])
        return sorted(set.intersection(*(self._words.get(word, set()) for word in term.split())))


@dataclass(frozen=True, slots=True)
class Spread:
    """A list as a sum over sentences: in this sentence, that term has so much of its score."""

    sentence: Ints
    term: Ints
    share: Array

    def scores(self, terms: int, chosen: NDArray[np.bool_]) -> Array:
        """The terms' scores from the chosen sentences alone."""
        shares = np.where(chosen[self.sentence], self.share, 0.0)
        return np.bincount(self.term, shares, minlength=terms).astype(np.float64)


def spread(terms: Sequence[Term], number: Mapping[str, int], sentences: Sentences) -> Spread:
    """A term that no sentence holds by its words stands outside them all, under one number more."""
    rows: list[tuple[int, int, float]] = []
    for term in terms:
        places = sentences.holding(term.text) or [sentences.count]
        share = (term.score + BY_SUPPORT * term.support) / len(places)
        rows += [(place, number[term.text], share) for place in places]
    columns = np.array(rows, dtype=np.float64).reshape(-1, 3).T
    return Spread(columns[0].astype(np.int64), columns[1].astype(np.int64), columns[2])


def sentence_test(gold: Mapping[str, int], first: Sequence[Term], second: Sequence[Term], sentences: Sentences, *,
                  rounds: int, seed: int) -> PairedTest:  # fmt: skip
    """Whether two lists differ in AWP by more than chance. ``gold`` is counted, most frequent first."""
    names = sorted({term.text for term in (*first, *second)})
    number = {text: place for place, text in enumerate(names)}
    judge = _Judge(gold, number)
    one, two = spread(first, number, sentences), spread(second, number, sentences)
    everywhere = np.ones(sentences.count + 1, dtype=np.bool_)
    left, right = one.scores(len(names), everywhere), two.scores(len(names), everywhere)
    observed = judge(left) - judge(right)
    generator, hits = np.random.default_rng(seed), 0
    for _ in range(rounds):
        coins = generator.integers(0, 2, size=sentences.count + 1, dtype=np.int8).astype(np.bool_)
        mixed = one.scores(len(names), coins) + two.scores(len(names), ~coins)
        hits += abs(judge(mixed) - judge(left + right - mixed)) >= abs(observed) - SLACK
    return PairedTest("randomisation over sentences", "awp", observed, (hits + 1) / (rounds + 1), rounds, False, seed)


class _Judge:
    """Ranks the terms by their scores and gives the list's AWP."""

    def __init__(self, gold: Mapping[str, int], number: Mapping[str, int]) -> None:
        self.counts = np.array(list(gold.values()), dtype=np.float64)
        self.known = np.array([term in number for term in gold], dtype=np.bool_)
        self.terms = np.array([number[term] for term in gold if term in number], dtype=np.int64)
        self.alphabet = BY_ALPHABET * np.arange(len(number))

    def __call__(self, scores: Array) -> float:
        present = scores > ABSENT
        ordered = scores - self.alphabet
        ranked = np.sort(ordered[present])
        places = len(ranked) - np.searchsorted(ranked, ordered[self.terms], side="left")
        found = np.zeros(len(self.counts))
        found[self.known] = np.where(present[self.terms], places, 0)
        return average_weighted_precision(self.counts, found)["value"]
