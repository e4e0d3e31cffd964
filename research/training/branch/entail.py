"""Train the branch that says whether one text follows from another, contradicts it, or neither:
``python -m research.training.branch.entail --reader CHECKPOINT --pairs pairs-en.jsonl.xz --out DIR``.

The lower layers read the two texts apart, so that the reader's states of a review serve every sentence that is held
against it; the branch reads them together, the hypothesis first. Needs torch, numpy, safetensors, tokenizers.
"""

from __future__ import annotations

import argparse
import json
import logging
import lzma
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional as F

from research.training.branch.branch_training import BranchRecipe, add_options, chosen_recipe, train_branch
from research.training.branch.network import Branch, BranchShape, grow, save
from research.training.branch.states import States, side_by_side
from research.training.optimization import batches, mixed
from voxpop.errors import says_errors

log = logging.getLogger("voxpop.branch")
LABELS = ("entailment", "neutral", "contradiction")
DEPTH = {"en": 3, "zh": 2}
LONGEST = 60  # pieces of a hypothesis


@dataclass(frozen=True, slots=True, kw_only=True)
class EntailmentRecipe(BranchRecipe):
    """And how many pairs of a large source an epoch sees."""

    epochs: int = 4
    batch: int = 64
    most: int = 40_000  # pairs of one source in an epoch


class EncodedPair(NamedTuple):
    premise: list[int]
    hypothesis: list[int]
    label: int
    source: str


def read_pairs(path: Path, split: str, states: States) -> list[EncodedPair]:
    """The pairs of a split as pieces; what is longer than the reader's window is cut."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row["split"] == split]
    premises = states.pieces([row["premise"] for row in rows])
    hypotheses = states.pieces([row["hypothesis"] for row in rows])
    return [
        EncodedPair(premise[: states.window - 2], hypothesis[:LONGEST], LABELS.index(row["label"]), row["source"])
        for row, premise, hypothesis in zip(rows, premises, hypotheses, strict=True)
        if premise and hypothesis
    ]


def epoch(pairs: Sequence[EncodedPair], recipe: EntailmentRecipe, number: int) -> list[list[EncodedPair]]:
    """Batches of about equal lengths, by the seed and the epoch alone."""
    dice = random.Random(f"{recipe.seed}/{number}")
    by_source: dict[str, list[EncodedPair]] = defaultdict(list)
    for pair in pairs:
        by_source[pair.source].append(pair)
    seen = [pair for members in by_source.values() for pair in dice.sample(members, min(len(members), recipe.most))]
    return batches(seen, recipe.batch, dice, length=lambda pair: len(pair.premise), pool=100)


def scores(branch: Branch, rows: Sequence[EncodedPair], states: States) -> Tensor:
    """(B, 3), before softmax."""
    hidden, flags, mask = side_by_side(
        states([pair.hypothesis for pair in rows]), states([pair.premise for pair in rows])
    )
    with mixed(states.device):
        answer: Tensor = branch(hidden, flags, mask)["entail"][:, 0]
    return answer


def fit(
    branch: Branch, pairs: Sequence[EncodedPair], dev: Sequence[EncodedPair], states: States, recipe: EntailmentRecipe
) -> int:
    epochs = [epoch(pairs, recipe, number) for number in range(recipe.epochs)]

    def loss_of(rows: list[EncodedPair]) -> Tensor:
        wanted = torch.tensor([pair.label for pair in rows], device=states.device)
        return F.cross_entropy(scores(branch, rows, states), wanted)

    def right() -> str:
        return f", dev {figures(branch, dev, states)['all']:.4f}"

    return train_branch(branch, epochs, loss_of, recipe, after=right)


@torch.no_grad()  # type: ignore[untyped-decorator]
def answers(
    branch: Branch, pairs: Sequence[EncodedPair], states: States, *, size: int = 128
) -> Iterator[tuple[int, int]]:
    """The place of each pair and what the branch says."""
    branch.eval()
    order = sorted(range(len(pairs)), key=lambda place: len(pairs[place].premise))
    for first in range(0, len(order), size):
        places = order[first : first + size]
        said = scores(branch, [pairs[place] for place in places], states).argmax(-1).tolist()
        yield from zip(places, said, strict=True)


def figures(branch: Branch, pairs: Sequence[EncodedPair], states: States) -> dict[str, float]:
    """Accuracy by source and over all."""
    right: dict[str, list[bool]] = defaultdict(list)
    for place, said in answers(branch, pairs, states):
        for name in (pairs[place].source, "all"):
            right[name].append(said == pairs[place].label)
    return {name: sum(hits) / len(hits) for name, hits in sorted(right.items())}


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.branch.entail", description=__doc__)
    parser.add_argument("--reader", type=Path, required=True, help="checkpoint of the reader it stands on")
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--layers", type=int)
    parser.add_argument("--test", action="store_true", help="look at the test sets too, once all is chosen")
    parser.add_argument("--limit", type=int, help="only so many pairs, to try things out")
    add_options(parser, EntailmentRecipe())
    given = parser.parse_args()
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    recipe = chosen_recipe(given, EntailmentRecipe())
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    states = States(given.reader, device)
    language = states.shape.language
    pairs, dev, test = (read_pairs(given.pairs, split, states)[: given.limit] for split in ("train", "dev", "test"))
    shape = BranchShape(
        language=language, layers=given.layers or DEPTH[language], flags=2, outputs={"entail": 3}, early=True
    )
    torch.manual_seed(recipe.seed)
    branch = grow(states.reader, shape).to(device)
    began = time.monotonic()
    steps = fit(branch, pairs, dev, states, recipe)
    looked = {"dev": dev, **({"test": test} if given.test else {})}
    found = {split: figures(branch, rows, states) for split, rows in looked.items()}
    log.info("%s", json.dumps(found))
    training = {"recipe": asdict(recipe), "steps": steps, "seconds": round(time.monotonic() - began),
                "pairs": len(pairs),
                "device": torch.cuda.get_device_name() if device.type == "cuda" else "CPU"}  # fmt: skip
    save(branch, shape, states.reader.encoder.config, given.out, training=training)
    (given.out / "metrics.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
