"""Run cases until the time is up, count them, and keep what is bad: its input is made again from the case's name."""

from __future__ import annotations

import faulthandler
import math
import multiprocessing
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from voxpop.errors import VoxpopError

SLOW, PER = 1.0, 10_000  # seconds, for so many characters
MOST_BAD = 100  # of a target in one process, which is enough to look at
HANG = 300  # seconds of the clock after which a case is given up
AFTER_DEATH = 1_000_000  # cases are left out, so that none is run twice
REPORT = 2.0  # seconds between two reports of a process


@dataclass(slots=True)
class Count:
    """What was run of one target."""

    inputs: int = 0
    refused: int = 0  # inputs that were answered by an error for users
    bad: int = 0
    seconds: float = 0.0  # of a processor
    slowest: float = 0.0
    slowest_case: str = ""

    def add(self, other: Count) -> None:
        """Add what another process ran."""
        self.inputs += other.inputs
        self.refused += other.refused
        self.bad += other.bad
        self.seconds += other.seconds
        if other.slowest > self.slowest:
            self.slowest, self.slowest_case = other.slowest, other.slowest_case


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be run."""

    targets: Sequence[str]
    seed: int
    keep: Path
    minutes: float = math.inf
    most: float = math.inf  # inputs
    slow: float = SLOW
    step: int = 1  # of the numbers of cases: each process has its own
    first: int = 0  # number of the first case of each target


def run_case(name: str, folder: Path, *, slow: float, count: Count) -> None:
    """Run a case by its name, ``target-seed-number``, and count it. A bad one raises.

    The first of a target is not timed: it may load a model.
    """
    from research.fuzz.targets import TARGETS

    begun = time.process_time()
    count.inputs += 1
    try:
        size = TARGETS[name.rsplit("-", 2)[0]].case(Random(name), folder)
    except VoxpopError:
        count.refused, size = count.refused + 1, 0
    finally:
        taken = time.process_time() - begun if count.inputs > 1 else 0.0
        count.seconds += taken
    if taken > count.slowest:
        count.slowest, count.slowest_case = taken, name
    if taken > slow * max(1.0, size / PER):
        raise AssertionError(f"slow: {taken:.1f} s for {size:,} characters")


Report = Callable[[dict[str, Count], Path | None], None]


def run(plan: Plan, report: Report = lambda counts, place: None) -> dict[str, Count]:
    """Run cases in this process, the targets by their shares of the time, and return the counts.

    ``report`` is told the counts since it was told last, and the file that has the name of the case at hand.
    """
    from research.fuzz.targets import TARGETS

    end, told = time.monotonic() + 60 * plan.minutes, time.monotonic()
    counts, new = ({target: Count() for target in plan.targets} for _ in range(2))
    place = dict.fromkeys(plan.targets, plan.first)
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "now").open("w+b", buffering=0) as now:
        report(new, Path(folder) / "now")
        while time.monotonic() < end and sum(count.inputs for count in counts.values()) < plan.most:
            going = [target for target in plan.targets if counts[target].bad < MOST_BAD]
            if not going:
                break
            target = min(going, key=lambda each: (counts[each].seconds / TARGETS[each].share, counts[each].inputs))
            case = f"{target}-{plan.seed}-{place[target]}"
            place[target] += plan.step
            now.seek(0)
            now.write(f"{case:80}".encode())
            one = Count(inputs=min(1, counts[target].inputs))
            try:
                run_case(case, Path(folder), slow=plan.slow, count=one)
            except Exception:
                one.bad = 1
                keep(plan.keep, case, traceback.format_exc())
            one.inputs = 1
            counts[target].add(one)
            new[target].add(one)
            if time.monotonic() > told + REPORT:
                report(new, Path(folder) / "now")
                new, told = {each: Count() for each in plan.targets}, time.monotonic()
        report(new, None)
    return counts


def keep(folder: Path, case: str, problem: str) -> None:
    """Write down what is wrong with a case."""
    folder.mkdir(exist_ok=True, parents=True)
    (folder / f"{case}.txt").write_text(problem, encoding="utf-8", errors="backslashreplace")


@dataclass(slots=True)
class Worker:
    """A process that runs cases."""

    process: Any
    pipe: Any
    place: Path | None = None  # the file with the name of the case at hand
    case: str = ""
    since: float = field(default_factory=time.monotonic)

    def hear(self) -> dict[str, Count]:
        """Return the new counts. A process that has ended raises an EOFError."""
        counts: dict[str, Count] = {}
        try:
            if self.pipe.poll(1):
                counts, self.place = self.pipe.recv()
        finally:
            self._look()
        if time.monotonic() - self.since > HANG:
            self.process.kill()
        return counts

    def _look(self) -> None:
        case = self.place.read_text().strip() if self.place and self.place.exists() else self.case
        if case != self.case:
            self.case, self.since = case, time.monotonic()


def run_together(plan: Plan, jobs: int) -> dict[str, Count]:
    """Run cases in processes of their own: one that a case kills or keeps busy is replaced, and the case is bad."""
    end = time.monotonic() + 60 * plan.minutes
    total = {target: Count() for target in plan.targets}
    context = multiprocessing.get_context("spawn")

    def start(first: int) -> Worker:
        left = plan.most - sum(count.inputs for count in total.values())
        minutes = (end - time.monotonic()) / 60
        own = replace(plan, minutes=minutes, most=left / jobs, step=jobs, first=first)
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=work, args=(own, theirs))
        process.start()
        theirs.close()
        return Worker(process, ours)

    workers, shown = [start(number) for number in range(jobs)], time.monotonic()
    while workers:
        for worker in [*workers]:
            try:
                for target, count in worker.hear().items():
                    total[target].add(count)
            except EOFError:
                worker.process.join()
                workers.remove(worker)
                if code := worker.process.exitcode:
                    target, _, number = worker.case.rsplit("-", 2)
                    total[target].bad += 1
                    keep(
                        plan.keep, worker.case, f"the process ended in it or was ended after {HANG} s: exit code {code}"
                    )
                    workers.append(start(int(number) + AFTER_DEATH * jobs))
        if time.monotonic() > shown + 60:
            shown = time.monotonic()
            print(table(total), flush=True)
    return total


def work(plan: Plan, pipe: Any) -> None:
    """Run cases and tell the counts."""
    faulthandler.enable()
    run(plan, partial(tell, pipe))


def tell(pipe: Any, counts: dict[str, Count], place: Path | None) -> None:
    pipe.send((counts, place))


def table(counts: dict[str, Count]) -> str:
    """Return a Markdown table of what was run."""
    lines = ["| target | inputs | a second | refused | bad | slowest |", "|---|---|---|---|---|---|"]
    total = Count()
    for target, count in counts.items():
        lines.append(line(target, count))
        total.add(count)
    return "\n".join([*lines, line("all", total)])


def line(name: str, count: Count) -> str:
    rate = count.inputs / (count.seconds or 1)
    slowest = f"{count.slowest:.2f} s, {count.slowest_case}"
    return f"| {name} | {count.inputs:,} | {rate:,.1f} | {count.refused:,} | {count.bad:,} | {slowest} |"
