"""Paper 004's Table 2, ours beside the paper's: ``python -m experiments.ate --data DIR``.

Average weighted precision in per cent over distinct terms tagged more than once. The paper's restaurants and laptops
are the seed of SemEval-14's, its hotels cannot be had: ours are MEMD's, once as tagged and once without the terms that
name the whole. ``--dev`` prints the sets on which ``prominent`` was designed and tuned.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import mean

from experiments.ate.run import corpus, lemma_score, score, scores
from experiments.ate.sets import hu_liu, memd, semeval14
from voxpop.aspects import METHODS

PAPER = {
    "freq": (43.40, 30.11, 9.09), "freq+w2v": (45.17, 30.54, 7.18),
    "hl": (52.23, 49.73, 34.34), "hl+w2v": (66.80, 53.37, 38.93),
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m experiments.ate", description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--dev", action="store_true", help="the development sets instead")
    given = parser.parse_args()
    (dev if given.dev else report)(given.data)


def report(data: Path) -> None:
    sets = [semeval14(data, "restaurants"), memd(data, "hotel", wholes=True), memd(data, "hotel", wholes=False),
            semeval14(data, "laptops")]  # fmt: skip
    titles = ["restaurants", "hotels as tagged", "hotels, parts only", "laptops"]
    columns = [scores(gold) for gold in sets]
    print(f"{'':10}" + "".join(f"{title:>20}" for title in titles) + "    paper: restaurants hotels laptops")
    for name in METHODS:
        ours = "".join(f"{column[name]:20.2f}" for column in columns)
        paper = "".join(f"{value:9.2f}" for value in PAPER.get(name, ()))
        print(f"{name:10}{ours}           {paper}")


def dev(data: Path) -> None:
    products = [(gold, corpus(gold.texts)) for gold in hu_liu(data)]
    others = [
        (gold, corpus(gold.texts)) for gold in (memd(data, domain, wholes=False) for domain in ("books", "clothing"))
    ]
    print(f"{'':10}  14 products     books  clothing")
    for name, method in METHODS.items():
        first = mean(lemma_score(gold, learned, method) for gold, learned in products)
        rest = [score(gold, learned, method) for gold, learned in others]
        print(f"{name:10}{first:13.2f}" + "".join(f"{value:10.2f}" for value in rest))


if __name__ == "__main__":
    main()
