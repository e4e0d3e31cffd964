"""The fine categories of a reader, learned once more on its frozen states: ``python -m research.training.opinions.fine_head CHECKPOINT``.

Few of the passages of a reader's training have labels under these categories, and the weights that ship are mixed of several
students'. Two passes over the labelled reviews fit the head to the states that the mixed encoder gives. Nothing else that the
reader says changes.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from research.training.opinions.labels import FINE
from research.training.opinions.network import OpinionReader
from research.training.opinions.prepare import read_prepared
from research.training.opinions.starting_weights import packed_arrays, reader_with, unpacked
from voxpop.lang.memo import Memo

EPOCHS, RATE, BATCH = 2, 3e-4, 32
POOLED = 2  # queries of other heads, before those of the fine categories
NONE = -2  # the label of a category that a review does not speak of


def states_of(model: OpinionReader, samples: Sequence[Mapping[str, Any]]) -> list[Tensor]:
    """Return the state of each token of each text; a text that several annotators labelled is read once."""

    def read(ids: tuple[int, ...]) -> Tensor:
        given = torch.tensor([ids])
        return model.encoder(input_ids=given, attention_mask=torch.ones_like(given)).last_hidden_state[0]  # type: ignore[no-any-return]

    states = Memo(read, limit=len(samples))
    with torch.no_grad():
        return [states[tuple(sample["ids"].tolist())] for sample in samples]


def batches(states: Sequence[Tensor], labels: Tensor, dice: random.Random) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Yield padded states, masks and labels of reviews of similar length."""
    order = sorted(range(len(states)), key=lambda place: len(states[place]) + 40 * dice.random())
    groups = [order[first : first + BATCH] for first in range(0, len(order), BATCH)]
    dice.shuffle(groups)
    for group in groups:
        padded = nn.utils.rnn.pad_sequence([states[place] for place in group], batch_first=True)
        lengths = torch.tensor([len(states[place]) for place in group])
        yield padded, torch.arange(padded.shape[1]) < lengths[:, None], labels[group]


def learn(model: OpinionReader, states: Sequence[Tensor], labels: Tensor, *, seed: int = 0) -> None:
    """Learn the queries and the map of the fine categories in place."""
    torch.manual_seed(seed)
    dice = random.Random(seed)
    learned = [model.pool.query.weight, model.pool.query.bias, model.fine_weight, model.fine_bias]
    kept = [part[:POOLED].detach().clone() for part in learned[:2]]
    optimizer = torch.optim.AdamW(learned, lr=RATE, weight_decay=0.01)
    steps = EPOCHS * -(-len(states) // BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1, (step + 1) / 30) * (1 - step / steps))
    for _ in range(EPOCHS):
        for hidden, mask, wanted in batches(states, labels, dice):
            pooled = model.drop(model.pool(model.drop(hidden), mask))[:, POOLED:]
            scores = torch.einsum("bnd,ncd->bnc", pooled, model.fine_weight) + model.fine_bias
            present = wanted != NONE
            loss = binary_cross_entropy_with_logits(scores[..., 0], present.float())
            loss = loss + cross_entropy(scores[..., 1:][present], wanted[present] + 1)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    with torch.no_grad():  # the decay touched the queries of other heads
        for part, before in zip(learned[:2], kept, strict=True):
            part[:POOLED] = before


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.opinions.fine_head", description=__doc__.split("\n")[0]
    )
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--prepared", type=Path, required=True)
    given = parser.parse_args()
    lang = json.loads((given.checkpoint / "config.json").read_text("utf-8"))["language"]
    path = given.checkpoint / "weights.safetensors"
    arrays = unpacked([path])
    model = reader_with(arrays, lang)
    model.eval()
    samples = read_prepared(given.prepared, lang)["split"]["fine"]
    labels = torch.tensor([[each["fine"].get(place, NONE) for place in range(len(FINE[lang]))] for each in samples])
    states = states_of(model, samples)
    model.train()
    learn(model, states, labels)
    save_file(packed_arrays({name: array for name, array in model.state_dict().items() if name in arrays}), path)
    print(f"{lang}: learned from {len(samples):,} readings of reviews")


if __name__ == "__main__":
    main()
