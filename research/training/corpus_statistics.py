"""What Table 4 of Bu et al. (2021) counts of a data set, for any reviews in our format."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from research.training.data import Example

HAN = re.compile(r"[\u3007\u3400-\u4dbf\u4e00-\u9fff]")
WORD = re.compile(r"\w+|[^\w\s]")
PERIODS = re.compile(r"[。！？!?；;…\n]+|(?<!\d)\.(?!\d)")


@dataclass(frozen=True, slots=True)
class CorpusStatistics:
    """One row of Table 4."""

    reviews: int
    sentences: float
    aspects: float
    length: float
    positive: int
    negative: int
    neutral: int
    stars: tuple[int, int, int, int, int]


def statistics(examples: Sequence[Example], *, lang: str, sentence_level: bool = False) -> CorpusStatistics:
    """Length is counted in Chinese characters or in English words and marks; half stars round up."""
    size = max(1, len(examples))
    labels = Counter(label for example in examples for label in example.mentioned.values())
    stars = Counter(int(example.stars + 0.5) for example in examples if example.stars is not None)
    unit = HAN if lang == "zh" else WORD
    sentences = len(examples) if sentence_level else sum(count_sentences(example.text) for example in examples)
    return CorpusStatistics(
        reviews=len(examples),
        sentences=sentences / size,
        aspects=sum(labels.values()) / size,
        length=sum(len(unit.findall(example.text)) for example in examples) / size,
        positive=labels[1],
        negative=labels[-1],
        neutral=labels[0],
        stars=(stars[1], stars[2], stars[3], stars[4], stars[5]),
    )


def count_sentences(text: str) -> int:
    """Stretches between full stops that hold a letter or digit."""
    return sum(bool(re.search(r"\w", part)) for part in PERIODS.split(text))
