"""Fit the presence layer of a trained reader again, everything else frozen: which categories does a text speak of?

Beside the other heads this one learns slowly: most categories are absent from most texts. Alone, it is a logistic
regression for each category. With ``--sentences SET`` it is fitted once more for single sentences of a longer review,
pooled from their own pieces alone, and written beside the weights as sentences.safetensors. With ``--elsewhere DATA``
it learns from reviews of other things, too, what they cannot speak of (data/elsewhere.toml): no telephone has a taste.
For what they may speak of, it goes on as before; both together choose the threshold.
``python -m research.training.reader.presence CHECKPOINT --samples en.jsonl.xz --sentences general``
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor
from torch.nn import functional as F

from research.training.pieces import Pieces
from research.training.reader import elsewhere, network
from research.training.reader.batches import UNSAID, ReaderItem, collate, items
from research.training.reader.network import Reader, ReaderShape
from research.training.reader.samples import Sample, read_samples
from research.training.reader.sources_zh import subjects
from voxpop.errors import says_errors
from voxpop.extract.sentence_heads import FILE as SENTENCES

log = logging.getLogger("voxpop.reader")
STEPS, RATE = 400, 2e-2
SIZE = 64  # texts at a time
DECAYS = (1e-4, 3e-4, 1e-3, 3e-3)
Pooled = tuple[Tensor, Tensor]


@torch.no_grad()  # type: ignore[untyped-decorator]
def pooled(model: Reader, rows: Sequence[ReaderItem], pieces: Pieces, places: slice) -> Pooled:
    """What the categories at these places see of each text (texts, categories, d), and whether they are there."""
    model.eval()
    order = sorted(range(len(rows)), key=lambda place: len(rows[place].ids))
    seen: list[Tensor] = [torch.empty(0)] * len(rows)
    for first in range(0, len(order), SIZE):
        chosen = order[first : first + SIZE]
        batch = collate([rows[place] for place in chosen], pieces.marks, torch.device("cpu"))
        r, _ = model.pool(model.encoder(batch.ids, batch.mask), batch.mask)
        for row, place in enumerate(chosen):
            seen[place] = r[row, places].half()
    return torch.stack(seen), there(rows, places)


@torch.no_grad()  # type: ignore[untyped-decorator]
def pooled_in_reviews(model: Reader, rows: Sequence[ReaderItem], pieces: Pieces, places: slice, room: int) -> Pooled:
    """The same for sentences that stand among others of their source, each pooled from its own pieces alone."""
    model.eval()
    seen: list[Tensor] = []
    for group in reviews(rows, room):
        ids = np.concatenate([row.ids for row in group])
        whole = torch.tensor([[pieces.marks.cls, *ids.tolist(), pieces.marks.sep]])
        mask = torch.ones_like(whole, dtype=torch.bool)
        H = model.encoder(whole, mask)
        _, alpha = model.pool(H, mask)
        first = 1
        for row in group:
            own = slice(first, first + len(row.ids))
            first += len(row.ids)
            share = alpha[0, places, own]
            share = share / share.sum(-1, keepdim=True).clamp(min=1e-9)
            seen.append(model.pool.out(share @ H[0, own]).tanh().half())
    return torch.stack(seen), there([row for group in reviews(rows, room) for row in group], places)


def reviews(rows: Sequence[ReaderItem], room: int) -> Iterator[list[ReaderItem]]:
    """Neighbours of one source as reviews of two to nine sentences; the sets keep the order of their reviews."""
    dice = random.Random(0)
    for _, members in groupby((row for row in rows if len(row.ids)), key=lambda row: row.source):
        left = list(members)
        while left:
            group: list[ReaderItem] = []
            for _ in range(dice.randint(2, 9)):
                if left and sum(len(row.ids) for row in group) + len(left[0].ids) <= room:
                    group.append(left.pop(0))
            yield group


def there(rows: Sequence[ReaderItem], places: slice) -> Tensor:
    return torch.from_numpy(np.stack([row.present[places] for row in rows])).float()


def fitted(seen: Tensor, wanted: Tensor, weight: Tensor, bias: Tensor, *, decay: float) -> tuple[Tensor, Tensor]:
    """Weights and biases that tell the texts apart; the farther from where they began, the more they cost."""
    new, shift = weight.clone().requires_grad_(), bias.clone().requires_grad_()
    optimizer = torch.optim.Adam([new, shift], lr=RATE)
    dice = torch.Generator().manual_seed(0)
    for step in range(STEPS):
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1 - step / STEPS)
        rows = torch.randint(len(seen), (512,), generator=dice)
        scores = torch.einsum("bnd,nd->bn", seen[rows].float(), new) + shift
        loss = F.binary_cross_entropy_with_logits(scores, wanted[rows]) + decay * (new - weight).square().sum(-1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return new.detach(), shift.detach()


def filled(seen: Tensor, wanted: Tensor, weight: Tensor, bias: Tensor) -> Pooled:
    """Where nobody said whether a category is there, what the layer thought of it before."""
    before = (torch.einsum("bnd,nd->bn", seen.float(), weight) + bias).sigmoid()
    return seen, torch.where(wanted == UNSAID, before, wanted)


def best_f1(seen: Tensor, wanted: Tensor, weight: Tensor, bias: Tensor) -> tuple[float, float]:
    """The micro-F1 at the best of twenty thresholds, and that threshold."""
    chances = (torch.einsum("bnd,nd->bn", seen.float(), weight) + bias).sigmoid()
    found = []
    for threshold in np.arange(0.05, 1.0, 0.05).tolist():
        said = (chances >= threshold) & (wanted != UNSAID)
        both = float((said & (wanted > 0)).sum())
        found.append((2 * both / max(1.0, float(said.sum() + (wanted > 0).sum())), round(threshold, 2)))
    return max(found)


def refit(name: str, train: Pooled, dev: Pooled, old: tuple[Tensor, Tensor]) -> tuple[tuple[Tensor, Tensor], float]:
    """The dev texts say how far to go, or that the old weights were better; and which threshold suits them best."""
    taught = filled(*train, *old)
    tried = {0.0: old} | {decay: fitted(*taught, *old, decay=decay) for decay in DECAYS}
    worth = {decay: best_f1(*dev, *given) for decay, given in tried.items()}
    log.info("%s: dev F1 %s", name, {decay: (round(100 * value, 1), at) for decay, (value, at) in worth.items()})
    best = max(worth, key=worth.__getitem__)
    return tried[best], worth[best][1]


def labelled(samples: Sequence[Sample], name: str) -> list[list[Sample]]:
    chosen = [sample for sample in samples if sample.labels is not None and name in sample.labels]
    return [[sample for sample in chosen if sample.split == split] for split in ("train", "dev")]


def abroad(samples: Sequence[Sample], about: Mapping[str, str], shape: ReaderShape, pieces: Pieces, *, split: str,
           most: int) -> list[ReaderItem]:  # fmt: skip
    """Reviews of other things, of each kind as many, marked with the categories that they cannot speak of."""
    chosen: list[Sample] = []
    for kind in elsewhere.kinds():
        members = [sample for sample in samples if sample.split == split and about.get(sample.id) == kind]
        chosen += members[: most // len(elsewhere.kinds())]
    names = [name for _, name in shape.categories]
    absent = [elsewhere.absent(about[sample.id], sample.text, names) for sample in chosen]
    rows = zip(items(chosen, pieces, shape), absent, strict=True)
    return [replace(row, present=np.where(gone, 0, UNSAID)) for row, gone in rows]


def places_of(shape: ReaderShape) -> dict[str, slice]:
    ends = np.cumsum([0, *map(len, shape.sets.values())]).tolist()
    return {name: slice(first, last) for name, first, last in zip(shape.sets, ends[:-1], ends[1:], strict=True)}


def refit_all(
    model: Reader, shape: ReaderShape, pieces: Pieces, samples: Sequence[Sample], about: Mapping[str, str] | None = None
) -> dict[str, float]:
    """Every set of categories by itself, for texts as they are, and its threshold; reviews of other things weigh as
    much."""
    chosen = {}
    for name, places in places_of(shape).items():
        parts = []
        for split, part in zip(("train", "dev"), labelled(samples, name), strict=True):
            rows = items(part, pieces, shape)
            if about is not None:
                rows += abroad(samples, about, shape, pieces, split=split, most=len(rows))
            parts.append(pooled(model, rows, pieces, places))
        old = model.presence.weight[places].detach(), model.presence.bias[places].detach()
        (weight, bias), chosen[name] = refit(name, parts[0], parts[1], old)
        with torch.no_grad():
            model.presence.weight[places], model.presence.bias[places] = weight, bias
    return chosen


def for_sentences(model: Reader, shape: ReaderShape, pieces: Pieces, samples: Sequence[Sample], name: str
                  ) -> tuple[dict[str, Tensor], float]:  # fmt: skip
    """All that is needed to say of a sentence of a review what it speaks of, and the threshold."""
    places = places_of(shape)[name]
    room = shape.window - 2
    parts = [pooled_in_reviews(model, items(part, pieces, shape), pieces, places, room)
             for part in labelled(samples, name)]  # fmt: skip
    old = model.presence.weight[places].detach(), model.presence.bias[places].detach()
    (weight, bias), threshold = refit(f"{name}, sentences", parts[0], parts[1], old)
    state = model.state_dict()
    arrays = {"out.weight": state["pool.out.weight"], "out.bias": state["pool.out.bias"], "presence.weight": weight,
              "presence.bias": bias, "polarity.weight": state["polarity.weight"][places],
              "polarity.bias": state["polarity.bias"][places]}  # fmt: skip
    return {key: array.half().contiguous() for key, array in arrays.items()}, threshold


@says_errors
def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.reader.presence", description=__doc__.split("\n")[0]
    )
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--samples", type=Path, required=True)
    parser.add_argument(
        "--sentences", metavar="SET", help="also for single sentences of reviews, the categories of SET"
    )
    parser.add_argument("--elsewhere", type=Path, metavar="DATA", help="folder of data sets; Chinese alone")
    given = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    model, shape = network.load(given.checkpoint)
    if given.elsewhere and shape.language != "zh":
        parser.error("--elsewhere knows what Chinese reviews cannot speak of; this reader is of another language")
    pieces = Pieces(given.checkpoint, doubled=model.encoder.config.model_type != "bert")
    samples = read_samples(given.samples)
    chosen = refit_all(model, shape, pieces, samples, subjects(given.elsewhere) if given.elsewhere else None)
    path = given.checkpoint / network.WEIGHTS
    arrays = load_file(path)
    for name in ("presence.weight", "presence.bias"):
        arrays[name] = model.state_dict()[name].to(arrays[name].dtype).contiguous()
    save_file(arrays, path)
    more: dict[str, Any] = {"present": chosen} if given.elsewhere else {}
    if given.sentences:
        found, threshold = for_sentences(model, shape, pieces, samples, given.sentences)
        save_file(found, given.checkpoint / SENTENCES)
        more["sentences"] = {"set": given.sentences, "present": threshold}
    config = json.loads((given.checkpoint / "config.json").read_text("utf-8")) | more
    (given.checkpoint / "config.json").write_text(json.dumps(config, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
