"""Sentences with gold aspect terms, from the sets of ``--data``: each as texts and the terms by how often tagged."""

from __future__ import annotations

import json
import lzma
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from defusedxml import ElementTree


class GoldSet(NamedTuple):
    """Texts to learn from and how often people tagged each term in them, in lower case."""

    name: str
    texts: list[str]
    counts: Counter[str]

    @property
    def gold(self) -> list[str]:
        """Terms tagged more than once, most frequent first (the paper's note 7)."""
        kept = [term for term, count in self.counts.items() if count > 1]
        return sorted(kept, key=lambda term: (-self.counts[term], term))


def semeval14(data: Path, domain: str) -> GoldSet:
    """Train and test sentences; for restaurants the second release of the training half."""
    train = {"restaurants": "Restaurants_Train_v2", "laptops": "Laptops_Train"}[domain]
    texts, counts = [], Counter[str]()
    for name in (train, f"{domain.capitalize()}_Test_Gold"):
        with lzma.open(data / "semeval14" / f"{name}.xml.xz") as file:
            for sentence in ElementTree.parse(file).getroot().iter("sentence"):
                texts.append(sentence.findtext("text") or "")
                counts.update(term.get("term").lower() for term in sentence.iter("aspectTerm"))
    return GoldSet(domain, texts, counts)


def memd(data: Path, domain: str, parts: Iterable[str] = ("train", "dev", "test")) -> GoldSet:
    """Explicit aspect terms of the quadruples; a term counts once a place."""
    texts, counts = [], Counter[str]()
    for part in parts:
        for line in _lines(data / "memd" / f"{domain}_{part}.jsonl"):
            item = json.loads(line)
            texts.append(item["raw_words"])
            places = {(q["aspect"]["from"], " ".join(q["aspect"]["term"]).lower()) for q in item["quadruples"]}
            counts.update(term for start, term in places if start >= 0)
    return GoldSet(f"memd {domain}", texts, counts)


def hu_liu(data: Path) -> list[GoldSet]:
    """One set a product."""
    sets = []
    for name in ("product_reviews_1.zip", "product_reviews_2.zip"):
        with zipfile.ZipFile(data / "hu-liu" / name) as archive:
            for file in sorted(archive.namelist()):
                if file.endswith(".txt") and "README" not in file:
                    sets.append(_hu_liu(Path(file).stem, archive.read(file).decode("latin-1")))
    return sets


def _hu_liu(name: str, content: str) -> GoldSet:
    texts, counts = [], Counter[str]()
    for line in content.splitlines():
        tagged, mark, text = line.partition("##")
        if mark:
            texts.append(text)
            counts.update(term.strip().lower() for term in re.findall(r"([^,\[\]]+?)\s*\[[+-]?\d?\]", tagged))
    return GoldSet(name, texts, counts)


def _lines(path: Path) -> Iterator[str]:
    packed = path.with_suffix(path.suffix + ".xz")
    if path.exists():
        with path.open(encoding="utf-8") as file:
            yield from file
    else:
        with lzma.open(packed, "rt", encoding="utf-8") as file:
            yield from file
