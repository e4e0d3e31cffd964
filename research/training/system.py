"""What every system of Bu et al. (2021) has in common: a batch in, polarities and stars out, a loss to learn by.

Symbols, as in the paper: B reviews in a batch, Z tokens, d width, N aspects, C = 3 classes, K aspects mentioned;
y the labels as classes, p the mask of mentioned aspects, g the stars, and, ours, a those of the aspects.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import torch
from torch import Tensor, nn

from research.training.data import Example
from research.training.encoder import Encoder
from research.training.pieces import Marks
from research.training.scheme import CLASSES
from voxpop.registry import Registry

C = len(CLASSES)


class Batch(NamedTuple):
    """Reviews as numbers of words or pieces, and what is known of them."""

    tokens: Sequence[Sequence[int]]
    y: Tensor  # (B, N) class numbers, 0 where the aspect is not mentioned
    p: Tensor  # (B, N) true where it is
    g: Tensor  # (B,) stars, NaN where there are none
    a: Tensor  # (B, N) stars of the aspects, NaN where there are none

    @property
    def pairs(self) -> tuple[Tensor, Tensor]:
        """Review and aspect of each mentioned aspect, (P,) and (P,)."""
        rows, aspects = self.p.nonzero(as_tuple=True)
        return rows, aspects


class Output(NamedTuple):
    """What a system says: (B, N, C) scores of the classes, (B,) stars, (B, N, Z) attention, (B, N) stars of aspects;
    None where it has none."""

    scores: Tensor | None = None
    stars: Tensor | None = None
    attention: Tensor | None = None
    grades: Tensor | None = None


@dataclass(frozen=True)
class Setup:
    """What a system is built from: the aspects, and either word vectors or an encoder."""

    aspects: int
    vectors: Tensor | None = None  # (V, d), row 0 is padding
    aspect_vectors: Tensor | None = None  # (N, d)
    encoder: Encoder | None = None
    marks: Marks | None = None
    names: Sequence[Sequence[int]] = ()  # pieces of each aspect's name
    questions: Sequence[Sequence[int]] = ()  # and of the question about it
    limit: int = 512


class PerAspect(nn.Module):  # type: ignore[misc]
    """A layer whose weights are (N, …): one set for every aspect."""


class System(nn.Module):  # type: ignore[misc]
    """Subclasses give ``forward`` and ``loss``."""

    rating_weight = 1.0  # what the stars weigh beside the aspects where both are learnt

    def forward(self, batch: Batch) -> Output:
        raise NotImplementedError

    def loss(self, output: Output, batch: Batch) -> Tensor:
        raise NotImplementedError

    @property
    def device(self) -> torch.device:
        return next(self.parameters()).device

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def begin_alike(self) -> None:
        """Every aspect starts from the first one's weights: what reviews teach of one then suits the others too."""
        for layer in self.modules():
            if isinstance(layer, PerAspect):
                for weight in layer.parameters(recurse=False):
                    weight.copy_(weight[:1].expand_as(weight).clone())


@dataclass(frozen=True)
class Entry:
    """A system by name: its title in the paper's tables, what it reads and what it learns."""

    title: str
    reads: str  # "words" or "pieces"
    tasks: tuple[str, ...]  # "acsa", "rp", and "grades" where it learns from stars of aspects
    build: Callable[[Setup], System] = field(repr=False)


SYSTEMS: Registry[Entry] = Registry("system")


def system(
    name: str, *, title: str, reads: str, tasks: Sequence[str]
) -> Callable[[Callable[[Setup], System]], Callable[[Setup], System]]:
    """Registers a way to build a system under a name."""

    def add(build: Callable[[Setup], System]) -> Callable[[Setup], System]:
        SYSTEMS.register(name)(Entry(title, reads, tuple(tasks), build))
        return build

    return add


def pad(rows: Sequence[Sequence[int]], *, value: int = 0, device: torch.device | None = None) -> tuple[Tensor, Tensor]:
    """Rows of numbers as one table (B, Z), and the mask (B, Z) that is true where there is text."""
    longest = max(1, *(len(row) for row in rows)) if rows else 1
    ids = torch.full((len(rows), longest), value)
    mask = torch.zeros((len(rows), longest), dtype=torch.bool)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = torch.tensor(row, dtype=torch.long)
        mask[i, : len(row)] = True
    return ids.to(device), mask.to(device)


def make_batch(examples: Sequence[Example], tokens: Sequence[Sequence[int]], device: torch.device) -> Batch:
    labels = torch.tensor([example.labels for example in examples])
    p = torch.isin(labels, torch.tensor(CLASSES))
    y = torch.zeros_like(labels)
    for number, label in enumerate(CLASSES):
        y[labels == label] = number
    g = torch.tensor([_known(example.stars) for example in examples])
    a = torch.tensor(
        [[_known(stars) for stars in example.grades or [None] * len(example.labels)] for example in examples]
    )
    return Batch(tokens, y.to(device), p.to(device), g.to(device), a.to(device))


def _known(stars: float | None) -> float:
    return float("nan") if stars is None else stars


def spread(scores: Tensor, batch: Batch) -> Tensor:
    """Scores of pairs, (P, C), in their places among all reviews and aspects, (B, N, C)."""
    whole = scores.new_zeros((*batch.p.shape, scores.shape[-1]))
    return whole.index_put(batch.pairs, scores)


def attend(scores: Tensor, mask: Tensor) -> Tensor:
    """A softmax over the tokens that gives padding nothing; the mask is (B, Z) and scores end in Z."""
    mask = mask.view(mask.shape[0], *[1] * (scores.dim() - 2), mask.shape[1])
    return scores.float().masked_fill(~mask, float("-inf")).softmax(-1)
