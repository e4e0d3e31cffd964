"""What reading and curating rows takes: ``python -m research.scale.curation 10000 1000000``.

Each line is one generated file in a process of its own: the rows, those kept, the processor milliseconds of a row in
reading and curating it, and the peak memory. ``--rounds`` tells them for each tenth of the rows, too.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from research.scale.generate import write
from voxpop import Review, read_reviews
from voxpop.garbage import seldom_collected
from voxpop.ingest import Curator
from voxpop.settings import Settings


def memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


@seldom_collected()
def measure(path: Path, rows: int, *, rounds: bool) -> None:
    """Curate a file in this process, and tell what it took."""
    kept, begun = 0, time.process_time()
    last = begun
    for number, item in enumerate(Curator(Settings())(read_reviews(path)), start=1):
        kept += isinstance(item, Review)
        if rounds and number % max(1, rows // 10) == 0:
            now = time.process_time()
            print(f"  {number:>11,} {(now - last) * 1e4 / rows:8.3f} ms {memory():8.0f} MB", flush=True)
            last = now
    taken = (time.process_time() - begun) * 1000 / rows
    print(f"{rows:>13,} {kept:>11,} kept {taken:8.3f} ms a row {memory():8.0f} MB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=int, nargs="+")
    parser.add_argument("--rounds", action="store_true")
    parser.add_argument("--folder", type=Path, help="keep the files here")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        measure(options.one, options.rows[0], rounds=options.rounds)
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for rows in options.rows:
            source = folder / f"{rows}.csv"
            if not source.exists():
                write(source, rows, seed=1)
            rounds = ["--rounds"] if options.rounds else []
            one = [sys.executable, "-m", "research.scale.curation", str(rows), "--one", str(source), *rounds]
            subprocess.run(one, check=True)


if __name__ == "__main__":
    main()
