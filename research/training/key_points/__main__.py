"""Learn what statements mean, and ship it: ``python -m research.training.key_points --data DIR``.

For each language it reads the grouped statements with the shipped reader, learns the map, writes it beside the reader and
renews the checksums: about a minute on one core. Run it again whenever the reader's weights change. ``--try`` writes
nothing: each of four parts of the domains is grouped by a map learned from the others, for several thresholds. ``--match``
learns from the same when a statement says what a label says, and writes the weights into the rules of the language, with the
threshold that is best on the development domains, whose groups neither the reader nor this map has learned.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from research.add_weights import add
from research.annotation.key_points import GroupedStatement, read_grouped
from research.commands import says_errors
from research.evaluation.key_points import describe, score, score_points, write_rule
from research.training.key_points.learn import Floats, learn, on_whole, read_features, write
from research.training.key_points.matching import learn_matching
from research.training.opinions.texts import DEVELOPMENT
from voxpop import assets
from voxpop.extract.opinion_model import MEANING, OpinionModel, opinion_model, weights_name

FOLDS = 4
THRESHOLDS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75)
ALIKE, SAME, OF_FAST = "alike", "same", "_fast"  # the names of what is learned in the rules of a language


def cross_validated(
    rows: Floats, statements: Sequence[GroupedStatement], lang: str, model: OpinionModel
) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """Return the meaning of each statement by a map that was learned without its domain."""
    domains = sorted({statement.domain for statement in statements})
    fold_of = np.array([domains.index(statement.domain) % FOLDS for statement in statements])
    meanings = np.zeros((len(rows), 64), np.int8)
    for fold in range(FOLDS):
        others = [statement for statement, own in zip(statements, fold_of, strict=True) if own != fold]
        learned = learn(rows[fold_of != fold], others, lang, width=model.width)
        meanings[fold_of == fold] = learned.project(rows[fold_of == fold])
    return meanings


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.key_points", description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--lang", choices=("en", "zh"), nargs="*", default=["en", "zh"])
    parser.add_argument("--try", action="store_true", dest="trial", help="figures by threshold; nothing is written")
    parser.add_argument("--match", action="store_true", help="learn when a statement says what a label says")
    parser.add_argument("--fast", action="store_true", help="of the small reader")
    given = parser.parse_args()
    for lang in given.lang:
        model = opinion_model(lang, fast=given.fast)
        statements = read_grouped(lang, given.data, held_out=False)
        rows = read_features(statements, model, lang)
        if given.trial or given.match:
            meanings = cross_validated(rows, statements, lang, model)
            dev = [place for place, statement in enumerate(statements) if statement.domain in DEVELOPMENT[lang]]
            unseen, found = [statements[place] for place in dev], meanings[dev]
            scores = {threshold: score(unseen, found, alike=threshold) for threshold in THRESHOLDS}
            for threshold, made in scores.items():
                print(lang, threshold, describe(made))
            if given.match:
                weights = learn_matching(statements, meanings, on_whole(rows, model), lang, fast=given.fast)
                best = max(scores, key=lambda threshold: scores[threshold]["pair_f1"])
                for name, value in ((ALIKE, best), (SAME, weights)):
                    print(write_rule(lang, name + OF_FAST * given.fast, value), name, value)
            print(lang, describe(score_points(statements, meanings, on_whole(rows, model), lang, fast=given.fast)))
            continue
        asset = assets.find(weights_name(lang, fast=given.fast))
        learned = learn(rows, statements, lang, width=model.width)
        write(learned, asset.path.with_name(MEANING))
        add(asset.name, language=asset.language, licence=asset.licence)
        print(f"{asset.path.with_name(MEANING)}: learned from {len(statements):,} statements")


if __name__ == "__main__":
    raise SystemExit(main())
