"""The public data sets that voxpop is trained on and measured with: what they are, and whether they are here.

None of them comes with voxpop. They lie in one folder: ``--data DIR``, or VOXPOP_DATA, or ``../shared/data``.
``python -m research.datasets`` lists them and checks that they are whole.
"""

from __future__ import annotations

import gzip
import lzma
import os
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, BinaryIO, cast

import typer
from rich.table import Table

from research.commands import Json, run_command
from voxpop.cli import console
from voxpop.errors import InputError, choose


@dataclass(frozen=True, slots=True)
class Dataset:
    """A data set: what it is, the files it consists of, and its terms as stated where it was found."""

    name: str
    about: str
    files: tuple[str, ...]
    licence: str


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a data set is here and can be read."""

    dataset: Dataset
    folder: Path
    missing: tuple[str, ...]
    damaged: tuple[str, ...]
    size: int

    @property
    def state(self) -> str:
        if len(self.missing) == len(self.dataset.files):
            return "absent"
        return "damaged" if self.damaged else "incomplete" if self.missing else "ready"


def _split(name: str, *parts: str, ending: str = ".xz") -> tuple[str, ...]:
    return tuple(f"{name}_{part}{ending}" for part in parts)


DATASETS: dict[str, Dataset] = {
    dataset.name: dataset
    for dataset in (
        Dataset("asap", "200 reviews of ASAP with stars and 18 category labels (Bu et al., 2021)",
                ("train_sample.csv", "dev_sample.csv"), "Apache-2.0"),
        Dataset("aichallenger-zh", "3,000 labelled and 2,000 unlabelled Chinese restaurant reviews",
                ("labelled.csv.xz", "unlabelled.jsonl.xz"), "none stated"),
        Dataset("zh-reviews", "122,670 Chinese reviews of shops, take-away, hotels, appliances, cars",
                ("reviews.jsonl.xz",), "mixed, research"),
        Dataset("zh-triplets", "Chinese restaurant sentences with aspect, opinion and polarity",
                ("train.txt.xz", "dev.txt.xz", "test.txt.xz"), "MIT"),
        Dataset("semeval14", "restaurant and laptop sentences with aspect terms and categories",
                ("Restaurants_Train_v1.xml.xz", "Restaurants_Train_v2.xml.xz", "Restaurants_Test_Gold.xml.xz",
                 "Laptops_Train.xml.xz", "Laptops_Test_Gold.xml.xz"), "research"),
        Dataset("semeval15", "restaurant and laptop reviews with entity#attribute categories",
                _split("restaurants", "train.xml", "test.xml") + _split("laptops", "train.xml", "test.xml"),
                "research"),
        Dataset("semeval16", "the same a year later, and Chinese phones and cameras",
                _split("restaurants", "train.xml", "test.xml") + _split("laptops", "train.xml", "test.xml")
                + _split("zh_phones", "train.xml", "test.xml") + _split("zh_cameras", "train.xml", "test.xml"),
                "research"),
        Dataset("mams", "sentences with several aspects of different polarity",
                ("acsa_train.xml.xz", "acsa_val.xml", "acsa_test.xml", "atsa_train.xml.xz", "atsa_val.xml.xz",
                 "atsa_test.xml.xz"), "Apache-2.0"),
        Dataset("memd", "quadruples in five domains, implicit ones included",
                tuple(f"{domain}_{part}" for domain in ("books", "clothing", "hotel", "laptop", "restaurant")
                      for part in ("train.jsonl.xz", "test.jsonl.xz")), "none stated"),
        Dataset("dimabsa", "SemEval-2026 task 3: terms, opinion words, valence and arousal; English and Chinese",
                tuple(f"{language}_{domain}_{part}.jsonl.xz" for language in ("eng", "zho")
                      for domain in ("restaurant", "laptop") for part in ("train", "dev")), "none stated"),
        Dataset("hu-liu", "product reviews with aspects, and an opinion lexicon",
                ("product_reviews_1.zip", "product_reviews_2.zip", "opinion_lexicon.zip"), "CC BY 4.0 / research"),
        Dataset("opinosis", "51 topics with gold summaries (Tay et al., 2019)", ("OpinosisDataset1.0_0.zip",), "Apache-2.0"),
        Dataset("opinsummeval", "50 sets of reviews with 14 summaries each, judged by people (a half of it)",
                ("first_half.jsonl.xz",), "none stated"),
        Dataset("sentiwordnet", "SentiWordNet 3.0", ("SentiWordNet_3.0.0.txt.xz",), "CC BY-SA"),
        Dataset("lara-hotels", "30,121 hotel reviews with overall and per-aspect stars",
                ("reviews.jsonl.xz",), "none stated"),
        Dataset("yelp-10k", "10,000 reviews with stars", ("yelp.csv.xz",), "none stated"),
        Dataset("womens-clothing", "23,486 reviews with stars", ("reviews.csv.xz",), "CC0 as published"),
        Dataset("coqe", "comparisons between products, English and Chinese",
                tuple(f"{domain}_{part}" for domain in ("camera", "car", "ele")
                      for part in ("train.txt.xz", "dev.txt", "test.txt")), "none stated"),
        Dataset("ud-ewt", "Universal Dependencies English EWT, a reviews genre among them",
                ("train.conllu.xz", "dev.conllu.xz", "test.conllu.xz"), "CC BY-SA 4.0"),
    )
}  # fmt: skip


def folder(given: str | Path | None = None) -> Path:
    """Where the data sets lie."""
    path = Path(given or os.environ.get("VOXPOP_DATA") or Path("..") / "shared" / "data")
    if not path.is_dir():
        raise InputError(f"There is no folder of data sets at {path}. Name it with --data DIR or set VOXPOP_DATA.")
    return path


def find(name: str, data: str | Path | None = None) -> Path:
    """The folder of one data set, or an error that says what is missing from it."""
    result = check(DATASETS[choose("data set", name, DATASETS)], folder(data))
    if result.state != "ready":
        lacking = ", ".join(result.missing or result.damaged)
        raise InputError(f"The data set {name!r} is {result.state} in {result.folder}: {lacking}.")
    return result.folder


def check(dataset: Dataset, data: Path) -> Check:
    home = data / dataset.name
    present = [file for file in dataset.files if (home / file).is_file()]
    return Check(
        dataset=dataset,
        folder=home,
        missing=tuple(file for file in dataset.files if file not in present),
        damaged=tuple(file for file in present if not readable(home / file)),
        size=sum((home / file).stat().st_size for file in present),
    )


def readable(path: Path) -> bool:
    """Whether a file opens and, where it is compressed, is whole."""
    try:
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                return archive.testzip() is None
        with unpacked(path) as stream:
            while stream.read(1 << 20):
                pass
    except (OSError, EOFError, lzma.LZMAError, zipfile.BadZipFile):
        return False
    return True


def unpacked(path: Path) -> BinaryIO:
    """A file's bytes, whether it is compressed or not."""
    if path.suffix == ".xz":
        return cast(BinaryIO, lzma.open(path))
    return cast(BinaryIO, gzip.open(path)) if path.suffix == ".gz" else path.open("rb")


def check_all(data: Path, names: Sequence[str] = ()) -> list[Check]:
    chosen = [choose("data set", name, DATASETS) for name in names] or list(DATASETS)
    return [check(DATASETS[name], data) for name in chosen]


# --- the command

COLOURS = {"ready": "green", "absent": "grey50", "incomplete": "yellow", "damaged": "red"}


def list_datasets(
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME...]", help="Data sets. Default: all.")] = None,
    data: Annotated[Path | None, typer.Option("--data", help="Their folder. Default: VOXPOP_DATA.")] = None,
    json: Json = False,
) -> None:
    """List the data sets that voxpop is measured with, and check that they are whole.

    Example: python -m research.datasets semeval14 --data ~/data
    """
    checks = check_all(folder(data), names or ())
    if json:
        console.print_json([
            {"name": check.dataset.name, "about": check.dataset.about, "licence": check.dataset.licence,
             "state": check.state, "size": check.size, "missing": check.missing, "damaged": check.damaged}
            for check in checks
        ])  # fmt: skip
    else:
        table = Table(box=None, header_style="bold", pad_edge=False)
        for name in ("name", "state", "size", "licence", "what"):
            table.add_column(name, justify="right" if name == "size" else "left")
        for check in checks:
            state = f"[{COLOURS[check.state]}]{check.state}[/]"
            table.add_row(check.dataset.name, state, f"{check.size:,}", check.dataset.licence, check.dataset.about)
        console.out.print(table)
    if names and any(check.state != "ready" for check in checks):
        raise typer.Exit(1)


if __name__ == "__main__":
    run_command(list_datasets, name="python -m research.datasets")
