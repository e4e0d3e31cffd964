"""Train the branch that finds aspect terms and says how each is felt about:
``python -m research.training.branch.terms --reader CHECKPOINT --samples FILE… --soft FILE --out DIR``.

The sets disagree on what a term is, so every guideline is an answer of its own (``GUIDES``), taught by the sources that
mark all terms by it. The others only teach how the terms they mark are felt about (a teacher, which has room for it,
also which terms they mark). What teachers say of unlabelled texts (``branch.term_teachers``) teaches all answers.
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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from research.training.branch.branch_training import BranchRecipe, add_options, chosen_recipe, train_branch
from research.training.branch.mentions import Texts
from research.training.branch.network import BranchShape, grow, save
from research.training.branch.states import States
from research.training.optimization import batches, mixed
from research.training.reader.batches import inside, tagged
from research.training.reader.samples import Sample, read_samples
from voxpop.errors import says_errors
from voxpop.extract.reader_output import CLASSES

log = logging.getLogger("voxpop.branch")
GUIDES: dict[str, dict[str, tuple[str, ...]]] = {  # what a term is, and how the sources begin that mark every such one
    "en": {"terms": ("semeval14", "annotated", "written"), "semeval14": ("semeval14", "annotated")},
    "zh": {"terms": ("written",)},
}
FELT, JUDGED = "felt", "judged"  # the feelings; and the tags of the sets that leave out what nobody judges
SHORT = 60  # pieces: shorter texts are put together, so that feelings learn to stay where they are
Range = tuple[int, int]
Floats = NDArray[np.float32]


class TermLabel(NamedTuple):
    """Of one answer: the chances that each piece should have, and how much that counts."""

    chances: Floats  # (pieces, 3): outside, beginning, inside; of feelings good, neutral, bad
    weights: Floats  # (pieces,)


class TermItem(NamedTuple):
    """A text as pieces, with what every answer should be."""

    ids: list[int]
    labels: dict[str, TermLabel]
    source: str


def outputs(lang: str, *, teacher: bool = False) -> dict[str, int]:
    """The answers of a branch, or of its teacher."""
    return dict.fromkeys([*GUIDES[lang], FELT, *([JUDGED] if teacher else [])], 3)


def item(sample: Sample, ids: list[int], spans: Sequence[Range], lang: str) -> TermItem:
    """What a data set says of a text."""
    terms = sample.terms or ()
    felt, meant = np.zeros((len(ids), 3), np.float32), np.zeros(len(ids), np.float32)
    for start, end, feeling in terms:
        if feeling is not None:
            where = inside(spans, start, end)
            felt[where], meant[where] = np.eye(3, dtype=np.float32)[CLASSES.index(feeling)], 1
    tags = np.eye(3, dtype=np.float32)[tagged(spans, [(start, end) for start, end, _ in terms])]
    follows = {guide: sample.source.startswith(sources) for guide, sources in GUIDES[lang].items()}
    follows[JUDGED] = not any(follows.values())
    labels = {name: TermLabel(tags, np.full(len(ids), float(known), np.float32)) for name, known in follows.items()}
    return TermItem(ids, {**labels, FELT: TermLabel(felt, meant)}, sample.source)


def taught(ids: list[int], said: Mapping[str, Floats]) -> TermItem:
    """What teachers say of a text; a feeling counts as far as there is a term."""
    term = 1 - said["terms"][:, 0]
    labels = {
        name: TermLabel(each, term if name == FELT else np.ones(len(ids), np.float32)) for name, each in said.items()
    }
    return TermItem(ids, labels, "taught")


def items(samples: Sequence[Sample], texts: Texts, lang: str) -> list[TermItem]:
    """The samples whose terms are marked."""
    known = [sample for sample in samples if sample.terms is not None]
    placed = texts.pieces.placed([sample.text for sample in known])
    room = texts.window - 2
    return [item(sample, ids[:room], spans[:room], lang)
            for sample, (ids, spans) in zip(known, placed, strict=True) if ids]  # fmt: skip


def joined(rows: Sequence[TermItem], dice: random.Random) -> Iterator[TermItem]:
    """Short texts one after the other, up to four as one; what teachers spoke of stays as it is."""
    short = [row for row in rows if row.source != "taught" and len(row.ids) < SHORT]
    yield from (row for row in rows if row.source == "taught" or len(row.ids) >= SHORT)
    dice.shuffle(short)
    while short:
        some = [short.pop() for _ in range(min(len(short), dice.choice((1, 1, 2, 3, 4))))]
        labels = {name: TermLabel(*map(np.concatenate, zip(*(row.labels[name] for row in some), strict=True)))
                  for name in some[0].labels}  # fmt: skip
        yield TermItem([piece for row in some for piece in row.ids], labels, some[0].source)


def read(branch: nn.Module, rows: Sequence[TermItem], texts: Texts) -> dict[str, Tensor]:
    """(B, Z, 3) each."""
    hidden, mask = texts([row.ids for row in rows])
    with mixed(texts.device):
        said = branch(hidden, torch.zeros_like(mask, dtype=torch.long), mask)
    return {name: scores[:, 1:] for name, scores in said.items()}


def loss_of(said: dict[str, Tensor], rows: Sequence[TermItem]) -> Tensor:
    """Of all answers, each the mean over the pieces of which it is known."""
    return torch.stack([one(scores, [row.labels[name] for row in rows]) for name, scores in said.items()]).sum()


def one(scores: Tensor, wanted: Sequence[TermLabel]) -> Tensor:
    size = scores.shape[1]
    gold = np.stack([np.pad(each.chances, ((0, size - len(each.chances)), (0, 0))) for each in wanted])
    counts = np.stack([np.pad(each.weights, (0, size - len(each.weights))) for each in wanted])
    weight = torch.from_numpy(counts).to(scores.device)
    cost = -(torch.from_numpy(gold).to(scores.device) * scores.log_softmax(-1)).sum(-1)
    return (cost * weight).sum() / weight.sum().clamp(min=1)


def fit(branch: nn.Module, train: Sequence[TermItem], texts: Texts, recipe: BranchRecipe) -> int:
    epochs = []
    for number in range(recipe.epochs):
        dice = random.Random(f"{recipe.seed}/{number}")
        epochs.append(batches(list(joined(train, dice)), recipe.batch, dice, length=size_of))
    return train_branch(branch, epochs, lambda rows: loss_of(read(branch, rows, texts), rows), recipe)


def size_of(item: TermItem) -> int:
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
def answers(branch: nn.Module, rows: Sequence[TermItem], texts: Texts) -> list[dict[str, Floats]]:
    """The chances of each text's pieces, by answer: (pieces, 3)."""
    branch.eval()
    found: list[dict[str, Floats]] = [{}] * len(rows)
    numbered = list(enumerate(rows))
    for some in batches(numbered, 64, random.Random(0), length=lambda each: size_of(each[1])):
        said = read(branch, [row for _, row in some], texts)
        chances = {name: scores.softmax(-1).cpu().numpy() for name, scores in said.items()}
        for place, (number, row) in enumerate(some):
            found[number] = {name: each[place, : len(row.ids)] for name, each in chances.items()}
    return found


def figures(rows: Sequence[TermItem], said: Sequence[Mapping[str, Floats]]) -> dict[str, float]:
    """By source: F1 of exact terms by each guideline it follows, and how many given terms are felt about as it says."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for row, chances in zip(rows, said, strict=True):
        for name, label in row.labels.items():
            if name not in (FELT, JUDGED) and label.weights.any():
                gold, found = (set(ranges(each.argmax(1).tolist())) for each in (label.chances, chances[name]))
                add(counts[f"{row.source} {name} f1"], 2 * len(found & gold), len(found) + len(gold))
        felt = row.labels[FELT]
        for first, last in ranges(row.labels[JUDGED].chances.argmax(1).tolist()):
            if felt.weights[first]:
                right = chances[FELT][first:last].mean(0).argmax() == felt.chances[first].argmax()
                add(counts[f"{row.source} felt accuracy"], int(right), 1)
    return {name: hits / max(1, every) for name, (hits, every) in sorted(counts.items())}


def add(count: list[int], hits: int, every: int) -> None:
    count[0] += hits
    count[1] += every


def read_soft(paths: Sequence[Path], texts: Texts) -> list[TermItem]:
    """The mean of what teachers wrote (``branch.term_teachers``), each of the same texts."""
    said: dict[str, Floats] = {}
    written: list[str] = []
    for path in paths:
        with np.load(path) as found:
            written, lengths = json.loads(str(found["texts"])), found["lengths"]
            for name in set(found) - {"texts", "lengths"}:
                said[name] = said.get(name, np.float32(0)) + found[name].astype(np.float32) / len(paths)
    if not said:
        return []
    parts = {name: np.split(each, np.cumsum(lengths)[:-1]) for name, each in said.items()}
    room = texts.window - 2
    return [taught(ids[:room], {name: each[number][:room] for name, each in parts.items()})
            for number, ids in enumerate(texts.pieces(written))]  # fmt: skip


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.branch.terms", description=__doc__)
    parser.add_argument("--reader", type=Path, required=True, help="checkpoint of the reader it stands on")
    parser.add_argument("--samples", type=Path, nargs="+", required=True)
    parser.add_argument("--soft", type=Path, nargs="*", default=[], help="what teachers say")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--with-dev", action="store_true", help="learn from dev too, once all is chosen")
    add_options(parser, BranchRecipe())
    given = parser.parse_args()
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    recipe = chosen_recipe(given, BranchRecipe())
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    states = States(given.reader, device)
    samples = [sample for path in given.samples for sample in read_samples(path)]
    lang = states.shape.language
    train, dev = (items([one for one in samples if one.split == split], states, lang) for split in ("train", "dev"))
    train += dev if given.with_dev else []
    train += read_soft(given.soft, states)
    shape = BranchShape(language=lang, layers=given.layers, flags=1, outputs=outputs(lang), early=True)
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
    raise SystemExit(main())
