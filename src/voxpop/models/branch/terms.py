"""Train the branch that finds aspect terms by the guidelines of two kinds of data sets:
``python -m voxpop.models.branch.terms --reader CHECKPOINT --samples en.jsonl.xz --out DIR``.

SemEval-14 and MAMS mark every term, whether it is judged or not; SemEval-16, MEMD and ASTE mark those with an opinion.
One head cannot obey both, so each has its own: ``every`` and ``judged``. Needs torch, numpy, safetensors, tokenizers.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional as F

from voxpop.models.branch.network import Branch, Shape, grow, save
from voxpop.models.branch.states import States
from voxpop.models.descent import batches, descend, make_optimizer, make_schedule, mixed
from voxpop.models.reader.batches import UNSAID, tagged
from voxpop.models.reader.samples import Sample, read_samples

log = logging.getLogger("voxpop.branch")
GUIDELINES = {"semeval14": "every", "mams-atsa": "every", "semeval16": "judged", "memd": "judged", "aste": "judged"}
OUTPUTS = {"every": 3, "judged": 3}  # outside, beginning, inside
Range = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How long and how fast."""

    epochs: int = 5
    batch: int = 32
    rate: float = 2e-4
    heads: float = 1.0
    warmup: float = 0.1
    decay: float = 0.01
    seed: int = 0


class Item(NamedTuple):
    """A sentence as pieces, the tag of each, and by which guideline."""

    ids: list[int]
    tags: list[int]
    guideline: str
    source: str


def guideline(source: str) -> str | None:
    return next((found for name, found in GUIDELINES.items() if source.startswith(name)), None)


def items(samples: Sequence[Sample], states: States) -> list[Item]:
    """The samples whose terms are marked."""
    known = [(sample, by) for sample in samples if sample.terms is not None and (by := guideline(sample.source))]
    placed = states.pieces.placed([sample.text for sample, _ in known])
    room = states.window - 2
    return [Item(ids[:room], tags(spans[:room], sample), by, sample.source)
            for (sample, by), (ids, spans) in zip(known, placed, strict=True) if ids]  # fmt: skip


def tags(spans: Sequence[Range], sample: Sample) -> list[int]:
    return [int(tag) for tag in tagged(spans, [(start, end) for start, end, _ in sample.terms or ()])]


def read(branch: Branch, rows: Sequence[Item], states: States) -> dict[str, Tensor]:
    """(B, Z, 3) by guideline."""
    hidden, mask = states([row.ids for row in rows])
    with mixed(states.device):
        said = branch(hidden, torch.zeros_like(mask, dtype=torch.long), mask)
    return {name: scores[:, 1:] for name, scores in said.items()}


def loss_of(said: dict[str, Tensor], rows: Sequence[Item]) -> Tensor:
    """The mean over all pieces, each by the guideline of its sentence."""
    total = next(iter(said.values())).new_zeros(())
    for name, scores in said.items():
        wanted = torch.full(scores.shape[:2], UNSAID)
        for place, row in enumerate(rows):
            if row.guideline == name:
                wanted[place, : len(row.tags)] = torch.tensor(row.tags)
        total = total + F.cross_entropy(scores.flatten(0, 1), wanted.to(scores.device).flatten(), ignore_index=UNSAID,
                                        reduction="sum")  # fmt: skip
    return total / sum(len(row.ids) for row in rows)


def fit(branch: Branch, train: Sequence[Item], states: States, recipe: Recipe) -> int:
    torch.manual_seed(recipe.seed)
    epochs = [batches(train, recipe.batch, random.Random(f"{recipe.seed}/{number}"), length=size_of)
              for number in range(recipe.epochs)]  # fmt: skip
    steps = sum(map(len, epochs))
    optimizer = make_optimizer(branch, rate=recipe.rate, heads=recipe.heads, decay=recipe.decay)
    schedule = make_schedule(optimizer, steps, warmup=recipe.warmup)
    began = time.monotonic()
    for number, rows in enumerate(epochs, start=1):
        lost = descend(branch, rows, lambda batch: loss_of(read(branch, batch, states), batch), optimizer, schedule)
        log.info("epoch %s/%s: loss %.3f, %.0f s", number, recipe.epochs, lost, time.monotonic() - began)
    return steps


def size_of(item: Item) -> int:
    return len(item.ids)


def ranges(tags: Sequence[int]) -> set[Range]:
    """Where terms stand; an inside without a beginning begins one."""
    found: set[Range] = set()
    start: int | None = None
    for place, tag in enumerate([*tags, 0]):
        if tag != 2 and start is not None:
            found.add((start, place))
            start = None
        if tag == 1 or (tag == 2 and start is None):
            start = place
    return found


@torch.no_grad()  # type: ignore[untyped-decorator]
def figures(branch: Branch, rows: Sequence[Item], states: States) -> dict[str, float]:
    """F1 of exact terms by source."""
    branch.eval()
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for some in batches(rows, 32, random.Random(0), length=size_of):
        said = read(branch, some, states)
        for place, row in enumerate(some):
            found = ranges(said[row.guideline][place, : len(row.ids)].argmax(-1).tolist())
            gold = ranges(row.tags)
            counts[row.source][0] += len(found & gold)
            counts[row.source][1] += len(found) + len(gold)
    return {f"{source} terms f1": 2 * hits / max(1, all_) for source, (hits, all_) in sorted(counts.items())}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m voxpop.models.branch.terms", description=__doc__)
    parser.add_argument("--reader", type=Path, required=True, help="checkpoint of the reader it stands on")
    parser.add_argument("--samples", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--layers", type=int, default=4)
    for name, value in asdict(Recipe()).items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    given = parser.parse_args()
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    recipe = Recipe(**{name: getattr(given, name) for name in asdict(Recipe())})
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    states = States(given.reader, device)
    samples = read_samples(given.samples)
    splits = {split: items([one for one in samples if one.split == split], states) for split in ("train", "dev")}
    shape = Shape(language=states.shape.language, layers=given.layers, flags=1, outputs=OUTPUTS, early=True)
    torch.manual_seed(recipe.seed)
    branch = grow(states.reader, shape).to(device)
    began = time.monotonic()
    steps = fit(branch, splits["train"], states, recipe)
    found = {"dev": figures(branch, splits["dev"], states)}
    log.info("%s", json.dumps(found))
    training = {"recipe": asdict(recipe), "steps": steps, "seconds": round(time.monotonic() - began),
                "samples": len(splits["train"]),
                "device": torch.cuda.get_device_name() if device.type == "cuda" else "CPU"}  # fmt: skip
    save(branch, shape, states.reader.encoder.config, given.out, training=training)
    (given.out / "metrics.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
