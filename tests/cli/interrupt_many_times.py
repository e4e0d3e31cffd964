"""Stop ``voxpop analyze`` at random moments and report how it ends: ``python tests/cli/interrupt_many_times.py 50``.

Each try starts an analysis with worker processes and sends a signal: Ctrl-C to the process, to its whole group, three
times in a row, or SIGTERM. It is good if the process ends within three seconds, with 130 or 143, without a traceback,
and leaves neither processes nor files behind but the folder of a run that the same command goes on with; or the whole
file, if the signal came after it was written.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

LIMIT = 3.0  # seconds
LONGEST = 600  # seconds after which an analysis counts as hung
REVIEWS = 300  # more than three parts, so that worker processes are started
Process = subprocess.Popen[str]
WAYS: dict[str, Callable[[Process], None]] = {
    "SIGINT": lambda process: process.send_signal(signal.SIGINT),
    "SIGINT to the group": lambda process: os.killpg(process.pid, signal.SIGINT),
    "SIGINT three times": lambda process: [process.send_signal(signal.SIGINT) for _ in range(3)] and None,
    "SIGTERM": lambda process: process.send_signal(signal.SIGTERM),
}


@dataclass(frozen=True)
class Try:
    """How one stopped analysis ended."""

    way: str
    moment: float  # seconds after the start
    seconds: float  # from the signal to the end
    code: int
    problems: tuple[str, ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fast", action="store_true")
    options = parser.parse_args()
    tries = []
    for attempt in interrupt(options.count, seed=options.seed, fast=options.fast):
        problems = "; ".join(attempt.problems) or "good"
        line = (
            f"{attempt.way:20} after {attempt.moment:5.2f} s: {attempt.seconds:5.2f} s, exit {attempt.code}: {problems}"
        )
        print(line, flush=True)  # noqa: T201
        tries.append(attempt)
    print(summary(tries))  # noqa: T201
    sys.exit(any(attempt.problems for attempt in tries))


def interrupt(count: int, *, seed: int = 1, fast: bool = False, limit: float = LIMIT) -> Iterator[Try]:
    """Stop an analysis so many times, at moments spread over all of its run."""
    chance = random.Random(seed)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background of a shell, it is ignored
    with tempfile.TemporaryDirectory() as folder:
        write_reviews(Path(folder, "reviews.txt"), REVIEWS)
        begun = time.monotonic()
        with start(Path(folder), fast, "") as process:
            process.communicate(timeout=LONGEST)
        duration = time.monotonic() - begun
        ways = [list(WAYS)[n % len(WAYS)] for n in range(count)]
        moments = [duration * (n + chance.random()) / count for n in range(count)]
        chance.shuffle(moments)
        for way, moment in zip(ways, moments, strict=True):
            while (attempt := stop(Path(folder), fast, way, moment, limit)).code == 0:
                moment *= 0.7  # it had ended before the signal, which shows nothing: once more, earlier
            yield attempt


def summary(tries: list[Try]) -> str:
    quick = sum(attempt.seconds <= LIMIT for attempt in tries)
    codes = ", ".join(f"{code}: {n}" for code, n in sorted(Counter(attempt.code for attempt in tries).items()))
    problems = sum(bool(attempt.problems) for attempt in tries)
    slowest = max(attempt.seconds for attempt in tries)
    return (
        f"{quick} of {len(tries)} returned within {LIMIT:g} s (slowest {slowest:.2f} s); exit codes {codes}; "
        f"{problems} with problems"
    )


def write_reviews(path: Path, count: int) -> None:
    things = ["room", "staff", "breakfast", "pool", "bed", "view", "lobby", "bar"]
    words = ["clean", "friendly", "cold", "noisy", "lovely", "tiny", "great", "broken"]
    chance = random.Random(0)
    rows = (
        " ".join(f"The {chance.choice(things)} was {chance.choice(words)}, said guest {n}-{m}." for m in range(4))
        for n in range(count)
    )
    path.write_text("\n".join(rows), encoding="utf-8")


def start(folder: Path, fast: bool, mark: str) -> Process:
    command = [sys.executable, "-m", "voxpop", "analyze", "reviews.txt", "-o", "out.voxpop", "--overwrite",
               *(["--fast"] if fast else []), "--curate", "off", "--workers", "2"]  # fmt: skip
    return subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        start_new_session=True, env={**os.environ, "VOXPOP_TRY": mark, "TMPDIR": str(folder)},
    )  # fmt: skip


def stop(folder: Path, fast: bool, way: str, moment: float, limit: float) -> Try:
    """Start an analysis and stop it after ``moment`` seconds."""
    (folder / "out.voxpop").unlink(missing_ok=True)
    shutil.rmtree(folder / "out.voxpop.run", ignore_errors=True)
    mark = uuid.uuid4().hex
    with start(folder, fast, mark) as process:
        time.sleep(moment)
        ended = process.poll() is not None
        begun = time.monotonic()
        if not ended:
            WAYS[way](process)
        try:
            _, told = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            told = "hung"
        seconds = time.monotonic() - begun
    while (left := processes_with(mark)) and time.monotonic() < begun + limit:
        time.sleep(0.05)
    files = {path.name for path in folder.iterdir()} - {"reviews.txt"}
    problems = [*judge(process.returncode, told, files, ended=ended)]
    if seconds > limit:
        problems.append("slow")
    if left:
        problems.append(f"{len(left)} processes left")
    return Try(way, moment, seconds, process.returncode, tuple(problems))


def judge(code: int, told: str, files: set[str], *, ended: bool) -> list[str]:
    """What is wrong with the end of an analysis."""
    problems = []
    outside_voxpop = code in (-signal.SIGINT, -signal.SIGTERM)  # the interpreter was starting or ending
    if code not in (130, 143) and not outside_voxpop and not (ended or (code == 0 and "out.voxpop" in files)):
        problems.append(f"exit {code}")
    if "Traceback" in told and not outside_voxpop:
        problems.append("traceback")
    if files - {"out.voxpop", "out.voxpop.run"}:
        problems.append(f"left {sorted(files - {'out.voxpop', 'out.voxpop.run'})}")
    if ("The same command goes on from here" in told) != ("out.voxpop.run" in files) and not outside_voxpop:
        problems.append(f"says {told.strip()[-80:]!r}, and there is {sorted(files)}")
    if ("Nothing was written" in told) != ("out.voxpop" not in files) and not outside_voxpop and code != 0:
        problems.append(f"says {told.strip()[-80:]!r}, and there is {sorted(files)}")
    if told == "hung":
        problems.append("hung")
    return problems


def processes_with(mark: str) -> list[int]:
    """Processes of one try, by what stands in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"VOXPOP_TRY={mark}".encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


if __name__ == "__main__":
    main()
