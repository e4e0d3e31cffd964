"""How time and memory grow with the reviews and the workers: ``python -m research.scale.growth 1000 4000 --table``.

Each row is one analysis of a generated file with ``--fast``, in a process of its own: seconds until the engine is up, the
seconds by the clock that the workers read, the processor seconds that their reading and all that the driver does take
for a review, the peak memory of the driver, the size of the file, and the checksum of the parts, which must be the same
for every engine and number of workers. ``--table`` compares local 1, ray 1 and ray 2; on a larger machine,
``--engine local ray --workers 1 4 16`` compares more. ``--offline`` runs each where there is no network (``unshare -n``).
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import voxpop
from research.scale.generate import write
from voxpop import timings
from voxpop.engines import RayEngine

TABLE = (("local", 1), ("ray", 1), ("ray", 2))
BY_WORKERS = ("parse", "names", "model", "decode", "resolve", "pack")
NO_NETWORK = ("unshare", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
COLUMNS = ("start s", "read s", "workers ms", "driver ms", "driver MB", "file MB", "parts")


def run(source: Path, output: Path, engine: str, workers: int) -> dict[str, Any]:
    """Analyse a file in this process, and return what it took."""
    begun, read = time.monotonic(), list[float]()

    def note(stage: str, done: int, of: int | None) -> None:
        if stage == "read":
            read.append(time.monotonic())
        print(f"{time.monotonic() - begun:9.1f} s {stage} {done:,}", file=sys.stderr, flush=True)

    with RayEngine(workers).connected() if engine == "ray" else nullcontext():
        started = time.monotonic() - begun
        timings.take()
        driver = time.process_time()
        options: dict[str, Any] = {"fast": True, "resume": False, "keep_parts": True, "overwrite": True}
        with voxpop.analyze(source, output=output, engine=engine, workers=workers, progress=note, **options) as made:
            reviews = len(made.reviews)
    seconds = timings.take()
    reading = sum(seconds.get(stage, 0.0) for stage in BY_WORKERS)
    parts = sorted(output.with_name(f"{output.name}.run").glob("part-*"))
    return {
        "start s": started,
        "read s": read[-1] - read[0],
        "workers ms": 1000 * reading / reviews,
        "driver ms": 1000 * (time.process_time() - driver) / reviews,
        "driver MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
        "file MB": output.stat().st_size / 1e6,
        "parts": sha256(b"".join(path.read_bytes() for path in parts)).hexdigest()[:12],
    }


def measure(folder: Path, reviews: int, engine: str, workers: int, *, offline: bool) -> str:
    """Return the row of one run in a process of its own, whose progress goes to standard error."""
    source, output = folder / f"{reviews}.csv", folder / f"{reviews}.voxpop"
    if not source.exists():
        write(source, reviews, seed=1)
    one = [sys.executable, "-m", "research.scale.growth", "0", "--one", str(source), str(output), engine, str(workers)]
    done = subprocess.run([*(NO_NETWORK if offline else ()), *one], stdout=subprocess.PIPE, text=True, check=False)
    begin = f"{engine:>6} {workers:>7} {reviews:>9,}"
    if done.returncode:
        return f"{begin} failed with {done.returncode}"
    found = json.loads(done.stdout.splitlines()[-1])
    return begin + "".join(f" {found[name] if name == 'parts' else format(found[name], '.2f'):>12}" for name in COLUMNS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reviews", type=int, nargs="+")
    parser.add_argument("--engine", nargs="+", default=["local"])
    parser.add_argument("--workers", type=int, nargs="+", default=[1])
    parser.add_argument("--table", action="store_true", help="local 1, ray 1 and ray 2 instead")
    parser.add_argument("--offline", action="store_true", help="without a network")
    parser.add_argument("--folder", type=Path, help="keep the files here")
    parser.add_argument("--one", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        source, output, engine, workers = options.one
        print(json.dumps(run(Path(source), Path(output), engine, int(workers))))
        return
    print(f"{'engine':>6} {'workers':>7} {'reviews':>9}" + "".join(f" {name:>12}" for name in COLUMNS), flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for reviews in options.reviews:
            for engine, workers in TABLE if options.table else product(options.engine, options.workers):
                print(measure(folder, reviews, engine, workers, offline=options.offline), flush=True)


if __name__ == "__main__":
    main()
