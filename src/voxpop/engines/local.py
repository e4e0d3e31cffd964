"""This machine: in this process for a few reviews, on all cores for many."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing import get_context
from types import ModuleType
from typing import TypeVar

from voxpop.errors import OptionError

A = TypeVar("A")
B = TypeVar("B")
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
FEW = 3  # parts; so many are done before other processes have even started


class Local:
    """Runs work on parts in order, with at most two parts a worker in flight, so that memory stays flat."""

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None and workers < 1:
            raise OptionError(f"workers must be at least 1, not {workers}.")
        self.workers = workers or os.cpu_count() or 1

    def map(self, work: Callable[[A], B], parts: Iterable[A]) -> Iterator[B]:
        stream = iter(parts)
        first = list(islice(stream, FEW))
        if self.workers == 1 or len(first) < FEW:
            yield from map(work, chain(first, stream))
        else:
            yield from self._share(work, chain(first, stream))

    def _share(self, work: Callable[[A], B], stream: Iterator[A]) -> Iterator[B]:
        waiting: deque[Future[B]] = deque()
        with ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"), initializer=leave_signals) as pool:
            try:
                for part in stream:
                    with blank_main(), one_thread():
                        waiting.append(pool.submit(work, part))
                    if len(waiting) >= 2 * self.workers:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                for future in waiting:
                    future.cancel()


def leave_signals() -> None:
    """Ctrl-C is for the process that was started by hand; it sends the others home."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def blank_main() -> Iterator[None]:
    """Processes that start here do not run the user's script again, whether or not it guards its main part."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def one_thread() -> Iterator[None]:
    """Processes that start here do their arithmetic on one thread each: there is one of them for every core."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
