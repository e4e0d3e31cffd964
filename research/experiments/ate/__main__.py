"""The development sets on which ``prominent`` was designed: ``python -m research.experiments.ate --data DIR``.

Average weighted precision in per cent. Test sets stand in ``python -m research.papers ate``.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from statistics import mean

from research.papers.pavlopoulos2014_ate.sets import GoldSet, hu_liu, learn, memd
from voxpop.aspects import METHODS, Corpus
from voxpop.aspects.candidates import Method
from voxpop.lang import language
from voxpop.metrics.aspect_ranking import awp


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.experiments.ate", description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    data = parser.parse_args().data
    products = [(gold, learn(gold.texts)) for gold in hu_liu(data)]
    others = [(gold, learn(gold.texts)) for gold in (memd(data, name, wholes=False) for name in ("books", "clothing"))]
    print(f"{'':10}  14 products     books  clothing")
    for name, method in METHODS.items():
        first = mean(score_of_lemmas(gold, corpus, method) for gold, corpus in products)
        print(f"{name:10}{first:13.2f}" + "".join(f"{score(gold, corpus, method):10.2f}" for gold, corpus in others))


def score(gold: GoldSet, corpus: Corpus, method: Method) -> float:
    return 100 * awp(list(gold.gold), [term.text for term in method(corpus, language("en"))])


def score_of_lemmas(gold: GoldSet, corpus: Corpus, method: Method) -> float:
    """The same over basic forms, in which Hu and Liu's annotators wrote ("picture" for "pictures")."""
    forms = {
        phrase.term: " ".join(line.lemmas[phrase.first : phrase.last]) for line in corpus for phrase in line.phrases
    }
    counts: Counter[str] = Counter()
    for term, count in gold.counts.items():
        counts[forms.get(term, term)] += count
    wanted = sorted((term for term in counts if counts[term] > 1), key=lambda term: (-counts[term], term))
    found = dict.fromkeys(forms.get(term.text, term.text) for term in method(corpus, language("en")))
    return 100 * awp(wanted, list(found))


if __name__ == "__main__":
    main()
