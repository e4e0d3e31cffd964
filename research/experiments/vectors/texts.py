"""Review texts of the sets in ``--data``, without their labels and without the sets that report our figures."""

from __future__ import annotations

import csv
import json
import lzma
import zipfile
from collections.abc import Iterator
from pathlib import Path

csv.field_size_limit(10_000_000)


def english(data: Path) -> Iterator[str]:
    """lara-hotels, yelp-10k, womens-clothing, hu-liu, opinosis, fewsum, MEMD books, clothing, laptop, restaurant."""
    yield from (item["text"] for item in _json(data / "lara-hotels" / "reviews.jsonl.xz"))
    yield from (row["text"] for row in _csv(data / "yelp-10k" / "yelp.csv.xz"))
    yield from (row["Review Text"] for row in _csv(data / "womens-clothing" / "reviews.csv.xz"))
    for name in ("product_reviews_1.zip", "product_reviews_2.zip"):
        for content in _zip(data / "hu-liu" / name, ".txt"):
            yield from (line.partition("##")[2] for line in content.splitlines() if "##" in line)
    for content in _zip(data / "opinosis" / "OpinosisDataset1.0_0.zip", ".txt.data"):
        yield from content.splitlines()
    for name in ("amazon_train", "amazon_val", "yelp_train", "yelp_val"):
        for row in _csv(data / "fewsum" / f"{name}.csv", delimiter="\t"):
            yield from (text for column, text in row.items() if column and column.startswith("rev") and text)
    for domain in ("books", "clothing", "laptop", "restaurant"):
        yield from (item["raw_words"] for item in _json(data / "memd" / f"{domain}_train.jsonl.xz"))


def chinese(data: Path) -> Iterator[str]:
    """zh-reviews and the reviews of aichallenger-zh that have no labels."""
    yield from (item["text"] for item in _json(data / "zh-reviews" / "reviews.jsonl.xz"))
    yield from (item["text"] for item in _json(data / "aichallenger-zh" / "unlabelled.jsonl.xz"))


def _json(path: Path) -> Iterator[dict[str, str]]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def _csv(path: Path, *, delimiter: str = ",") -> Iterator[dict[str, str]]:
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter=delimiter)


def _zip(path: Path, suffix: str) -> Iterator[str]:
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if name.endswith(suffix) and "README" not in name:
                yield archive.read(name).decode("latin-1")
