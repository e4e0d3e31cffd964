"""Sentence–review pairs a second: a summary against an analysis, and pairs scored with all signals on two cores.

Pairs are timed by the clock on two cores and on one, and by the processor time that they take, which other work on the
machine changes little.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter, process_time
from unittest.mock import patch

import voxpop
from voxpop import examples
from voxpop.check import Checker, entailer, entailment, support_features, swaps, topic_matching
from voxpop.check.combine import support_probabilities
from voxpop.check.parsed_texts import ParsedText, parse_texts

SUMMARY = [
    "Most guests love the comfortable beds.",
    "The staff is friendly and helpful.",
    "Many guests complain about the wifi.",
    "The lift is slow.",
    "Breakfast is praised by most.",
    "The parking is expensive.",
    "The rooms are clean and quiet.",
    "The spa is wonderful.",
    "Nobody likes the coffee.",
    "The air conditioning is loud.",
]
PAIRED = 60  # reviews for pairs with all signals
CORES = 2
TIMES = 3  # the best counts

Pairs = tuple[tuple[ParsedText, ParsedText], ...]


def run() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        analysis = voxpop.analyze(examples.path("en"), output=Path(folder) / "hotel.voxpop")
        reviews, opinions = list(analysis.reviews), list(analysis.opinions)
        analysis.close()
    checker = Checker(reviews, opinions=opinions)
    begin = process_time()
    for sentence in SUMMARY:
        checker.check(sentence)
    whole = len(SUMMARY) * len(reviews) / (process_time() - begin)
    print(f"voxpop check: {whole:,.0f} sentence–review pairs/s of processor time ({len(SUMMARY)} sentences, "
          f"{len(reviews)} reviews)")  # fmt: skip
    texts = [review.text for review in reviews[:PAIRED]]
    known = seen(texts)
    (one, _), (two, spent), (read, _) = timed(known, 1), timed(known, CORES), timed(texts, CORES)
    print(f"pairs scored on {CORES} cores, texts seen already: {two:,.0f} pairs/s, {two / one:.2f} × as many as on one "
          f"({one:,.0f}); {spent:,.0f} pairs/s of processor time. With seeing the texts: {read:,.0f} pairs/s. "
          f"Load {os.getloadavg()[0]:.1f}.")  # fmt: skip
    return {"check": whole, "pairs": two, "one core": one, "processor": spent, "with seeing": read}


def timed(given: Pairs | list[str], cores: int) -> tuple[float, float]:
    """Pairs a second by the clock and of processor time; of the texts nothing is remembered from the time before."""
    best = (0.0, 0.0)
    for _ in range(TIMES):
        forget()
        entailer("en")
        topic_matching.topic_matcher("en")
        with ThreadPoolExecutor(cores) as pool, patch.object(entailment, "cores", lambda pool=pool: pool):
            begin, spent = perf_counter(), process_time()
            pairs = seen(given) if isinstance(given, list) else given
            support_probabilities(pairs, entailer("en"))
            best = max(best, (len(pairs) / (perf_counter() - begin), len(pairs) / (process_time() - spent)))
    return best


def forget() -> None:
    """Empties what the checker keeps of texts, pairs and names; tables of words, as any process soon has, stay."""
    kept = (
        entailment.entailer,
        support_features.unit_vector,
        swaps.name_words,
        topic_matching.topic_matcher,
    )
    for each in kept:
        each.cache_clear()


def seen(texts: Sequence[str]) -> Pairs:
    sources, claims = parse_texts(texts, "en"), parse_texts(SUMMARY, "en")
    return tuple((source, claim) for source in sources for claim in claims)
