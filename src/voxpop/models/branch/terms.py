"""Train the branch that finds aspect terms and says how each is felt about:
``python -m voxpop.models.branch.terms --reader CHECKPOINT --samples FILE… --soft FILE --out DIR``.

The sets disagree on what a term is. SemEval-14, MAMS and the reviews written for this mark every one, whether it is
judged or not, and teach the tags; the others only teach how the terms they mark are felt about (a teacher, which has
room for it, also which terms they mark). What teachers say of unlabelled texts (``branch.term_teachers``) teaches both.
Needs torch, numpy, safetensors, tokenizers.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from voxpop.models.branch.course import Recipe, ask, go, told
from voxpop.models.branch.mentions import Texts
from voxpop.models.branch.network import Shape, grow, save
from voxpop.models.branch.states import States
from voxpop.models.descent import batches, mixed
from voxpop.models.reader.batches import inside, tagged
from voxpop.models.reader.samples import Sample, read_samples
from voxpop.sentiment.reading import CLASSES

log = logging.getLogger("voxpop.branch")
EVERY = ("semeval14", "mams-atsa", "written")  # sources that mark every term
OUTPUTS = {"terms": 3, "felt": 3}  # outside, beginning, inside; good, neutral, bad
TEACHES = {**OUTPUTS, "judged": 3}  # and, of a teacher, the tags of sets that leave out what nobody judges
SHORT = 60  # pieces: shorter texts are put together, so that feelings learn to stay where they are
Range = tuple[int, int]
Floats = NDArray[np.float32]


class Item(NamedTuple):
    """A text as pieces, with the chances that each should have and how much that counts."""

    ids: list[int]
    tags: Floats  # (pieces, 3)
    said: Floats  # (pieces,) 1 where every term is tagged
    judged: Floats  # (pieces,) 1 where only those are that somebody judges
    felt: Floats  # (pieces, 3)
    meant: Floats  # (pieces,) how much of a term a piece is
    source: str


def item(sample: Sample, ids: list[int], spans: Sequence[Range], every: Sequence[str] = EVERY) -> Item:
    """What a data set says of a text."""
    terms = sample.terms or ()
    felt, meant = np.zeros((len(ids), 3), np.float32), np.zeros(len(ids), np.float32)
    for start, end, feeling in terms:
        if feeling is not None:
            where = inside(spans, start, end)
            felt[where], meant[where] = np.eye(3, dtype=np.float32)[CLASSES.index(feeling)], 1
    said = np.full(len(ids), float(sample.source.startswith(tuple(every))), np.float32)
    tags = np.eye(3, dtype=np.float32)[tagged(spans, [(start, end) for start, end, _ in terms])]
    return Item(ids, tags, said, 1 - said, felt, meant, sample.source)


def taught(ids: list[int], said: Floats) -> Item:
    """What teachers say of a text: (pieces, 6)."""
    tags, felt = said[:, :3], said[:, 3:]
    flat = np.ones(len(ids), np.float32)
    return Item(ids, tags, flat, 0 * flat, felt, 1 - tags[:, 0], "taught")


def items(samples: Sequence[Sample], texts: Texts, every: Sequence[str] = EVERY) -> list[Item]:
    """The samples whose terms are marked."""
    known = [sample for sample in samples if sample.terms is not None]
    placed = texts.pieces.placed([sample.text for sample in known])
    room = texts.window - 2
    return [item(sample, ids[:room], spans[:room], every)
            for sample, (ids, spans) in zip(known, placed, strict=True) if ids]  # fmt: skip


def joined(rows: Sequence[Item], dice: random.Random) -> Iterator[Item]:
    """Short texts one after the other, up to four as one; what teachers spoke of stays as it is."""
    short = [row for row in rows if row.source != "taught" and len(row.ids) < SHORT]
    yield from (row for row in rows if row.source == "taught" or len(row.ids) >= SHORT)
    dice.shuffle(short)
    while short:
        some = [short.pop() for _ in range(min(len(short), dice.choice((1, 1, 2, 3, 4))))]
        tags, said, judged, *felt = (np.concatenate(part) for part in zip(*(row[1:6] for row in some), strict=True))
        yield Item([piece for row in some for piece in row.ids], tags, said, judged, felt[0], felt[1], some[0].source)


def read(branch: nn.Module, rows: Sequence[Item], texts: Texts) -> dict[str, Tensor]:
    """(B, Z, 3) each."""
    hidden, mask = texts([row.ids for row in rows])
    with mixed(texts.device):
        said = branch(hidden, torch.zeros_like(mask, dtype=torch.long), mask)
    return {name: scores[:, 1:] for name, scores in said.items()}


def loss_of(said: dict[str, Tensor], rows: Sequence[Item]) -> Tensor:
    """Of tags and of feelings, the mean over what is known."""
    tags = [row.tags for row in rows]
    cost = one(said["terms"], tags, [row.said for row in rows])
    cost = cost + one(said["felt"], [row.felt for row in rows], [row.meant for row in rows])
    return cost + one(said["judged"], tags, [row.judged for row in rows]) if "judged" in said else cost


def one(scores: Tensor, wanted: Sequence[Floats], weights: Sequence[Floats]) -> Tensor:
    size = scores.shape[1]
    gold = np.stack([np.pad(each, ((0, size - len(each)), (0, 0))) for each in wanted])
    counts = np.stack([np.pad(each, (0, size - len(each))) for each in weights])
    weight = torch.from_numpy(counts).to(scores.device)
    cost = -(torch.from_numpy(gold).to(scores.device) * scores.log_softmax(-1)).sum(-1)
    return (cost * weight).sum() / weight.sum().clamp(min=1)


def fit(branch: nn.Module, train: Sequence[Item], texts: Texts, recipe: Recipe) -> int:
    epochs = []
    for number in range(recipe.epochs):
        dice = random.Random(f"{recipe.seed}/{number}")
        epochs.append(batches(list(joined(train, dice)), recipe.batch, dice, length=size_of))
    return go(branch, epochs, lambda rows: loss_of(read(branch, rows, texts), rows), recipe)


def size_of(item: Item) -> int:
    return len(item.ids)


def ranges(tags: Sequence[int]) -> list[Range]:
    """Where terms stand; an inside without a beginning begins one."""
    found: list[Range] = []
    start: int | None = None
    for place, tag in enumerate([*tags, 0]):
        if tag != 2 and start is not None:
            found.append((start, place))
            start = None
        if tag == 1 or (tag == 2 and start is None):
            start = place
    return found


@torch.no_grad()  # type: ignore[untyped-decorator]
def answers(branch: nn.Module, rows: Sequence[Item], texts: Texts) -> list[Floats]:
    """The chances of each text's pieces: (pieces, 6)."""
    branch.eval()
    found: list[Floats] = [np.zeros((0, 6), np.float32)] * len(rows)
    numbered = list(enumerate(rows))
    for some in batches(numbered, 64, random.Random(0), length=lambda each: size_of(each[1])):
        said = read(branch, [row for _, row in some], texts)
        both = torch.cat([said[name].softmax(-1) for name in OUTPUTS], dim=-1).cpu().numpy()
        for place, (number, row) in enumerate(some):
            found[number] = both[place, : len(row.ids)]
    return found


def figures(rows: Sequence[Item], said: Sequence[Floats]) -> dict[str, float]:
    """By source: F1 of exact terms where every one is marked, and how many given terms are felt about as they say."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for row, chances in zip(rows, said, strict=True):
        gold = ranges(row.tags.argmax(1).tolist())
        if row.said.any():
            found = ranges(chances[:, :3].argmax(1).tolist())
            add(counts[f"{row.source} terms f1"], 2 * len(set(found) & set(gold)), len(found) + len(gold))
        for first, last in gold:
            if row.meant[first]:
                right = chances[first:last, 3:].mean(0).argmax() == row.felt[first].argmax()
                add(counts[f"{row.source} felt accuracy"], int(right), 1)
    return {name: hits / max(1, every) for name, (hits, every) in sorted(counts.items())}


def add(count: list[int], hits: int, every: int) -> None:
    count[0] += hits
    count[1] += every


def read_soft(paths: Sequence[Path], texts: Texts) -> list[Item]:
    """The mean of what teachers wrote (``branch.term_teachers``), each of the same texts."""
    total: list[Floats] = []
    written: list[str] = []
    for path in paths:
        with np.load(path) as found:
            said = np.split(found["said"].astype(np.float32) / len(paths), np.cumsum(found["lengths"])[:-1])
            total = [a + b for a, b in zip(total, said, strict=True)] if total else said
            written = json.loads(str(found["texts"]))
    room = texts.window - 2
    return [taught(ids[:room], chances[:room]) for ids, chances in zip(texts.pieces(written), total, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m voxpop.models.branch.terms", description=__doc__)
    parser.add_argument("--reader", type=Path, required=True, help="checkpoint of the reader it stands on")
    parser.add_argument("--samples", type=Path, nargs="+", required=True)
    parser.add_argument("--soft", type=Path, nargs="*", default=[], help="what teachers say")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--every", nargs="+", default=EVERY, help="sources that mark every term")
    parser.add_argument("--with-dev", action="store_true", help="learn from dev too, once all is chosen")
    ask(parser, Recipe())
    given = parser.parse_args()
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    recipe = told(given, Recipe())
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    states = States(given.reader, device)
    samples = [sample for path in given.samples for sample in read_samples(path)]
    train, dev = (
        items([one for one in samples if one.split == split], states, given.every) for split in ("train", "dev")
    )
    train += dev if given.with_dev else []
    train += read_soft(given.soft, states)
    shape = Shape(language=states.shape.language, layers=given.layers, flags=1, outputs=OUTPUTS, early=True)
    torch.manual_seed(recipe.seed)
    branch = grow(states.reader, shape).to(device)
    began = time.monotonic()
    steps = fit(branch, train, states, recipe)
    found = {"dev": figures(dev, answers(branch, dev, states))}
    log.info("%s", json.dumps(found))
    training = {"recipe": asdict(recipe), "steps": steps, "seconds": round(time.monotonic() - began),
                "samples": len(train), "with_dev": given.with_dev,
                "device": torch.cuda.get_device_name() if device.type == "cuda" else "CPU"}  # fmt: skip
    save(branch, shape, states.reader.encoder.config, given.out, training=training)
    (given.out / "metrics.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
