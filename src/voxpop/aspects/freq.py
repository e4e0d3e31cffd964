"""FREQ of Pavlopoulos and Androutsopoulos (2014): nouns and noun phrases by the number of sentences that hold them."""

from __future__ import annotations

from voxpop.aspects.candidates import Candidates, candidates
from voxpop.aspects.corpus import Corpus
from voxpop.aspects.method_registry import METHODS, ranked
from voxpop.lang import Language
from voxpop.types import Term


@METHODS.register("freq")
def freq(corpus: Corpus, lang: Language) -> list[Term]:
    return by_frequency(candidates(corpus))


def by_frequency(candidates: Candidates) -> list[Term]:
    return ranked(
        Term(candidates.texts[i], candidates.support(i), candidates.support(i)) for i in range(len(candidates))
    )
