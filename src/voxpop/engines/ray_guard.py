"""Ends Ray on this machine when the program that started it is gone: Ray leaves processes behind when that is killed.

Run as a script by ``ray_cluster.py``, with the number of that program. It waits for the end of its input, which is the
end of that program, and ends the processes of Ray among those that the program has started meanwhile.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import sys
from contextlib import suppress
from pathlib import Path

PAUSE = 1.0  # seconds between two looks at what was started

Started = dict[int, str]  # processes with the times of their starts, which tell them from later ones of the same number


def descendants(process: int) -> Started:
    """Return all processes that a process has started, directly or not."""
    parents: dict[int, tuple[int, str]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            parents[int(folder.name)] = int(fields[1]), fields[19]
    found: Started = {}
    new = {process}
    while new:
        new = {number for number, (parent, _) in parents.items() if parent in new and number not in found}
        found |= {number: parents[number][1] for number in new}
    return found


def with_argument(folder: str) -> Started:
    """Return the processes that were started with a folder among their arguments, as those of Ray are."""
    found: Started = {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if folder.encode() in (place / "cmdline").read_bytes():
                found[int(place.name)] = (place / "stat").read_text().rpartition(")")[2].split()[19]
    return found


def guard(process: int, folder: str) -> None:
    """Take note of what a process starts until the input ends, then end what is Ray's and remove the folder."""
    before, known = descendants(process), Started()
    while True:
        known |= descendants(process)
        if select.select([sys.stdin], [], [], PAUSE)[0] and not os.read(0, 1):
            break
    known |= with_argument(folder)  # what was started after the last look has no parent any more
    for number in list(known):
        known |= descendants(number)
    for number, start in known.items():
        with suppress(OSError):
            is_ray = b"ray" in Path(f"/proc/{number}/cmdline").read_bytes() and number not in (*before, os.getpid())
            if is_ray and Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[19] == start:
                os.kill(number, signal.SIGKILL)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    guard(int(sys.argv[1]), sys.argv[2])
