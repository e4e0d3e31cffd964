"""Train the branch that says what a mention is of, and whether a sentence compares, what with what, to whose favour:
``python -m research.training.branch.mentions --reader CHECKPOINT --samples FILE… --out DIR``.

A mention's type is read from the mean of its pieces; a sentence's comparison from the pieces it attends to. Each sample
teaches what it has labels for; those of teachers (``branch.teachers``) are chances. With ``--judge`` the branch only
says whether a sentence compares, and how. Needs torch, numpy, safetensors, tokenizers.
"""

from __future__ import annotations

import argparse
import json
import logging
import lzma
import random
import sys
import time
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol, get_args

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from research.training.branch.branch_training import BranchRecipe, add_options, chosen_recipe, train_branch
from research.training.branch.network import BranchShape, grow, save
from research.training.branch.states import States
from research.training.optimization import batches, mixed
from research.training.pieces import Pieces
from voxpop.errors import InputError, says_errors
from voxpop.types import About

log = logging.getLogger("voxpop.branch")
TYPES: tuple[str, ...] = get_args(About)
ELEMENTS = ("subject", "object", "aspect", "opinion")
PREFERENCES = (-1, 0, 1, 2)
FLAGS = {"main": 1, "other": 2}
OUTPUTS = {"types": len(TYPES), "elements": 1 + 2 * len(ELEMENTS), "pooling": 1, "comparison": 1 + len(PREFERENCES)}
JUDGED = {name: n for name, n in OUTPUTS.items() if name != "types"}  # of a branch that only judges sentences
UNSAID = -100
Range = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class MentionBranchRecipe(BranchRecipe):
    """And what weak labels count beside those of whole reviews."""

    epochs: int = 8
    weak: float = 0.3  # of mined samples, what their types count


class Texts(Protocol):
    """What a network reads of unframed texts, with where there is text: ``States``, or a teacher's pieces."""

    pieces: Pieces
    window: int
    device: torch.device

    def __call__(self, ids: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]: ...


class MentionItem(NamedTuple):
    """A sample as pieces; ranges are of pieces."""

    ids: list[int]
    flags: list[int]
    types: list[tuple[Range, int]]
    elements: list[int] | None
    sentences: list[tuple[Range, float]]
    preferences: list[tuple[Range, list[float]]]  # the chance of each
    source: str
    weight: float


def read_items(paths: Sequence[Path], split: str, states: Texts, *, weak: float) -> list[MentionItem]:
    rows = [row for row in read_rows(paths) if row["split"] == split]
    placed = states.pieces.placed([row["text"] for row in rows])
    return [item(row, ids, spans, room=states.window - 2, weak=weak)
            for row, (ids, spans) in zip(rows, placed, strict=True) if ids]  # fmt: skip


def read_rows(paths: Sequence[Path]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for path in paths:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            rows += map(json.loads, lines)
    return rows


def item(row: dict[str, Any], ids: list[int], spans: list[Range], *, room: int, weak: float) -> MentionItem:
    ids, spans = ids[:room], spans[:room]
    starts, ends = [start for start, _ in spans], [end for _, end in spans]

    def pieces(start: int, end: int) -> Range:
        return bisect_right(ends, start), bisect_left(starts, end)

    def placed(labelled: Sequence[Sequence[Any]]) -> list[tuple[Range, Any]]:
        ranges = [(pieces(start, end), label) for start, end, label in labelled]
        return [(where, label) for where, label in ranges if where[0] < where[1]]

    flags = [0] * len(ids)
    for where, kind in placed(row.get("names", [])):
        flags[slice(*where)] = [FLAGS[kind]] * (where[1] - where[0])
    return MentionItem(
        ids,
        flags,
        [(where, TYPES.index(kind)) for where, kind in placed(row.get("mentions", []))],
        tagged(placed(row["elements"]), len(ids)) if "elements" in row else None,
        placed(row.get("sentences", [])),
        [(where, chances_of(sign)) for where, sign in placed(row.get("preference", []))],
        row["source"],
        1.0 if row["source"].startswith("marked") else weak,
    )


def chances_of(said: int | list[float]) -> list[float]:
    """Of the four preferences: what teachers say, or all for the one that is known."""
    return said if isinstance(said, list) else [float(sign == said) for sign in PREFERENCES]


def tagged(elements: Sequence[tuple[Range, str]], length: int) -> list[int]:
    tags = [0] * length
    for (first, last), name in elements:
        kind = 1 + 2 * ELEMENTS.index(name)
        tags[first:last] = [kind, *[kind + 1] * (last - first - 1)]
    return tags


class MentionBranchOutput:
    """What the branch says of a batch, piece by piece; the mark before a text is left out."""

    def __init__(self, said: Mapping[str, Tensor]) -> None:
        parts = {name: scores[:, 1:] for name, scores in said.items()}
        self.elements = parts["elements"]  # (B, Z, 9)
        self.pooling = parts["pooling"][..., 0]  # (B, Z)
        self.comparison = parts["comparison"]  # (B, Z, 5)
        self._types = parts.get("types")

    @property
    def types(self) -> Tensor:
        """(B, Z, 9), unless the branch only judges sentences."""
        if self._types is None:
            raise InputError("A branch that only judges sentences learns no types: leave the marked reviews out.")
        return self._types

    def compared(self, row: int, where: Range) -> Tensor:
        """(5,): is it a comparison, and which way."""
        part = slice(*where)
        return self.pooling[row, part].softmax(0) @ self.comparison[row, part]


def read(branch: nn.Module, rows: Sequence[MentionItem], states: Texts) -> MentionBranchOutput:
    hidden, mask = states([row.ids for row in rows])
    flags = torch.zeros(mask.shape, dtype=torch.long)
    for place, row in enumerate(rows):
        flags[place, : len(row.flags)] = torch.tensor(row.flags)
    with mixed(states.device):
        return MentionBranchOutput(branch(hidden, flags.to(states.device), mask))


def loss_of(answer: MentionBranchOutput, rows: Sequence[MentionItem]) -> Tensor:
    """The sum of each task's mean over what is labelled."""
    device = answer.pooling.device
    total = torch.zeros((), device=device)
    spans = [(place, where, kind, row.weight) for place, row in enumerate(rows) for where, kind in row.types]
    if spans:
        means = torch.stack([answer.types[place, slice(*where)].mean(0) for place, where, _, _ in spans])
        weights = torch.tensor([weight for *_, weight in spans], device=device)
        each = F.cross_entropy(means, torch.tensor([kind for _, _, kind, _ in spans], device=device), reduction="none")
        total = total + (each * weights).sum() / len(spans)
    wanted = torch.full(answer.elements.shape[:2], UNSAID)
    for place, row in enumerate(rows):
        if row.elements is not None:
            wanted[place, : len(row.elements)] = torch.tensor(row.elements)
    if (wanted != UNSAID).any():
        total = total + F.cross_entropy(answer.elements.flatten(0, 1), wanted.to(device).flatten(), ignore_index=UNSAID)
    asked = [(place, where, label) for place, row in enumerate(rows) for where, label in row.sentences]
    if asked:
        said = torch.stack([answer.compared(place, where)[0] for place, where, _ in asked])
        gold = torch.tensor([float(label) for *_, label in asked], device=device)
        total = total + F.binary_cross_entropy_with_logits(said, gold)
    ways = [(place, where, chances) for place, row in enumerate(rows) for where, chances in row.preferences]
    if ways:
        said = torch.stack([answer.compared(place, where)[1:] for place, where, _ in ways])
        total = total + F.cross_entropy(said, torch.tensor([chances for *_, chances in ways], device=device))
    return total


def size_of(item: MentionItem) -> int:
    return len(item.ids)


def fit(branch: nn.Module, items: Sequence[MentionItem], states: Texts, recipe: MentionBranchRecipe) -> int:
    epochs = [batches(items, recipe.batch, random.Random(f"{recipe.seed}/{number}"), length=size_of)
              for number in range(recipe.epochs)]  # fmt: skip
    return train_branch(branch, epochs, lambda rows: loss_of(read(branch, rows, states), rows), recipe)


@torch.no_grad()  # type: ignore[untyped-decorator]
def figures(branch: nn.Module, items: Sequence[MentionItem], states: Texts) -> dict[str, float]:
    """By source: macro-F1 of types over those that occur, F1 of comparisons, accuracy of their direction."""
    branch.eval()
    types: dict[str, list[tuple[int, int]]] = defaultdict(list)
    compared: dict[str, list[tuple[int, int]]] = defaultdict(list)
    ways: dict[str, list[bool]] = defaultdict(list)
    for rows in batches(items, 32, random.Random(0), length=size_of):
        answer = read(branch, rows, states)
        for place, row in enumerate(rows):
            for where, kind in row.types:
                types[row.source].append((kind, int(answer.types[place, slice(*where)].mean(0).argmax())))
            for where, label in row.sentences:
                compared[row.source].append((int(label), int(answer.compared(place, where)[0] > 0)))
            for where, chances in row.preferences:
                ways[row.source].append(chances[int(answer.compared(place, where)[1:].argmax())] == max(chances))
    found = {f"{name} types": macro(pairs) for name, pairs in sorted(types.items())}
    found |= {f"{name} comparison f1": f1(pairs, 1) for name, pairs in sorted(compared.items())}
    return found | {f"{name} preference": sum(hits) / len(hits) for name, hits in sorted(ways.items())}


def f1(pairs: Sequence[tuple[int, int]], label: int) -> float:
    hits = sum(gold == said == label for gold, said in pairs)
    return 2 * hits / max(1, sum((gold == label) + (said == label) for gold, said in pairs))


def macro(pairs: Sequence[tuple[int, int]]) -> float:
    labels = {gold for gold, _ in pairs}
    return sum(f1(pairs, label) for label in labels) / len(labels)


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.branch.mentions", description=__doc__)
    parser.add_argument("--reader", type=Path, required=True, help="checkpoint of the reader it stands on")
    parser.add_argument("--samples", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--layers", type=int, default=1)
    parser.add_argument("--early", action="store_true", help="begin from the early states")
    parser.add_argument("--judge", action="store_true", help="only whether a sentence compares, and how")
    parser.add_argument("--test", action="store_true", help="look at the test sets too, once all is chosen")
    parser.add_argument("--with-dev", action="store_true", help="learn from dev too, once all is chosen")
    parser.add_argument("--limit", type=int, help="only so many samples, to try things out")
    add_options(parser, MentionBranchRecipe())
    given = parser.parse_args()
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    recipe = chosen_recipe(given, MentionBranchRecipe())
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    states = States(given.reader, device)
    splits = {split: read_items(given.samples, split, states, weak=recipe.weak)[: given.limit]
              for split in ("train", "dev", "test")}  # fmt: skip
    splits["train"] += splits["dev"] if given.with_dev else []
    outputs = JUDGED if given.judge else OUTPUTS
    shape = BranchShape(language=states.shape.language, layers=given.layers, flags=1 + len(FLAGS), outputs=outputs,
                  early=given.early)  # fmt: skip
    torch.manual_seed(recipe.seed)
    branch = grow(states.reader, shape).to(device)
    began = time.monotonic()
    steps = fit(branch, splits["train"], states, recipe)
    looked = ("dev", "test") if given.test else ("dev",)
    found = {split: figures(branch, splits[split], states) for split in looked}
    log.info("%s", json.dumps(found))
    training = {"recipe": asdict(recipe), "steps": steps, "seconds": round(time.monotonic() - began),
                "samples": len(splits["train"]), "with_dev": given.with_dev,
                "device": torch.cuda.get_device_name() if device.type == "cuda" else "CPU"}  # fmt: skip
    save(branch, shape, states.reader.encoder.config, given.out, training=training)
    (given.out / "metrics.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
