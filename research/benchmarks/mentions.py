"""What telling the product from others costs: the main job with and without it, by turns, on one core, in one run."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from time import process_time
from typing import Any
from unittest.mock import patch

from research import datasets
from voxpop.analysis import analyze
from voxpop.ingest import read_reviews
from voxpop.pipeline import extract
from voxpop.settings import Curation, Settings
from voxpop.types import Extraction, ResolvedReview, Review

SETS = {"en": ("yelp-10k", "yelp.csv.xz"), "zh": ("zh-reviews", "reviews.jsonl.xz")}
SIZES = {"reader": 192, "lexicon": 1500}
ROUNDS = 3  # by turns, the best of each counts: others may be at work on the machine


def run() -> dict[str, float]:
    """How many times longer the job takes, by engine and language."""
    found: dict[str, float] = {}
    for engine, size in SIZES.items():
        for lang, (name, file) in SETS.items():
            source = read_reviews(datasets.find(name) / file)
            reviews = list(islice((one for one in source if isinstance(one, Review)), size))
            plain, whole = timed(reviews, lang, engine)
            found[f"{engine} {lang}"] = whole / plain
            print(f"  {engine} {lang}: {1000 * plain / size:.2f} ms a review without, {1000 * whole / size:.2f} with: "
                  f"{whole / plain - 1:+.1%}")  # fmt: skip
    return found


def timed(reviews: Sequence[Review], lang: str, engine: str) -> tuple[float, float]:
    """Seconds without and with."""
    seconds: dict[bool, list[float]] = {False: [], True: []}
    job(reviews[:8], lang, engine, mentions=True)  # wake everything up
    for _ in range(ROUNDS):
        for mentions in (False, True):
            begin = process_time()
            job(reviews, lang, engine, mentions=mentions)
            seconds[mentions].append(process_time() - begin)
    return min(seconds[False]), min(seconds[True])


def job(reviews: Sequence[Review], lang: str, engine: str, *, mentions: bool) -> None:
    settings = Settings(lang=lang, sentiment=engine, curation=Curation(near_duplicates=0))
    if mentions:
        analyze(list(reviews), settings=settings, workers=1).close()
        return
    with patch("voxpop.pipeline.resolve", nothing), patch("voxpop.pipeline.extract", stateless):
        analyze(list(reviews), settings=settings, workers=1).close()


def stateless(texts: Sequence[str], lang: str, settings: Settings, *, states: bool) -> list[Extraction]:
    return extract(texts, lang, settings)


def nothing(reviews: Sequence[Review], *_: Any, **__: Any) -> list[ResolvedReview]:
    return [ResolvedReview()] * len(reviews)


if __name__ == "__main__":
    run()
