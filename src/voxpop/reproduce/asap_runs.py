"""The runs that ``voxpop reproduce asap`` shows, and the data sets they are on.

Runs come from the files that are shipped (the paper's systems, and seeds of our reader), from the folder VOXPOP_RUNS
(``runs`` unless set), and, with VOXPOP_TRAIN set, from training what is missing; VOXPOP_ENCODER_EN and
VOXPOP_ENCODER_ZH then name the encoders.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from voxpop.errors import MissingExtra
from voxpop.models import corpora, runs
from voxpop.models.data import Corpus, load
from voxpop.models.runs import Run

DATA = Path(__file__).parent / "data"
SHIPPED = (DATA / "asap_runs.jsonl.xz", DATA / "reader_runs.jsonl.xz")
SEEDS = (0, 1, 2)
WANTED = {  # systems with a place in our tables, where not all have one
    "restaurant": ("textcnn", "bilstm-attn", "atae-lstm", "capsnet", "vanilla-bert", "qa-bert", "capsnet-bert",
                   "joint-no-rp"),
    "lara-hotels": ("joint", "joint-no-rp", "joint-no-acsa", "textcnn-rp", "bilstm-attn-rp", "arp"),
}  # fmt: skip
OWN_VECTORS = "word vectors that come with voxpop"
WEIGHED = "; stars weigh "
Key = tuple[str, str, str, int]  # data set, system, what it began from, seed


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
    encoder = run.config.get("encoder")
    name = str(encoder["name"] if encoder else vectors(run))
    recipe = run.config.get("recipe", {})
    few, rating = recipe.get("reviews", 0), recipe.get("rating", 1)
    return name + (f"; from {few:,} reviews" if few else "") + (f"{WEIGHED}{rating:g}" if rating != 1 else "")


def vectors(run: Run) -> str:
    """What a user reads for its word vectors: a file or table by name, or voxpop's own."""
    name = str(run.config.get("vectors") or "")
    return OWN_VECTORS if name == "shipped" else name


def key(run: Run) -> Key:
    return run.data, run.system, origin(run), run.seed


def gather(data: Path) -> dict[str, Study]:
    """The data sets that are here, each with its runs."""
    found = all_runs()
    studies = {}
    for place, (title, name) in here(data).items():
        corpus = load(name, data)
        if os.environ.get("VOXPOP_TRAIN"):
            found |= {key(run): run for run in train_missing(name, corpus, data, found)}
        own = tuple(run for (data_name, *_), run in sorted(found.items()) if data_name == name)
        studies[place] = Study(title, corpus, own)
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


def runs_folder() -> Path:
    return Path(os.environ.get("VOXPOP_RUNS", "runs"))


def all_runs() -> dict[Key, Run]:
    """Shipped runs, and the user's own, which go before them."""
    places = [place for place in (*SHIPPED, runs_folder()) if place.exists()]
    return {key(run): run for place in places for run in runs.find(place)}


def train_missing(name: str, corpus: Corpus, data: Path, found: Mapping[Key, Run]) -> list[Run]:
    """Trains what has no run yet. Systems with an encoder are left out where none is named."""
    if find_spec("torch") is None:
        raise MissingExtra("Training the systems of paper 001", "train")
    from voxpop.models.recipe import read_plan
    from voxpop.models.systems import SYSTEMS
    from voxpop.models.train import Place, train

    plan = read_plan(name)
    encoder = os.environ.get(f"VOXPOP_ENCODER_{corpus.scheme.lang.upper()}")
    place = Place(data=data, out=runs_folder(), encoder=Path(encoder) if encoder else None)
    done = {(data_name, system, seed) for data_name, system, _, seed in found}
    missing = [system for system in plan.systems if any((name, system, seed) not in done for seed in SEEDS)]
    able = [system for system in missing if encoder or SYSTEMS[system].reads == "words"]
    return train(plan, place, seeds=SEEDS, systems=able) if able else []
