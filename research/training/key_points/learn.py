"""Learning the map: a linear one, from what the reader knows of a statement to 64 numbers.

Pairs of statements of one domain and sign say the same or not. The loss is the cross-entropy of a logistic curve over the
cosine of their meanings; features are dropped at random, since there are more of them than groups to learn from.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, dropout, normalize

from research.annotation.key_points import GroupedStatement, blocks
from voxpop.aspects.vectors import review_vectors
from voxpop.extract.opinion_extractor import OVERALL
from voxpop.extract.opinion_model import OpinionModel
from voxpop.extract.statement_vectors import MeaningMap, features
from voxpop.lang import language

Floats = NDArray[np.float32]
SIZE = 64
STEPS, RATE, DROPPED, DECAY = 120, 0.01, 0.5, 1e-3
OTHERS = 0.25  # the weight of a pair that does not say the same: there are twenty times as many


def read_features(statements: Sequence[GroupedStatement], model: OpinionModel, lang: str) -> Floats:
    """Return what the reader knows of each statement, at the places that people marked."""
    vectors = review_vectors(lang)
    passages = sorted({statement.text for statement in statements})
    parsed = language(lang).parse(passages)
    read = {text: (model.read(text, hidden=True), own) for text, own in zip(passages, parsed, strict=True)}
    scores, parsed = zip(*(read[statement.text] for statement in statements), strict=True)
    return features([[(statement.target, statement.words)] for statement in statements], scores, parsed, vectors)


def on_whole(rows: Floats, model: OpinionModel) -> NDArray[np.bool_]:
    """Return whether each statement is on the product as a whole, by the largest of its categories."""
    names = model.config["categories"]
    best: NDArray[np.integer] = rows[:, model.width : model.width + len(names)].argmax(1)
    return best == names.index(OVERALL)


def learn(rows: Floats, statements: Sequence[GroupedStatement], lang: str, *, width: int) -> MeaningMap:
    """Return the map learned from grouped statements."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    vectors = review_vectors(lang)
    centre, spread = rows.mean(0), rows.std(0) + 1e-6
    weights = np.full(len(centre), 2.0, np.float32)  # of categories and word vectors, which are few beside the states
    weights[:width] = 1.0
    scale = weights / spread / np.sqrt(len(centre) / 2)
    x = torch.tensor((rows - centre) * scale)
    groups = [statement.group for statement in statements]
    parts = [
        (torch.tensor(places), _same([groups[place] for place in places])) for places in blocks(statements).values()
    ]
    parts = [(places, same) for places, same in parts if len(places) > 1]
    weight = torch.pca_lowrank(x, q=SIZE, niter=4)[2].clone().requires_grad_(True)
    slope, shift = torch.tensor(10.0, requires_grad=True), torch.tensor(-5.0, requires_grad=True)
    optimizer = torch.optim.AdamW(
        [{"params": [weight], "weight_decay": DECAY}, {"params": [slope, shift], "weight_decay": 0.0}], lr=RATE
    )
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, STEPS)
    for _ in range(STEPS):
        losses = [_loss(normalize(dropout(x[places], DROPPED) @ weight), same, slope, shift) for places, same in parts]
        torch.stack(losses).mean().backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        optimizer.zero_grad()
        schedule.step()
    learned = weight.detach().numpy() * scale[:, None]
    return MeaningMap(vectors, learned.astype(np.float32), (-centre @ learned).astype(np.float32))


def _same(groups: Sequence[str | None]) -> Tensor:
    return torch.tensor([[one is not None and one == other for other in groups] for one in groups])


def _loss(meanings: Tensor, same: Tensor, slope: Tensor, shift: Tensor) -> Tensor:
    scores = slope * (meanings @ meanings.T) + shift
    losses = binary_cross_entropy_with_logits(scores, same.float(), reduction="none")
    pairs = ~torch.eye(len(same), dtype=torch.bool)
    return (losses * torch.where(same, 1.0, OTHERS))[pairs].mean() * 3


def write(meanings: MeaningMap, path: Path) -> None:
    """Write the map as the product reads it."""
    from safetensors.numpy import save_file

    save_file({"weight": meanings.weight.astype(np.float16), "bias": meanings.bias}, path)
