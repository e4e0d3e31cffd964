"""Which recipe is best, by cross-validation: ``python -m research.training.folds joint-no-rp A.json B.json --data DIR …``.

A dev set of a few hundred reviews cannot tell recipes apart. Here each is trained on all folds but one, in turn, and
the answers for what was left out are scored together. The training and dev sets are all that is read. Nothing stops a
training early: it takes all epochs of its recipe (more up to ``least_steps``), as ``train`` does with ``settled``.
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from research.commands import says_errors
from research.training.build import build
from research.training.data import Corpus, Example, load, with_words
from research.training.encoder_folder import encoder_folder
from research.training.loop import Task, drawn, predict, refit
from research.training.recipe import Recipe, read_plan
from research.training.scores import Prediction, score
from research.training.systems import SYSTEMS
from voxpop.errors import OptionError, choose

log = logging.getLogger("voxpop.folds")
Fold = tuple[list[Example], list[Example]]


def folds(examples: Sequence[Example], count: int, *, seed: int = 0) -> Iterator[Fold]:
    """What to learn from and what is left out, ``count`` times; the ids and the seed alone say which is where."""
    if not 2 <= count <= len(examples):
        raise OptionError(f"{len(examples)} reviews can be cut into 2 to {len(examples)} folds, not {count}.")
    order = sorted(examples, key=lambda example: example.id)
    Random(seed).shuffle(order)
    for fold in range(count):
        yield [e for i, e in enumerate(order) if i % count != fold], order[fold::count]


def cross_validate(name: str, corpus: Corpus, recipe: Recipe, *, count: int, encoder: Path | None = None,
                   source: str | None = None, device: str = "cpu") -> dict[str, float]:  # fmt: skip
    """The figures of a recipe on the training and dev sets, every fold with a seed of its own."""
    gold: list[Example] = []
    said: list[Prediction] = []
    for seed, (rest, left_out) in enumerate(folds([*corpus.train, *corpus.dev], count)):
        built = build(name, corpus, seed=seed, limit=recipe.limit, encoder=encoder, source=source)
        built.system.to(device)
        learnt = drawn(rest, recipe.reviews)
        refit(built.system, Task(built.reader, learnt, (), SYSTEMS[name].tasks), recipe, seed=seed)
        gold += left_out
        said += predict(built.system, left_out, built.reader(left_out), batch=recipe.batch)
        log.info("%s, fold %s of %s: so far %s", name, seed + 1, count, score(gold, said))
    return score(gold, said)


@says_errors
def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.folds", description=__doc__.split("\n")[0])
    parser.add_argument("system")
    parser.add_argument("configs", nargs="+", help="configs by name or .json, each with a recipe for the system")
    parser.add_argument("--data", type=Path, required=True, help="folder of data sets")
    parser.add_argument("--encoder", type=encoder_folder, help="folder of a BERT-like encoder, or a package with one")
    parser.add_argument("--vectors", help="word vectors: shipped tables joined by +, or a text file")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    given = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    for plan in map(read_plan, given.configs):
        recipe = plan.recipe(choose("system", given.system, plan.systems))
        corpus = load(plan.data, given.data)
        corpus = with_words(corpus) if SYSTEMS[given.system].reads == "words" else corpus
        found = cross_validate(given.system, corpus, recipe, count=given.folds, encoder=given.encoder,
                               source=given.vectors, device=given.device)  # fmt: skip
        sys.stdout.write(f"{plan.name}\t" + "\t".join(f"{key} {value:.4f}" for key, value in found.items()) + "\n")


if __name__ == "__main__":
    raise SystemExit(main())
