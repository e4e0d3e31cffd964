"""Train the entailment network over the hidden states of an opinion model.

``python -m research.training.entailment.train en --prepared FOLDER --reader CHECKPOINT --out FILE --seconds 200``

FOLDER holds what ``prepare`` wrote; CHECKPOINT is the ``.safetensors`` file of a student. Both texts of a pair are read by
the opinion model on the fly, without gradients. Needs torch and transformers.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file, save_file
from torch import Tensor
from torch.nn import functional as F

from research.training.entailment.network import EARLY, LAYERS, EntailmentNetwork, Shape, begin
from research.training.entailment.prepared import TRAIN, PreparedPairs, read
from research.training.opinions.starting_weights import student_model

WARMUP = 0.06  # of the time
POOL = 100  # batches among which pairs are sorted by length
DECAY = 0.01
LOG = 15.0  # seconds between two lines
LOOK = 2_000  # dev pairs that are looked at while training goes on
Numbers = NDArray[np.int64]


class HiddenStates:
    """``states(texts)`` gives the opinion model's states of texts by their numbers, (B, Z, 2 × width), and a mask.

    They are those of ``OpinionModel.read``: an early layer's beside the last one's, without those of the marks.
    """

    def __init__(self, lang: str, arrays: dict[str, Tensor], pairs: PreparedPairs, device: torch.device) -> None:
        words = arrays["encoder.embeddings.word_embeddings.weight"]
        layers = 1 + max(int(name.split(".")[3]) for name in arrays if name.startswith("encoder.encoder.layer."))
        encoder = student_model(lang, len(words), layers)
        own = {name.removeprefix("encoder."): array for name, array in arrays.items() if name.startswith("encoder.")}
        encoder.load_state_dict(own)
        self.encoder: Any = encoder.to(device).eval().requires_grad_(False)
        names = arrays.get("names.weight")
        self.no_name = (torch.zeros(words.shape[1]) if names is None else names[0]).to(device)
        self.device = device
        self.ids = torch.tensor(pairs.ids.astype(np.int64), device=device)
        self.lengths = torch.tensor(pairs.lengths.astype(np.int64), device=device)
        self.starts = self.lengths.cumsum(0) - self.lengths
        if int(self.ids.max()) >= len(words):
            raise SystemExit("The pairs were prepared with another tokenizer than that of the opinion model.")

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def __call__(self, texts: Tensor) -> tuple[Tensor, Tensor]:
        lengths = self.lengths[texts][:, None]
        place = torch.arange(int(lengths.max()), device=self.device)
        mask = place < lengths
        ids = self.ids[(self.starts[texts][:, None] + place).clamp(max=len(self.ids) - 1)] * mask
        with mixed(self.device):
            embedded = self.encoder.get_input_embeddings()(ids) + self.no_name
            found = self.encoder(inputs_embeds=embedded, attention_mask=mask.long(), output_hidden_states=True)
        hidden = torch.cat([found.hidden_states[EARLY + 1], found.last_hidden_state], dim=-1)
        return hidden[:, 1:-1], place[:-2] < lengths - 2


def mixed(device: torch.device) -> Any:
    """Return a context of mixed precision: bf16 on a GPU, nothing elsewhere."""
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")


def read_student(path: Path) -> dict[str, Tensor]:
    """Return the arrays of a student in float32; those in int8 are multiplied by their scales."""
    arrays = load_file(path)
    return {name: array.float() * arrays[f"{name}|scale"] if f"{name}|scale" in arrays else array.float()
            for name, array in arrays.items() if not name.endswith("|scale")}  # fmt: skip


def batches(pairs: PreparedPairs, places: Numbers, size: int, dice: np.random.Generator) -> Iterator[Numbers]:
    """Yield batches of pairs of about one length for ever, so that little is padded."""
    lengths = pairs.lengths[pairs.premises]
    while True:
        order = dice.permutation(places)
        whole = []
        for first in range(0, len(order), POOL * size):
            near = order[first : first + POOL * size]
            near = near[np.argsort(lengths[near], kind="stable")]
            whole += [near[at : at + size] for at in range(0, len(near), size)]
        yield from (whole[number] for number in dice.permutation(len(whole)))


def scores(network: EntailmentNetwork, states: HiddenStates, pairs: PreparedPairs, places: Numbers) -> Tensor:
    """Return the scores of some pairs, (B, 3), the hypothesis before the premise."""
    (one, one_mask), (two, two_mask) = (
        states(torch.tensor(texts[places].astype(np.int64), device=states.device))
        for texts in (pairs.hypotheses, pairs.premises)
    )
    mask = torch.cat([one_mask, two_mask], dim=1)
    flags = torch.zeros(mask.shape, dtype=torch.long, device=states.device)
    flags[:, one_mask.shape[1] :] = 1
    with mixed(states.device):
        answer: Tensor = network(torch.cat([one, two], dim=1), flags, mask)
    return answer


def train(
    network: EntailmentNetwork, states: HiddenStates, pairs: PreparedPairs, *, seconds: float, batch: int, rate: float,
    seed: int, dev: Numbers,
) -> int:  # fmt: skip
    """Train for so many seconds and return the number of steps."""
    torch.manual_seed(seed)
    dice = np.random.default_rng(seed)
    plain = [weight for weight in network.parameters() if weight.dim() < 2]
    matrices = [weight for weight in network.parameters() if weight.dim() >= 2]
    optimizer = torch.optim.AdamW(
        [{"params": matrices, "weight_decay": DECAY}, {"params": plain, "weight_decay": 0.0}],
        lr=rate,
        fused=states.device.type == "cuda",
    )
    began = logged = time.monotonic()
    losses: list[Tensor] = []
    network.train()
    for step, places in enumerate(batches(pairs, np.flatnonzero(pairs.splits == TRAIN), batch, dice), start=1):
        now = time.monotonic()
        done = (now - began) / seconds
        if done >= 1:
            return step - 1
        for group in optimizer.param_groups:
            group["lr"] = rate * min((done + 1e-3) / WARMUP, (1 - done) / (1 - WARMUP))
        labels = torch.tensor(pairs.labels[places].astype(np.int64), device=states.device)
        weights = torch.tensor(pairs.weights[places].astype(np.float32), device=states.device)
        loss = (F.cross_entropy(scores(network, states, pairs, places), labels, reduction="none") * weights).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.detach())
        if now - logged > LOG:
            accuracy = figures(network, states, pairs, dev[:LOOK])["all"]
            say(f"{now - began:.0f} s, step {step}, loss {float(torch.stack(losses).mean()):.3f}, dev {accuracy:.4f}")
            losses, logged = [], time.monotonic()
            network.train()
    raise AssertionError("batches never end")


@torch.no_grad()  # type: ignore[untyped-decorator]
def figures(
    network: EntailmentNetwork, states: HiddenStates, pairs: PreparedPairs, places: Numbers, *, size: int = 256
) -> dict[str, float]:
    """Return the accuracy by source and over all."""
    network.eval()
    right: dict[str, list[bool]] = defaultdict(list)
    order = places[np.argsort(pairs.lengths[pairs.premises[places]], kind="stable")]
    for first in range(0, len(order), size):
        some = order[first : first + size]
        said = scores(network, states, pairs, some).argmax(-1).cpu().numpy()
        for place, hit in zip(some, said == pairs.labels[some], strict=True):
            right[pairs.sources[pairs.kinds[place]]].append(bool(hit))
            right["all"].append(bool(hit))
    return {name: sum(hits) / len(hits) for name, hits in sorted(right.items())}


def save(network: EntailmentNetwork, path: Path, about: dict[str, Any]) -> None:
    """Write the weights in half precision, with what is known of them in the file's metadata."""
    path.parent.mkdir(parents=True, exist_ok=True)
    arrays = {name: array.half().cpu().contiguous() for name, array in network.state_dict().items()}
    save_file(arrays, path, metadata={"about": json.dumps(about)})


def say(line: str) -> None:
    """Write a line to stderr at once."""
    print(line, file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.entailment.train", description=__doc__.split("\n")[0]
    )
    parser.add_argument("lang", choices=sorted(LAYERS))
    parser.add_argument("--prepared", type=Path, required=True, help="folder of the prepared pairs")
    parser.add_argument("--reader", type=Path, required=True, help="checkpoint of the opinion model")
    parser.add_argument("--out", type=Path, required=True, help="the .safetensors file to write")
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--layers", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=int, help="only so many dev pairs, to try things out")
    given = parser.parse_args(arguments)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    pairs = read(given.prepared)
    if pairs.lang != given.lang:
        raise SystemExit(f"{given.prepared} holds pairs in {pairs.lang!r}, not in {given.lang!r}.")
    arrays = read_student(given.reader)
    states = HiddenStates(given.lang, arrays, pairs, device)
    config = states.encoder.config
    shape = Shape(given.layers or LAYERS[given.lang], config.hidden_size, config.num_attention_heads)
    torch.manual_seed(given.seed)
    network = begin(shape, arrays).to(device)
    dev = np.random.default_rng(0).permutation(np.flatnonzero(pairs.splits != TRAIN))[: given.limit]
    say(f"{given.lang}: {int((pairs.splits == TRAIN).sum()):,} pairs to learn from, {len(dev):,} of dev, on {device}")
    steps = train(
        network, states, pairs, seconds=given.seconds, batch=given.batch, rate=given.rate, seed=given.seed, dev=dev
    )
    found = figures(network, states, pairs, dev)
    training = {
        "pairs": int((pairs.splits == TRAIN).sum()), "steps": steps, "seconds": given.seconds, "batch": given.batch,
        "rate": given.rate, "seed": given.seed,
        "device": torch.cuda.get_device_name() if device.type == "cuda" else "CPU",
    }  # fmt: skip
    save(network, given.out, {"language": given.lang, **shape._asdict(), "dev": found, "training": training})
    say(f"{given.lang}: {json.dumps(found)}, {given.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
