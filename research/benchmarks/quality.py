"""Reviews a second that curation's rules judge, and that rules and quality filter judge together, on one core."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from research import datasets
from voxpop.ingest import read_reviews
from voxpop.ingest.quality_filter import judge
from voxpop.ingest.text_quality import low_quality
from voxpop.types import Review

SETS = {"en": ("yelp-10k", "yelp.csv.xz"), "zh": ("zh-reviews", "reviews.jsonl.xz")}
REVIEWS = 10_000


def run(*, reviews: int = REVIEWS) -> dict[str, float]:
    """Prints and gives, for each language, how many times as long the filter makes the rules."""
    ratios: dict[str, float] = {}
    for lang, (name, file) in SETS.items():
        items = read_reviews(datasets.find(name) / file)
        texts = [item.text for item, _ in zip(items, range(reviews), strict=False) if isinstance(item, Review)]
        rules = _seconds(low_quality, texts)
        both = _seconds(partial(_judged, lang=lang), texts)
        ratios[lang] = both / rules
        speeds = f"rules {len(texts) / rules:,.0f}, with filter {len(texts) / both:,.0f} a second"
        print(f"{lang}: {speeds}, {ratios[lang]:.1f} times as long")
    return ratios


def _judged(text: str, *, lang: str) -> object:
    return low_quality(text) or judge([text], lang)[0]


def _seconds(judged: Callable[[str], object], texts: Sequence[str]) -> float:
    for text in texts[:100]:
        judged(text)
    start = time.process_time()
    for text in texts:
        judged(text)
    return time.process_time() - start


if __name__ == "__main__":
    run()
