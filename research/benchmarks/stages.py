"""Processor time of each stage from texts to tables, in both languages and with both models, in one process.

200 reviews each: English ones of about 130 words of yelp-10k, Chinese ones of 150 to 300 characters of zh-reviews. The
stages of a whole analysis, with those over all reviews, are what ``voxpop analyze --timings`` shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from research import datasets
from voxpop import timings
from voxpop.garbage import seldom_collected
from voxpop.ingest import Curator, read_reviews
from voxpop.part_extraction import extract_part
from voxpop.settings import Settings
from voxpop.shards import BATCH_SIZE
from voxpop.types import Review

SOURCES = {"en": ("yelp-10k", "yelp.csv.xz"), "zh": ("zh-reviews", "reviews.jsonl.xz")}
SAMPLE = 200  # reviews
ROUNDS = 3  # the quickest of each stage counts: others may be at work on the machine


def run() -> dict[str, dict[str, float]]:
    """Print and return milliseconds a review by stage."""
    found: dict[str, dict[str, float]] = {}
    for lang in SOURCES:
        reviews = sample(lang, SAMPLE)
        for mode in ("full", "fast"):
            settings = Settings(fast=mode == "fast")
            times = stage_times(reviews, settings)
            found[f"{lang}, {mode}"] = times
            python = sum(taken for name, taken in times.items() if name != "model")
            cells = ", ".join(f"{name} {taken:.2f}" for name, taken in times.items())
            print(f"{lang}, {mode}: {cells}; together {python + times['model']:.2f}, without the model {python:.2f} ms")
    return found


def sample(lang: str, count: int, *, usual: bool = True) -> list[Review]:
    """Return reviews of a usual length, or as they come: in English 131 words on average."""
    name, file = SOURCES[lang]
    settings = Settings()
    rows = Curator(settings)(read_reviews(datasets.find(name) / file, settings=settings))
    return list(islice((row for row in rows if isinstance(row, Review) and (is_usual(row, lang) or not usual)), count))


def is_usual(review: Review, lang: str) -> bool:
    if review.lang != lang:
        return False
    return 100 <= len(review.text.split()) <= 160 if lang == "en" else 150 <= len(review.text) <= 300


@seldom_collected()
def stage_times(reviews: Sequence[Review], settings: Settings) -> dict[str, float]:
    """Return milliseconds a review by stage."""
    extract_part(list(reviews[:2]), settings=settings)
    rounds = []
    for _ in range(ROUNDS):
        timings.take()
        for first in range(0, len(reviews), BATCH_SIZE):
            extract_part(list(reviews[first : first + BATCH_SIZE]), settings=settings)
        rounds.append(timings.take())
    return {name: 1000 * min(each[name] for each in rounds) / len(reviews) for name in rounds[0]}
