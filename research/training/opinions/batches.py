"""Batches of annotated passages with their labels, and of unlabelled stretches."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from research.training.opinions.labels import BEGIN, INSIDE, TOKEN_HEADS
from research.training.opinions.network import SLICES, TOKEN_WIDTH

Sample = dict[str, Any]


class LargeTokens(NamedTuple):
    """The same texts in the tokens of a large teacher, and which of these each of our tokens begins and ends in."""

    ids: Tensor  # (B, T)
    mask: Tensor  # (B, T)
    first: Tensor  # (B, Z)
    last: Tensor  # (B, Z)


class Batch(NamedTuple):
    """Token numbers, what they should be labelled as, and how much each label counts (0 where nothing is known)."""

    ids: Tensor  # (B, Z)
    mask: Tensor  # (B, Z)
    labels: Tensor  # (B, Z, sum of TOKEN_HEADS): a distribution for each head
    weights: Tensor  # (B, Z, number of heads)
    links: Tensor  # (B, Z, Z)
    link_weights: Tensor  # (B, Z, Z)
    stars: Tensor  # (B, 5)
    star_weights: Tensor  # (B,)
    domains: Tensor  # (B,), -1 where unknown
    fine: Tensor  # (B, fine categories, 4): present, and a distribution over negative, neutral, positive
    fine_weights: Tensor  # (B,)
    large: LargeTokens | None = None
    meaning: Tensor | None = None  # (B, Z, MEANING): the direction that a teacher gives each token

    def to(self, device: torch.device) -> Batch:
        def moved(part: Any) -> Any:
            if isinstance(part, LargeTokens):
                return LargeTokens(*map(moved, part))
            return None if part is None else part.to(device, non_blocking=True)

        return Batch(*map(moved, self))


HEADS = list(TOKEN_HEADS)
NOT_OURS = 6.0  # how much more it counts what the few opinions are about that are not about the product
SPANS = ("target", "evidence", "comparison", "rival")


def large_tokens(samples: Sequence[Sample]) -> LargeTokens | None:
    """Return the samples in a large teacher's tokens; None where they were not prepared for one."""
    if any("large" not in sample for sample in samples):
        return None
    rows = [sample["large"] for sample in samples]
    ids, mask, first, last = (
        torch.zeros(len(rows), max(len(row[part]) for row in rows), dtype=torch.long) for part in (0, 0, 1, 2)
    )
    for place, row in enumerate(rows):
        for array, values in zip((ids, first, last), row, strict=True):
            array[place, : len(values)] = torch.from_numpy(np.asarray(values, np.int64))
        mask[place, : len(row[0])] = 1
    return LargeTokens(ids, mask.bool(), first, last)


def collate(samples: Sequence[Sample], fine: int) -> Batch:
    """Return the samples as one padded batch; a sample with fine categories alone has no other labels."""
    count, length = len(samples), max(len(sample["ids"]) for sample in samples)
    ids = torch.zeros(count, length, dtype=torch.long)
    mask = torch.zeros(count, length, dtype=torch.bool)
    labels = torch.zeros(count, length, TOKEN_WIDTH)
    weights = torch.zeros(count, length, len(HEADS))
    links, link_weights = torch.zeros(count, length, length), torch.zeros(count, length, length)
    stars, star_weights = torch.zeros(count, 5), torch.zeros(count)
    fines, fine_weights = torch.zeros(count, fine, 4), torch.zeros(count)
    for row, sample in enumerate(samples):
        z = len(sample["ids"])
        ids[row, :z] = torch.from_numpy(sample["ids"]).long()
        mask[row, :z] = True
        if "opinions" in sample:
            _label(sample, labels[row, :z], weights[row, :z], links[row, :z, :z], link_weights[row, :z, :z])
        for category, sign in sample.get("fine", {}).items():
            fines[row, category, 0] = 1.0
            if sign is not None:  # else only the category is known
                fines[row, category, 2 + sign] = 1.0
        fine_weights[row] = float("fine" in sample)
        if sample["stars"]:
            stars[row, int(sample["stars"]) - 1], star_weights[row] = 1.0, 1.0
    domains = torch.tensor([sample["domain"] for sample in samples])
    return Batch(
        ids, mask, labels, weights, links, link_weights, stars, star_weights, domains, fines, fine_weights,
        large_tokens(samples),
    )  # fmt: skip


def _label(sample: Sample, labels: Tensor, weights: Tensor, links: Tensor, link_weights: Tensor) -> None:
    """Fill in the labels of one sample.

    ``spans`` of a sample names the kinds of span that its data set annotates (all, if absent). A label of an opinion is
    a class, a distribution over the classes, or None where nobody gave one.
    """
    z = len(labels)
    annotated = sample.get("spans", SPANS)
    for head, spans in (
        ("target", [o[0] for o in sample["opinions"]]),
        ("evidence", [o[1] for o in sample["opinions"]]),
        ("comparison", [c[0] for c in sample["comparisons"]]),
        ("rival", [c[2] for c in sample["comparisons"]]),
    ):
        if head not in annotated:
            continue
        tags = labels[:, SLICES[head]]
        tags[:, 0] = 1.0
        weights[:, HEADS.index(head)] = 1.0
        for span in sorted({span for span in spans if span is not None and span[1] <= z}):
            tags[span[0] : span[1]] = 0.0
            tags[span[0], BEGIN] = 1.0
            tags[span[0] + 1 : span[1], INSIDE] = 1.0
    for target, words, polarity, category, about, fact in sample["opinions"]:
        for span in (target, words):
            if span is None or span[1] > z:
                continue
            inside = slice(*span)
            for head, label in (("polarity", polarity), ("category", category), ("about", about)):
                if label is not None:
                    labels[inside, SLICES[head]] += _distribution(label, TOKEN_HEADS[head])
                    rare = head == "about" and label != 0
                    weights[inside, HEADS.index(head)] = NOT_OURS if rare else 1.0
        if words is not None and words[1] <= z and fact is not None:
            labels[slice(*words), SLICES["fact"]] = float(fact)
            weights[slice(*words), HEADS.index("fact")] = 1.0
        if target is not None and words is not None and max(target[1], words[1]) <= z:
            links[slice(*target), slice(*words)] = 1.0
    for words, direction, _ in sample["comparisons"]:
        if words[1] <= z:
            labels[slice(*words), SLICES["direction"].start + direction] += 1.0
            weights[slice(*words), HEADS.index("direction")] = 1.0
    for head in ("polarity", "category", "about", "direction"):
        scores = labels[:, SLICES[head]]
        scores /= scores.sum(-1, keepdim=True).clamp(min=1.0)
    in_target, in_words = (labels[:, SLICES[head]][:, [BEGIN, INSIDE]].sum(-1) for head in ("target", "evidence"))
    link_weights += in_target[:, None] * in_words[None, :]


def _distribution(label: int | Sequence[float], classes: int) -> Tensor:
    """Return a label of an opinion as a distribution over the classes."""
    if isinstance(label, int):
        return torch.eye(classes)[label]
    return torch.tensor(label)


def by_length(samples: Sequence[Sample], tokens: int, seed: int | None) -> Iterator[list[Sample]]:
    """Yield batches of similar length, of at most so many tokens with padding; with a seed, in a new order."""
    dice = random.Random(seed)
    order = sorted(
        range(len(samples)), key=lambda i: len(samples[i]["ids"]) + (dice.random() * 12 if seed is not None else 0)
    )
    rows: list[list[Sample]] = []
    longest = 0
    for i in order:
        length = len(samples[i]["ids"])
        if not rows or (len(rows[-1]) + 1) * max(longest, length) > tokens:
            rows.append([])
            longest = 0
        rows[-1].append(samples[i])
        longest = max(longest, length)
    if seed is not None:
        dice.shuffle(rows)
    yield from rows
