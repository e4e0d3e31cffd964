"""Fit the weights by which the checker tells whether another name in a repeated sentence is of the same thing.

They are fitted on the substitutions of the dev part of our annotated reviews, in both languages, and moved so that
``KEPT`` of the true ones are accepted in cross-validation over reviews.

    python -m research.experiments.factuality.fit [--dry]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

import voxpop
from research.experiments.factuality.logistic import fit, move_threshold, to_json
from research.experiments.factuality.sets import LabelledPair, swapped
from voxpop.check.align import find_changes
from voxpop.check.pair_scores import SUPPORTED, WEIGHTS, Floats, SwapWeights, swap_features
from voxpop.check.parsed_texts import ParsedText, parse_texts
from voxpop.check.swaps import SIGNALS
from voxpop.metrics.factuality import factuality
from voxpop.types import Product

LANGS = ("en", "zh")
FOLDS = 8
DRAWS = 5  # ways to cut into folds, over which scores are averaged
KEPT = 0.92  # of true ones, to be accepted: what is asked is 0.9, and a tenth of few reviews is soon missed
RIDGE = 40.0
FOLDER = Path(voxpop.__file__).parent / "check" / "data"


@dataclass(frozen=True)
class Pairs:
    """Examples with their features."""

    found: Sequence[LabelledPair]
    rows: Floats

    def __len__(self) -> int:
        return len(self.found)

    def where(self, places: NDArray[np.bool_]) -> Pairs:
        return Pairs([one for one, own in zip(self.found, places, strict=True) if own], self.rows[places])

    @property
    def labels(self) -> NDArray[np.bool_]:
        return np.array([one.consistent for one in self.found], bool)

    def importance(self) -> Floats:
        """Both labels count alike."""
        weights, labels = np.array([one.weight for one in self.found]), self.labels
        sums = np.where(labels, weights[labels].sum(), weights[~labels].sum())
        return np.asarray(weights / sums * len(self) / 2)


def parsed_texts(found: Sequence[LabelledPair], lang: str) -> dict[tuple[str, Product | None], ParsedText]:
    """Each text read once, by text and product."""
    keys = list(dict.fromkeys((text, one.product) for one in found for text in (one.source, one.claim)))
    known: dict[tuple[str, Product | None], ParsedText] = {}
    for product in dict.fromkeys(name for _, name in keys):
        texts = [text for text, name in keys if name == product]
        made = parse_texts(texts, lang, product=product)
        known.update(((text, product), view) for text, view in zip(texts, made, strict=True))
    return known


def featured(lang: str) -> tuple[list[LabelledPair], list[list[float]]]:
    """The pairs of a language in which a name was found to be exchanged, and their features."""
    found = list(swapped(lang))
    known = parsed_texts(found, lang)
    rows = []
    for one in found:
        source = known[one.source, one.product]
        rows.append(swap_features(source, find_changes(source, known[one.claim, one.product])))
    places = [at for at, row in enumerate(rows) if row is not None]
    return [found[at] for at in places], [row for row in rows if row is not None]


def fitted(pairs: Pairs) -> SwapWeights:
    return fit(pairs.rows, pairs.labels.astype(np.float64), importance=pairs.importance(), ridge=RIDGE)


def tried(pairs: Pairs) -> Floats:
    """The chance of each pair by weights that were fitted without its group, as a mean of odds over several folds."""
    total = np.zeros(len(pairs))
    for draw in range(DRAWS):
        fold = np.array([crc32(f"{draw} {one.group}".encode()) % FOLDS for one in pairs.found])
        for number in set(fold.tolist()):
            chance = np.clip(fitted(pairs.where(fold != number))(pairs.rows[fold == number]), 1e-9, 1 - 1e-9)
            total[fold == number] += np.log(chance / (1 - chance))
    return np.asarray(1 / (1 + np.exp(-total / DRAWS)))


def report(chances: Floats, found: Sequence[LabelledPair]) -> None:
    """Print the AUC of pairs that the paper's procedure draws, and how many are accepted and caught."""
    own = [at for at, one in enumerate(found) if one.drawn]
    labels = np.array([found[at].consistent for at in own])
    passed = chances[own] >= SUPPORTED
    both = 0 < labels.sum() < len(own)
    auc = f"{factuality(labels.tolist(), chances[own].tolist())['auc'].value:.3f}" if both else "–"
    shares = [f"{share.mean():.3f}" if len(share) else "–" for share in (passed[labels], ~passed[~labels])]
    print(f"{len(own):>5}  AUC {auc:<5}  accepted {shares[0]}  caught {shares[1]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry", action="store_true", help="write nothing")
    given = parser.parse_args()
    sets = [featured(lang) for lang in LANGS]
    pairs = Pairs([one for found, _ in sets for one in found], np.array([row for _, rows in sets for row in rows]))
    chances = tried(pairs)
    true = [at for at, one in enumerate(pairs.found) if one.consistent and one.drawn]
    cut = float(np.quantile(chances[true], 1 - KEPT, method="lower"))
    odds = chances / (1 - chances) * (1 - cut) / cut
    report(odds / (1 + odds), pairs.found)
    weights = move_threshold(fitted(pairs), cut)
    for weight, name in sorted(zip(weights.weight, SIGNALS, strict=True), key=lambda pair: -abs(pair[0])):
        print(f"    {weight:+.2f}  {name}")
    if not given.dry:
        text = json.dumps({"swapped": to_json(weights, SIGNALS)}, indent=1)
        (FOLDER / WEIGHTS).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
