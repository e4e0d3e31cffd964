"""The passages of the corpus as a file that ``voxpop annotate import`` reads.

python -m research.annotation.annotation_project --data DIR --lang en -o passages.jsonl
voxpop annotate new corpus --reviews passages.jsonl --scheme spans
voxpop annotate import corpus passages.jsonl

It holds targets with their polarity, under the scheme ``spans``: of both annotators where there
are two, and as they were settled.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from research.annotation.corpus import FIRST, SECOND, read_corpus
from voxpop.annotate.scheme import POLARITIES


def spans(record: dict[str, Any]) -> list[list[Any]]:
    """Return the targets of a passage with their polarity; of two opinions on one target, the stronger counts."""
    found: dict[tuple[int, int], float] = {}
    for opinion in record["opinions"]:
        if opinion["target"] and abs(opinion["polarity"]) >= abs(found.get(tuple(opinion["target"]), 0.0)):
            found[tuple(opinion["target"])] = opinion["polarity"]
    return [
        [start, end, POLARITIES[0 if polarity > 0 else 2 if polarity < 0 else 1]]
        for (start, end), polarity in sorted(found.items())
    ]


def lines(lang: str, data: Path) -> list[dict[str, Any]]:
    """Return one object for each passage, with the answers of both annotators where there are two."""
    answers: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for who, name in (("first", FIRST), ("second", SECOND)):
        for one in read_corpus(lang, data, name=name):
            answers.setdefault((one["id"], *one["span"]), []).append({"who": who, "answer": spans(one), "at": 0.0})
    return [
        {
            "id": f"{one['id']}:{one['span'][0]}",
            "text": one["text"],
            "labels": spans(one),
            "annotations": answers.get((one["id"], *one["span"]), []),
        }
        for one in read_corpus(lang, data)
    ]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--lang", default="en")
    options.add_argument("-o", "--output", type=Path, required=True)
    given = options.parse_args()
    made = lines(given.lang, given.data)
    given.output.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in made), "utf-8")
    print(f"{given.output}: {len(made):,} passages")


if __name__ == "__main__":
    main()
