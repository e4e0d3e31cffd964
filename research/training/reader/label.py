"""Label texts with teachers: ``python -m research.training.reader.label --teachers T0 T1 --student ENCODER --samples S --out F``.

The mean of the teachers' probabilities, for the samples of train and dev (of the latter only a student that learns from
dev too sees them) and for unlabelled texts.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from research.training.encoder import read_config
from research.training.pieces import Pieces
from research.training.reader import network
from research.training.reader.batches import Soft, items
from research.training.reader.learn import answers
from research.training.reader.samples import Sample, read_samples
from research.training.reader.soft import carry_over, write_soft
from research.training.reader.trim import texts
from voxpop.errors import says_errors

log = logging.getLogger("voxpop.reader")


def label(teachers: Sequence[Path], student: Path, samples: Sequence[Sample]) -> dict[str, Soft]:
    """What the teachers say of each sample together."""
    ours = [spans for _, spans in pieces_of(student).placed([sample.text for sample in samples])]
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    sums: list[list[np.ndarray[Any, Any]]] = [[] for _ in samples]
    for folder in teachers:
        model, shape = network.load(folder)
        pieces = Pieces(folder, doubled=model.encoder.config.model_type != "bert")
        model.to(device)
        theirs = [spans for _, spans in pieces.placed([sample.text for sample in samples])]
        for place, said in answers(model, items(samples, pieces, shape), pieces, device):
            said[0] = carry_over(said[0], theirs[place], ours[place]).astype(np.float32)
            sums[place] = [a + b for a, b in zip(sums[place], said, strict=True)] if sums[place] else said
        log.info("%s has labelled %s texts", folder.name, f"{len(samples):,}")
    count = len(teachers)
    return {sample.id: Soft(*((part / count).astype(np.float16) for part in parts))
            for sample, parts in zip(samples, sums, strict=True)}  # fmt: skip


def pieces_of(folder: Path) -> Pieces:
    return Pieces(folder, doubled=read_config(folder).model_type != "bert")


def unlabelled(paths: Sequence[Path], *, number: int, longest: int) -> list[Sample]:
    """A draw of texts, cut to a length that a window holds."""
    found = [text for text in texts(paths) if len(text) >= 8]
    random.Random(0).shuffle(found)
    return [Sample(id=f"unlabelled-{place}", text=text[:longest], source="unlabelled", split="train")
            for place, text in enumerate(found[:number])]  # fmt: skip


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.reader.label", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--teachers", type=Path, nargs="+", required=True)
    parser.add_argument("--student", type=Path, required=True, help="the encoder of the student, for its pieces")
    parser.add_argument("--samples", type=Path, required=True)
    parser.add_argument("--texts", type=Path, nargs="*", default=[])
    parser.add_argument("--number", type=int, default=40_000)
    parser.add_argument("--longest", type=int, default=900, help="characters of an unlabelled text")
    parser.add_argument("--stars", type=int, default=8_000, help="at most so many samples of a source with stars only")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    samples = read_samples(given.samples)
    chosen = [sample for sample in samples if sample.split != "test"]
    random.Random(0).shuffle(chosen)
    seen: dict[str, int] = {}
    kept = []
    for sample in chosen:
        if sample.terms is None and sample.labels is None:
            seen[sample.source] = seen.get(sample.source, 0) + 1
            if seen[sample.source] > given.stars:
                continue
        kept.append(sample)
    more = unlabelled(given.texts, number=given.number, longest=given.longest) if given.texts else []
    write_soft(given.out, label(given.teachers, given.student, [*kept, *more]), [(each.id, each.text) for each in more])


if __name__ == "__main__":
    raise SystemExit(main())
