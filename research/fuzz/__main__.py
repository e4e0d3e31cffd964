"""Hostile input until the time is up: ``python -m research.fuzz --minutes 10 --seed 1 [--target readers] [--jobs 2]``.

A case is bad if it raises anything but a VoxpopError, breaks a promise (a span that is not in its text, a sentence that
is lost), kills its process, or takes more than a second for 10,000 characters. What is wrong is written to ``--keep``;
``--case NAME`` runs it once more. The same seed gives the same cases. The table counts seconds of a processor.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from pathlib import Path

from research.fuzz.runner import SLOW, Count, Plan, run_case, run_together, table
from research.fuzz.targets import TARGETS


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--inputs", type=float, default=math.inf, help="stop after so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", action="append", choices=list(TARGETS))
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-cases"))
    parser.add_argument("--case", help="run this one: target-seed-number")
    options = parser.parse_args()
    if options.case:
        with tempfile.TemporaryDirectory() as folder:
            run_case(options.case, Path(folder), slow=SLOW, count=Count())
        return
    plan = Plan(options.target or list(TARGETS), options.seed, options.keep, options.minutes, options.inputs)
    counts = run_together(plan, options.jobs)
    print(table(counts))
    sys.exit(any(count.bad for count in counts.values()))


if __name__ == "__main__":
    main()
