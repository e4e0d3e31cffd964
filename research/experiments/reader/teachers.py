"""What teachers say on Bu et al.'s data, each and together, as runs: needs torch alone, so it can run where they were
trained. ``python -m research.experiments.reader.teachers T0 T1 T2 --corpus asap-zh --data DIR --called NAME --out FILE``
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from research.training.data import Corpus, load
from research.training.reader.by_torch import TorchReader
from research.training.runs import Run, pack
from research.training.scheme import NOT_MENTIONED
from research.training.scores import Prediction, by_source
from voxpop.extract.reader_output import CLASSES
from voxpop.types import ReaderOutput

SETS = {"restaurant": "se14", "asap-zh": "asap"}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.experiments.reader.teachers", description=__doc__.split("\n")[0]
    )
    parser.add_argument("teachers", type=Path, nargs="+")
    parser.add_argument("--corpus", choices=sorted(SETS), required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--called", required=True)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    corpus = load(given.corpus, given.data)
    readers = [TorchReader(folder) for folder in given.teachers]
    readings = [reader.read([example.text for example in corpus.test]) for reader in readers]
    names = [name for name, members in readers[0].shape.sets.items() for _ in members]
    first = names.index(SETS[corpus.name])
    runs = [run(corpus, [said], given.called, seed, first) for seed, said in enumerate(readings)]
    if len(readings) > 1:
        runs.append(run(corpus, readings, f"{given.called}, {len(readings)} together", 0, first))
    pack(runs, given.out)
    for each in runs:
        print(each.config["encoder"]["name"], each.config["seed"], by_source(corpus.test, each.predictions))


def run(corpus: Corpus, readings: Sequence[Sequence[ReaderOutput]], called: str, seed: int, first: int) -> Run:
    config = {"system": "reader", "data": corpus.name, "seed": seed, "vectors": None, "encoder": {"name": called},
              "machine": {"device": "GPU"}}  # fmt: skip
    return Run(f"{corpus.name}, seed {seed}", config, {}, tuple(predictions(corpus, readings, first)))


def predictions(corpus: Corpus, readings: Sequence[Sequence[ReaderOutput]], first: int) -> list[Prediction]:
    """By the mean of the teachers' probabilities."""
    found = []
    for example, *said in zip(corpus.test, *readings, strict=True):
        polarity = np.mean([one.polarity for one in said], axis=0)[first : first + len(example.labels)]
        stars = float(np.mean([one.stars for one in said], axis=0) @ np.arange(1, 6))
        labels = tuple(NOT_MENTIONED if label == NOT_MENTIONED else CLASSES[int(chances.argmax())]
                       for label, chances in zip(example.labels, polarity, strict=True))  # fmt: skip
        found.append(Prediction(example.id, labels, round(stars, 3)))
    return found


if __name__ == "__main__":
    main()
