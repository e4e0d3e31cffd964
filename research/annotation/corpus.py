"""The annotated corpus: ``research/data/opinions-LANG.jsonl.xz``, one passage a line.

Texts that are not ours are kept by reference: the SHA-256 of the whole text in a data set, and which characters of it
the passage is. Spans count characters of the passage. Texts that we wrote stand in the file.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import lzma
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from research.training.opinions.texts import rows

DATA = Path(__file__).parents[1] / "data"
#: Sentences of SemEval-14's training part, of which we take the texts and none of the labels.
SEMEVAL = {"semeval14/Laptops_Train.xml.xz": "laptop", "semeval14/Restaurants_Train_v1.xml.xz": "restaurant"}
OPINIONS = "opinions"
FIRST, SECOND = "agreement-first", "agreement-second"  # what two annotators wrote of the same passages
FINE_CATEGORIES = "fine-categories"
COMPARISONS = "comparisons"
#: The files of the data sets that passages are taken from.
SETS = {
    "en": ("wild-texts/en.jsonl.xz", "yelp-10k/yelp.csv.xz", "womens-clothing/reviews.csv.xz",
           "lara-hotels/reviews.jsonl.xz", "dimabsa/eng_laptop_train.jsonl.xz", *SEMEVAL),
    "zh": ("wild-texts/zh.jsonl.xz", "zh-reviews/reviews.jsonl.xz", "aichallenger-zh/unlabelled.jsonl.xz"),
}  # fmt: skip


def read_corpus(lang: str, data: Path, *, name: str = OPINIONS) -> list[dict[str, Any]]:
    """Return the annotated passages of a language with their texts; those whose text is not in ``data`` are left out.

    ``rated`` are the stars that the writer gave, where the passage is a whole text and its site has stars.
    """
    texts = texts_by_hash(lang, data)
    records: list[dict[str, Any]] = []
    for record in rows(DATA / f"{name}-{lang}.jsonl.xz"):
        text, stars = (record["text"], None) if "text" in record else texts.get(str(record["sha256"]), (None, None))
        if text is not None:
            start, end = record["span"]  # type: ignore[misc]
            rated = stars if end - start == len(str(text)) else None
            records.append({**record, "text": str(text)[start:end], "rated": rated})
    return records


@cache
def texts_by_hash(lang: str, data: Path) -> Mapping[str, tuple[str, float | None]]:
    """Return the texts of the data sets that the corpus refers to, with their stars, by their hash."""
    return {hashlib.sha256(text.encode()).hexdigest(): (text, stars) for text, stars in _texts(lang, data)}


def _texts(lang: str, data: Path) -> Iterator[tuple[str, float | None]]:
    """Yield the texts of every data set that is there."""
    for file in (path for path in SETS[lang] if (data / path).exists()):
        if file in SEMEVAL:
            yield from ((text, None) for text in semeval_sentences(data / file))
        elif file.endswith(".csv.xz"):
            with lzma.open(data / file, "rt", encoding="utf-8", newline="") as lines:
                table = csv.DictReader(io.StringIO(lines.read()))
                yield from ((row.get("text") or row.get("Review Text") or "", None) for row in table)
        else:
            for row in rows(data / file):
                text = str(row.get("text") or row.get("Text")).lstrip("\ufeff")
                yield text, row["stars"] if "wild-texts" in file else None  # type: ignore[misc]


def semeval_sentences(path: Path) -> list[str]:
    """Return the sentences of a file of SemEval-14."""
    with lzma.open(path) as file:
        return [sentence.findtext("text") or "" for sentence in ElementTree.parse(file).getroot()]


def write_corpus(path: Path, records: list[dict[str, Any]]) -> None:
    """Write records one a line, in the order of their ids, so that the file is the same each time."""
    with lzma.open(path, "wt", encoding="utf-8", preset=9) as out:
        for record in sorted(records, key=lambda record: (record["id"], record["span"])):
            out.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
