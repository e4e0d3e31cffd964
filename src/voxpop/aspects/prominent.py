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

from voxpop.aspects.candidates import METHODS, ranked
from voxpop.aspects.context import Contexts, Evidence, Key, collocations
from voxpop.aspects.corpus import Corpus
from voxpop.lang import Language
from voxpop.lang.protocols.opinions import AspectHints
from voxpop.types import Term

# Numbers chosen on the products of Hu and Liu and on MEMD's books and clothing. See also ``AspectHints``.
CAUTION = 5.0  # places without evidence that every term is granted
DESCRIBED = 0.15  # what an adjective before a term counts, where one said of it counts 1
TOGETHER = 0.1  # from here a modifier and its noun are one term


@METHODS.register("prominent")
def prominent(corpus: Corpus, lang: Language) -> list[Term]:
    lines, hints = list(corpus), lang.aspect_hints
    contexts = Contexts()
    fixed = collocations(lines, TOGETHER)
    for line in lines:
        contexts.read(line, fixed, hints)
    wholes = {key for key, evidence in contexts.evidence.items() if _names_whole(evidence, hints)}
    usual = sum(_said(e) for e in contexts.evidence.values()) / (sum(contexts.places.values()) or 1)
    if not usual:
        usual = 1.0  # nothing is judged anywhere: plain frequency decides
    terms = []
    for text, places in contexts.places.items():
        key = contexts.key(text)
        if not _is_whole(key, wholes) and not is_generic(text, key, lang):
            evidence = contexts.evidence[key]
            rate = (_said(evidence) + CAUTION * usual) / (evidence.places + CAUTION) / usual
            terms.append(Term(text, contexts.sentences[text], places * rate))
    return ranked(terms)


def _said(evidence: Evidence) -> float:
    return evidence.judged + DESCRIBED * evidence.described


def _names_whole(evidence: Evidence, hints: AspectHints) -> bool:
    least = hints.WHOLE_NAME_SHARE if evidence.named > evidence.places / 2 else hints.WHOLE_SHARE
    return evidence.whole / (evidence.places + CAUTION) >= least


def _is_whole(key: Key, wholes: set[Key]) -> bool:
    return key in wholes or (len(key) > 1 and key[-1:] in wholes)


def is_generic(text: str, key: Key, lang: Language) -> bool:
    """Return whether a term has generic words alone; "long time" is as generic as "time"."""
    generic = lang.aspect_hints.GENERIC
    return text in generic or all(word in generic or word in lang.stop_words for word in key)
