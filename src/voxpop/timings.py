"""Processor time of the stages of an analysis, added up in each process: ``voxpop analyze --timings`` shows it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import process_time

STAGES = {  # in the order of the path; those of workers are added up over all of them
    "ingest": "read and curate rows",
    "boilerplate": "find boilerplate and the kind of product",
    "parse": "parse",
    "names": "find names",
    "model": "model",
    "decode": "decode opinions",
    "resolve": "resolve mentions",
    "pack": "pack and write parts",
    "collect": "collect parts",
    "learn": "learn and count aspects",
    "key points": "group key points",
    "summary": "summarize",
    "commit": "write the file",
}
_seconds: defaultdict[str, float] = defaultdict(float)
_running: list[str] = []  # the stages, each inside the one before
_inside: list[float] = []  # of each of them, the time that stages inside it took


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Add the processor time of what is done here to a stage; what a stage inside it takes counts there alone."""
    begun = process_time()
    _running.append(name)
    _inside.append(0.0)
    try:
        yield
    finally:
        taken = process_time() - begun
        _seconds[_running.pop()] += taken - _inside.pop()
        if _inside:
            _inside[-1] += taken


def so_far() -> dict[str, float]:
    """Return the seconds of each stage so far in this process."""
    return dict(_seconds)


def take() -> dict[str, float]:
    """Return the seconds of each stage so far in this process, and begin anew."""
    taken = so_far()
    _seconds.clear()
    return taken


def add(seconds: Mapping[str, float]) -> None:
    """Add what another process took."""
    for name, taken in seconds.items():
        _seconds[name] += taken


def add_to_stage(seconds: float) -> None:
    """Add what another process took for the stage that is running, if any."""
    if _running:
        _seconds[_running[-1]] += seconds
