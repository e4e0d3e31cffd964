"""This machine: a few shards are worked on in this process, many in one worker process per core.

A worker is a plain subprocess (``voxpop.engines.worker``) that reads tasks from a pipe and writes results to another.
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
from functools import partial
from itertools import chain, cycle, islice
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from time import process_time
from typing import IO, Any, Generic, NamedTuple, TypeVar, cast

import voxpop
from voxpop import timings
from voxpop.errors import OptionError, WorkerDeath, WorkerError
from voxpop.shards import WORKER

A = TypeVar("A")
B = TypeVar("B")
MIN_TASKS = 3  # tasks; fewer are done before other processes have even started
MIN_ORDERED = 12  # the same of tasks whose results come in order
AHEAD = 2  # how many of these a worker has at a time
ENVIRONMENT = {**dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"), WORKER: "1"}
START = "import sys; sys.path[:] = sys.argv[1:]; from voxpop.engines.worker import main; main()"


class LocalEngine:
    """Runs work on tasks and gives the outcomes as they come: the result, or the error that it raised.

    A worker that dies is a WorkerDeath for its task, and another one takes its place.
    """

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None and workers < 1:
            raise OptionError(f"workers must be at least 1, not {workers}.")
        self.workers = workers or os.cpu_count() or 1

    def map(
        self, work: Callable[[A], B], tasks: Iterable[A], *, isolated: bool = False
    ) -> Iterator[tuple[A, B | Exception]]:
        """Yield each task with the outcome of ``work(task)``. ``isolated`` work is never done in this process."""
        stream = iter(tasks)
        first = list(islice(stream, MIN_TASKS))
        if not isolated and (self.workers == 1 or len(first) < MIN_TASKS):
            for task in chain(first, stream):
                try:
                    outcome: B | Exception = work(task)
                except Exception as error:
                    outcome = error
                yield task, outcome
        else:
            pool = WorkerPool(work, chain(first, stream))
            try:
                yield from pool.run(self.workers)
            finally:
                pool.close()

    def map_in_order(self, work: Callable[[A], B], tasks: Iterable[A]) -> Iterator[B]:
        """Yield what the work makes of each task, in the order of the tasks, as ``map`` does.

        Each worker has few tasks at a time, so that memory stays small. If it dies, this process does them itself.
        """
        stream = iter(tasks)
        first = list(islice(stream, MIN_ORDERED))
        if self.workers == 1 or len(first) < MIN_ORDERED:
            yield from map(work, chain(first, stream))
            return
        workers: list[Worker[A, Timed[B]]] = []
        waiting: deque[tuple[Worker[A, Timed[B]], A]] = deque()
        try:
            workers += (Worker(partial(timed, work=work)) for _ in range(self.workers))
            for task, worker in zip(chain(first, stream), cycle(workers), strict=False):
                with suppress(WorkerDeath):
                    worker.send(task)
                waiting.append((worker, task))
                if len(waiting) == AHEAD * len(workers):
                    yield result(work, *waiting.popleft())
            while waiting:
                yield result(work, *waiting.popleft())
        finally:
            for worker in workers:
                worker.kill()
                worker.close()


class Timed(NamedTuple, Generic[B]):
    """What came of a task, and the processor time that it took."""

    result: B
    seconds: float


def timed(task: A, *, work: Callable[[A], B]) -> Timed[B]:
    """Do the work on a task, and say how long it took."""
    begun = process_time()
    return Timed(work(task), process_time() - begun)


def result(work: Callable[[A], B], worker: Worker[A, Timed[B]], task: A) -> B:
    """Wait for what a worker makes of a task, or raise its error."""
    try:
        outcome = worker.receive()
    except WorkerDeath:
        return work(task)
    if isinstance(outcome, Exception):
        raise outcome
    timings.add_to_stage(outcome.seconds)
    return outcome.result


class WorkerPool(Generic[A, B]):
    """Worker processes, each with a thread that hands it one task after the other."""

    def __init__(self, work: Callable[[A], B], tasks: Iterator[A]) -> None:
        self._work = work
        self._tasks = tasks
        self._taking = Lock()
        self._outcomes: SimpleQueue[tuple[A, B | Exception] | None] = SimpleQueue()  # None: a thread has no more
        self._workers: set[Worker[A, B]] = set()
        self._threads: list[Thread] = []
        self._is_closed = False

    def run(self, count: int) -> Iterator[tuple[A, B | Exception]]:
        """Start so many workers and yield the outcomes as they come."""
        self._threads = [Thread(target=self._serve, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()
        for _ in self._threads:
            while (outcome := self._outcomes.get()) is not None:
                yield outcome

    def close(self) -> None:
        """End all workers, whatever they are doing."""
        with self._taking:
            self._is_closed = True
            for worker in self._workers:
                worker.kill()
        for thread in self._threads:
            thread.join()

    def _take(self) -> tuple[A] | None:
        with self._taking:
            return None if self._is_closed else next(((task,) for task in self._tasks), None)

    def _serve(self) -> None:
        """Hand tasks to a worker until there are none; if it dies, another one gets the next task."""
        worker: Worker[A, B] | None = None
        while (taken := self._take()) is not None:
            (task,) = taken
            try:
                if worker is None:
                    worker = Worker(self._work)
                    self._workers.add(worker)
                outcome: B | Exception = worker.do(task)
            except Exception as error:
                outcome = error
            if worker is not None and isinstance(outcome, WorkerDeath):
                worker.close()
                self._workers.discard(worker)
                worker = None
            self._outcomes.put((task, outcome))
        if worker is not None:
            worker.kill()
            worker.close()
            self._workers.discard(worker)
        self._outcomes.put(None)


class Worker(Generic[A, B]):
    """A process that does the same work on one task after the other."""

    def __init__(self, work: Callable[[A], B]) -> None:
        # In a process group of its own: Ctrl-C reaches this process alone, which then ends its workers.
        group: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
        flags = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]  # such as -I, -O or -W
        try:
            self._process = subprocess.Popen(
                [sys.executable, *flags, "-P", "-c", START, *safe_import_path()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, **ENVIRONMENT},
                **group,
            )
        except OSError as error:
            raise WorkerError(
                f"No worker process can be started ({error.strerror}). Do without: --workers 1, in Python workers=1."
            ) from None
        self._input = cast(IO[bytes], self._process.stdin)
        self._output = cast(IO[bytes], self._process.stdout)
        self._write(work)

    def do(self, task: A) -> B | Exception:
        """Hand a task over and wait for its outcome."""
        self.send(task)
        return self.receive()

    def send(self, task: A) -> None:
        """Hand a task over. The worker takes several in, and does one after the other."""
        self._write(task)

    def receive(self) -> B | Exception:
        """Wait for the outcome of the first task that was handed over and has none yet."""
        try:
            answer = pickle.load(self._output)
        except (EOFError, pickle.UnpicklingError):
            raise self._death() from None
        result, error = pickle.loads(answer)
        return cast("B | Exception", result if error is None else error)

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
            pickle.dump(data, self._input)
            self._input.flush()
        except OSError:
            raise self._death() from None

    def _death(self) -> WorkerDeath:
        self._process.kill()  # it cannot be used any more, even if only its pipe is gone
        code = self._process.wait()
        end = signal.strsignal(-code) if code < 0 else f"exit status {code}"
        return WorkerDeath(
            f"A worker process was killed ({end}), often for lack of memory. "
            "Use fewer of them: --workers 1, in Python workers=1."
        )


def safe_import_path() -> list[str]:
    """Where workers find modules: where this process does, but not in the working directory.

    The working directory stays only if voxpop itself is imported from there, as in a checkout.
    """
    home = Path(voxpop.__file__).resolve().parent.parent
    try:
        current: Path | None = Path.cwd().resolve()
    except OSError:  # it has been removed
        current = None
    places = {entry: Path(entry).resolve() if entry else current for entry in sys.path}
    return [str(place or entry) for entry, place in places.items() if place != current or place == home]
