"""Sentence–review pairs a second of one core: a summary against an analysis, and pairs scored one by one.

Processor time, so that other work on the machine does not count; the analysis is made beforehand.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import process_time

import voxpop
from voxpop import examples
from voxpop.factuality import Checker, entailer
from voxpop.factuality.combine import probabilities
from voxpop.factuality.views import views

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
PAIRED = 60  # reviews for pairs one by one


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
    print(f"voxpop check: {whole:,.0f} sentence–review pairs/s ({len(SUMMARY)} sentences, {len(reviews)} reviews)")
    sources, claims = views([review.text for review in reviews[:PAIRED]], "en"), views(SUMMARY, "en")
    pairs = [(source, claim) for source in sources for claim in claims]
    begin = process_time()
    probabilities(pairs, entailer("en"))
    single = len(pairs) / (process_time() - begin)
    print(f"pairs one by one, texts read already: {single:,.0f} pairs/s, {'with' if entailer('en') else 'without'} "
          "the entailment model")  # fmt: skip
    return {"check": whole, "pairs": single}
