"""Sentence–review pairs a second: a summary against an analysis, and sentences against one review each."""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import process_time

import voxpop
from research.factuality.name_swaps import same_thing_score
from research.factuality.thing_mentions import resolve_texts
from voxpop import examples
from voxpop.check import Checker

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
PAIRED = 60  # reviews whose names are compared with those of each sentence


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
    sources = resolve_texts([review.text for review in reviews[:PAIRED]], "en", opinions=False)
    claims = resolve_texts(SUMMARY, "en", opinions=False)
    begin = process_time()
    for source in sources:
        for claim in claims:
            same_thing_score(source, claim)
    pairs = len(sources) * len(claims) / (process_time() - begin)
    print(f"voxpop check: {whole:,.0f} sentence–review pairs/s of processor time ({len(SUMMARY)} sentences, "
          f"{len(reviews)} reviews); names, texts parsed already: {pairs:,.0f} pairs/s")  # fmt: skip
    return {"check": whole, "pairs": pairs}
