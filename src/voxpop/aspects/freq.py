"""Terms by how often they are read.

``freq`` is FREQ of Pavlopoulos and Androutsopoulos (2014): nouns and noun phrases. ``tagged`` counts the
targets that the opinion model tagged.
"""

from __future__ import annotations

from voxpop.aspects.candidates import METHODS, Candidates, ranked
from voxpop.aspects.corpus import Corpus, Targets
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


def tagged(targets: Targets, lang: Language) -> list[Term]:
    supports = {term: (reading.key(term), reading.forms.total()) for term, reading in targets.by_term.items()}
    return ranked(
        Term(text, count, count) for text, (key, count) in supports.items() if not is_generic(text, key, lang)
    )
