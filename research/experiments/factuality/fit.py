"""Fit the weights by which it is told whether another name in a repeated sentence is of the same thing.

They are fitted on substitutions in the marked reviews of ``research/experiments/mentions/train``, in both languages, and moved
so that ``KEPT`` of the true ones of the dev part of our annotated reviews are accepted. No model reads the texts, so that
new weights of the reader change nothing.

    python -m research.experiments.factuality.fit [--dry]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from itertools import groupby

import numpy as np

from research.experiments.factuality.logistic import fit, move_threshold, to_json
from research.experiments.factuality.sets import swapped
from research.factuality.name_swaps import SAME, SIGNALS, WEIGHTS, Floats, find_swap, signals
from research.factuality.thing_mentions import resolve_texts
from research.papers.kobayashi2022_coref.annotated import reviews
from research.papers.kobayashi2022_coref.substitution import Substitution, substitutions
from voxpop.metrics.factuality import factuality
from voxpop.types import Product

LANGS = ("en", "zh")
KEPT = 0.9  # of true ones, to be accepted
RIDGE = 200.0
REVIEWS = 700  # marked ones of each language


def featured(swaps: Iterable[tuple[Substitution, Product]]) -> tuple[Floats, Floats]:
    """Return the features of the substitutions in which an exchanged name was found, and whether each is consistent."""
    rows, labels = list[list[float]](), list[float]()
    for (_, product), group in groupby(swaps, key=lambda pair: (pair[0].source, pair[1])):
        made = [swap for swap, _ in group]
        texts = [made[0].source, *(swap.hypothesis for swap in made)]
        source, *claims = resolve_texts(texts, made[0].lang, product=product, opinions=False)
        for swap, claim in zip(made, claims, strict=True):
            if found := find_swap(source, claim):
                rows.append(signals(source, found))
                labels.append(float(swap.consistent))
    return np.array(rows), np.array(labels)


def development() -> list[tuple[Substitution, Product]]:
    """Return the substitutions on the dev part of our annotated reviews."""
    written = reviews(split="dev")
    products = {one.id: Product(one.product, one.aliases) for one in written}
    return [(swap, products[swap.review_id]) for swap in substitutions(written)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry", action="store_true", help="write nothing")
    given = parser.parse_args()
    rows, labels = featured(swap for lang in LANGS for swap in swapped(lang, limit=REVIEWS))
    share = labels.mean()
    weights = fit(rows, labels, importance=np.where(labels > 0, 0.5 / share, 0.5 / (1 - share)), ridge=RIDGE)
    dev_rows, dev_labels = featured(development())
    chances = weights(dev_rows)
    true = dev_labels > 0
    weights = move_threshold(weights, float(np.quantile(chances[true], 1 - KEPT, method="lower")))
    chances = weights(dev_rows)
    auc = factuality(true.tolist(), chances.tolist())["auc"].value
    passed = chances >= SAME
    print(f"fitted on {len(rows):,}; dev {len(dev_rows)}: AUC {auc:.3f}, accepted {passed[true].mean():.3f}, "
          f"caught {(~passed)[~true].mean():.3f}")  # fmt: skip
    for weight, name in sorted(zip(weights.weight, SIGNALS, strict=True), key=lambda pair: -abs(pair[0])):
        print(f"    {weight:+.2f}  {name}")
    if not given.dry:
        text = json.dumps({"swapped": to_json(weights, SIGNALS)}, indent=1)
        WEIGHTS.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
