"""Kill an analysis at random moments, let it go on, and compare: ``python -m research.scale.faults 40 --engine local``.

Each try starts ``voxpop analyze``, ends the driver or one of its workers by SIGKILL at a random moment, and repeats the
command until it is done. It is good if the parts have the bytes, and the result has the numbers, of a run that nobody
disturbed, no process outlives the driver by two seconds, and nothing is left in the folder. With ``--clock
libfaketime.so.1`` (Debian's libfaketime) the clock of all these processes jumps by up to 30 years, forwards or backwards,
before each run and at the moment of the kill.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

from research.scale.generate import write
from voxpop.engines.ray_guard import processes_with

REVIEWS = 260  # with fewer, two parts are read without workers
ORPHANS = 2.0  # seconds
MOST_JUMP = 30 * 365.25 * 86400  # seconds, of the clock
NO_VICTIM = "had ended before the kill: not counted"
Process = subprocess.Popen[bytes]


RUN = "VOXPOP_FAULTS"  # a variable in the environment of all processes of a run


class Clock:
    """The clock of the processes that are started: the true one, or that of libfaketime, which jumps."""

    def __init__(self, library: Path | None, folder: Path, chance: random.Random) -> None:
        self._file, self._chance = folder.with_name(f"{folder.name}-clock"), chance
        self.environment = {**os.environ, RUN: str(folder)}
        if library is not None:
            self.environment |= {"LD_PRELOAD": str(library.resolve()), "FAKETIME_TIMESTAMP_FILE": str(self._file),
                                 "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}  # fmt: skip
        self.jump()

    def jump(self) -> None:
        """Move the clock by chance."""
        beside = self._file.with_suffix(".new")
        beside.write_text(f"{self._chance.uniform(-MOST_JUMP, MOST_JUMP):+.0f}\n")
        beside.replace(self._file)


def start(folder: Path, engine: str, clock: Clock) -> Process:
    command = [sys.executable, "-m", "voxpop", "analyze", "reviews.csv", "-o", "out.voxpop", "--overwrite", "--fast",
               "--domain", "hotel", "--workers", "2", "--engine", engine, "--keep-parts", "--json"]  # fmt: skip
    printed = (folder / "out.json").open("wb")
    return subprocess.Popen(
        command, cwd=folder, env=clock.environment, stdout=printed, stderr=subprocess.PIPE, start_new_session=True
    )


def result(folder: Path) -> dict[str, str]:
    """Return the checksums of the parts and of what was printed, but for when it was made; nothing if nothing was."""
    printed = (folder / "out.json").read_bytes()
    if not printed:
        return {}
    try:
        document: dict[str, Any] = json.loads(printed)
    except ValueError:
        return {"result": f"no JSON: {printed[:300]!r}"}
    document["run"]["created"] = None
    parts = {path.name: path.read_bytes() for path in sorted((folder / "out.voxpop.run").glob("part-*"))}
    parts["result"] = json.dumps(document, sort_keys=True).encode()
    return {name: sha256(data).hexdigest() for name, data in parts.items()}


def clear(folder: Path) -> None:
    for path in (folder / "out.voxpop.run").glob("*"):
        path.unlink()
    (folder / "out.voxpop").unlink(missing_ok=True)


def disturb(folder: Path, engine: str, moment: float, *, driver: bool, clock: Clock) -> list[str]:
    """Kill a run once after ``moment`` seconds, finish it, and return what is wrong."""
    problems = []
    process = start(folder, engine, clock)
    time.sleep(moment)
    clock.jump()
    started = processes_with(RUN, str(folder))
    victim = process.pid if driver else find_worker(process, folder)
    if victim is None or process.poll() is not None:
        problems.append(NO_VICTIM)
    else:
        os.kill(victim, signal.SIGKILL)
    if driver:
        process.communicate()
        time.sleep(ORPHANS)
        if left := [pid for pid in started | processes_with(RUN, str(folder)) if is_running(pid)]:
            commands = [Path(f"/proc/{pid}/cmdline").read_bytes()[:200] for pid in left]
            problems.append(f"{len(left)} processes left: {commands}")
    else:
        _, told = process.communicate(timeout=900)
        if process.returncode:
            problems.append(f"exit {process.returncode}: {told[-2000:]!r}")
    if driver and process.returncode != 0:
        clock.jump()
        again = start(folder, engine, clock)
        _, told = again.communicate(timeout=900)
        if again.returncode:
            problems.append(f"exit {again.returncode}: {told[-2000:]!r}")
    extra = [path.name for path in folder.iterdir() if path.name.startswith(".")]
    extra += [path.name for path in (folder / "out.voxpop.run").glob(".*")]
    return problems + ([f"left {extra}"] if extra else [])


def find_worker(driver: Process, folder: Path) -> int | None:
    """Return a worker of a run, waiting for the first one; None if the run ends before there is any."""
    while driver.poll() is None:
        if workers := [pid for pid in processes_with(RUN, str(folder)) if is_worker(pid)]:
            return workers[0]
        time.sleep(0.05)
    return None


def is_worker(process: int) -> bool:
    try:
        command = Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
    return b"voxpop.engines.worker" in command or command.startswith(b"ray::RayWorker")


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=20)
    parser.add_argument("--engine", default="local")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reviews", type=int, default=REVIEWS)
    parser.add_argument("--clock", type=Path, help="libfaketime.so.1")
    options = parser.parse_args()
    chance, good, tries, number = random.Random(options.seed), 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder / "reviews.csv", options.reviews, options.seed, chinese=0)
        begun = time.monotonic()
        clock = Clock(options.clock, folder, random.Random(options.seed))
        start(folder, options.engine, clock).communicate()
        duration, expected = time.monotonic() - begun, result(folder)
        print(f"undisturbed: {duration:.1f} s, {len(expected) - 1} parts", flush=True)
        while tries < options.count:
            clear(folder)
            driver, moment = chance.random() < 0.6, duration * chance.random()
            problems = disturb(folder, options.engine, moment, driver=driver, clock=clock)
            found = result(folder)
            if found != expected:
                problems.append(f"differs in {[name for name in expected if found.get(name) != expected[name]]}")
                problems += [said for said in found.values() if said.startswith("no JSON")]
            counted = problems != [NO_VICTIM]
            number, tries, good = number + 1, tries + counted, good + (not problems)
            who = "driver" if driver else "worker"
            print(f"{number:3} {who} after {moment:5.1f} s: {'; '.join(problems) or 'equal'}", flush=True)
    print(f"{good} of {options.count} equal ({options.engine}, seed {options.seed}, {options.reviews} reviews)")
    sys.exit(good != options.count)


if __name__ == "__main__":
    main()
