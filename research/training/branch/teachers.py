"""Teachers for comparisons: whole encoders that learn from COQE and say what they think of unlabelled sentences.

``python -m research.training.branch.teachers --encoder DIR --samples coqe-en.jsonl.xz --texts sentences-en.jsonl.xz
--seeds 0 1 2 --out taught-en.jsonl.xz`` trains one a seed, prints how each does on dev and how all do together, and
writes the sentences with the mean of their chances: samples for ``branch.mentions --judge``.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from research.training.branch.mentions import (
    JUDGED,
    MentionBranchOutput,
    MentionBranchRecipe,
    MentionItem,
    f1,
    figures,
    fit,
    item,
    read,
    read_items,
    read_rows,
    size_of,
)  # fmt: skip
from research.training.encoder import Encoder, load_encoder
from research.training.encoder_folder import encoder_folder
from research.training.optimization import batches
from research.training.pieces import Pieces
from research.training.reader.samples import write_lines
from research.training.system import pad
from voxpop.errors import says_errors

log = logging.getLogger("voxpop.branch")
WINDOW = 256


class Framed:
    """A teacher's ``Texts``: numbers of pieces, framed, and where there is text."""

    def __init__(self, encoder: Path, device: torch.device, *, doubled: bool) -> None:
        self.pieces, self.window, self.device = Pieces(encoder, doubled=doubled), WINDOW, device

    def __call__(self, ids: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
        marks = self.pieces.marks
        framed, _ = pad([[marks.cls, *row, marks.sep] for row in ids], value=marks.pad, device=self.device)
        return framed, pad(ids, device=self.device)[1]


class ComparisonTeacher(nn.Module):  # type: ignore[misc]
    """An encoder with a map for each answer; it answers as a branch does, and is told nothing of names."""

    def __init__(self, encoder: Encoder, outputs: Mapping[str, int]) -> None:
        super().__init__()
        self.encoder = encoder
        self.drop = nn.Dropout(0.1)
        self.outputs = nn.ModuleDict({name: nn.Linear(encoder.width, n) for name, n in outputs.items()})

    def forward(self, ids: Tensor, _flags: Tensor, mask: Tensor) -> dict[str, Tensor]:
        framed = torch.arange(ids.shape[1], device=ids.device) < mask.sum(1, keepdim=True) + 2
        x = self.drop(self.encoder(ids, framed))[:, :-1]
        return {name: output(x).float() for name, output in self.outputs.items()}


def train(folder: Path, items: Sequence[MentionItem], texts: Framed, recipe: MentionBranchRecipe) -> ComparisonTeacher:
    torch.manual_seed(recipe.seed)
    teacher = ComparisonTeacher(load_encoder(folder), JUDGED)
    teacher.to(texts.device)
    fit(teacher, items, texts, recipe)
    return teacher


@torch.no_grad()  # type: ignore[untyped-decorator]
def verdicts(teacher: ComparisonTeacher, items: Sequence[MentionItem], texts: Framed) -> Tensor:
    """(items, 5): the chance that each compares, and of the four directions if it does."""
    teacher.eval()
    found = torch.zeros(len(items), 5)
    numbered = list(enumerate(items))
    for rows in batches(numbered, 64, random.Random(0), length=lambda each: size_of(each[1])):
        answer: MentionBranchOutput = read(teacher, [row for _, row in rows], texts)
        for place, (number, row) in enumerate(rows):
            said = answer.compared(place, (0, len(row.ids)))
            found[number] = torch.cat([said[:1].sigmoid(), said[1:].softmax(0)]).cpu()
    return found


def together(items: Sequence[MentionItem], said: Tensor) -> dict[str, float]:
    """F1 of finding comparisons by the mean of all teachers, by source."""
    pairs: dict[str, list[tuple[int, int]]] = {}
    for row, chances in zip(items, said.tolist(), strict=True):
        for _, label in row.sentences:
            pairs.setdefault(row.source, []).append((int(label), int(chances[0] > 0.5)))
    return {source: f1(found, 1) for source, found in pairs.items()}


def taught(row: Mapping[str, Any], chances: Sequence[float]) -> dict[str, Any]:
    """A sentence with what the teachers say; a direction only where it is rather a comparison."""
    whole = [0, len(row["text"])]
    compares, *ways = (round(chance, 4) for chance in chances)
    said: dict[str, Any] = {"source": "taught", "split": "train", "sentences": [[*whole, compares]]}
    if compares > 0.5:
        said["preference"] = [[*whole, ways]]
    return {**row, **said}


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.branch.teachers", description=__doc__)
    parser.add_argument("--encoder", type=encoder_folder, required=True)
    parser.add_argument("--samples", type=Path, nargs="+", required=True, help="coqe-LANGUAGE.jsonl.xz")
    parser.add_argument("--texts", type=Path, nargs="*", default=[], help="sentences without labels")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=4e-5)
    parser.add_argument("--heads", type=float, default=10.0)
    parser.add_argument("--with-dev", action="store_true", help="learn from dev too, once all is chosen")
    given = parser.parse_args()
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    texts = Framed(given.encoder, device, doubled=load_encoder(given.encoder).config.model_type != "bert")
    splits = {split: read_items(given.samples, split, texts, weak=1.0) for split in ("train", "dev")}
    splits["train"] += splits["dev"] if given.with_dev else []
    rows = [row for row in read_rows(given.texts) if row["text"].strip()]
    placed = texts.pieces.placed([row["text"] for row in rows])
    unlabelled = [item(row, ids, spans, room=WINDOW - 2, weak=1.0)
                  for row, (ids, spans) in zip(rows, placed, strict=True)]  # fmt: skip
    dev, said, metrics = [], [], {}
    for seed in given.seeds:
        recipe = MentionBranchRecipe(epochs=given.epochs, rate=given.rate, heads=given.heads, seed=seed)
        teacher = train(given.encoder, splits["train"], texts, recipe)
        metrics[str(seed)] = figures(teacher, splits["dev"], texts)
        log.info("seed %s of %s: %s", seed, asdict(recipe), metrics[str(seed)])
        dev.append(verdicts(teacher, splits["dev"], texts))
        said.append(verdicts(teacher, unlabelled, texts))
    metrics["together"] = together(splits["dev"], torch.stack(dev).mean(0))
    log.info("together: %s", metrics["together"])
    write_lines((taught(row, each) for row, each in zip(rows, torch.stack(said).mean(0).tolist(), strict=True)),
                given.out)  # fmt: skip
    given.out.with_suffix(".json").write_text(json.dumps(metrics, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
