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

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from voxpop.aspects.candidates import METHODS, ranked
from voxpop.aspects.corpus import Corpus, Key
from voxpop.lang import Language
from voxpop.lang.protocols import AspectHints
from voxpop.types import CompactSentence, Phrase, Term

# Numbers chosen on the products of Hu and Liu and on MEMD's books and clothing. See also ``AspectHints``.
CAUTION = 5.0  # places without evidence that every term is granted
DESCRIBED = 0.15  # what an adjective before a term counts, where one said of it counts 1
TOGETHER = 0.1  # from here a modifier and its noun are one term
ACTS = ("VERB", "AUX", "ADP", "ADV", "PART")  # what is done, and how
MODIFIERS = frozenset({"ADJ", "VERB"})  # they may open a phrase: "hard drive", "operating system"
_BEFORE = frozenset({"ADJ", "ADV", "NUM"})  # they stand between a determiner and its noun
_LINKED = ("ADJ", "PART")  # and so does a particle after an adjective
_BETWEEN = frozenset({"ADV", "AUX", "PART"})  # they stand between a noun and what is said of it
REACH = 5  # words from a noun to its predicate


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


# --- how a term is spoken of


@dataclass(slots=True)
class Evidence:
    """Counts over the places where a term stands on its own, not inside a longer one."""

    places: int = 0
    described: int = 0  # an adjective before it
    judged: int = 0  # an adjective said of it
    whole: int = 0  # spoken of as the thing reviewed or its rival: "this X", "bought an X", "than the X", "it is an X"
    named: int = 0  # read as a proper noun


@dataclass(slots=True)
class Contexts:
    """The evidence on every term of a corpus."""

    evidence: dict[Key, Evidence] = field(default_factory=dict)
    forms: dict[str, Counter[Key]] = field(default_factory=dict)  # a term and the lemmas it was read with
    places: Counter[str] = field(default_factory=Counter)  # of a term on its own
    sentences: Counter[str] = field(default_factory=Counter)  # that hold a term, on its own or not

    def key(self, text: str) -> Key:
        forms = self.forms[text]
        return min(forms, key=lambda form: (-forms[form], form))

    def read(self, line: CompactSentence, fixed: frozenset[str], hints: AspectHints) -> None:
        """Add a sentence. Of the phrases that a modifier opens only the ``fixed`` ones are terms."""
        phrases = [phrase for phrase in line.phrases if not opened(line, phrase) or phrase.term in fixed]
        phrases = [phrase for phrase in phrases if not hints.TELLS_ACTS or not _is_done(line, phrase, hints)]
        self.sentences.update({phrase.term for phrase in phrases})
        for phrase in phrases:
            key = line.lemmas[phrase.first : phrase.last]
            if not any(_inside(phrase, other) for other in phrases):
                self.forms.setdefault(phrase.term, Counter())[key] += 1
                self.places[phrase.term] += 1
                evidence = self.evidence.get(key) or self.evidence.setdefault(key, Evidence())
                _observe(evidence, line, phrase, hints)


def _is_done(line: CompactSentence, phrase: Phrase, hints: AspectHints) -> bool:
    """Return whether it is only what something does ("runs", of "runs small")."""
    places = range(phrase.first, phrase.last)
    return all(line.tags[i] in ACTS and not line.words[i].endswith(hints.THING_ENDINGS) for i in places)


def opened(line: CompactSentence, phrase: Phrase) -> bool:
    """Does a modifier open the phrase?"""
    return line.tags[phrase.first] in MODIFIERS


def collocations(lines: Sequence[CompactSentence], least: float) -> frozenset[str]:
    """The modified nouns that are one word in two, such as "hard drive": each half calls for the other.

    The measure is n(xy)² / n(x) n(y), the product of how often the first half is followed by the second and how often
    the second is led by the first.
    """
    words: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    halves: dict[str, tuple[str, str]] = {}
    for line in lines:
        words.update(line.words)
        for phrase in line.phrases:
            if opened(line, phrase):
                counts[phrase.term] += 1
                halves[phrase.term] = line.words[phrase.first], line.words[phrase.last - 1]
    return frozenset(
        term
        for term, count in counts.items()
        if count > 1 and count**2 >= least * words[halves[term][0]] * words[halves[term][1]]
    )


def _inside(phrase: Phrase, other: Phrase) -> bool:
    return other.first <= phrase.first and phrase.last <= other.last and other[:2] != phrase[:2]


def _observe(evidence: Evidence, line: CompactSentence, phrase: Phrase, hints: AspectHints) -> None:
    words, lemmas, tags = line.words, line.lemmas, line.tags
    before = phrase.first - 1
    described = False
    while before >= 0 and (tags[before] in _BEFORE or tags[max(0, before - 1) : before + 1] == _LINKED):
        described = described or tags[before] == "ADJ"
        before -= 1
    evidence.places += 1
    evidence.described += described
    evidence.named += tags[phrase.last - 1] == "PROPN"
    if before >= 0:
        pointer = before - 1 if words[before] in hints.CLASSING and before else before
        evidence.whole += words[pointer] in hints.POINTING
        governor = before - 1 if tags[before] in ("DET", "PRON") and before else before
        while governor and tags[governor] == "PART":
            governor -= 1
        evidence.whole += lemmas[governor] in hints.ACQUIRING
        evidence.whole += words[governor] in hints.BEFORE_RIVAL
        evidence.whole += words[before] in hints.CLASSING and words[pointer] in hints.BEING
    after, end = phrase.last, min(len(words), phrase.last + REACH)
    while after < end and tags[after] in _BETWEEN and not _has(line, after, hints):
        after += 1
    if after < end:
        having = _has(line, after, hints)
        evidence.whole += having
        evidence.judged += tags[after] == "ADJ" and not having
    if phrase.last < end:
        evidence.whole += words[phrase.last] in hints.POSSESSIVES


def _has(line: CompactSentence, place: int, hints: AspectHints) -> bool:
    """ "has a screen", but not "has been" or "has worked"."""
    return line.lemmas[place] in hints.HAVING and line.tags[place + 1 : place + 2] not in (
        ("AUX",),
        ("VERB",),
        ("ADV",),
    )
