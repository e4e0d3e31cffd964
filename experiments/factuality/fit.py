"""python -m experiments.factuality.fit --data DIR --pairs DIR [--lang en]: the checker's weights, fitted and tried.

Fits a logistic model of all signals on development data, tries it across folds that share no product or text, and
writes the weights beside the checker: with the entailment model where there is one, and without.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

import voxpop.factuality as room
from experiments.factuality.sets import Example, examples
from voxpop.factuality.base import Entailer, Floats, entailer
from voxpop.factuality.combine import Combined, Weights, fit, repeats
from voxpop.factuality.features import ENTAILED, LEXICAL, features
from voxpop.factuality.views import View, views
from voxpop.mentions import Product
from voxpop.metrics.factuality import factuality

FOLDS = 5
RIDGE = 40.0
COPIED = {"substitution": 1.0}  # the weight of a kind among claims that repeat the source
FREE = {"reviewnli": 3.0, "worded": 0.3}  # and among those that do not
OTHERS = {"copied": 0.1, "free": 0.02}  # every other kind: made by rules, and plenty
FOLDER = Path(room.__file__).parent / "data"


def seen(found: Sequence[Example], lang: str) -> dict[tuple[str, Product | None], View]:
    """Each text read once, by text and product."""
    keys = list(dict.fromkeys((text, one.product) for one in found for text in (one.source, one.claim)))
    known: dict[tuple[str, Product | None], View] = {}
    for product in dict.fromkeys(name for _, name in keys):
        texts = [text for text, name in keys if name == product]
        made = views(texts, lang, product=product)
        known.update(((text, product), view) for text, view in zip(texts, made, strict=True))
    return known


def importance(found: Sequence[Example], share: Mapping[str, float], other: float) -> Floats:
    """Each kind counts as much as it should, both its labels alike."""
    cells = [(one.kind, one.consistent) for one in found]
    size = Counter(cells)
    mean = len(found) / sum(share.get(kind, other) for kind, _ in size)
    return np.array([share.get(kind, other) * mean / size[kind, label] for kind, label in cells])


def folds(found: Sequence[Example]) -> NDArray[np.int64]:
    return np.array([crc32(one.group.encode()) % FOLDS for one in found])


def fitted(rows: Floats, found: Sequence[Example], names: Sequence[str]) -> Combined:
    """Weights for claims that repeat the source and for others, and where "borne out" begins for each."""
    copied = repeats(rows)
    return Combined(
        _fitted(rows[copied], chosen(found, copied), names, COPIED, OTHERS["copied"]),
        _fitted(rows[~copied], chosen(found, ~copied), names, FREE, OTHERS["free"]),
    )


def chosen(found: Sequence[Example], places: NDArray[np.bool_]) -> list[Example]:
    return [one for one, own in zip(found, places, strict=True) if own]


def _fitted(
    rows: Floats, found: Sequence[Example], names: Sequence[str], share: Mapping[str, float], other: float
) -> Weights:
    labels, weigh = np.array([one.consistent for one in found]), importance(found, share, other)
    made = fit(rows, labels.astype(np.float64), names, importance=weigh, ridge=RIDGE)
    return replace(made, cut=best_cut(made(rows), labels, weigh))


def best_cut(chances: Floats, labels: NDArray[np.bool_], weigh: Floats) -> float:
    """The threshold at which both labels are right most often on the average, kinds weighed as in the fit."""
    cuts = np.quantile(chances, np.linspace(0.02, 0.98, 97))
    kept = [np.average(chances[labels] >= cut, weights=weigh[labels]) for cut in cuts]
    caught = [np.average(chances[~labels] < cut, weights=weigh[~labels]) for cut in cuts]
    return float(cuts[int(np.argmax(np.add(kept, caught)))])


def tried(rows: Floats, found: Sequence[Example], names: Sequence[str]) -> Floats:
    """Probabilities of each pair by weights that were fitted without its group."""
    fold, chances = folds(found), np.zeros(len(found))
    for number in range(FOLDS):
        rest = fold != number
        made = fitted(rows[rest], chosen(found, rest), names)
        chances[~rest] = made(rows[~rest])
    return chances


def report(chances: Floats, found: Sequence[Example]) -> None:
    for kind in sorted({one.kind for one in found}):
        own = [at for at, one in enumerate(found) if one.kind == kind]
        scores = factuality([found[at].consistent for at in own], [float(chances[at]) for at in own])
        auc, balanced = scores["auc"].value, scores["balanced_accuracy"].value
        print(f"  {kind:<18} {len(own):>5}  AUC {auc:.3f}  balanced {balanced:.3f}")


def weighed(found: Sequence[Example], lang: str, model: Entailer | None, cache: Path | None) -> Floats:
    """The signals of every pair, from the cache if they are there."""
    kept = cache / f"signals-{lang}.npy" if cache else None
    if kept and kept.is_file() and len(rows := np.load(kept)) == len(found):
        return np.asarray(rows, np.float64)
    known = seen(found, lang)
    rows = features([(known[one.source, one.product], known[one.claim, one.product]) for one in found], model)
    if kept:
        np.save(kept, rows)
    return rows


def run(lang: str, data: Path, pairs: Path, model: Entailer | None, *, write: bool, cache: Path | None) -> None:
    found = examples(lang, data, pairs)
    rows = weighed(found, lang, model, cache)
    names = (*LEXICAL, *(ENTAILED if model is not None else ()))
    for size, label in (
        (len(LEXICAL), "words"),
        *(((len(names), "words and entailment"),) if model is not None else ()),
    ):
        chances = tried(rows[:, :size], found, names[:size])
        made = fitted(rows[:, :size], found, names[:size])
        print(f"{lang}, {label}: {len(found):,} pairs, cuts {made.copied.cut:.3f} (repeated), {made.free.cut:.3f}")
        report(chances, found)
        for name, one, other in zip(made.free.names, made.copied.weight, made.free.weight, strict=True):
            print(f"    {one:+.2f} {other:+.2f}  {name}")
        if write:
            name = f"weights-{lang}{'-words' if label == 'words' else ''}.json"
            (FOLDER / name).write_text(json.dumps(made.to_json(), indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--pairs", type=Path, required=True, help="folder of pairs-en.jsonl.xz and pairs-zh.jsonl.xz")
    parser.add_argument("--lang", choices=["en", "zh"], action="append")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    parser.add_argument("--cache", type=Path, help="folder to keep the signals in; empty it when they change")
    given = parser.parse_args()
    for lang in given.lang or ("en", "zh"):
        run(lang, given.data, given.pairs, entailer(lang), write=not given.dry, cache=given.cache)


if __name__ == "__main__":
    main()
