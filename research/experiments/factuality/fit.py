"""python -m research.experiments.factuality.fit --data DIR --pairs DIR: the checker's weights, fitted and tried.

Fits logistic models of the signals on development data, tries them across folds over reviews (over products for
ReviewNLI's pairs, over source texts for generated ones), and writes the weights beside the checker: for each language
with the entailment model where there is one, and without; and one set for both languages that tells whether another
name is of another thing.

Where "borne out" begins is chosen on what each fold says of pairs that it was not fitted on. Run it again whenever the
weights of the opinion model (``reader-*``) or of entailment (``entail-*``) change.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

import voxpop
from research.experiments.factuality.logistic import fit, move_threshold, to_json
from research.experiments.factuality.sets import LabelledPair, examples
from voxpop.check.combine import COLUMNS, SUPPORTED, SWAP_WEIGHTS, WEIGHTS, LogisticWeights
from voxpop.check.entailment import Entailer, entailer
from voxpop.check.parsed_texts import ParsedText, parse_texts
from voxpop.check.support_features import ENTAILED, LEXICAL, SWAPPED, WORDS, Floats, exchanged, features, repeats
from voxpop.metrics.factuality import factuality
from voxpop.types import Product

LANGS = ("en", "zh")
FOLDS = 8
DRAWS = 5  # ways to cut into folds, over which scores are averaged
KEPT = 0.92  # of true ones, to be accepted: what is asked is 0.9, and a tenth of few reviews is soon missed
FOLDER = Path(voxpop.__file__).parent


@dataclass(frozen=True)
class CheckerRecipe:
    """What one set of weights is fitted on: signals, and how much each kind of pair counts."""

    names: tuple[str, ...]
    share: Mapping[str, float]
    other: float  # every other kind: made by rules, and plenty
    ridge: float = 40.0
    kept: float | None = None  # the share of true ones to accept; without, what is best for both


SWAP = CheckerRecipe(SWAPPED, {"substitution": 1.0}, 0.03, kept=KEPT)


def recipes(*, entailment: bool) -> dict[str, CheckerRecipe]:
    names = (*WORDS, *(ENTAILED if entailment else ()))
    return {
        "copied": CheckerRecipe(names, {}, 1.0, kept=KEPT),
        "free": CheckerRecipe(names, {"reviewnli": 3.0, "worded": 0.3}, 0.005, ridge=200.0),
    }


@dataclass(frozen=True)
class Pairs:
    """Examples with their signals."""

    found: Sequence[LabelledPair]
    rows: Floats

    def __len__(self) -> int:
        return len(self.found)

    def where(self, places: NDArray[np.bool_]) -> Pairs:
        return Pairs([one for one, own in zip(self.found, places, strict=True) if own], self.rows[places])

    @property
    def labels(self) -> NDArray[np.bool_]:
        return np.array([one.consistent for one in self.found], bool)

    def importance(self, recipe: CheckerRecipe) -> Floats:
        """Each kind counts as much as it should, both its labels alike."""
        cells = [(one.kind, one.consistent) for one in self.found]
        size: dict[tuple[str, bool], float] = defaultdict(float)
        for cell, one in zip(cells, self.found, strict=True):
            size[cell] += one.weight
        mean = sum(one.weight for one in self.found) / sum(recipe.share.get(kind, recipe.other) for kind, _ in size)
        return np.array([
            recipe.share.get(one.kind, recipe.other) * mean * one.weight / size[cell]
            for cell, one in zip(cells, self.found, strict=True)
        ])  # fmt: skip


# --- signals


def seen(found: Sequence[LabelledPair], lang: str) -> dict[tuple[str, Product | None], ParsedText]:
    """Each text read once, by text and product."""
    keys = list(dict.fromkeys((text, one.product) for one in found for text in (one.source, one.claim)))
    known: dict[tuple[str, Product | None], ParsedText] = {}
    for product in dict.fromkeys(name for _, name in keys):
        texts = [text for text, name in keys if name == product]
        made = parse_texts(texts, lang, product=product)
        known.update(((text, product), view) for text, view in zip(texts, made, strict=True))
    return known


def weighed(found: Sequence[LabelledPair], lang: str, model: Entailer | None, cache: Path | None) -> Pairs:
    """The signals of every pair, from the cache if they are there."""
    kept = cache / f"signals-{lang}.npy" if cache else None
    if kept and kept.is_file() and len(rows := np.load(kept)) == len(found):
        return Pairs(found, np.asarray(rows, np.float64))
    known = seen(found, lang)
    rows = features([(known[one.source, one.product], known[one.claim, one.product]) for one in found], model)
    if kept:
        np.save(kept, rows)
    return Pairs(found, rows)


# --- fitting


def fitted(pairs: Pairs, recipe: CheckerRecipe) -> LogisticWeights:
    columns = [COLUMNS[name] for name in recipe.names]
    weigh, labels = pairs.importance(recipe), pairs.labels.astype(np.float64)
    return fit(pairs.rows[:, columns], labels, recipe.names, importance=weigh, ridge=recipe.ridge)


def tried(pairs: Pairs, recipe: CheckerRecipe) -> Floats:
    """The chance of each pair by weights that were fitted without its group, as a mean of odds over several folds."""
    total = np.zeros(len(pairs))
    for draw in range(DRAWS):
        fold = np.array([crc32(f"{draw} {one.group}".encode()) % FOLDS for one in pairs.found])
        for number in set(fold.tolist()):
            made = fitted(pairs.where(fold != number), recipe)
            chance = np.clip(made.of(pairs.rows[fold == number]), 1e-9, 1 - 1e-9)
            total[fold == number] += np.log(chance / (1 - chance))
    return np.asarray(1 / (1 + np.exp(-total / DRAWS)))


def beginning(chances: Floats, pairs: Pairs, recipe: CheckerRecipe) -> float:
    """Where "borne out" begins: where enough true ones are accepted, or both labels are right most often."""
    labels = pairs.labels
    if recipe.kept is not None:
        main = max(recipe.share, key=recipe.share.__getitem__, default=None)
        true = [at for at, one in enumerate(pairs.found)
                if one.consistent and (main is None or (one.drawn and one.kind == main))]  # fmt: skip
        return float(np.quantile(chances[true], 1 - recipe.kept, method="lower"))
    weigh = pairs.importance(recipe)
    cuts = np.quantile(chances, np.linspace(0.02, 0.98, 97))
    kept = [np.average(chances[labels] >= cut, weights=weigh[labels]) for cut in cuts]
    caught = [np.average(chances[~labels] < cut, weights=weigh[~labels]) for cut in cuts]
    return float(cuts[int(np.argmax(np.add(kept, caught)))])


def made(pairs: Pairs, recipe: CheckerRecipe) -> tuple[LogisticWeights, Floats]:
    """The weights of all pairs, and what those that do not know a pair say of it, both moved to where it begins."""
    chances = tried(pairs, recipe)
    cut = beginning(chances, pairs, recipe)
    return move_threshold(fitted(pairs, recipe), cut), _moved(chances, cut)


def _moved(chances: Floats, cut: float) -> Floats:
    odds = chances / (1 - chances) * (1 - cut) / cut
    return np.asarray(odds / (1 + odds))


# --- what is printed


def report(chances: Floats, found: Sequence[LabelledPair]) -> None:
    for kind in sorted({one.kind for one in found}):
        own = [at for at, one in enumerate(found) if one.kind == kind and one.drawn]
        if not own:
            continue
        labels = np.array([found[at].consistent for at in own])
        passed = chances[own] >= SUPPORTED
        both = 0 < labels.sum() < len(own)
        auc = f"{factuality(labels.tolist(), chances[own].tolist())['auc'].value:.3f}" if both else "–"
        shares = [f"{share.mean():.3f}" if len(share) else "–" for share in (passed[labels], ~passed[~labels])]
        print(f"  {kind:<18} {len(own):>5}  AUC {auc:<5}  accepted {shares[0]}  caught {shares[1]}")


def write(name: str, parts: Mapping[str, LogisticWeights]) -> None:
    found = {part: to_json(one) for part, one in parts.items()}
    (FOLDER / name).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def show(one: LogisticWeights) -> None:
    for weight, name in sorted(zip(one.weight, one.names, strict=True), key=lambda pair: -abs(pair[0])):
        print(f"    {weight:+.2f}  {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--pairs", type=Path, required=True, help="folder of pairs-en.jsonl.xz and pairs-zh.jsonl.xz")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    parser.add_argument("--cache", type=Path, help="folder to keep the signals in; empty it when they change")
    given = parser.parse_args()
    models = {lang: entailer(lang) for lang in LANGS}
    sets = {lang: weighed(examples(lang, given.data, given.pairs), lang, models[lang], given.cache) for lang in LANGS}
    both = Pairs([one for lang in LANGS for one in sets[lang].found],
                 np.vstack([sets[lang].rows[:, : len(LEXICAL)] for lang in LANGS]))  # fmt: skip
    swapped = both.where(exchanged(both.rows))
    names, chances = made(swapped, SWAP)
    print(f"names exchanged, both languages: {len(swapped):,} pairs")
    report(chances, swapped.found)
    show(names)
    if not given.dry:
        write(f"check/data/{SWAP_WEIGHTS}", {"swapped": names})
    for lang, pairs in sets.items():
        others = pairs.where(~exchanged(pairs.rows))
        copied = repeats(others.rows)
        for entailment in (False, True) if models[lang] is not None else (False,):
            parts: dict[str, LogisticWeights] = {}
            for part, recipe in recipes(entailment=entailment).items():
                own = others.where(copied if part == "copied" else ~copied)
                parts[part], chances = made(own, recipe)
                print(f"{lang}, {part}, {'words and entailment' if entailment else 'words'}: {len(own):,} pairs")
                report(chances, own.found)
            if not given.dry:
                write(f"lang/{lang}/data/{WEIGHTS[entailment]}", parts)


if __name__ == "__main__":
    main()
