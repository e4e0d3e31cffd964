"""The head that tells kinds of product apart, fitted once more on the frozen states of a student.

``python -m research.training.opinions.domain_head research/checkpoints/en --prepared PREPARED/en`` replaces the head over the
domains of wild-texts, which knows no hotels, restaurants, clothes or laptops in English, by one over the kinds of
``research/data/kinds.toml``. It learns from the annotated passages of training and from unlabelled texts of known domains,
every kind with the same weight, and prints how often it is right on passages that it did not learn from.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import save_file
from torch import Tensor
from torch.nn import functional as F

from research.training.opinions.batches import by_length, collate
from research.training.opinions.kinds import kind_of_domains
from research.training.opinions.network import OpinionReader
from research.training.opinions.prepare import read_prepared
from research.training.opinions.starting_weights import packed_arrays, reader_with, unpacked

UNLABELLED = 120  # texts of each domain
ANNOTATED = 300  # passages of each kind
FEWEST = 40  # passages that a kind must have to be told apart
DECAY = 1e-3


def pooled(model: OpinionReader, samples: list[dict[str, Any]]) -> tuple[Tensor, list[str]]:
    """Return what the head sees of each text, and the kind of product of each."""
    rows, kinds = [], []
    model.eval()
    with torch.no_grad():
        for some in by_length(samples, 8192, None):
            batch = collate([{**sample, "domain": -1} for sample in some], model.fine_bias.shape[0])
            rows.append(model.pool(model.states(batch), batch.mask)[:, 1])
            kinds += [sample["kind"] for sample in some]
    return torch.cat(rows), kinds


def fit(x: Tensor, y: Tensor, classes: int) -> tuple[Tensor, Tensor]:
    """Return weight and bias of a logistic model in which every class counts the same."""
    weight = torch.zeros(classes, x.shape[1], requires_grad=True)
    bias = torch.zeros(classes, requires_grad=True)
    share = 1 / torch.bincount(y, minlength=classes).clamp(min=1).float()
    optim = torch.optim.LBFGS([weight, bias], max_iter=150, line_search_fn="strong_wolfe")

    def closure() -> Tensor:
        optim.zero_grad()
        value = F.cross_entropy(x @ weight.T + bias, y, weight=share) + DECAY * weight.square().sum()
        value.backward()
        return value

    optim.step(closure)
    return weight.detach(), bias.detach()


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.opinions.domain_head", description=__doc__.split("\n")[0]
    )
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--prepared", type=Path, required=True)
    given = parser.parse_args()
    config = json.loads((given.checkpoint / "config.json").read_text("utf-8"))
    lang = config["language"]
    data = read_prepared(given.prepared, lang)
    kind_of = kind_of_domains()
    arrays = unpacked([given.checkpoint / "weights.safetensors"])
    model = reader_with(arrays, lang, dropout=0.0)
    dice = random.Random(0)
    by_domain: dict[str, list[Any]] = {}
    for sample in data["unlabelled"]:
        if sample["domain"] >= 0:
            by_domain.setdefault(data["domains"][sample["domain"]], []).append(sample["ids"])
    texts = [{"ids": ids, "stars": 0, "kind": kind_of[domain]}
             for domain, some in by_domain.items() if domain in kind_of
             for ids in dice.sample(some, min(UNLABELLED, len(some)))]  # fmt: skip
    parts = {
        part: [{"ids": s["ids"], "stars": 0, "kind": kind_of[s["name"]]} for s in data["split"][part]
               if s["name"] in kind_of and len(s["ids"]) > 2]
        for part in ("train", "seen")
    }  # fmt: skip
    dice.shuffle(parts["train"])
    of_kind: Counter[str] = Counter()
    passages = []
    for sample in parts["train"]:
        of_kind[sample["kind"]] += 1
        if of_kind[sample["kind"]] <= ANNOTATED:
            passages.append(sample)
    x, kinds = pooled(model, passages + texts)
    known = sorted(kind for kind in set(kinds) if kinds.count(kind) >= FEWEST)
    chosen = torch.tensor([place for place, kind in enumerate(kinds) if kind in known])
    y = torch.tensor([known.index(kind) for kind in kinds if kind in known])
    weight, bias = fit(x[chosen], y, len(known))
    seen, wanted = pooled(model, [sample for sample in parts["seen"] if sample["kind"] in known])
    right = [known[place] == kind for place, kind in zip((seen @ weight.T + bias).argmax(1), wanted, strict=True)]
    print(f"{lang}: {len(known)} kinds, {len(y)} texts; of {len(right)} passages {np.mean(right):.3f} right")
    arrays["domains.weight"], arrays["domains.bias"] = weight, bias
    save_file(packed_arrays(arrays), given.checkpoint / "weights.safetensors")
    config["domains"] = known
    path = given.checkpoint / "config.json"
    path.write_text(json.dumps(config, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
