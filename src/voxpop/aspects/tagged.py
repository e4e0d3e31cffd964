"""Terms by the number of sentences in which the reader sees them as aspect terms. Needs a corpus that it has read."""

from __future__ import annotations

from collections import Counter

from voxpop.aspects.corpus import Corpus
from voxpop.aspects.method_registry import ranked
from voxpop.lang import Language
from voxpop.types import Term

TAGGED = "model"  # its name beside those in METHODS, which need no weights


def tagged(corpus: Corpus, lang: Language) -> list[Term]:
    counts = Counter(text for line in corpus for text in {phrase.term for phrase in line.terms})
    return ranked(Term(text, count, count) for text, count in counts.items())
