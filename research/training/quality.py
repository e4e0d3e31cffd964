"""Training of the quality filter: a logistic regression with three outcomes, the same on every run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import save as serialise
from torch import Tensor, nn
from torch.nn import functional

from voxpop.ingest.quality_filter import KINDS, QualityFilter, unknown
from voxpop.ingest.text_features import BITS, KEY_BITS, TRAITS, read, traits

CLASSES = ("review", *KINDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityRecipe:
    epochs: int = 6
    batch: int = 512
    rate: float = 0.03
    decay: float = 3e-4  # of the weights of pieces, per step
    dropped: float = 0.5  # share of the pieces not seen in a step, so that no few of them decide
    caution: float = 1.0  # how much more a review taken for something else costs than the reverse
    common: int = 5  # how often reviews must have a run for it to be known
    seed: int = 0


@dataclass(frozen=True, slots=True)
class TextTable:
    """Texts as numbers: the slots of all of them in a row, where each begins, and their traits."""

    slots: NDArray[np.int64]
    starts: NDArray[np.int64]
    traits: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.traits)

    def pick(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The slots of some rows, and to which of them each belongs."""
        parts = [self.slots[self.starts[row] : self.starts[row + 1]] for row in rows]
        return np.concatenate(parts), np.repeat(np.arange(len(rows)), [len(part) for part in parts])


def known_runs(texts: Iterable[str], *, lang: str, common: int) -> NDArray[np.bool_]:
    """For each key whether these texts have it often enough."""
    counts = np.zeros(1 << KEY_BITS, dtype=np.int64)
    for text in texts:
        counts += np.bincount(read([text], lang).keys, minlength=len(counts))
    return counts >= common


def tabulate(texts: Sequence[str], *, lang: str, known: NDArray[np.bool_]) -> TextTable:
    hashed = read(texts, lang)
    order = np.argsort(hashed.slot_texts, kind="stable")
    starts = np.concatenate(([0], np.cumsum(np.bincount(hashed.slot_texts, minlength=len(texts)))))
    measured = traits(texts, unknown=unknown(hashed, known, texts=len(texts)))
    return TextTable(hashed.slots[order], starts, measured)


def train(
    texts: Sequence[str], kinds: Sequence[str], *, lang: str, others: Iterable[str], recipe: QualityRecipe | None = None
) -> QualityFilter:
    """Weights that tell the kinds of some texts: "review", "advert" or "noise".

    ``others`` are more reviews, from which it is learned what language reviews are written in.
    """
    recipe = recipe or QualityRecipe()
    known = known_runs(others, lang=lang, common=recipe.common)
    table = tabulate(texts, lang=lang, known=known)
    gold = np.array([CLASSES.index(kind) for kind in kinds])
    share = np.bincount(gold, minlength=len(CLASSES)) / len(gold)
    cost = (np.array([recipe.caution, 1.0, 1.0]) / np.maximum(share, 1e-9))[gold]
    network = QualityNetwork()
    decay = {"params": network.pieces.parameters(), "weight_decay": recipe.decay / recipe.rate}
    others = {"params": network.traits.parameters(), "weight_decay": 0.0}
    optimizer = torch.optim.AdamW([decay, others], lr=recipe.rate, eps=1e-6)
    order = np.random.default_rng(recipe.seed)
    for _ in range(recipe.epochs):
        for rows in np.array_split(order.permutation(len(table)), max(1, len(table) // recipe.batch)):
            slots, owner = table.pick(rows)
            seen = order.random(len(slots)) >= recipe.dropped
            scores = network(slots[seen], owner[seen], table.traits[rows])
            lost = functional.cross_entropy(scores, torch.from_numpy(gold[rows]), reduction="none")
            loss = (lost * torch.from_numpy(cost[rows] / cost.mean())).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    pieces = network.pieces.weight.detach().numpy().T.astype(np.float32)
    measured, bias = (value.detach().numpy().astype(np.float32) for value in network.traits.parameters())
    # of the pieces of a whole text only a part was summed, over the root of their number
    return QualityFilter(lang, pieces * np.float32(np.sqrt(1 - recipe.dropped)), measured, bias, known)


class QualityNetwork(nn.Module):  # type: ignore[misc]
    """A logistic regression over the slots of a text's pieces and its traits; a review's own score is zero."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces = nn.EmbeddingBag(1 << BITS, len(KINDS), mode="sum", dtype=torch.float64)
        self.traits = nn.Linear(len(TRAITS), len(KINDS), dtype=torch.float64)
        for weight in self.parameters():
            nn.init.zeros_(weight)

    def forward(self, slots: NDArray[np.int64], owner: NDArray[np.int64], traits: NDArray[np.float32]) -> Tensor:
        """Return the scores (texts, classes) of a batch; ``owner`` says to which text each slot belongs."""
        counts = np.bincount(owner, minlength=len(traits))
        starts = np.concatenate(([0], np.cumsum(counts)))[:-1]
        summed = self.pieces(torch.from_numpy(slots), torch.from_numpy(starts))
        summed = summed / torch.from_numpy(np.maximum(counts, 1)).sqrt()[:, None]
        scores = summed + self.traits(torch.from_numpy(traits).double())
        return torch.cat([torch.zeros(len(scores), 1, dtype=scores.dtype), scores], dim=1)


def quantised(weights: QualityFilter) -> dict[str, NDArray[Any]]:
    """The arrays of the asset: eight bits a piece, and a scale for each kind."""
    scale = (np.abs(weights.pieces).max(axis=1) / 127).clip(1e-9)
    pieces = np.ascontiguousarray(np.rint(weights.pieces / scale[:, None]), np.int8)  # as safetensors takes them
    return {
        "pieces": pieces,
        "scale": scale.astype(np.float32),
        "traits": weights.traits,
        "bias": weights.bias,
        "known": np.packbits(weights.known),
    }


def rounded(weights: QualityFilter) -> QualityFilter:
    """The weights as they will be after a round trip through eight bits."""
    arrays = quantised(weights)
    pieces = arrays["pieces"].astype(np.float32) * arrays["scale"][:, None]
    return replace(weights, pieces=pieces)


def save(weights: QualityFilter, folder: Path, *, config: dict[str, Any], card: str) -> None:
    """An asset's folder: weights, config and card."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "weights.safetensors").write_bytes(serialise(quantised(weights)))
    (folder / "config.json").write_text(json.dumps(config, indent=2, ensure_ascii=False) + "\n", "utf-8")
    (folder / "card.md").write_text(card, "utf-8")
