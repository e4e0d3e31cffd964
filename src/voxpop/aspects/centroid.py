"""FREQ+W2V and H&L+W2V of Pavlopoulos and Androutsopoulos (2014).

They discard candidates that lie closer to common language than to the domain.

The domain centroid is the mean of the ten most frequent candidates' vectors, the centroid of common language that of
the twenty most frequent words of the Brown Corpus (news) without stop words and words under three characters; for
Chinese, of such words in jieba's dictionary. Closeness is the cosine. As in the paper's note 12, candidates of more
than two words stay; so do those with a word that has no vector. The vector of two words is the mean of theirs, where
the paper's word2vec had learned phrases of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from voxpop.aspects.candidates import METHODS, Candidates, Words
from voxpop.aspects.corpus import Corpus
from voxpop.aspects.freq import by_frequency
from voxpop.aspects.hu_liu import hu_liu
from voxpop.aspects.vectors import Vector, Vectors, general_vectors, unit
from voxpop.lang import Language
from voxpop.types import Term

FREQUENT = 10
LONGEST = 2


@METHODS.register("freq+w2v")
def freq_w2v(corpus: Corpus, lang: Language) -> list[Term]:
    return by_frequency(_of_the_domain(corpus, lang))


@METHODS.register("hl+w2v")
def hl_w2v(corpus: Corpus, lang: Language) -> list[Term]:
    return hu_liu(_of_the_domain(corpus, lang), lang)


def _of_the_domain(corpus: Corpus, lang: Language) -> Candidates:
    all_candidates, table = Candidates(corpus), general_vectors(lang.code)
    return Candidates(all_candidates.lines, keep=domain_test(all_candidates, table, lang.aspect_hints.COMMON))


def domain_test(all_candidates: Candidates, table: Vectors, common: tuple[str, ...]) -> Callable[[Words], bool]:
    """Does a candidate lie at least as close to the domain as to common language?"""
    order = sorted(
        range(len(all_candidates)), key=lambda term: (-all_candidates.support(term), all_candidates.texts[term])
    )
    domain = _centroid(table, [all_candidates.words[term] for term in order[:FREQUENT]])
    language = _centroid(table, [(word,) for word in common])

    @cache
    def keep(words: Words) -> bool:
        vector = table.phrase(words) if len(words) <= LONGEST else None
        return vector is None or bool(vector @ domain >= vector @ language)

    return keep


def _centroid(table: Vectors, phrases: list[Words]) -> Vector:
    vectors = [vector for vector in map(table.phrase, phrases) if vector is not None]
    return unit(np.mean(vectors, axis=0)) if vectors else np.zeros(1, np.float32)
