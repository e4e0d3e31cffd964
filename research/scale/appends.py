"""Take reviews into a file in many random chunks, and compare: ``python -m research.scale.appends 500``.

The first chunk is analysed, each of the others appended. It is good if the result has the numbers, rows, key points and
claims of one run over all reviews; only what names the files and the time of the run may differ.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import voxpop
from research.scale.generate import COLUMNS, rows
from voxpop import file_updates

OPTIONS: dict[str, Any] = {"fast": True, "domain": "hotel", "workers": 1}  # what is found over all rows is given


def write(path: Path, lines: Sequence[Sequence[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([COLUMNS, *lines])
    return path


def result(analysis: voxpop.Analysis) -> dict[str, Any]:
    """Return all that an analysis tells, but for its files and its time."""
    document: dict[str, Any] = dict(analysis.document())
    reasons = sorted((row.step, row.text or "") for row in analysis.rejected)
    rest = {name: part for name, part in document.items() if name not in ("run", "rejected")}
    return {**rest, "rejected": reasons, "texts": [review.text for review in analysis.reviews]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=100)
    parser.add_argument("--reviews", type=int, default=0, help="by default 1.5 for each append")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    lines = list(rows(options.reviews or options.count * 3 // 2 + 20, options.seed))
    cuts = [0, *sorted(chance.sample(range(1, len(lines)), options.count)), len(lines)]
    with tempfile.TemporaryDirectory() as name:
        folder, begun = Path(name), time.process_time()
        with voxpop.analyze(write(folder / "whole.csv", lines), output=folder / "whole.voxpop", **OPTIONS) as whole:
            expected = result(whole)
        print(f"one run over {len(lines)} rows: {time.process_time() - begun:.1f} s", flush=True)
        begun, output = time.process_time(), folder / "out.voxpop"
        for number, (first, last) in enumerate(pairwise(cuts)):
            chunk = write(folder / f"chunk{number}.csv", lines[first:last])
            if number == 0:
                voxpop.analyze(chunk, output=output, **OPTIONS).close()
            else:
                file_updates.append(output, chunk, workers=1)
            if number % 50 == 0:
                print(f"{number} appends: {time.process_time() - begun:.1f} s of the processor", flush=True)
        with voxpop.open(output) as found:
            differs = [name for name, part in result(found).items() if part != expected[name]]
    print(f"{options.count} appends of {len(lines)} rows: {f'differs in {differs}' if differs else 'equal'}")
    sys.exit(bool(differs))


if __name__ == "__main__":
    main()
