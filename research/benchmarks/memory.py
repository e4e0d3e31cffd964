"""Peak memory and processor time of the main job as rows grow: memory stays below 1 GB, the main process below a tenth."""

from __future__ import annotations

import csv
import json
import lzma
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path

from research import datasets

CODE = """
import json, resource, sys
from voxpop.analysis import analyze
from voxpop.settings import Settings
analysis = analyze(sys.argv[1], output=sys.argv[2], settings=Settings(fast=sys.argv[3] == "fast"), workers=2)
usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
memory, seconds = [each.ru_maxrss / 1024 for each in usage], [each.ru_utime + each.ru_stime for each in usage]
print(json.dumps([len(analysis.reviews), *memory, *seconds]))
"""
SIZES = {"fast": (10_000, 40_000, 100_000), "reader": (1_000, 4_000)}


def run() -> dict[str, dict[int, float]]:
    """Print, for each number of reviews, the memory and the milliseconds a review; return the memory."""
    return {engine: peaks(engine, sizes) for engine, sizes in SIZES.items()}


def peaks(engine: str, sizes: tuple[int, ...]) -> dict[int, float]:
    """Analyse so many reviews, each time in a process of its own with two workers."""
    with lzma.open(datasets.find("yelp-10k") / "yelp.csv.xz", "rt", encoding="utf-8", newline="") as stream:
        rows = [(row["stars"], row["text"]) for row in csv.DictReader(stream)]
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            path = Path(folder) / f"{size}.csv"
            with path.open("w", encoding="utf-8", newline="") as stream:
                writer = csv.writer(stream)
                writer.writerow(("id", "stars", "text"))
                writer.writerows((i, *row) for i, row in enumerate(islice(recombined(rows), size)))
            arguments = [sys.executable, "-c", CODE, str(path), str(path.with_suffix(".voxpop")), engine]
            done = subprocess.run(arguments, capture_output=True, text=True, check=True)
            reviews, main, worker, *seconds = json.loads(done.stdout)
            found[size] = main + 2 * worker
            own, others = (1000 * each / reviews for each in seconds)
            print(f"{engine}, {reviews:>7,} reviews: {main:,.0f} MB, and {worker:,.0f} MB in the largest worker; {own:.2f} ms "
                  f"of a processor in the main process, {others:.2f} in others: {own / (own + others):.1%}", flush=True)  # fmt: skip
    return found


def recombined(rows: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the rows, then the first half of each with the second half of another one: none is a duplicate."""
    yield from rows
    for step in count(1):
        for place, (stars, text) in enumerate(rows):
            words, others = text.split(), rows[(place + 7 * step) % len(rows)][1].split()
            yield stars, " ".join([*words[: len(words) // 2], *others[len(others) // 2 :]])
