"""Masked-language training on reviews: an encoder learns how customers write before it learns what they mean.

``python -m research.training.mlm ENCODER OUT --texts unlabelled-en.jsonl.xz --minutes 5``. With ``--stars SAMPLES``
it also learns the stars of the training reviews (``starred_texts``).
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import Tensor, nn
from torch.nn import functional as F

from research.commands import says_errors
from research.training.encoder import Encoder, load_encoder
from research.training.pieces import Pieces
from research.training.samples.sample import read_lines
from research.training.starred_texts import Rater, StarredTexts, read_starred
from voxpop.errors import InputError

log = logging.getLogger("voxpop.mlm")
IGNORED = -100


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskingRecipe:
    """Fifteen pieces in a hundred are hidden: eight in ten behind the mask, one behind another piece, one not."""

    minutes: float = 5.0
    steps: int = 0  # a number of steps instead of minutes, for a run that can be repeated to the bit
    batch: int = 256
    length: int = 128
    rate: float = 3e-4
    warmup: float = 0.05
    hidden: float = 0.15
    seed: int = 0


class Guesser(nn.Module):  # type: ignore[misc]
    """The head that guesses hidden pieces; it shares the encoder's word table and is thrown away afterwards."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder
        d = encoder.width
        self.dense, self.norm = nn.Linear(d, d), nn.LayerNorm(d, eps=encoder.config.layer_norm_eps)
        self.bias = nn.Parameter(torch.zeros(encoder.config.vocab_size))

    def forward(self, ids: Tensor, targets: Tensor) -> Tensor:
        H = self.encoder(ids, torch.ones_like(ids, dtype=torch.bool))
        asked = targets != IGNORED
        guess = self.norm(F.gelu(self.dense(H[asked])))
        scores = (guess @ self.encoder.words.weight.T.to(guess.dtype)).float() + self.bias
        return F.cross_entropy(scores, targets[asked], reduction="sum") / asked.sum().clamp(min=1)


def texts(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the texts of files that ``python -m research.training.samples.gather`` wrote."""
    for path in paths:
        yield from (row["text"] for _, row in read_lines(path))


def blocks(pieces: Pieces, corpus: Sequence[str], length: int) -> Tensor:
    """All texts end to end, in rows of equal length, each framed by the marks."""
    stream: list[int] = []
    for first in range(0, len(corpus), 4096):
        for row in pieces(corpus[first : first + 4096]):
            stream += [*row, pieces.marks.sep]
    room = length - 2
    rows = len(stream) // room
    if rows == 0:
        raise InputError(f"The texts fill no row of {length} pieces: more text is needed for masked-language training.")
    body = torch.tensor(stream[: rows * room], dtype=torch.int32).view(rows, room)
    first, last = (torch.full((rows, 1), mark, dtype=torch.int32) for mark in (pieces.marks.cls, pieces.marks.sep))
    return torch.cat([first, body, last], 1)


def hide(ids: Tensor, share: float, mask: int, words: int, special: Tensor) -> tuple[Tensor, Tensor]:
    """The rows with some pieces hidden, and what was there."""
    asked = (torch.rand(ids.shape, device=ids.device) < share) & ~torch.isin(ids, special)
    targets = ids.masked_fill(~asked, IGNORED)
    draw = torch.rand(ids.shape, device=ids.device)
    other = torch.randint(words, ids.shape, device=ids.device, dtype=ids.dtype)
    hidden = torch.where(asked & (draw < 0.8), torch.full_like(ids, mask), ids)
    return torch.where(asked & (draw >= 0.9), other, hidden), targets


def adapt(encoder: Encoder, rows: Tensor, recipe: MaskingRecipe, *, mask: int, special: Sequence[int],
          device: torch.device, starred: StarredTexts | None = None) -> dict[str, float]:  # fmt: skip
    """Train in place; how many steps were made, in how long, and what the last hundred lost."""
    torch.manual_seed(recipe.seed)
    dice = torch.Generator().manual_seed(recipe.seed)
    model = Guesser(encoder).to(device).train()
    rater = Rater(encoder).to(device).train() if starred else None
    weights = list(nn.ModuleList([part for part in (model, rater) if part]).parameters())  # the encoder's once
    marks = torch.tensor(special, device=device)
    optimizer = torch.optim.AdamW(weights, lr=recipe.rate, weight_decay=0.01,
                                  fused=device.type == "cuda")  # fmt: skip
    began = time.monotonic()
    losses: list[Tensor] = []
    for step, chosen in enumerate(order(len(rows), recipe), start=1):
        passed = step / recipe.steps if recipe.steps else (time.monotonic() - began) / (60 * recipe.minutes)
        if passed >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = recipe.rate * min(passed / recipe.warmup, (1 - passed) / (1 - recipe.warmup))
        ids, targets = hide(rows[chosen].to(device).long(), recipe.hidden, mask, encoder.config.vocab_size, marks)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            loss = model(ids, targets)
            if rater and starred:
                loss = loss + rater(*(part.to(device) for part in starred.draw(recipe.batch, dice)))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        losses = [*losses[-99:], loss.detach()]
        if step % 250 == 0:
            log.info("step %s loss %.3f (%.0f %%)", step, float(torch.stack(losses).mean()), 100 * passed)
    return {"steps": step, "seconds": time.monotonic() - began, "loss": float(torch.stack(losses).mean())}


def order(rows: int, recipe: MaskingRecipe) -> Iterator[Tensor]:
    """Batches for ever, each pass in a new order."""
    dice = torch.Generator().manual_seed(recipe.seed)
    while True:
        yield from torch.randperm(rows, generator=dice).split(recipe.batch)


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.mlm", description=__doc__.split("\n")[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--texts", type=Path, nargs="+", required=True)
    parser.add_argument("--stars", type=Path, help="samples whose stars are learnt beside it")
    for name, kind in (("minutes", float), ("steps", int), ("batch", int), ("length", int), ("rate", float)):
        parser.add_argument(f"--{name}", type=kind, default=getattr(MaskingRecipe(), name))
    given = parser.parse_args()
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    recipe = MaskingRecipe(
        minutes=given.minutes, steps=given.steps, batch=given.batch, length=given.length, rate=given.rate
    )
    encoder = load_encoder(given.source)
    pieces = Pieces(given.source, doubled=encoder.config.model_type != "bert")
    corpus = list(texts(given.texts))
    random.Random(recipe.seed).shuffle(corpus)
    rows = blocks(pieces, corpus, recipe.length)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    log.info("%s texts, %s rows of %s pieces, on %s", f"{len(corpus):,}", f"{len(rows):,}", recipe.length, device)
    marks = pieces.marks
    starred = read_starred(given.stars, pieces, longest=recipe.length) if given.stars else None
    figures = adapt(encoder, rows, recipe, mask=pieces.mask, special=(marks.cls, marks.sep, marks.pad), device=device,
                    starred=starred)  # fmt: skip
    given.target.mkdir(parents=True, exist_ok=True)
    pieces.save(given.target)
    (given.target / "config.json").write_text(json.dumps(asdict(encoder.config), indent=1) + "\n", "utf-8")
    arrays = {name: array.half().cpu().contiguous() for name, array in encoder.state_dict().items()}
    save_file(arrays, given.target / "model.safetensors")
    (given.target / "mlm.json").write_text(json.dumps({**asdict(recipe), **figures}, indent=1) + "\n", "utf-8")
    log.info("%s", figures)


if __name__ == "__main__":
    raise SystemExit(main())
