"""Kinds of product: which domains make up each, and how often its customers speak of each category.

``python -m research.training.opinions.kinds FOLDER …`` writes the table into the config.json of exported readers;
``export`` does so by itself. A file of reviews whose kind is known shows no category that such reviews never speak of.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from research.annotation.corpus import DATA, OPINIONS
from research.training.opinions.labels import CATEGORIES
from research.training.opinions.prepare import part_of
from research.training.opinions.texts import HELD_OUT, rows

KINDS = DATA / "kinds.toml"
LIKE = "like"  # the table of kinds that no training passage is of
PRIOR = 2  # opinions spread over the categories as in all kinds together, added to those of each kind


def read_kinds() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the domains of each kind of product, and the kinds that stand in for one that no training passage is of."""
    table = tomllib.loads(KINDS.read_text("utf-8"))
    stand_ins = table.pop(LIKE)
    return table, stand_ins


def kind_of_domains() -> dict[str, str]:
    """Return the kind of product of each domain."""
    return {domain: kind for kind, domains in read_kinds()[0].items() for domain in domains}


def training_records() -> Iterator[Mapping[str, Any]]:
    """Yield the annotated passages of both languages that training sees, without their texts."""
    for lang in HELD_OUT:
        for record in rows(DATA / f"{OPINIONS}-{lang}.jsonl.xz"):
            if part_of(record, lang) == "train":
                yield record


def category_shares(records: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, float]]:
    """Return for each kind of product the share of each category among the opinions on the product.

    Both languages count together: what a hotel can be praised for does not depend on the language. Of a kind that no
    training passage is of, such as hospitals, people are taken to speak as of the kinds that are most like it.
    """
    kind_of = kind_of_domains()
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in kind_of.values()}
    for record in records:
        if (kind := kind_of.get(record["domain"])) is not None:
            counts[kind].update(opinion["category"] for opinion in record["opinions"] if opinion["about"] == "main")
    whole = sum(counts.values(), Counter[str]())
    for kind, others in read_kinds()[1].items():
        counts[kind] += sum((counts[other] for other in others), Counter[str]())
    prior = {category: (whole[category] + 1) / (whole.total() + len(CATEGORIES)) for category in CATEGORIES}
    return {
        kind: {category: round((count[category] + PRIOR * prior[category]) / (count.total() + PRIOR), 5)
               for category in CATEGORIES}
        for kind, count in counts.items()
    }  # fmt: skip


def kinds_entry(domains: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the kinds for the config of a reader with these domains: places of their domains, and categories."""
    kind_of = {**kind_of_domains(), **{kind: kind for kind in kind_of_domains().values()}}  # a head may tell kinds
    if unknown := [domain for domain in domains if domain not in kind_of]:
        raise ValueError(f"{KINDS} does not say which kind of product these domains are: {', '.join(unknown)}.")
    return {
        kind: {
            "domains": [place for place, domain in enumerate(domains) if kind_of[domain] == kind],
            "categories": shares,
        }
        for kind, shares in category_shares(training_records()).items()
    }


def write_config(path: Path, config: Mapping[str, Any]) -> None:
    """Write the config of a reader, one entry a line."""
    lines = (f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in config.items())
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.opinions.kinds", description=__doc__.split("\n")[0]
    )
    parser.add_argument("folders", type=Path, nargs="+")
    for folder in parser.parse_args().folders:
        path = folder / "config.json"
        config = json.loads(path.read_text("utf-8"))
        write_config(path, {**config, "kinds": kinds_entry(config["domains"])})


if __name__ == "__main__":
    main()
