"""What curation masks and sets aside in real reviews: ``python -m research.experiments.curation --data DIR``."""

from __future__ import annotations

import argparse
from pathlib import Path

from research import datasets
from voxpop.ingest import Curator, read_reviews
from voxpop.settings import Settings

SETS = {"yelp-10k": "yelp.csv.xz", "womens-clothing": "reviews.csv.xz", "zh-reviews": "reviews.jsonl.xz"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.experiments.curation", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    data = parser.parse_args().data
    for name, file in SETS.items():
        curator = Curator(Settings())
        rows = sum(1 for _ in curator(read_reviews(datasets.find(name, data) / file)))
        counts = ", ".join(f"{step} {n:,}" for step, n in sorted(curator.counts.items()))
        print(f"{name}: {rows:,} rows: {counts}")


if __name__ == "__main__":
    main()
