"""Trains a narrower English tagger from a wide one: ``python -m research.training.narrow_tagger --wide DIR --data DIR --out DIR``.

The narrow network begins with the word tables of the wide one and learns its scores, on the reviews that the teacher of
the wide one labelled (``research.training.teacher``) and on UD-EWT, whose gold tags it learns as well.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file
from torch import nn
from torch.nn import functional as F

from research.commands import says_errors
from research.training.tagger import TaggerInput, TaggerRecipe, TorchTagger, accuracy, batches, exported
from research.training.teacher import sentences
from research.training.treebank import Tagged, read
from voxpop.lang.en.tagger import TaggerNetwork

RECIPE = TaggerRecipe(width=64, epochs=8, words_a_step=2000, rate=4e-3, dropout=0.0, forget=0.05)
TABLES = ("vectors", "vector_scales", "vector_words", "own_words")  # that are not learned


def narrow(
    weights: dict[str, NDArray[Any]],
    tags: list[str],
    every: Sequence[Tagged],
    *,
    seed: int,
    recipe: TaggerRecipe = RECIPE,
) -> dict[str, NDArray[Any]]:
    """Return the weights of a narrow network that learned from a wide one, and from the tags of what is not labelled."""
    torch.manual_seed(seed)
    wide, dice = TaggerNetwork(weights, tags), random.Random(seed)
    table = torch.tensor(wide.vectors)
    net = TorchTagger(table, own=len(wide.own) - 1, tags=len(tags), fine=1, recipe=recipe)
    with torch.no_grad():
        for own, given in ((net.own.weight, wide.own), (net.affixes, wide.affixes), (net.shapes.weight, wide.shapes)):
            own.copy_(torch.tensor(given))
    encoder = TaggerInput(wide.known, tags, ["X"])
    steps = recipe.epochs * (sum(len(each.words) for each in every) // recipe.words_a_step + 1)
    optimizer = torch.optim.AdamW(net.parameters(), lr=recipe.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, recipe.rate, total_steps=steps, pct_start=0.1)
    for epoch in range(recipe.epochs):
        for chosen in batches(every, recipe, dice):
            batch = encoder.batch(chosen)
            is_gold = np.array([0, *(each.genre != "labelled" for each in chosen for _ in [*each.words, ""])], bool)
            taught = torch.tensor(wide.scores(wide.ids([each.words for each in chosen]))).softmax(1)
            scores = net.leave(net(batch.ids, batch.inside))
            inside = batch.inside > 0
            loss = F.cross_entropy(scores[inside], taught[inside])
            gold = torch.where(torch.tensor(is_gold), batch.tags, -100)
            if is_gold.any():
                loss = loss + 0.3 * F.cross_entropy(scores, gold, reduction="sum") / inside.sum()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimizer.step()
            if schedule.last_epoch < steps - 1:
                schedule.step()
        print(f"epoch {epoch + 1} of {recipe.epochs}: loss {loss.item():.4f}", flush=True)
    return exported(net, {name: weights[name] for name in TABLES})


def run(wide: Path, data: Path, out: Path, *, recipe: TaggerRecipe = RECIPE) -> dict[str, Any]:
    """Train, write the weights to ``out``, and return how good both networks are."""
    weights, tags = (
        load_file(wide / "weights.safetensors"),
        json.loads((wide / "config.json").read_text("utf-8"))["tags"],
    )
    every = read(data / "ud-ewt" / "train.conllu.xz") + sentences(data)
    made = narrow(weights, tags, every, seed=0, recipe=recipe)
    out.mkdir(parents=True, exist_ok=True)
    save_file(made, out / "weights.safetensors")
    (out / "config.json").write_text(json.dumps({"tags": tags, "recipe": asdict(recipe)}, indent=1) + "\n", "utf-8")
    networks = {"wide": TaggerNetwork(weights, tags), "narrow": TaggerNetwork(made, tags)}
    parts = {part: read(data / "ud-ewt" / f"{part}.conllu.xz") for part in ("dev", "test")}
    return {
        name: {part: accuracy(network, given) for part, given in parts.items()} for name, network in networks.items()
    }


@says_errors
def _main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.narrow_tagger", description=run.__doc__)
    parser.add_argument("--wide", type=Path, required=True, help="the folder of the weights to learn from")
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds ud-ewt and the reviews")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--width", type=int, default=RECIPE.width)
    parser.add_argument("--epochs", type=int, default=RECIPE.epochs)
    given = parser.parse_args()
    recipe = replace(RECIPE, width=given.width, epochs=given.epochs)
    print(json.dumps(run(given.wide, given.data, given.out, recipe=recipe), indent=1))


if __name__ == "__main__":
    raise SystemExit(_main())
