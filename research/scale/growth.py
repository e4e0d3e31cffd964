"""How time and memory grow with the number of reviews: ``python -m research.scale.growth 1000 4000 --engine local``.

Each row is one ``voxpop analyze --fast`` of a generated file: wall-clock and processor seconds of all processes, the
peak memory of the driver, the size of the file, and the checksum of the parts, which must be the same for every engine
and number of workers.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path

from research.scale.generate import write

HEADER = f"{'engine':>8} {'workers':>7} {'reviews':>9} {'wall s':>8} {'cpu s':>8} {'cpu ms/review':>13} {'driver MB':>9} {'file MB':>8}  parts"


def measure(folder: Path, reviews: int, engine: str, workers: int) -> str:
    """Return the row of one run."""
    source = folder / f"{reviews}.csv"
    if not source.exists():
        write(source, reviews, seed=1)
    command = [sys.executable, "-m", "voxpop", "analyze", source.name, "-o", "out.voxpop", "--overwrite", "--fast",
               "--workers", str(workers), "--engine", engine, "--keep-parts", "--no-resume"]  # fmt: skip
    before, begun = os.times(), time.monotonic()
    done = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert done.stderr is not None
    told = done.stderr.read()
    _, status, usage = os.wait4(done.pid, 0)
    done.returncode = os.waitstatus_to_exitcode(status)
    wall, after = time.monotonic() - begun, os.times()
    if done.returncode:
        return f"{engine:>8} {workers:>7} {reviews:>9,} failed: {told[-300:].decode()}"
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    parts = sha256(b"".join(path.read_bytes() for path in sorted((folder / "out.voxpop.run").glob("part-*"))))
    size = (folder / "out.voxpop").stat().st_size / 1e6
    return (
        f"{engine:>8} {workers:>7} {reviews:>9,} {wall:>8.1f} {cpu:>8.1f} {1000 * cpu / reviews:>13.2f} "
        f"{usage.ru_maxrss / 1000:>9.0f} {size:>8.1f}  {parts.hexdigest()[:12]}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reviews", type=int, nargs="+")
    parser.add_argument("--engine", action="append", help="local, ray; can be repeated")
    parser.add_argument("--workers", type=int, action="append", help="can be repeated")
    options = parser.parse_args()
    print(HEADER, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for reviews in options.reviews:
            for engine in options.engine or ["local"]:
                for workers in options.workers or [1]:
                    print(measure(Path(folder), reviews, engine, workers), flush=True)


if __name__ == "__main__":
    main()
