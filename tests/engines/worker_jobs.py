"""Work for worker processes, in a module that they can import: its folder is put on the import path."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pyarrow as pa

from voxpop.errors import MissingExtra
from voxpop.shards import ended_if_it_hangs


def die(part: int) -> int:
    if part == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return part


def dies_once(task: tuple[int, Path]) -> int:
    """Return the process; the first one that does the task 1 dies, as the file tells."""
    number, marker = task
    if number == 1 and not marker.exists():
        marker.touch()
        os._exit(3)
    return os.getpid()


def dies_of_one(part: int) -> int:
    if part == 15:
        os._exit(3)
    return part


def spend(seconds: float) -> int:
    begun = time.process_time()
    while time.process_time() < begun + seconds:
        pass
    return os.getpid()


def leave(part: int) -> int:
    if part == 5:
        os._exit(3)
    return part


def fail(part: int) -> int:
    raise MissingExtra("This", "serve")


def talk(part: int) -> int:
    print("a library that prints")  # noqa: T201
    os.write(1, b"and one that does so below Python")
    return part


def pid(part: int) -> int:
    return os.getpid()


def busy(seconds: float) -> int:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        sum(range(1000))
    return os.getpid()


def wait(part: int) -> int:
    time.sleep(0.05)
    return part


def hang(part: int) -> int:
    with ended_if_it_hangs(0.5 if part == 5 else 60):
        time.sleep(30 if part == 5 else 0)
    return part


def loads_pandas(_: int) -> bool:
    """Whether a worker has pandas once PyArrow has made an array."""
    pa.array(["a"])
    return "pandas" in sys.modules
