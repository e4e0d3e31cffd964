"""Our own method: the terms people judge, without the thing itself and without words that fit anything.

A term scores the number of places where it stands on its own times how much more often than usual something is said
of it there ("the screen is bright"). Left out are
- the thing reviewed, its class, its makers and its rivals, which give themselves away by how people speak of a whole:
  "this laptop", "it is a lovely hotel", "bought a mac", "better than the zen", "the nokia has", "canon's"; and so are
  compounds of which they are the head ("mp3 player");
- generic nouns of a short list ("time", "thing", "people"), and in English what is only done ("runs small");
- an adjective and a noun that merely met ("great food"), unlike those that belong together ("hard drive").
"""

from __future__ import annotations

from dataclasses import dataclass

from voxpop.aspects.context import Contexts, Evidence, Key, collocations
from voxpop.aspects.corpus import Corpus
from voxpop.aspects.method_registry import METHODS, ranked
from voxpop.lang import Language
from voxpop.lang.protocols.opinions import AspectHints
from voxpop.types import Term


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """Numbers chosen on the products of Hu and Liu and on MEMD's books and clothing. See also ``AspectHints``."""

    caution: float = 5.0  # places without evidence that every term is granted
    described: float = 0.15  # what an adjective before a term counts, where one said of it counts 1
    power: float = 1.0  # of the judgement rate
    together: float = 0.1  # from here a modifier and its noun are one term


@METHODS.register("prominent")
def prominent(corpus: Corpus, lang: Language) -> list[Term]:
    return most_judged(corpus, lang, Tuning())


def most_judged(corpus: Corpus, lang: Language, tuning: Tuning) -> list[Term]:
    lines, hints = list(corpus), lang.aspect_hints
    contexts = Contexts()
    fixed = collocations(lines, tuning.together)
    for line in lines:
        contexts.read(line, fixed, hints)
    wholes = {key for key, evidence in contexts.evidence.items() if _names_whole(evidence, tuning, hints)}
    usual = sum(_said(e, tuning) for e in contexts.evidence.values()) / (sum(contexts.places.values()) or 1)
    if not usual:
        usual = 1.0  # nothing is judged anywhere: plain frequency decides
    terms = []
    for text, places in contexts.places.items():
        key = contexts.key(text)
        if not _is_whole(key, wholes) and not is_generic(text, key, lang):
            evidence = contexts.evidence[key]
            rate = (_said(evidence, tuning) + tuning.caution * usual) / (evidence.places + tuning.caution) / usual
            terms.append(Term(text, contexts.sentences[text], places * rate**tuning.power))
    return ranked(terms)


def _said(evidence: Evidence, tuning: Tuning) -> float:
    return evidence.judged + tuning.described * evidence.described


def _names_whole(evidence: Evidence, tuning: Tuning, hints: AspectHints) -> bool:
    least = hints.WHOLE_NAME_SHARE if evidence.named > evidence.places / 2 else hints.WHOLE_SHARE
    return evidence.whole / (evidence.places + tuning.caution) >= least


def _is_whole(key: Key, wholes: set[Key]) -> bool:
    return key in wholes or (len(key) > 1 and key[-1:] in wholes)


def is_generic(text: str, key: Key, lang: Language) -> bool:
    """Return whether a term has generic words alone; "long time" is as generic as "time"."""
    generic = lang.aspect_hints.GENERIC
    return text in generic or all(word in generic or word in lang.stop_words for word in key)
