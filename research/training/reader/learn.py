"""Train a reader: ``python -m research.training.reader.learn --language en --samples en.jsonl.xz --encoder DIR --out DIR``.

All data sets at once under one encoder, each with the labels it has. With ``--soft`` the answers of teachers
(``python -m research.training.reader.label``) are learnt beside the gold ones. With ``--reader`` in place of ``--encoder``
a reader learns on, but only what it says of categories: its states, terms and stars stay as they are, and with them
all that was trained or fitted to them. Its config.json still says how it was trained, and under ``categories`` how it
learnt on. Needs torch, numpy, safetensors, tokenizers.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from research.training.encoder import load_encoder
from research.training.encoder_folder import encoder_folder
from research.training.optimization import descend, keep, make_optimizer, make_schedule, mixed, resume
from research.training.pieces import Pieces
from research.training.reader import network
from research.training.reader.batches import UNSAID, ReaderItem, batches, collate, items, joined
from research.training.reader.general import SETS, label_sets
from research.training.reader.losses import total
from research.training.reader.network import Reader, ReaderShape
from research.training.reader.samples import Sample, read_samples
from research.training.reader.soft import read_soft
from voxpop.errors import OptionError, says_errors

log = logging.getLogger("voxpop.reader")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderRecipe:
    """How long, how fast, and how much of which data set an epoch sees."""

    epochs: int = 4
    batch: int = 32
    rate: float = 1e-4
    heads: float = 5.0  # how many times faster all but the encoder learns
    warmup: float = 0.1
    decay: float = 0.01
    joined: float = 0.3  # share of the sentences that are put together to reviews
    stars: int = 4000  # reviews of each starred set an epoch sees
    unlabelled: int = 12_000  # texts that only teachers have labelled, each epoch
    soft: float = 1.0  # what teachers weigh beside gold
    seed: int = 0


REPEATED = {"semeval14-restaurants": 2, "asap-zh": 2}  # small sets that the figures are about
WINDOWS = {"en": 256, "zh": 512}


def epoch_items(pool: Sequence[ReaderItem], recipe: ReaderRecipe, dice: random.Random, room: int) -> list[ReaderItem]:
    """What one epoch sees: everything with terms or categories, and a draw of the reviews that only have stars."""
    by_source: dict[str, list[ReaderItem]] = {}
    for each in pool:
        by_source.setdefault(each.source, []).append(each)
    found: list[ReaderItem] = []
    for source, members in by_source.items():
        few = recipe.unlabelled if source == "unlabelled" else recipe.stars if only_stars(members[0]) else len(members)
        found += dice.sample(members, min(few, len(members))) * REPEATED.get(source, 1)
    return joined(found, dice, share=recipe.joined, room=room)


def one_epoch(pool: Sequence[ReaderItem], recipe: ReaderRecipe, epoch: int, room: int) -> list[list[ReaderItem]]:
    """The batches of an epoch; they depend on the seed and the epoch alone."""
    name = f"{recipe.seed}/{epoch}"
    seen = epoch_items(pool, recipe, random.Random(name), room)
    return list(batches(seen, recipe.batch, random.Random(f"{name}/order")))


def only_stars(item: ReaderItem) -> bool:
    unsaid = all((labels == UNSAID).all() for labels in (item.term, item.opinion, item.present))
    return bool(unsaid and item.stars.any())


def fit(model: Reader, pool: Sequence[ReaderItem], recipe: ReaderRecipe, pieces: Pieces, *, room: int, device: torch.device,
        checkpoint: Path | None = None) -> int:  # fmt: skip
    """Train in place; the number of steps. With a checkpoint, a killed run goes on after its last epoch."""
    epochs = [one_epoch(pool, recipe, epoch, room) for epoch in range(recipe.epochs)]
    steps = sum(map(len, epochs))
    optimizer = make_optimizer(model, rate=recipe.rate, heads=recipe.heads, decay=recipe.decay)
    schedule = make_schedule(optimizer, steps, warmup=recipe.warmup)
    began = time.monotonic()

    def loss_of(rows: list[ReaderItem]) -> torch.Tensor:
        batch = collate(rows, pieces.marks, device)
        with mixed(device):
            answer = model(batch.ids, batch.mask)
        return total(answer, batch, soft=recipe.soft if any(row.soft for row in rows) else 0.0)

    done = resume(checkpoint, model, optimizer, schedule, device) if checkpoint else 0
    for number, epoch in list(enumerate(epochs, start=1))[done:]:
        torch.manual_seed(1_000_003 * recipe.seed + number)  # whatever went before
        lost = descend(model, epoch, loss_of, optimizer, schedule)
        log.info("epoch %s/%s: %s steps, loss %.3f, %.0f s", number, recipe.epochs, len(epoch), lost,
                 time.monotonic() - began)  # fmt: skip
        if checkpoint:
            keep(checkpoint, number, model, optimizer, schedule)
    return steps


# --- a quick look at the dev set, and what teachers say


@torch.no_grad()  # type: ignore[untyped-decorator]
def answers(model: Reader, rows: Sequence[ReaderItem], pieces: Pieces, device: torch.device, *, size: int = 64
            ) -> Iterator[tuple[int, list[np.ndarray[Any, Any]]]]:  # fmt: skip
    """For each item its place and the probabilities of tags, presence, polarity and stars; shortest first."""
    model.eval()
    order = sorted(range(len(rows)), key=lambda place: len(rows[place].ids))
    for first in range(0, len(order), size):
        chosen = order[first : first + size]
        batch = collate([rows[place] for place in chosen], pieces.marks, device)
        with mixed(device):
            said = model(batch.ids, batch.mask)
        tags = said.tags.unflatten(-1, (3, 3)).softmax(-1).flatten(-2)
        found = [part.float().cpu().numpy() for part in
                 (tags, said.presence.sigmoid(), said.polarity.softmax(-1), said.stars.softmax(-1))]  # fmt: skip
        for row, place in enumerate(chosen):
            yield place, [found[0][row, 1 : len(rows[place].ids) + 1], *(part[row] for part in found[1:])]


def figures(
    model: Reader, rows: Sequence[ReaderItem], pieces: Pieces, shape: ReaderShape, device: torch.device
) -> dict[str, float]:
    """Polarity of given categories (macro-F1, accuracy) by source and set, and the error in stars."""
    right: dict[str, list[tuple[int, int]]] = {}
    errors: dict[str, list[float]] = {}
    for place, (_, _, polarity, stars) in answers(model, rows, pieces, device):
        row = rows[place]
        for (name, _), wanted, found in zip(shape.categories, row.polarity, polarity.argmax(-1), strict=True):
            if wanted != UNSAID:
                right.setdefault(f"{row.source}/{name}", []).append((int(wanted), int(found)))
        if row.stars.sum() == 1:
            errors.setdefault(row.source, []).append(
                abs(float(row.stars @ np.arange(1, 6)) - float(stars @ np.arange(1, 6)))
            )
    found = {f"{name} {what}": value for name, pairs in right.items() for what, value in agreement(pairs).items()}
    return found | {f"{name} mae": float(np.mean(values)) for name, values in errors.items()}


def agreement(pairs: Sequence[tuple[int, int]]) -> dict[str, float]:
    table = np.zeros((3, 3))
    np.add.at(table, tuple(np.array(pairs).T), 1)
    hits = table.diagonal()
    f1 = 2 * hits / np.maximum(1, table.sum(0) + table.sum(1))
    return {"f1": 100 * float(f1.mean()), "acc": 100 * float(hits.sum() / table.sum()), "n": float(table.sum())}


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.reader.learn", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--language", required=True, choices=sorted(WINDOWS))
    parser.add_argument("--samples", type=Path, required=True)
    begin = parser.add_mutually_exclusive_group(required=True)
    begin.add_argument("--encoder", type=encoder_folder)
    begin.add_argument("--reader", type=Path, help="a checkpoint of that language, to learn on about categories")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--soft", type=Path, help="answers of teachers, from research.training.reader.label")
    parser.add_argument("--with-dev", action="store_true", help="train on the dev sets too, once all is chosen")
    parser.add_argument("--limit", type=int, help="only so many samples, to try things out")
    parser.add_argument("--weights", choices=["half", "full", "none"], default="half")
    for name, value in asdict(ReaderRecipe()).items():
        parser.add_argument(f"--{name}" if name != "soft" else "--soft-weight", type=type(value), default=value)
    given = parser.parse_args()
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    recipe = ReaderRecipe(soft=given.soft_weight,
                    **{name: getattr(given, name) for name in asdict(ReaderRecipe()) if name != "soft"})  # fmt: skip
    run(given, recipe)


def run(given: argparse.Namespace, recipe: ReaderRecipe) -> None:
    model, shape = (continued(given.reader, given.language) if given.reader
                    else fresh(given.encoder, given.language, recipe.seed))  # fmt: skip
    pieces = Pieces(given.reader or given.encoder, doubled=model.encoder.config.model_type != "bert")
    samples = read_samples(given.samples)
    if given.limit:
        random.Random(0).shuffle(samples)
        samples = samples[: given.limit]
    splits = {name: [sample for sample in samples if sample.split == name] for name in ("train", "dev")}
    learnt = [*splits["train"], *(splits["dev"] if given.with_dev else [])]
    softs, texts = read_soft(given.soft) if given.soft else ({}, [])
    pool = items([*learnt, *(Sample(id=name, text=text, source="unlabelled", split="train") for name, text in texts)],
                 pieces, shape, softs)  # fmt: skip
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model.to(device)
    stars = model.pool.query[-1].detach().clone()
    taught = sum(each.soft is not None for each in pool)
    log.info("%s samples, %s with teachers, %s categories, on %s", f"{len(pool):,}", f"{taught:,}",
             len(shape.categories), device)  # fmt: skip
    began = time.monotonic()
    given.out.mkdir(parents=True, exist_ok=True)
    checkpoint = given.out / "checkpoint.pt"
    steps = fit(model, pool, recipe, pieces, room=shape.window - 2, device=device, checkpoint=checkpoint)
    seconds = time.monotonic() - began
    if given.reader:
        model.pool.query.data[-1] = stars  # the one row of the queries that is not about a category
    report = figures(model, items(splits["dev"], pieces, shape), pieces, shape, device)
    for name, value in report.items():
        log.info("dev %s %.4g", name, value)
    training = {"recipe": asdict(recipe), "steps": steps, "seconds": round(seconds, 1), "device": device_name(device),
                "samples": len(pool), "taught": taught, "with_dev": given.with_dev}  # fmt: skip
    if given.reader:
        training = {**network.read_training(given.reader), "categories": training}
    (given.out / "metrics.json").write_text(json.dumps({"dev": report}, indent=1) + "\n", "utf-8")
    if given.weights != "none":
        network.save(model, shape, given.out, half=given.weights == "half", training=training)
        pieces.save(given.out)
    checkpoint.unlink(missing_ok=True)


def fresh(folder: Path, language: str, seed: int) -> tuple[Reader, ReaderShape]:
    """A reader that knows nothing yet."""
    sets = {name: label_sets()[name] for name in SETS[language]}
    shape = ReaderShape(language=language, sets=sets, window=WINDOWS[language])
    encoder = load_encoder(folder)
    torch.manual_seed(seed)
    return Reader(encoder, len(shape.categories)), shape


def continued(folder: Path, language: str) -> tuple[Reader, ReaderShape]:
    """A reader that learns about its categories alone, from samples of its language."""
    model, shape = network.load(folder)
    if shape.language != language:
        raise OptionError(f"The reader in {folder} is of the language {shape.language!r}, and --language is "
                          f"{language!r}. Accepted: --language {shape.language}, with samples of it.")  # fmt: skip
    for part in (model.encoder, model.tags, model.pool.project, model.pool.out, model.stars):
        part.requires_grad_(False)
    return model, shape


def device_name(device: torch.device) -> str:
    return str(torch.cuda.get_device_name()) if device.type == "cuda" else "CPU"


if __name__ == "__main__":
    raise SystemExit(main())
