"""Average weighted precision of every aspect method on a gold set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from experiments.ate.sets import GoldSet
from voxpop.aspects import METHODS, Corpus
from voxpop.aspects.base import Method
from voxpop.metrics.aspect_lists import awp
from voxpop.text import language
from voxpop.types import Term


def corpus(texts: Sequence[str]) -> Corpus:
    made = Corpus()
    for start in range(0, len(texts), 512):
        for sentences in language("en").parse(texts[start : start + 512]):
            made.add(sentences)
    return made


def scores(gold: GoldSet, methods: Sequence[str] | None = None) -> dict[str, float]:
    """AWP in per cent of each method, by name."""
    learned = corpus(gold.texts)
    return {name: score(gold, learned, METHODS[name]) for name in methods or METHODS}


def score(gold: GoldSet, learned: Corpus, method: Method) -> float:
    return 100 * awp(gold.gold, [term.text for term in method(learned, language("en"))])


def lemma_score(gold: GoldSet, learned: Corpus, method: Method) -> float:
    """The same over basic forms, for gold lists that were written in them ("picture" for "pictures")."""
    forms = {
        phrase.term: " ".join(line.lemmas[phrase.first : phrase.last]) for line in learned for phrase in line.phrases
    }
    counts: Counter[str] = Counter()
    for term, count in gold.counts.items():
        counts[forms.get(term, term)] += count
    terms: list[Term] = method(learned, language("en"))
    predicted = dict.fromkeys(forms.get(term.text, term.text) for term in terms)
    return 100 * awp(GoldSet(gold.name, gold.texts, counts).gold, list(predicted))
