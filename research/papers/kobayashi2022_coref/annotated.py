"""Our annotated reviews: every mention with its type, its cluster and what it is a part of, by two readers.

The paper's 498 reviews cannot be had. Ours were written for voxpop and read twice (research/mentions-annotation.md);
further sentences of public sets are kept by reference, without their texts.
"""

from __future__ import annotations

import csv
import io
import json
import lzma
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, cast, get_args

from research import datasets
from research.papers.base import DATA
from voxpop.errors import AssetError, InputError, choose
from voxpop.types import About

LANGS = ("en", "zh")
TYPES: tuple[About, ...] = get_args(About)
PRODUCTS: tuple[About, ...] = ("main", "competing", "interacting", "generic")
SETS = {"hu-liu": "hu-liu", "yelp": "yelp-10k", "coqe": "coqe"}


@dataclass(frozen=True, slots=True)
class MentionLabel:
    """What one reader says of one span: its type, its cluster (0 is the product), the cluster it is a part of."""

    about: About
    cluster: int
    part_of: int | None = None


Labels = tuple[MentionLabel, ...]


@dataclass(frozen=True, slots=True)
class Annotated:
    """A review with its mentions in reading order, the outer of two nested ones first, and the labels of each."""

    id: str
    lang: str
    split: str  # dev or test, by product
    domain: str
    stars: int | None
    product: str
    aliases: tuple[str, ...]
    text: str
    spans: tuple[tuple[int, int], ...]
    first: Labels
    second: Labels
    settled: Labels

    @property
    def words(self) -> list[str]:
        return [self.text[start:end] for start, end in self.spans]

    def clusters(self) -> list[list[tuple[int, int]]]:
        found: dict[int, list[tuple[int, int]]] = {}
        for span, label in zip(self.spans, self.settled, strict=True):
            found.setdefault(label.cluster, []).append(span)
        return list(found.values())


def reviews(lang: str | None = None, *, split: str | None = None) -> list[Annotated]:
    """The reviews written for voxpop: of both languages and both splits unless one is named."""
    langs = LANGS if lang is None else (choose("language", lang, LANGS),)
    return [one for name in langs for one in _written(name) if split in (None, one.split)]


def references(data: str | Path | None = None, *, split: str | None = None) -> list[Annotated]:
    """Annotated sentences of public data sets, whose texts are looked up in the folder of data sets."""
    folder = datasets.folder(data)
    lines = _open("references.jsonl").decode("utf-8").splitlines()
    return [one for line in lines if split in (None, (one := _referred(json.loads(line), folder)).split)]


@cache
def _written(lang: str) -> tuple[Annotated, ...]:
    name = f"{lang}.jsonl.xz"
    lines = lzma.decompress(_open(name)).decode("utf-8").splitlines()
    return tuple(parse(json.loads(line), where=f"{name}, line {number}") for number, line in enumerate(lines, start=1))


def _referred(row: Mapping[str, Any], folder: Path) -> Annotated:
    text = quoted(row["id"], folder)
    if sum(map(ord, text)) != row["sum"]:
        raise InputError(f"{row['id']} reads otherwise in {folder} than when it was annotated: {text[:60]!r}. "
                         "Get the data set again as its README describes.")  # fmt: skip
    return parse({**row, "text": text}, where=f"references.jsonl, {row['id']}")


def _open(name: str) -> bytes:
    return DATA.joinpath("mentions", name).read_bytes()


def parse(row: Mapping[str, Any], *, where: str) -> Annotated:
    """A row of the files, checked."""
    spans = tuple((start, end) for start, end in row["spans"])
    passes = [labels(row[name], where=where) for name in ("first", "second", "settled")]
    if any(len(one) not in (0, len(spans)) for one in passes) or len(passes[2]) != len(spans):
        raise AssetError(f"{where}: a mention without its label. Install voxpop again.")
    if not all(0 <= start < end <= len(row["text"]) for start, end in spans):
        raise AssetError(f"{where}: a mention outside its text. Install voxpop again.")
    first, second, settled = passes
    return Annotated(row["id"], row["lang"], row["split"], row["domain"], row["stars"], row["product"],
                     tuple(row["aliases"]), row["text"], spans, first, second, settled)  # fmt: skip


def labels(given: Sequence[Sequence[Any]], *, where: str) -> Labels:
    """From lists of type, cluster and part of."""
    for about, *_ in given:
        if about not in TYPES:
            raise AssetError(f"{where}: {about!r} is no type of a mention; one is {', '.join(TYPES)}.")
    return tuple(MentionLabel(cast(About, about), cluster, part_of) for about, cluster, part_of in given)


def to_json(one: Annotated, *, text: bool = True) -> dict[str, Any]:
    """A row of the files; without its text, a sum by which another text is noticed."""

    def plain(given: Labels) -> list[list[Any]]:
        return [[label.about, label.cluster, label.part_of] for label in given]

    body = {"text": one.text} if text else {"sum": sum(map(ord, one.text))}
    return {"id": one.id, "lang": one.lang, "split": one.split, "domain": one.domain, "stars": one.stars,
            "product": one.product, "aliases": list(one.aliases), **body, "spans": [list(span) for span in one.spans],
            "first": plain(one.first), "second": plain(one.second), "settled": plain(one.settled)}  # fmt: skip


def quoted(reference: str, folder: Path) -> str:
    """The text of ``hu-liu:1/Canon_G3:215``, ``coqe:camera_test:412`` (file, line) or ``yelp:ID``."""
    name, _, place = reference.partition(":")
    home = datasets.find(SETS[choose("data set", name, SETS)], folder)
    if name == "yelp":
        return _yelp(home)[place].strip()
    file, _, line = place.rpartition(":")
    lines = list(_hu_liu(home, file) if name == "hu-liu" else _coqe(home, file))
    return lines[int(line) - 1].strip()


@cache
def _yelp(home: Path) -> dict[str, str]:
    with lzma.open(home / "yelp.csv.xz") as stream:
        rows = csv.DictReader(io.TextIOWrapper(stream, encoding="utf-8", newline=""))
        return {row["review_id"]: row["text"] for row in rows}


def _coqe(home: Path, file: str) -> Iterator[str]:
    for line in (home / f"{file}.txt").read_text("utf-8").split("\n"):
        yield line.rpartition("\t")[0]


def _hu_liu(home: Path, file: str) -> Iterator[str]:
    number, _, stem = file.partition("/")
    with zipfile.ZipFile(home / f"product_reviews_{number}.zip") as archive:
        for member in archive.namelist():
            if PurePosixPath(member).stem.replace(" ", "-") == stem:
                for line in archive.read(member).decode("latin-1").splitlines():
                    yield line.partition("##")[2]
