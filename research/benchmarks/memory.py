"""Peak memory of the main job as rows grow: it must stay flat and below 1 GB."""

from __future__ import annotations

import csv
import json
import lzma
import subprocess
import sys
import tempfile
from pathlib import Path

from research import datasets

CODE = """
import json, resource, sys
from voxpop.analysis import analyze
from voxpop.settings import Curation, Settings
settings = Settings(fast=sys.argv[3] == "fast", curation=Curation(duplicates=False, near_duplicates=0))
analysis = analyze(sys.argv[1], output=sys.argv[2], settings=settings)
usage = [resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(json.dumps([len(analysis.reviews), *usage]))
"""


SIZES = {"fast": (5_000, 10_000, 20_000, 40_000), "reader": (1_000, 2_000, 4_000)}


def run() -> dict[str, dict[int, float]]:
    return {engine: peaks(engine, sizes) for engine, sizes in SIZES.items()}


def peaks(engine: str, sizes: tuple[int, ...]) -> dict[int, float]:
    """Rows of yelp-10k, repeated as often as needed with ids of their own."""
    with lzma.open(datasets.find("yelp-10k") / "yelp.csv.xz", "rt", encoding="utf-8", newline="") as stream:
        rows = [(row["stars"], row["text"]) for row in csv.DictReader(stream)]
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            path = Path(folder) / f"{size}.csv"
            with path.open("w", encoding="utf-8", newline="") as stream:
                writer = csv.writer(stream)
                writer.writerow(("id", "stars", "text"))
                writer.writerows((i, *rows[i % len(rows)]) for i in range(size))
            arguments = [sys.executable, "-c", CODE, str(path), str(path.with_suffix(".voxpop")), engine]
            done = subprocess.run(arguments, capture_output=True, text=True, check=True)
            reviews, main, worker = json.loads(done.stdout)
            found[size] = main + 2 * worker
            print(f"{engine}, {reviews:>7,} reviews: {main:,.0f} MB, and {worker:,.0f} MB in the largest worker")
    return found
