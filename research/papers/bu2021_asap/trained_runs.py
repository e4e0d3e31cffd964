"""The runs that ``python -m research.papers asap`` shows, and the data sets they are on.

Runs come from the file that is shipped (the paper's systems), from a folder of the user's
own and, where ``Own`` says so, from training what is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from research.papers.base import DATA
from research.training import corpora, runs
from research.training.data import Corpus, load
from research.training.runs import Run

SHIPPED = DATA / "asap_runs.jsonl.xz"
SEEDS = (0, 1, 2)
WANTED = {  # systems with a place in our tables, where not all have one
    "restaurant": ("textcnn", "bilstm-attn", "atae-lstm", "capsnet", "vanilla-bert", "qa-bert", "capsnet-bert",
                   "joint-no-rp"),
    "lara-hotels": ("joint", "joint-no-rp", "joint-no-acsa", "textcnn-rp", "bilstm-attn-rp", "arp"),
}  # fmt: skip
OWN_VECTORS = "word vectors that come with voxpop"
WEIGHED = "; stars weigh "
Key = tuple[str, str, str, int]  # data set, system, what it began from, seed


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """The user's runs: their folder, whether those that are missing are trained, and the encoders by language."""

    runs: Path
    train: bool
    encoders: Mapping[str, Path]


@dataclass(frozen=True)
class Study:
    """A data set, its name in the tables, and the runs there are on it."""

    title: str
    corpus: Corpus
    runs: tuple[Run, ...]

    def of(self, system: str) -> list[Run]:
        return [run for run in self.runs if run.system == system]

    def variants(self, system: str) -> dict[str, list[Run]]:
        """The runs of a system by what they began from: the name of an encoder, or of word vectors."""
        found: dict[str, list[Run]] = {}
        for run in self.of(system):
            found.setdefault(origin(run), []).append(run)
        return found


def origin(run: Run) -> str:
    """The name of its encoder or word vectors, how many reviews it learnt from where not from all, and what the stars
    weighed where not one."""
    name = encoder_name(run) or vectors(run)
    recipe = run.config.get("recipe", {})
    few, rating = recipe.get("reviews", 0), recipe.get("rating", 1)
    return name + (f"; from {few:,} reviews" if few else "") + (f"{WEIGHED}{rating:g}" if rating != 1 else "")


def encoder_name(run: Run) -> str | None:
    encoder = run.config.get("encoder")
    return str(encoder["name"]) if encoder else None


def vectors(run: Run) -> str:
    """What a user reads for its word vectors: a file or table by name, or voxpop's own."""
    name = str(run.config.get("vectors") or "")
    return OWN_VECTORS if name == "shipped" else name


def key(run: Run) -> Key:
    return run.data, run.system, origin(run), run.seed


def gather(data: Path, own: Own) -> dict[str, Study]:
    """The data sets that are here, each with its runs."""
    found = all_runs(own.runs)
    studies = {}
    for place, (title, name) in here(data).items():
        corpus = load(name, data)
        if own.train:
            found |= {key(run): run for run in train_missing(name, corpus, data, own, found)}
        on_it = tuple(run for (data_name, *_), run in sorted(found.items()) if data_name == name)
        studies[place] = Study(title, corpus, on_it)
    return studies


def here(data: Path) -> dict[str, tuple[str, str]]:
    """Title and name of each data set that can be loaded."""

    def has(name: str) -> bool:
        return (data / f"{name}.jsonl.xz").is_file()

    named = {}
    if has("restaurant") or (data / "semeval14").is_dir():
        named["restaurant"] = ("RESTAURANT", "restaurant")
    if corpora.has_full_asap(data):
        named["chinese"] = ("ASAP", "asap")
    elif has("asap-zh") or corpora.has_asap_zh(data):
        named["chinese"] = ("Chinese data at hand, not ASAP", "asap-zh")
    if has("lara-hotels") or (data / "lara-hotels").is_dir():
        named["hotels"] = ("lara-hotels", "lara-hotels")
    return named


def all_runs(folder: Path) -> dict[Key, Run]:
    """Shipped runs, and the user's own, which go before them."""
    places = [place for place in (SHIPPED, folder) if place.exists()]
    return {key(run): run for place in places for run in runs.find(place)}


def train_missing(name: str, corpus: Corpus, data: Path, own: Own, found: Mapping[Key, Run]) -> list[Run]:
    """Trains what has no run yet, with an encoder what has none from it. Without one, systems that need it are left
    out."""
    from research.training.recipe import read_plan
    from research.training.systems import SYSTEMS
    from research.training.train import Place, train

    plan, encoder = read_plan(name), own.encoders.get(corpus.scheme.lang)
    done = {(run.system, encoder_name(run), run.seed) for run in found.values() if run.data == name}

    def missing(system: str) -> bool:
        if SYSTEMS[system].reads == "words":
            return any((system, None, seed) not in done for seed in SEEDS)
        return encoder is not None and any((system, encoder.name, seed) not in done for seed in SEEDS)

    chosen = [system for system in plan.systems if missing(system)]
    return train(plan, Place(data=data, out=own.runs, encoder=encoder), seeds=SEEDS, systems=chosen) if chosen else []
