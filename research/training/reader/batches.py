"""Samples as tensors: the target of each piece, each category and the stars, and masks for what is not annotated."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from research.training.pieces import Marks, Pieces
from research.training.reader.network import ReaderShape
from research.training.reader.samples import Sample
from voxpop.extract.reader_output import CLASSES

UNSAID = -100  # no label: such places cost nothing
Ints = NDArray[np.int64]
Floats = NDArray[np.float32]


class Soft(NamedTuple):
    """What teachers say of a text, on the student's pieces: probabilities."""

    tags: NDArray[np.float16]  # (pieces, 9)
    presence: NDArray[np.float16]  # (N,)
    polarity: NDArray[np.float16]  # (N, 3)
    stars: NDArray[np.float16]  # (5,)


@dataclass(frozen=True, slots=True)
class ReaderItem:
    """One sample: its pieces without the marks, and the class wanted of each head."""

    ids: Ints
    term: Ints  # (pieces,) O, B, I
    opinion: Ints  # (pieces,)
    felt: Ints  # (pieces,) of the term that the piece belongs to
    present: Ints  # (N,) 1, 0 or UNSAID
    polarity: Ints  # (N,)
    stars: Floats  # (5,) weights of the stars that would be right; all zero: nobody said
    source: str
    soft: Soft | None = None

    @property
    def joinable(self) -> bool:
        """A sentence that can be one of several in a made-up review: nothing is said of the whole."""
        return not self.stars.any() and self.soft is None


def items(samples: Sequence[Sample], pieces: Pieces, shape: ReaderShape, softs: Mapping[str, Soft] | None = None
          ) -> list[ReaderItem]:  # fmt: skip
    """All samples, cut to the window."""
    room = shape.window - 2
    placed = pieces.placed([sample.text for sample in samples])
    return [item(sample, ids[:room], spans[:room], shape, (softs or {}).get(sample.id))
            for sample, (ids, spans) in zip(samples, placed, strict=True)]  # fmt: skip


def item(sample: Sample, ids: Sequence[int], spans: Sequence[tuple[int, int]], shape: ReaderShape, soft: Soft | None
         ) -> ReaderItem:  # fmt: skip
    nothing = np.full(len(ids), UNSAID, np.int64)
    term, opinion, felt = nothing, nothing, nothing.copy()
    if sample.terms is not None:
        term = tagged(spans, [(start, end) for start, end, _ in sample.terms])
        for start, end, feeling in sample.terms:
            if feeling is not None:
                felt[inside(spans, start, end)] = CLASSES.index(feeling)
    if sample.opinions is not None:
        opinion = tagged(spans, sample.opinions)
    present, polarity = labelled(sample, shape)
    if soft is not None:
        soft = Soft(soft.tags[: len(ids)], *soft[1:])
    return ReaderItem(np.asarray(ids, np.int64), term, opinion, felt, present, polarity, starred(sample.stars),
                sample.source, soft)  # fmt: skip


def inside(spans: Sequence[tuple[int, int]], start: int, end: int) -> list[int]:
    return [place for place, (first, last) in enumerate(spans) if first < end and last > start]


def tagged(spans: Sequence[tuple[int, int]], marked: Sequence[tuple[int, int]]) -> Ints:
    """O, B, I; of overlapping marks the longer one stays."""
    tags = np.zeros(len(spans), np.int64)
    for start, end in sorted(marked, key=lambda span: span[1] - span[0]):
        found = inside(spans, start, end)
        tags[found] = 2
        tags[found[:1]] = 1
    return tags


def labelled(sample: Sample, shape: ReaderShape) -> tuple[Ints, Ints]:
    present = np.full(len(shape.categories), UNSAID, np.int64)
    polarity = present.copy()
    for place, (name, category) in enumerate(shape.categories):
        if sample.labels is not None and name in sample.labels:
            said = sample.labels[name]
            present[place] = category in said
            if said.get(category) is not None:
                polarity[place] = CLASSES.index(said[category])
    return present, polarity


def starred(stars: tuple[float, float] | None) -> Floats:
    """Which stars would be right: those of the range, or the two neighbours of a half."""
    weights = np.zeros(5, np.float32)
    if stars is not None:
        for place in range(5):
            if stars[0] - 1 < place + 1 < stars[1] + 1:
                weights[place] = min(1.0, place + 2 - stars[0], stars[1] - place)
    return weights


def join(parts: Sequence[ReaderItem]) -> ReaderItem:
    """Several sentences as one review: said of any is said of all; where they disagree nobody knows."""
    present, polarity = parts[0].present.copy(), parts[0].polarity.copy()
    for part in parts[1:]:
        both = (polarity >= 0) & (part.polarity >= 0) & (polarity != part.polarity)
        mixed = ((present == 1) & (polarity < 0)) | ((part.present == 1) & (part.polarity < 0)) | both
        polarity = np.where(mixed, UNSAID, np.maximum(polarity, part.polarity))
        present = np.maximum(present, part.present)
    whole = [np.concatenate([getattr(part, name) for part in parts]) for name in ("ids", "term", "opinion", "felt")]
    return ReaderItem(whole[0], whole[1], whole[2], whole[3], present, polarity, parts[0].stars, parts[0].source)


def joined(given: Sequence[ReaderItem], dice: random.Random, *, share: float, room: int) -> list[ReaderItem]:
    """Some of the sentences put together with others of their source, as they are in reviews."""
    by_source: dict[str, list[ReaderItem]] = {}
    found: list[ReaderItem] = []
    for each in given:
        if each.joinable and dice.random() < share:
            by_source.setdefault(each.source, []).append(each)
        else:
            found.append(each)
    for members in by_source.values():
        dice.shuffle(members)
        while members:
            parts = [members.pop() for _ in range(min(len(members), dice.randint(2, 4)))]
            while sum(len(part.ids) for part in parts) > room:
                found.append(parts.pop())
            if parts:
                found.append(join(parts))
    return found


@dataclass(frozen=True, slots=True)
class ReaderBatch:
    """Padded to the longest. Soft targets of items without teachers weigh nothing (``taught`` is false)."""

    ids: Tensor
    mask: Tensor
    term: Tensor
    opinion: Tensor
    felt: Tensor
    present: Tensor
    polarity: Tensor
    stars: Tensor
    taught: Tensor  # (B,)
    soft_tags: Tensor  # (B, Z, 9)
    soft_presence: Tensor
    soft_polarity: Tensor
    soft_stars: Tensor


def collate(rows: Sequence[ReaderItem], marks: Marks, device: torch.device) -> ReaderBatch:
    longest = max(len(row.ids) for row in rows) + 2
    categories = len(rows[0].present)
    grid = {name: np.full((len(rows), longest), UNSAID, np.int64) for name in ("term", "opinion", "felt")}
    ids = np.full((len(rows), longest), marks.pad, np.int64)
    mask = np.zeros((len(rows), longest), bool)
    tags = np.zeros((len(rows), longest, 9), np.float32)
    soft = [np.zeros((len(rows), *shape), np.float32) for shape in ((categories,), (categories, 3), (5,))]
    for place, row in enumerate(rows):
        end = len(row.ids) + 1
        ids[place, 0], ids[place, 1:end], ids[place, end] = marks.cls, row.ids, marks.sep
        mask[place, : end + 1] = True
        for name, values in grid.items():
            values[place, 1:end] = getattr(row, name)
        if row.soft is not None:
            tags[place, 1:end] = row.soft.tags
            for values, said in zip(soft, row.soft[1:], strict=True):
                values[place] = said
    whole = [np.stack([getattr(row, name) for row in rows]) for name in ("present", "polarity", "stars")]
    taught = np.array([row.soft is not None for row in rows])
    arrays = [ids, mask, *grid.values(), *whole, taught, tags, *soft]
    tensors = [torch.from_numpy(array) for array in arrays]
    if device.type == "cuda":
        tensors = [tensor.pin_memory().to(device, non_blocking=True) for tensor in tensors]
    return ReaderBatch(*tensors)


def batches(
    given: Sequence[ReaderItem], size: int, dice: random.Random, *, budget: int = 16_384
) -> Iterator[list[ReaderItem]]:
    """Items of about one length together, batches in any order, none with more than ``budget`` places."""
    order = sorted(given, key=lambda each: len(each.ids) + dice.uniform(-8, 8))
    found: list[list[ReaderItem]] = [[]]
    for each in order:
        rows = found[-1]
        if len(rows) == size or (rows and (len(rows) + 1) * (max(len(row.ids) for row in [*rows, each]) + 2) > budget):
            found.append([])
        found[-1].append(each)
    dice.shuffle(found)
    yield from found
