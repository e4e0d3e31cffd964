"""Held-out reviews with stars, in the splits of ``research.training.samples``."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from research.training.samples.chinese import asap_zh, zh_reviews
from research.training.samples.english import clothing, lara, yelp
from research.training.samples.sample import Sample
from voxpop.types import Review

LANGUAGES = ("en", "zh")
IMPLIED = {(4, 5): 5, (2, 4): 3, (1, 2): 1}  # the stars that a label good, middling or bad stands for


class StarredReview(NamedTuple):
    """A review with the stars given, the data set it is from, and its split.

    Where only good or bad is known, ``given`` holds all the stars that this may mean, and the review the clearest one.
    """

    review: Review
    source: str
    split: str
    given: tuple[int, int]


def starred(data: Path, lang: str, *, splits: tuple[str, ...] = ("dev", "test")) -> list[StarredReview]:
    """English: Yelp, clothing, hotels. Chinese: ASAP's stars; implied ones of AI-Challenger and zh-reviews."""
    sources = (yelp, clothing, lara) if lang == "en" else (asap_zh, zh_reviews)
    samples = (sample for source in sources for sample in source(data))
    return [entry(sample, lang) for sample in samples if sample.stars is not None and sample.split in splits]


def entry(sample: Sample, lang: str) -> StarredReview:
    low, high = sample.stars or (0, 0)
    stars = float(low if low == high else IMPLIED[low, high])
    source = sample.source
    if sample.id.startswith("asap-zh-"):
        source = sample.id.removeprefix("asap-zh-").partition("-")[0]
    return StarredReview(
        Review(id=sample.id, text=sample.text, stars=stars, lang=lang), source, sample.split, (low, high)
    )
