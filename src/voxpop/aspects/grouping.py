"""From terms to aspects: words that name one thing stand together under a readable name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from voxpop.aspects.corpus import Corpus
from voxpop.text import Language
from voxpop.types import Term


@dataclass(frozen=True, slots=True)
class Group:
    """Terms that name one aspect, most frequent first; ``name`` is the readable one among them."""

    name: str
    terms: tuple[str, ...]


def group(
    terms: Sequence[Term], corpus: Corpus, lang: Language, *, similarity: float | None = None, top: int = 20
) -> list[Group]:
    """The ``top`` aspects that the terms name, most prominent first."""
    inflected: dict[str, list[Term]] = {}
    lemma = lemmas(corpus, lang)
    for term in terms:
        inflected.setdefault(lemma.get(term.text, term.text), []).append(term)
    made = []
    for family in list(inflected.values())[:top]:
        family.sort(key=lambda term: (-term.support, term.text))
        made.append(Group(family[0].text, tuple(term.text for term in family)))
    return made


def lemmas(corpus: Corpus, lang: Language) -> dict[str, str]:
    """Each candidate's words in their basic form, as the corpus reads them most often."""
    read: dict[str, Counter[str]] = {}
    for line in corpus:
        for first, last, text in line.phrases:
            read.setdefault(text, Counter())[lang.joiner.join(line.lemmas[first:last])] += 1
    return {text: min(forms, key=lambda form: (-forms[form], form)) for text, forms in read.items()}
