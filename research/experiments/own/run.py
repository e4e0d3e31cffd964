"""Own categories from a few hundred labelled reviews, against a bag of words in the same run.

    python -m research.experiments.own.run --data DIR                    # test, with the shipped models
    python -m research.experiments.own.run --data DIR --split dev        # what chose the recipe
    python -m research.experiments.own.run --data DIR --reader-en FOLDER # any model that was exported

Every draw of reviews goes the user's way: a CSV is written, read back and trained on. Figures are means over draws.
"""

from __future__ import annotations

import argparse
import csv
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from research.experiments.own.baseline import bag_of_words
from research.experiments.own.sets import SETS, Set
from research.training.data import Example
from voxpop.extract.custom_categories import fingerprint
from voxpop.extract.opinion_model import TextScores, open_opinion_model, opinion_model
from voxpop.train.head_quality import CategoryQuality, category_qualities
from voxpop.train.head_training import Recipe
from voxpop.train.label_table import LabelColumns, LabelledReviews, read_labelled
from voxpop.train.training_run import TrainedHeads, TrainingReader, evaluate, train

FIGURES = ("detection_f1", "polarity_accuracy", "polarity_macro_f1", "found_and_right_f1")


class Kept:
    """A model that reads what is measured on once for all draws."""

    def __init__(self, model: TrainingReader) -> None:
        self.model, self.home = model, model.home
        self.scores: dict[str, TextScores] = {}

    def read(self, text: str, *, hidden: bool = False) -> TextScores:
        if text not in self.scores:
            self.scores[text] = self.model.read(text, hidden=True)
        return self.scores[text]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.experiments.own.run", description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", nargs="+", default=list(SETS), choices=list(SETS))
    parser.add_argument("--sizes", type=int, nargs="+", default=[300], help="how many labelled reviews")
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--split", default="test", choices=["dev", "test"])
    parser.add_argument("--most", type=int, default=1000, help="reviews measured on, at most")
    parser.add_argument("--reader-en", type=Path)
    parser.add_argument("--reader-zh", type=Path)
    given = parser.parse_args()
    folders = {"en": given.reader_en, "zh": given.reader_zh}
    print("| set | labelled | | found (F1) | polarity accuracy | polarity macro-F1 | found and right (F1) | seconds |")
    print("|---|---:|---|---:|---:|---:|---:|---:|")
    for name in given.sets:
        found = SETS[name](given.data)
        folder = folders[found.lang]
        model = open_opinion_model(folder) if folder else opinion_model(found.lang)
        kept = Kept(model)
        for size in sorted({min(size, len(found.train)) for size in given.sizes}):
            runs = [draw(found, model, kept, seed, size=size, split=given.split, most=given.most)
                    for seed in range(given.draws)]  # fmt: skip
            for system in runs[0]:
                cells = line(system, [run[system] for run in runs])
                print(f"| {found.name} | {size} | {cells} |", flush=True)


def draw(
    found: Set, model: TrainingReader, known: Kept, seed: int, *, size: int, split: str, most: int
) -> dict[str, tuple[CategoryQuality, float]]:
    """The figures over all categories, and the seconds, of our heads and of the bag of words."""
    chosen = random.Random(seed).sample(found.train, size)
    measured = (found.test if split == "test" else found.dev)[:most]
    with tempfile.TemporaryDirectory() as folder:
        learned, other = (as_file(Path(folder) / f"{name}.csv", examples, found) for name, examples in
                          (("train", chosen), ("other", measured)))  # fmt: skip
    began = time.perf_counter()
    trained: TrainedHeads = train(learned, model, Recipe(seed=seed), encoder=fingerprint(model))
    seconds = time.perf_counter() - began
    ours = evaluate(trained.heads, other, known)[-1]
    kept, asked = learned.keep(trained.heads.categories), other.keep(trained.heads.categories)
    began = time.perf_counter()
    answers, present = bag_of_words(kept.texts, kept.labels, asked.texts, lang=found.lang)
    words = category_qualities(asked.labels, answers, kept.categories, present=present)[-1]
    unseen = trained.qualities[-1]
    return {
        "own heads": (ours, seconds),
        "as voxpop train said": (unseen, seconds),
        "bag of words": (words, time.perf_counter() - began),
    }


def as_file(path: Path, examples: Sequence[Example], found: Set) -> LabelledReviews:
    with path.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines)
        writer.writerow(["text", *found.categories])
        writer.writerows([example.text, *example.labels] for example in examples)
    return read_labelled(path, LabelColumns(text="text", labels=found.categories, lang=found.lang))


def line(system: str, runs: Sequence[tuple[CategoryQuality, float]]) -> str:
    cells = []
    for figure in FIGURES:
        values = [100 * getattr(quality, figure).value for quality, _ in runs]
        cells.append(f"{np.mean(values):.1f} ± {np.std(values, ddof=1) if len(values) > 1 else 0:.1f}")
    return f"{system} | {' | '.join(cells)} | {np.mean([seconds for _, seconds in runs]):.0f}"


if __name__ == "__main__":
    main()
