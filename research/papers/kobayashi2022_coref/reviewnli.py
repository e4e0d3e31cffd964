"""ReviewNLI: does a review bear out a sentence of its product's summary? Its judgements join to Copycat's gold."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from research.training.corpora import opened
from voxpop.errors import InputError
from voxpop.lang import language


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair and what most of three people said."""

    id: str
    product: str
    source: str
    hypothesis: str
    consistent: bool


def reviewnli(data: Path, split: str) -> list[Judged]:
    """The pairs of "dev" or "test". One summary of dev was cut otherwise by its makers; its pairs are left out."""
    summaries = gold(data, split)
    path = data / "reviewnli" / f"{split}-majority.jsonl"
    with opened(path) as lines:
        try:
            return [pair for line in lines for pair in _pairs(json.loads(line), summaries)]
        except (KeyError, ValueError, TypeError) as error:
            raise InputError(f"{path} does not fit copycat/{split}.csv: {error!r}.") from None


def gold(data: Path, split: str) -> dict[str, dict[str, str]]:
    with opened(data / "copycat" / f"{split}.csv") as lines:
        return {row["prod_id"]: row for row in csv.DictReader(lines, delimiter="\t")}


def _pairs(judgement: dict[str, object], summaries: dict[str, dict[str, str]]) -> Iterator[Judged]:
    name, answers = str(judgement["problem"]), judgement["answers"]
    product, review, summary = name.split(":")
    row = summaries[product]
    text, source = row[f"summ{int(summary) + 1}"], row[f"rev{int(review) + 1}"]
    sentences = [text[start:end] for start, end in language("en").sentences(text)]
    if not isinstance(answers, list) or len(sentences) != len(answers):
        return
    for number, (sentence, answer) in enumerate(zip(sentences, answers, strict=True)):
        yield Judged(f"{name}:{number}", product, source, sentence, bool(answer))
