"""This machine: a few parts are worked on in this process, many in one worker process per core.

A worker is a plain subprocess (``voxpop.engines.worker``) that reads parts from a pipe and writes results to another.
It imports nothing from the working directory, and it ends itself as soon as the pipe from this process is closed,
whatever ended this process.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any, Generic, TypeVar, cast

import voxpop
from voxpop.engines.frames import read_frame, write_frame
from voxpop.errors import OptionError, WorkerError

A = TypeVar("A")
B = TypeVar("B")
FEW = 3  # parts; so many are done before other processes have even started
IN_FLIGHT = 2  # parts per worker: one that it works on, one that waits for it
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
START = "import sys; sys.path[:] = sys.argv[1:]; from voxpop.engines.worker import main; main()"


class LocalEngine:
    """Runs work on parts and gives the results in order, with few parts in flight, so that memory stays flat."""

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None and workers < 1:
            raise OptionError(f"workers must be at least 1, not {workers}.")
        self.workers = workers or os.cpu_count() or 1

    def map(self, work: Callable[[A], B], parts: Iterable[A]) -> Iterator[B]:
        """Yield ``work(part)`` for each part, in order."""
        stream = iter(parts)
        first = list(islice(stream, FEW))
        if self.workers == 1 or len(first) < FEW:
            yield from map(work, chain(first, stream))
        else:
            yield from self._share(work, chain(first, stream))

    def _share(self, work: Callable[[A], B], parts: Iterator[A]) -> Iterator[B]:
        """Deal the parts out to the workers in turn; each answers in the order in which it was asked."""
        workers: list[Worker[A, B]] = []
        waiting: deque[Worker[A, B]] = deque()
        try:
            for number, part in enumerate(parts):
                if len(workers) < self.workers:
                    workers.append(Worker(work))
                worker = workers[number % self.workers]
                worker.send(part)
                waiting.append(worker)
                if len(waiting) >= IN_FLIGHT * self.workers:
                    yield waiting.popleft().receive()
            while waiting:
                yield waiting.popleft().receive()
        finally:
            for worker in workers:
                worker.kill()
            for worker in workers:
                worker.close()


class Worker(Generic[A, B]):
    """A process that does the same work on one part after the other."""

    def __init__(self, work: Callable[[A], B]) -> None:
        # In a process group of its own: Ctrl-C reaches this process alone, which then ends its workers.
        group: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
        try:
            self._process = subprocess.Popen(
                [sys.executable, *interpreter_flags(), "-P", "-c", START, *safe_import_path()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, **ONE_THREAD},
                **group,
            )
        except OSError as error:
            raise WorkerError(
                f"No worker process can be started ({error.strerror}). Do without: --workers 1, in Python workers=1."
            ) from None
        self._input = cast(IO[bytes], self._process.stdin)
        self._output = cast(IO[bytes], self._process.stdout)
        self._write(work)

    def send(self, part: A) -> None:
        """Hand a part over. The worker reads it at once, even while it works on another."""
        self._write(part)

    def receive(self) -> B:
        """Wait for the result of the part that was sent first among those without one."""
        answer = read_frame(self._output)
        if answer is None:
            raise self._death()
        result, error = pickle.loads(answer)
        if error is not None:
            raise error
        return cast(B, result)

    def kill(self) -> None:
        """End the process, whatever it is doing. It has nothing to clear away."""
        self._process.kill()

    def close(self) -> None:
        """Close the pipes and wait for the end of the process."""
        for pipe in (self._input, self._output):
            with suppress(OSError):  # what was not sent cannot be sent any more
                pipe.close()
        self._process.wait()

    def _write(self, value: object) -> None:
        data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
        try:
            write_frame(self._input, data)
        except OSError:
            raise self._death() from None

    def _death(self) -> WorkerError:
        self._process.kill()  # it cannot be used any more, even if only its pipe is gone
        code = self._process.wait()
        end = signal.strsignal(-code) if code < 0 else f"exit status {code}"
        return WorkerError(
            f"A worker process was killed ({end}), often for lack of memory. "
            "Use fewer of them: --workers 1, in Python workers=1."
        )


def interpreter_flags() -> list[str]:
    """Options of this interpreter, such as -I, -O or -W, that others of ours get as well."""
    flags: list[str] = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
    return flags


def safe_import_path() -> list[str]:
    """Where workers find modules: where this process does, but not in the working directory.

    The working directory stays only if voxpop itself is imported from there, as in a checkout.
    """
    home = Path(voxpop.__file__).resolve().parent.parent
    current = working_directory()
    places = {entry: Path(entry).resolve() if entry else current for entry in sys.path}
    return [str(place or entry) for entry, place in places.items() if place != current or place == home]


def working_directory() -> Path | None:
    """None where it has been removed."""
    try:
        return Path.cwd().resolve()
    except OSError:
        return None
