"""Our summaries beside people's: ROUGE and opinion-score on FewSum (Yelp, Amazon) and on what SPACE has reviews for.

    python -m research.experiments.summaries.gold --data ../shared/data --split val     # what options were chosen on
    python -m research.experiments.summaries.gold --data ../shared/data --split test    # reported once

Beside ours stands the review that is most like the others of its group (by ROUGE-1), the usual extractive baseline.
ROUGE rewards the words of the references; it is reported, and nothing is chosen by it.
"""

from __future__ import annotations

import argparse
import csv
import json
import lzma
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import voxpop
from voxpop.metrics.opinion import opinion
from voxpop.metrics.rouge import rouge
from voxpop.settings import Curation, Settings
from voxpop.types import Review

SPLITS = {"val": "dev", "test": "test"}  # names of FewSum and of SPACE
ASPECTS = ("building", "cleanliness", "food", "location", "rooms", "service")
WORDS = {"yelp": 60, "amazon": 60, "space": 80}  # about as long as the references


@dataclass(frozen=True)
class ReviewGroup:
    """Reviews of one thing, and summaries that people wrote of them."""

    id: str
    reviews: tuple[str, ...]
    references: tuple[str, ...]


def fewsum(data: Path, name: str, split: str) -> Iterator[ReviewGroup]:
    with (data / "fewsum" / f"{name}_{split}.csv").open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream, delimiter="\t"):
            reviews = tuple(row[f"rev{n}"] for n in range(1, 9))
            yield ReviewGroup(
                row["group_id"], reviews, tuple(row[f"summ{n}"] for n in (1, 2, 3) if row.get(f"summ{n}"))
            )


def space(data: Path, split: str) -> Iterator[ReviewGroup]:
    """The hotels of SPACE that lara-hotels has reviews of; the reviews of SPACE itself are not public here."""
    rows = (
        line.split() for line in (data / "space" / "space_summ_splits.txt").read_text(encoding="utf-8").splitlines()
    )
    wanted = {hotel for hotel, part in rows if part == SPLITS[split]}
    reviews: dict[str, list[str]] = {}
    with lzma.open(data / "lara-hotels" / "reviews.jsonl.xz", "rt", encoding="utf-8") as stream:
        for line in stream:
            row = json.loads(line)
            if str(row["hotel"]) in wanted:
                reviews.setdefault(str(row["hotel"]), []).append(row["text"])
    for hotel, texts in sorted(reviews.items()):
        gold = [
            (data / "space" / "gold" / "general" / f"{hotel}_{n}.txt").read_text(encoding="utf-8") for n in range(3)
        ]
        yield ReviewGroup(hotel, tuple(texts[:100]), tuple(" ".join(text.split()) for text in gold))


def summarised(group: ReviewGroup, *, words: int, fewest: Sequence[int]) -> list[str]:
    """Our summaries, one for each number of quotes that a clause needs; some may be empty."""
    reviews = [Review(id=str(n), text=text, lang="en") for n, text in enumerate(group.reviews)]
    with voxpop.analyze(reviews, lang="en", settings=Settings(curation=Curation.off()), workers=1) as analysis:
        return [analysis.summarize(lang="en", words=words, min_quotes=k).text for k in fewest]


def central(group: ReviewGroup) -> str:
    """The review that is most like the others."""
    likeness = [
        rouge([[other for place, other in enumerate(group.reviews) if place != n]], [text], variants=["1"])[
            "rouge1"
        ].values["f1"]
        for n, text in enumerate(group.reviews)
    ]
    return group.reviews[likeness.index(max(likeness))]


def figures(groups: list[ReviewGroup], texts: list[str]) -> dict[str, float]:
    references = [list(group.references) for group in groups]
    words = rouge(references, texts, variants=["1", "2", "L"], stem=True)
    gold = [{"references": list(group.references), "reviews": list(group.reviews)} for group in groups]
    found = {f"rouge{n}": words[f"rouge{n}"].values["f1"] for n in ("1", "2", "L")}
    for name, score in opinion(gold, texts, lang="en").items():
        found |= {f"{name} {key}": score.values[key] for key in ("precision", "recall", "f1")}
    found["words"] = sum(len(text.split()) for text in texts) / len(texts)
    found["empty"] = sum(not text for text in texts) / len(texts)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--split", choices=SPLITS, default="val")
    parser.add_argument("--set", choices=WORDS, action="append", dest="sets")
    parser.add_argument("--min-quotes", type=int, action="append")
    parser.add_argument("--show", type=int, default=0, help="print so many summaries")
    given = parser.parse_args()
    for name in given.sets or WORDS:
        groups = list(space(given.data, given.split) if name == "space" else fewsum(given.data, name, given.split))
        fewest = given.min_quotes or (2, 3)
        ours = [summarised(group, words=WORDS[name], fewest=fewest) for group in groups]
        systems = {f"voxpop --min-quotes {k}": [texts[n] for texts in ours] for n, k in enumerate(fewest)}
        systems["central review"] = [central(group) for group in groups]
        for system, texts in systems.items():
            told = {key: round(value, 3) for key, value in figures(groups, texts).items()}
            print(json.dumps({"set": name, "split": given.split, "groups": len(groups), "system": system, **told}))
            for group, text in list(zip(groups, texts, strict=True))[: given.show]:
                print(f"  {group.id}: {text}")


if __name__ == "__main__":
    main()
