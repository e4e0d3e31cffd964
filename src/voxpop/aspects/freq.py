"""Terms by the number of sentences that hold them.

``freq`` is FREQ of Pavlopoulos and Androutsopoulos (2014): nouns and noun phrases. ``tagged`` counts the terms
that the opinion model tagged, in a corpus that it has read.
"""

from __future__ import annotations

from collections import Counter

from voxpop.aspects.candidates import METHODS, Candidates, ranked
from voxpop.aspects.corpus import BETWEEN, Corpus, parts
from voxpop.aspects.prominent import is_generic
from voxpop.lang import Language
from voxpop.types import Term

TAGGED = "model"  # the name of ``tagged`` beside those in METHODS, which need no weights


@METHODS.register("freq")
def freq(corpus: Corpus, lang: Language) -> list[Term]:
    return by_frequency(Candidates(corpus))


def by_frequency(candidates: Candidates) -> list[Term]:
    return ranked(
        Term(candidates.texts[i], candidates.support(i), candidates.support(i)) for i in range(len(candidates))
    )


def tagged(corpus: Corpus, lang: Language) -> list[Term]:
    counts: Counter[str] = Counter()
    said: dict[str, tuple[str, str, str]] = {}  # the lemmas of the last sentence with each term, and its place there
    for lemmas, marked in corpus.encoded("lemmas", "terms"):
        if marked:
            phrases = (phrase.split(" ", 2) for phrase in marked.split(BETWEEN))
            terms = {term: (lemmas, first, last) for first, last, term in phrases}
            counts.update(terms.keys())
            said.update(terms)
    keys = {term: parts(lemmas)[int(first) : int(last)] for term, (lemmas, first, last) in said.items()}
    return ranked(Term(text, count, count) for text, count in counts.items() if not is_generic(text, keys[text], lang))
