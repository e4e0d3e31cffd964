"""The comparisons of a reader, learned on its frozen states: ``python -m research.training.opinions.comparisons CHECKPOINT``.

A reader learns everything at once, and of comparisons, which few passages hold, next to nothing. This learns the words of a
comparison, how the product fares and the rival's name once more, from the corpus and from passages of which only the
comparisons are annotated: by a small branch of its own (``--width``), or with ``--width 0`` by new rows of the map of all
token heads; the branch is a file of its own beside the other weights. Nothing else that the reader says changes by a digit. Of three seeds the one that is best on passages that
training did not see is kept.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors.torch import save_file
from torch import Tensor, nn

from research.training.opinions.batches import by_length, collate
from research.training.opinions.network import COMPARING, SLICES, TOKEN_WIDTH, ComparisonBranch, OpinionReader
from research.training.opinions.prepare import read_prepared
from research.training.opinions.starting_weights import packed_arrays, reader_with, unpacked

SHARES = {"comparison": 5.0, "direction": 0.3, "rival": 5.0}
RARE = 2.0  # how much more a token of a comparison counts than one outside
OTHERS = 6_000  # passages without a comparison that are learned from
LOOSE = 0.3  # a span is a run of tokens with at least this chance of being inside
RATE = 1.5e-3
#: Where each head begins among the scores of the branch.
FIRST = SLICES[COMPARING[0]].start
PARTS = {name: slice(SLICES[name].start - FIRST, SLICES[name].stop - FIRST) for name in COMPARING}


class Row(NamedTuple):
    """A passage: both states of each token, the labels of ``COMPARING``, and its comparisons."""

    states: Tensor
    labels: Tensor
    comparisons: Sequence[tuple[tuple[int, int], int, tuple[int, int] | None]]


class Rows(nn.Module):  # type: ignore[misc]
    """New rows of the map of all token heads, which sees the last state alone."""

    def __init__(self, weight: Tensor, bias: Tensor) -> None:
        super().__init__()
        self.d = weight.shape[1]
        self.out = nn.Linear(self.d, TOKEN_WIDTH - FIRST)
        with torch.no_grad():
            self.out.weight.copy_(weight[FIRST:])
            self.out.bias.copy_(bias[FIRST:])

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        scores: Tensor = self.out(states[..., self.d :])
        return scores


def rows_of(model: OpinionReader, samples: Sequence[dict[str, Any]], device: torch.device) -> list[Row]:
    """Return the passages with the states that the reader has of their tokens."""
    made = []
    model.to(device).eval()
    with torch.no_grad():
        for some in by_length([{**each, "domain": -1} for each in samples], 16384, None):
            batch = collate(some, model.fine_bias.shape[0])
            given = {"input_ids": batch.ids.to(device), "attention_mask": batch.mask.long().to(device)}
            states = model.encoder(**given, output_hidden_states=True).hidden_states
            early = states[2] if len(states) > 2 else states[0]  # as the graph has it (export)
            both = torch.cat([early, states[-1]], -1).half().cpu()
            for place, each in enumerate(some):
                size = len(each["ids"])
                labels = batch.labels[place, :size, FIRST:].half()
                made.append(Row(both[place, :size], labels, each["comparisons"]))
    return made


def batches(rows: Sequence[Row], size: int, dice: random.Random | None) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Yield padded states, labels and masks of passages of similar length."""
    order = sorted(rows, key=lambda row: len(row.states))
    groups = [order[start : start + size] for start in range(0, len(order), size)]
    if dice:
        dice.shuffle(groups)
    for group in groups:
        longest = max(len(row.states) for row in group)
        states, labels = (
            torch.zeros(len(group), longest, part.shape[1]) for part in (group[0].states, group[0].labels)
        )
        mask = torch.zeros(len(group), longest, dtype=torch.bool)
        for place, row in enumerate(group):
            z = len(row.states)
            states[place, :z], labels[place, :z], mask[place, :z] = row.states.float(), row.labels.float(), True
        yield states, labels, mask


def loss(scores: Tensor, labels: Tensor, mask: Tensor) -> Tensor:
    """Return the weighted sum of the three heads' cross-entropies."""
    total = scores.new_zeros(())
    for name, part in PARTS.items():
        wanted = labels[..., part]
        each = -(wanted * scores[..., part].log_softmax(-1)).sum(-1)
        inside = wanted.sum(-1) if name == "direction" else 1 + (RARE - 1) * (1 - wanted[..., 0])
        weight = mask * inside
        total = total + SHARES[name] * (each * weight).sum() / (weight if name == "direction" else mask).sum().clamp(
            min=1
        )
    return total


def learn(
    branch: nn.Module, rows: Sequence[Row], device: torch.device, *, epochs: int, seed: int, rate: float = RATE
) -> None:
    """Learn in place."""
    dice = random.Random(seed)
    branch.to(device).train()
    optim = torch.optim.AdamW(branch.parameters(), lr=rate, weight_decay=0.01)
    total, number = epochs * -(-len(rows) // 48), 0
    for _ in range(epochs):
        for states, labels, mask in batches(rows, 48, dice):
            for group in optim.param_groups:
                group["lr"] = rate * min((number + 1) / 60, 1 - number / total)
            value = loss(branch(states.to(device), mask.to(device)).float(), labels.to(device), mask.to(device))
            optim.zero_grad()
            value.backward()
            optim.step()
            number += 1
    branch.eval()


def spans(inside: Tensor) -> list[tuple[int, int]]:
    """Return the runs of tokens with at least a chance of ``LOOSE``."""
    found: list[tuple[int, int]] = []
    for place in (inside >= LOOSE).nonzero().flatten().tolist():
        if found and found[-1][1] == place:
            found[-1] = (found[-1][0], place + 1)
        else:
            found.append((place, place + 1))
    return found


def average_precision(branch: nn.Module, rows: Sequence[Row], device: torch.device) -> dict[str, float]:
    """Return how well verdicts are ranked: right if words and rival overlap those of a comparison of the same direction."""
    verdicts, there = [], sum(len(row.comparisons) for row in rows)
    for row in rows:
        with torch.no_grad():
            mask = torch.ones(1, len(row.states), dtype=torch.bool, device=device)
            scores = branch(row.states.float()[None].to(device), mask)[0].float().cpu()
        words, ways, rival = (scores[:, part].softmax(-1) for part in PARTS.values())
        rivals = spans(1 - rival[:, 0])
        for first, last in spans(1 - words[:, 0]) if rivals else ():
            low, high = min(rivals, key=lambda span: abs(span[0] - first))
            way = ways[first:last].mean(0)
            sure = (1 - words[first:last, 0].mean()) * (1 - rival[low:high, 0].mean()) * way.max()
            same = [
                each for each in row.comparisons
                if each[0][0] < last and first < each[0][1] and each[2] and each[2][0] < high and low < each[2][1]
            ]  # fmt: skip
            verdicts.append((float(sure), any(each[1] == int(way.argmax()) for each in same), bool(same)))
    verdicts.sort(reverse=True)
    right, area, kept = 0, 0.0, 0
    for number, (_, is_right, _) in enumerate(verdicts, start=1):
        right += is_right
        area += is_right * right / number / max(there, 1)
        kept = right if right >= 0.9 * number else kept
    placed = sum(is_there for *_, is_there in verdicts)
    return {"ap": area, "at_90": kept / max(there, 1), "direction": right / max(placed, 1), "there": float(there)}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.opinions.comparisons", description=__doc__.split("\n")[0]
    )
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--prepared", type=Path, required=True)
    parser.add_argument("--width", type=int, default=96, help="channels of the branch; 0: new rows of the map")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--out", type=Path, help="folder of the weights that are written; by default the checkpoint")
    given = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    lang = json.loads((given.checkpoint / "config.json").read_text("utf-8"))["language"]
    arrays = {
        name: array
        for name, array in unpacked(sorted(given.checkpoint.glob("weights*.safetensors"))).items()
        if not name.startswith("comparisons.")
    }
    model = reader_with(arrays, lang)
    split = read_prepared(given.prepared, lang)["split"]
    learned = [each for each in split["train"] if len(each["ids"]) > 2] + split["compared"]
    rest = [each for each in learned if not each["comparisons"] and "spans" not in each]
    random.Random(0).shuffle(rest)
    learned = [each for each in learned if each["comparisons"] or "spans" in each] + rest[:OTHERS]
    rows = rows_of(model, learned, device)
    unseen = rows_of(model, [each for each in split["dev"] + split["seen"] if len(each["ids"]) > 2], device)
    d = model.encoder.config.hidden_size
    best: tuple[float, dict[str, Tensor]] = (-1.0, {})
    before = Rows(arrays["tokens.weight"], arrays["tokens.bias"]).to(device)
    print(f"{lang}: {len(rows)} passages; before:", average_precision(before, unseen, device), flush=True)
    for seed in range(given.seeds):
        torch.manual_seed(seed)
        branch = (
            ComparisonBranch(d, given.width) if given.width else Rows(arrays["tokens.weight"], arrays["tokens.bias"])
        )
        learn(branch, rows, device, epochs=given.epochs, seed=seed)
        figures = average_precision(branch, unseen, device)
        print(
            f"width {given.width}, seed {seed}:",
            {name: round(figure, 3) for name, figure in figures.items()},
            flush=True,
        )
        if figures["ap"] > best[0]:
            best = figures["ap"], {name: array.detach().cpu() for name, array in branch.state_dict().items()}
    out = given.out or given.checkpoint
    out.mkdir(parents=True, exist_ok=True)
    if given.width:
        learned_arrays = {f"comparisons.{name}": array for name, array in best[1].items()}
        save_file(packed_arrays(learned_arrays), out / "weights-comparisons.safetensors")
    else:
        for part in ("weight", "bias"):
            arrays[f"tokens.{part}"] = torch.cat([arrays[f"tokens.{part}"][:FIRST], best[1][f"out.{part}"]])
        save_file(packed_arrays(arrays), out / "weights.safetensors")


if __name__ == "__main__":
    main()
