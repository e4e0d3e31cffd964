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

from voxpop.aspects.base import METHODS, ranked
from voxpop.aspects.context import Contexts, Evidence, Key, collocations
from voxpop.aspects.corpus import Corpus
from voxpop.aspects.words import Hints, hints
from voxpop.lang import Language
from voxpop.types import Term


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """Chosen on the products of Hu and Liu and on MEMD's books and clothing, for Chinese by eye on zh-reviews."""

    whole: float = 0.21  # the share of places that makes a term the whole
    whole_name: float = 0.1  # the same for proper nouns
    caution: float = 5.0  # places without evidence that every term is granted
    described: float = 0.15  # what an adjective before a term counts, where one said of it counts 1
    power: float = 1.0  # of the judgement rate
    together: float = 0.1  # from here a modifier and its noun are one term
    acts: bool = True  # whether the tags tell what is done from things


# Chinese points less: where English says "this phone", it often says nothing at all. And its 安装 may be either.
TUNING = {"en": Tuning(), "zh": Tuning(whole=0.11, whole_name=0.05, acts=False)}


@METHODS.register("prominent")
def prominent(corpus: Corpus, lang: Language) -> list[Term]:
    return most_judged(corpus, lang, TUNING[lang.code])


def most_judged(corpus: Corpus, lang: Language, tuning: Tuning) -> list[Term]:
    lines, words = list(corpus), hints(lang.code)
    contexts = Contexts(acts=tuning.acts)
    fixed = collocations(lines, tuning.together)
    for line in lines:
        contexts.read(line, fixed, words)
    wholes = {key for key, evidence in contexts.evidence.items() if _whole(evidence, tuning)}
    usual = sum(_said(e, tuning) for e in contexts.evidence.values()) / (sum(contexts.places.values()) or 1)
    if not usual:
        usual = 1.0  # nothing is judged anywhere: plain frequency decides
    terms = []
    for text, places in contexts.places.items():
        key = contexts.key(text)
        if not _is_whole(key, wholes) and not _generic(text, key, words, lang):
            evidence = contexts.evidence[key]
            rate = (_said(evidence, tuning) + tuning.caution * usual) / (evidence.places + tuning.caution) / usual
            terms.append(Term(text, contexts.sentences[text], places * rate**tuning.power))
    return ranked(terms)


def _said(evidence: Evidence, tuning: Tuning) -> float:
    return evidence.judged + tuning.described * evidence.described


def _whole(evidence: Evidence, tuning: Tuning) -> bool:
    least = tuning.whole_name if evidence.named > evidence.places / 2 else tuning.whole
    return evidence.whole / (evidence.places + tuning.caution) >= least


def _is_whole(key: Key, wholes: set[Key]) -> bool:
    return key in wholes or (len(key) > 1 and key[-1:] in wholes)


def _generic(text: str, key: Key, words: Hints, lang: Language) -> bool:
    """Generic words and nothing else; with a modifier before it ("long time") a generic noun stays generic."""
    return text in words.generic or all(word in words.generic or word in lang.stop_words for word in key)
