"""The Chinese sets: ASAP and AI-Challenger, sentences with triplets, and reviews labelled good or bad."""

from __future__ import annotations

import csv
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

from research.training.corpora import chinese, opened
from research.training.data import Example, hold_out
from research.training.samples.leakage import bare
from research.training.samples.sample import SPLITS, Sample, Span
from research.training.samples.tokenised import POLARITY, merged, read_triplets
from research.training.scheme import NOT_MENTIONED
from voxpop.errors import InputError

GENERAL = ("others_overall_experience", "others_willing_to_consume_again")
STARS: Mapping[int, Span] = {1: (4, 5), 0: (2, 4), -1: (1, 2)}
FIRST = ("takeaway", "hotel", "shopping/酒店")  # nearest to reviews of restaurants
FIRST_SHARE = 5000
LABELLED, LABELLED_TEST, LABELLED_DEV = 30_000, 2000, 1000


def chinese_samples(data: Path) -> list[Sample]:
    return [*asap_zh(data), *zh_triplets(data), *zh_reviews(data)]


def asap_zh(data: Path) -> Iterator[Sample]:
    """``corpora.chinese``, with ranges of stars for AI-Challenger's reviews from what they say in general."""
    corpus, general = chinese(data), _general(data)
    for split, examples in corpus.splits.items():
        for each in examples:
            found = zip(corpus.scheme.aspects, each.labels, strict=True)
            yield Sample(
                id=f"asap-zh-{each.source}-{each.id}",
                text=each.text,
                source="asap-zh",
                split=split,
                labels={"asap": {name: label for name, label in found if label != NOT_MENTIONED}},
                stars=_stars(each, general),
            )


def _general(data: Path) -> dict[str, tuple[int, ...]]:
    """AI-Challenger's two general labels of each review, by the ids that ``corpora.read_asap`` gives."""
    with opened(data / "aichallenger-zh" / "labelled.csv") as lines:
        rows = enumerate(csv.DictReader(lines), start=2)
        return {f"aichallenger-{line}": tuple(int(row[name]) for name in GENERAL) for line, row in rows}


def _stars(example: Example, general: Mapping[str, Sequence[int]]) -> Span | None:
    if example.stars is not None:
        return int(example.stars), int(example.stars)
    given = [label for label in general.get(example.id, ()) if label != NOT_MENTIONED]
    return STARS[given[0]] if given else None


def zh_triplets(data: Path) -> Iterator[Sample]:
    """Sentences with aspect and opinion spans. The set counts tokens between spaces, the last one included."""
    for split in SPLITS:
        for number, tokens, triplets in read_triplets(data / "zh-triplets" / f"{split}.txt"):
            starts = [0, *accumulate(map(len, tokens))]
            aspects = [((starts[a[0]], starts[a[1] + 1]), POLARITY[name]) for a, _, name in triplets if a[0] >= 0]
            opinions = {(starts[o[0]], starts[o[1] + 1]) for _, o, _ in triplets if o[0] >= 0}
            yield Sample(
                id=f"zh-triplets-{split}-{number}",
                text="".join(tokens),
                source="zh-triplets",
                split=split,
                terms=merged(aspects),
                opinions=tuple(sorted(opinions)),
            )


# --- good or bad


def zh_reviews(data: Path) -> list[Sample]:
    """Reviews labelled 1 or 0, each text once: 2,000 for the test, 1,000 for dev, at most 30,000 to learn from."""
    about: dict[str, str] = {}
    samples: list[Sample] = []
    for kind, sample in _labelled(data):
        about[sample.id] = kind
        samples.append(sample)
    rest, test = hold_out(samples, share=LABELLED_TEST / len(samples))
    rest, dev = hold_out(rest, share=LABELLED_DEV / len(rest))
    held = {"dev": dev, "test": test}
    return [*_spread(rest, about), *(replace(each, split=split) for split, found in held.items() for each in found)]


def _labelled(data: Path) -> Iterator[tuple[str, Sample]]:
    """Each labelled review, once, with the kind of thing that it is about."""
    path, seen = data / "zh-reviews" / "reviews.jsonl", {""}
    with opened(path) as lines:
        for number, line in enumerate(lines, start=1):
            try:
                kind, label, text = (json.loads(line)[name] for name in ("source", "label", "text"))
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(f"{path}, line {number}, is not a review of zh-reviews: {error!r}.") from None
            if label is not None and bare(text) not in seen:
                seen.add(bare(text))
                stars = STARS[1 if label else -1]
                yield kind, Sample(f"zh-reviews-{number}", tidy(text), "zh-reviews", "train", stars=stars)


def tidy(text: str) -> str:
    """Without spaces around it, nor the mark that some files begin with."""
    return text.strip("\ufeff \n\r\t")


def _spread(samples: Sequence[Sample], kinds: Mapping[str, str]) -> list[Sample]:
    """A seeded choice: up to 5,000 of each first kind, and of the others the same number each, until all are used."""
    groups: dict[str, list[Sample]] = defaultdict(list)
    for sample in samples:
        groups[kinds[sample.id]].append(sample)
    dice = random.Random(1)
    for group in groups.values():
        dice.shuffle(group)
    chosen = [sample for kind in FIRST for sample in groups.pop(kind, [])[:FIRST_SHARE]]
    for left, group in zip(range(len(groups), 0, -1), sorted(groups.values(), key=len), strict=True):
        chosen += group[: (LABELLED - len(chosen)) // left]
    return chosen
