"""The public inference sets, each pair in the split that its set gives it.

Where a set has no training part, a tenth of its premises is held out for dev and the rest is learnt from (Breaking-NLI,
MED, upward MoNLI); FEVER-symmetric's dev part is learnt from and its test part tested. OCNLI's test part has no labels:
its dev part is the test here, and a twentieth of its training premises the dev part.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from research.training.branch.pair_worded import CONTRADICTED, ENTAILED
from research.training.branch.pair_words import words
from research.training.corpora import opened
from voxpop.errors import InputError

LABELS = {"SUPPORTS": ENTAILED, "REFUTES": CONTRADICTED}
Row = tuple[str, str, str, str, str]  # source, split, premise, hypothesis, label
FILM = ("film", "movie", "story", "acting")
LONGEST_FILM = 900  # characters


def english_sets(data: Path) -> Iterator[Row]:
    folder = data / "nli"
    for name, split in (("SICK_train", "train"), ("SICK_trial", "dev"), ("SICK_test_annotated", "test")):
        yield from _tsv(folder / f"sick_{name}.txt", "sick", split, ("sentence_A", "sentence_B", "entailment_judgment"))
    for split in ("train", "dev", "test"):
        yield from _tsv(folder / f"cad_snli_{split}.tsv", "cad-snli", split, ("sentence1", "sentence2", "gold_label"))
    yield from _held(_tsv(folder / "med.tsv", "med", "train", ("sentence1", "sentence2", "gold_label")))
    yield from _held(_rows(_zipped(folder / "breaking_nli.zip", "data/dataset.jsonl"), "breaking-nli", "train"))
    yield from _held(_rows(_lines(folder / "pmonli.jsonl"), "monli", "train"))
    for split in ("train", "test"):
        yield from _rows(_lines(folder / f"nmonli_{split}.jsonl"), "monli", split)
    for name, split in (("dev", "train"), ("test", "test")):
        yield from _rows(_lines(folder / f"fever_symmetric_{name}.jsonl"), "fever-symmetric", split)
    for split in ("train", "dev", "test"):
        yield from films(folder / f"cad_imdb_{split}_paired.tsv", split)


def chinese_sets(data: Path) -> Iterator[Row]:
    folder = data / "nli"
    yield from _held(_rows(_lines(folder / "ocnli_train_10k.jsonl"), "ocnli", "train", label="label"), share=20)
    yield from _rows(_lines(folder / "ocnli_dev.jsonl"), "ocnli", "test", label="label")


def films(path: Path, split: str) -> Iterator[Row]:
    """Film reviews and their counterfactuals: what is said of the film, and the opposite."""
    known, draw = words("en"), Random(13)
    with opened(path) as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            text = row["Text"].replace("<br />", " ").strip()
            if len(text) <= LONGEST_FILM:
                side = row["Sentiment"] == "Positive"
                for label, good in ((ENTAILED, side), (CONTRADICTED, not side)):
                    wording = draw.choice(known.raw["good" if good else "bad"])
                    yield "cad-imdb", split, text, known.put(wording, draw.choice(FILM[:2]), draw), label


def _tsv(path: Path, source: str, split: str, columns: tuple[str, str, str]) -> Iterator[Row]:
    with opened(path) as lines:
        for number, row in enumerate(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE), start=2):
            try:
                premise, hypothesis, label = (row[name].strip() for name in columns)
            except (KeyError, AttributeError):
                raise InputError(f"{path}, line {number}, lacks one of {', '.join(columns)}.") from None
            yield source, split, premise, hypothesis, label.lower()


def _lines(path: Path) -> Iterator[Mapping[str, Any]]:
    with opened(path) as lines:
        yield from map(json.loads, lines)


def _zipped(path: Path, name: str) -> Iterator[Mapping[str, Any]]:
    try:
        with zipfile.ZipFile(path) as archive, archive.open(name) as file:
            yield from map(json.loads, io.TextIOWrapper(file, encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"There is no file {path}. Name the folder of data sets with --data.") from None


def _rows(found: Iterable[Mapping[str, Any]], source: str, split: str, *, label: str = "gold_label") -> Iterator[Row]:
    for row in found:
        name = str(row[label])
        yield source, split, row["sentence1"].strip(), row["sentence2"].strip(), LABELS.get(name, name)


def _held(rows: Iterable[Row], *, share: int = 10) -> Iterator[Row]:
    """One premise in so many goes to dev, chosen by its letters alone."""
    for source, split, premise, hypothesis, label in rows:
        held = crc32(premise.lower().encode()) % share == 0
        yield source, "dev" if held else split, premise, hypothesis, label
