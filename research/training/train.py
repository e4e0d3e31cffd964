"""Train systems of Bu et al. (2021): ``python -m research.training.train --config restaurant --data DIR --encoder DIR --out DIR``.

Each system and seed gets a run folder; finished ones are left as they are, a killed one goes on after its last epoch.
The encoder is a folder, or the name of an installed package that carries one.
Needs torch, numpy, safetensors and, for encoders, tokenizers.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import platform
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # must be set before CUDA wakes, for repeatable sums

import torch

from research.commands import says_errors
from research.training import runs
from research.training.build import Built, build, encoder_shape, save
from research.training.corpora import hotel_fold
from research.training.data import Corpus, load, with_words
from research.training.encoder_folder import encoder_folder
from research.training.loop import CHECKPOINT, State, Task, drawn, fit, predict, refit
from research.training.recipe import Plan, Recipe, read_plan
from research.training.scores import by_source
from research.training.systems import SYSTEMS
from voxpop.errors import OptionError, choose

log = logging.getLogger("voxpop.train")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where things are read from and written to."""

    data: Path
    out: Path
    encoder: Path | None = None
    vectors: str | None = None
    device: str = "auto"
    weights: str = "full"  # "full", "half" or "none"


def train(
    plan: Plan, place: Place, *, seeds: Sequence[int], systems: Sequence[str] = (), fold: int | None = None
) -> list[runs.Run]:
    """All systems of a plan (or those named), each with every seed, on its data set or on a fold of lara-hotels."""
    chosen = [choose("system", name, plan.systems) for name in systems] or plan.systems
    if fold is not None and plan.data != "lara-hotels":
        raise OptionError(f"Only lara-hotels has folds; the config {plan.name} is of {plan.data}. Leave --fold out.")
    corpus = load(plan.data, place.data) if fold is None else hotel_fold(place.data, fold)
    if any(SYSTEMS[name].reads == "words" for name in chosen):
        corpus = with_words(corpus)
    return [run(name, corpus, plan.recipe(name), place, seed=seed) for name in chosen for seed in seeds]


def run(name: str, corpus: Corpus, recipe: Recipe, place: Place, *, seed: int) -> runs.Run:
    """One system with one seed: trained, scored on the test set once, and written down."""
    folder = runs.folder(place.out, corpus.name, name, seed)
    config = describe(name, corpus, recipe, place, seed)
    if (folder / "metrics.json").is_file():
        finished = runs.read(folder)
        if _same(finished.config, config):
            log.info("%s, seed %s: done before", name, seed)
            return finished
        raise OptionError(f"{folder} holds a run with other settings. Delete it, or name another folder (--out; "
                          "for python -m research.papers, --runs).")  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    begin(folder, config)
    device = torch.device(_device(place.device))
    if device.type == "cuda":
        torch.use_deterministic_algorithms(True, warn_only=True)
    log.info("%s, seed %s: %s training reviews of %s on %s", name, seed, len(corpus.train), corpus.name, device)
    built, state = learn(name, corpus, recipe, place, device, seed=seed, folder=folder)
    log.info("%s, seed %s: trained in %.0f s", name, seed, state.seconds)
    finish(built, corpus, recipe, state, folder, config, place)
    return runs.read(folder)


def learn(name: str, corpus: Corpus, recipe: Recipe, place: Place, device: torch.device, *, seed: int,
          folder: Path) -> tuple[Built, State]:  # fmt: skip
    """Stopped by the dev set; with ``refit``, then trained again on everything for as long; ``settled``, only that."""

    def fresh() -> Built:
        built = build(name, corpus, seed=seed, limit=recipe.limit, encoder=place.encoder, source=place.vectors)
        built.system.to(device)
        return built

    built = fresh()
    task = Task(built.reader, drawn(corpus.train, recipe.reviews), corpus.dev, SYSTEMS[name].tasks)
    state, chosen = State(), None
    if not recipe.settled:
        state = fit(built.system, task, recipe, seed=seed, folder=folder,
                    log=lambda line: log.info("%s, seed %s: %s", name, seed, line))  # fmt: skip
        built, chosen = fresh() if recipe.refit else built, state.best_epoch
    if recipe.refit or recipe.settled:
        began = time.monotonic()
        state.best_epoch = refit(built.system, task, recipe, seed=seed, epochs=chosen)
        state.seconds += time.monotonic() - began
    return built, state


def begin(folder: Path, config: dict[str, Any]) -> None:
    """A checkpoint of other settings is of no use."""
    before = folder / "config.json"
    if before.is_file() and not _same(json.loads(before.read_text("utf-8")), config):
        (folder / CHECKPOINT).unlink(missing_ok=True)
    runs.write_json(folder / "config.json", config)


def finish(built: Built, corpus: Corpus, recipe: Recipe, state: State, folder: Path, config: dict[str, Any],
           place: Place) -> None:  # fmt: skip
    tokens = built.reader(corpus.test)
    room = built.system.limit - (2 if built.pieces else 0)  # [CLS] and [SEP] take two places
    began = time.monotonic()
    predictions = predict(built.system, corpus.test, tokens, batch=recipe.batch)
    metrics = {
        "test": by_source(corpus.test, predictions),
        "dev": state.history[state.best_epoch - 1] if state.history else {},
        "history": state.history,
        "best_epoch": state.best_epoch,
        "training_seconds": round(state.seconds, 1),
        "test_seconds": round(time.monotonic() - began, 2),
        "parameters": sum(weight.numel() for weight in built.system.parameters()),
        "cut": {"test": sum(len(row) > room for row in tokens), "of": len(tokens)},
    }
    runs.write_predictions(folder / "predictions.jsonl", predictions)
    if place.weights != "none":
        save(built, folder, half=place.weights == "half")
    (folder / "card.md").write_text(card(built, corpus, config, metrics), "utf-8")
    runs.write_json(folder / "metrics.json", metrics)
    (folder / CHECKPOINT).unlink(missing_ok=True)
    log.info("%s, seed %s: test %s", built.name, config["seed"], metrics["test"]["all"])


def describe(name: str, corpus: Corpus, recipe: Recipe, place: Place, seed: int) -> dict[str, Any]:
    """Everything that changes the result."""
    reads_pieces = SYSTEMS[name].reads == "pieces"
    encoder = None
    if reads_pieces and place.encoder is not None:
        encoder = {"name": place.encoder.name, "config": encoder_shape(place.encoder), "sha256": digest(place.encoder)}
    return {
        "system": name,
        "data": corpus.name,
        "reviews": {split: len(examples) for split, examples in corpus.splits.items()},
        "seed": seed,
        "recipe": asdict(recipe),
        "scheme": {key: list(v) if isinstance(v, tuple) else v for key, v in asdict(corpus.scheme).items()},
        "encoder": encoder,
        "vectors": None if reads_pieces else place.vectors or "shipped",
        "machine": {
            "torch": torch.__version__,
            "python": platform.python_version(),
            "device": _device_name(place.device),
        },
    }


def digest(folder: Path) -> str:
    """Of the first weights file: enough to tell encoders apart."""
    parts = sorted(folder.glob("model*.safetensors")) or sorted(folder.glob("pytorch_model.bin"))
    return sha256(parts[0].read_bytes()).hexdigest() if parts else ""


def card(built: Built, corpus: Corpus, config: dict[str, Any], metrics: dict[str, Any]) -> str:
    entry = SYSTEMS[built.name]
    figures = "\n".join(f"- {source}: {', '.join(f'{k} {v:.4g}' for k, v in found.items())}"
                        for source, found in metrics["test"].items())  # fmt: skip
    ancestor = f"encoder {config['encoder']['name']}" if config["encoder"] else f"word vectors ({config['vectors']})"
    recipe = config["recipe"]
    how = f"stopped by {len(corpus.dev)} held out" + ", then again on all of them" * recipe["refit"]
    if recipe["settled"]:
        how = f"and the {len(corpus.dev)} of the dev set, for as many epochs as cross-validation chose"
    return (
        f"# {entry.title} ({built.name}), seed {config['seed']}\n\n"
        f"Bu et al.'s system, trained on {corpus.name}: {len(corpus.train)} reviews, {how}. "
        f"Begins from {ancestor}; its terms and those of the data apply.\n\n"
        f"Aspects: {', '.join(corpus.scheme.aspects)}. Labels 1, 0, −1; the aspects of a review are given.\n\n"
        f"## Test set, {len(corpus.test)} reviews\n\n{figures}\n\n"
        f"## Cost\n\n{metrics['parameters']:,} parameters, {metrics['training_seconds']} s of training on "
        f"{config['machine']['device']}, best after epoch {metrics['best_epoch']}. {metrics['cut']['test']} of "
        f"{metrics['cut']['of']} test reviews were longer than {recipe['limit']} tokens and were cut.\n\n"
        "For research and comparison, not for use in the product.\n"
    )


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Equal but for the machine."""
    return {**one, "machine": None} == {**other, "machine": None}


def _device(given: str) -> str:
    return ("cuda" if torch.cuda.is_available() else "cpu") if given == "auto" else given


def _device_name(given: str) -> str:
    return str(torch.cuda.get_device_name()) if _device(given) == "cuda" else "CPU"


@says_errors
def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.train", description=__doc__.split("\n")[0])
    parser.add_argument(
        "--config", required=True, help="a config by name (restaurant, asap-zh, lara-hotels, …) or .json"
    )
    parser.add_argument(
        "--data", type=Path, required=True, help="folder of data sets, raw or as research.training.data writes"
    )
    parser.add_argument("--encoder", type=encoder_folder, help="folder of a BERT-like encoder, or a package with one")
    parser.add_argument("--vectors", help="word vectors: shipped tables joined by +, or a text file")
    parser.add_argument("--systems", nargs="*", default=[], help="only these of the config's systems")
    parser.add_argument("--fold", type=int, help="of lara-hotels: test other hotels than its own split does; 0 to 8")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--out", type=Path, default=Path("runs"))
    parser.add_argument("--device", default="auto", choices=["auto", "cpu", "cuda"])
    parser.add_argument("--weights", default="full", choices=["full", "half", "none"], help="what to keep of them")
    given = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    place = Place(data=given.data, out=given.out, encoder=given.encoder, vectors=given.vectors, device=given.device,
                  weights=given.weights)  # fmt: skip
    train(read_plan(given.config), place, seeds=given.seeds, systems=given.systems, fold=given.fold)


if __name__ == "__main__":
    raise SystemExit(main())
