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
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing, suppress
from functools import partial
from itertools import chain, islice
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Semaphore, Thread
from time import process_time
from typing import IO, Any, Generic, TypeVar, cast

import voxpop
from voxpop import timings
from voxpop.errors import OptionError, WorkerDeath, WorkerError
from voxpop.shards import WORKER

A = TypeVar("A")
B = TypeVar("B")
MIN_TASKS = 3  # tasks; fewer are done before other processes have even started
MIN_ORDERED = 12  # the same of tasks whose results come in order
IN_FLIGHT = 16  # of these, at most, are taken and not yet yielded
ENVIRONMENT = {**dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"), WORKER: "1"}
START = "import sys; sys.path[:] = sys.argv[1:]; from voxpop.engines.worker import main; main()"


class LocalEngine:
    """Runs work on tasks in worker processes, and few tasks in this one.

    ``map`` gives the outcomes as they come: the result, or the error that it raised. A worker that dies is a
    WorkerDeath for its task, and another one takes its place. ``map_in_order`` gives results, or raises the error.
    """

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None and workers < 1:
            raise OptionError(f"workers must be at least 1, not {workers}.")
        self.workers = workers or os.cpu_count() or 1

    def map(
        self, work: Callable[[A], B], tasks: Iterable[A], *, isolated: bool = False
    ) -> Generator[tuple[A, B | Exception], None, None]:
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
            return
        stream = chain(first, stream)
        running: dict[Future[bytes], A] = {}
        with closing(WorkerPool(work, self.workers)) as pool:
            while True:
                running.update((pool.submit(task), task) for task in islice(stream, 2 * self.workers - len(running)))
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    try:
                        outcome = result(future)
                    except Exception as error:
                        outcome = error
                    yield running.pop(future), outcome

    def map_in_order(self, work: Callable[[A], B], tasks: Iterable[A]) -> Generator[B, None, None]:
        """Yield what the work makes of each task, in the order of the tasks, as ``map`` of Python does.

        At most ``IN_FLIGHT`` tasks are taken and not yet yielded, whatever the number of workers, so that memory stays
        small. A task of which a worker dies is done by another one; if that dies as well, WorkerDeath is raised.
        """
        stream, first = iter(tasks), list[A]()
        try:
            first.extend(islice(stream, MIN_ORDERED if self.workers > 1 else 0))
        except Exception:
            yield from map(work, first)
            raise
        if len(first) < MIN_ORDERED:
            yield from map(work, chain(first, stream))
            return
        stream = chain(first, stream)
        del first
        most = min(2 * self.workers, IN_FLIGHT)
        waiting: deque[Future[bytes]] = deque()
        with closing(WorkerPool(partial(timed, work=work), min(self.workers, most))) as pool:
            for future in pool.submit_all(stream):
                waiting.append(future)
                if len(waiting) == most:
                    yield timed_result(waiting.popleft())
            while waiting:
                yield timed_result(waiting.popleft())


def timed(task: A, *, work: Callable[[A], B]) -> tuple[B, float]:
    """Return what comes of a task, and the processor time that it took."""
    begun = process_time()
    return work(task), process_time() - begun


def timed_result(future: Future[bytes]) -> Any:
    """Wait for the result of ``timed`` work; the time that it took counts for the stage that is running."""
    try:
        made, seconds = result(future)
    except WorkerDeath as death:
        raise WorkerDeath(f"The same task ended two workers. {death}") from None
    timings.add_to_stage(seconds)
    return made


def result(future: Future[bytes]) -> Any:
    """Wait for what a worker makes of a task, or raise its error."""
    made, error = pickle.loads(future.result())
    if error is None:
        return made
    raise error


class WorkerPool(Generic[A]):
    """Worker processes, each of which starts when a task comes and no other is idle; a thread passes on its bytes.

    This is no ThreadPoolExecutor because the end of the program would wait for the tasks of one.
    """

    def __init__(self, work: Callable[[A], object], most: int) -> None:
        self._work = pickle.dumps(work, protocol=pickle.HIGHEST_PROTOCOL)
        self._most = most
        self._threads: list[Thread] = []
        self._free = Semaphore(0)  # one for each thread that waits for a task
        self._calls: SimpleQueue[tuple[Future[bytes], bytes, int] | None] = SimpleQueue()
        self._workers: list[Worker] = []
        self._idle: list[Worker] = []
        self._lock = Lock()
        self._is_closed = False

    def submit(self, task: A, *, tries: int = 1) -> Future[bytes]:
        """Have a thread that is free do a task, or else start one. If a worker dies of it, another one may try."""
        future: Future[bytes] = Future()
        self._calls.put((future, pickle.dumps(task, protocol=pickle.HIGHEST_PROTOCOL), tries))
        if not self._free.acquire(blocking=False) and len(self._threads) < self._most:
            self._threads.append(Thread(target=self._serve, daemon=True))
            self._threads[-1].start()
        return future

    def submit_all(self, tasks: Iterable[A]) -> Iterator[Future[bytes]]:
        """Have each task done, by a second worker if one dies. If taking one fails, the last future has the error."""
        try:
            for task in tasks:
                yield self.submit(task, tries=2)
        except Exception as error:
            failed: Future[bytes] = Future()
            failed.set_exception(error)
            yield failed

    def close(self) -> None:
        """End all workers, whatever they are doing."""
        with self._lock:
            self._is_closed = True
        for worker in self._workers:
            worker.kill()
        for _ in self._threads:
            self._calls.put(None)
        for thread in self._threads:
            thread.join()
        for worker in self._workers:
            worker.close()

    def _serve(self) -> None:
        while (call := self._calls.get()) is not None:
            future, task, tries = call
            try:
                future.set_result(self._do(task, tries))
            except Exception as error:
                future.set_exception(error)
            del call, future, task  # they may be large, and the next call may be long in coming
            self._free.release()

    def _do(self, task: bytes, tries: int) -> bytes:
        worker = self._idle_worker()
        try:
            outcome = worker.do(task)
        except WorkerDeath:
            worker.close()
            if tries == 1:
                raise
            return self._do(task, tries - 1)
        self._idle.append(worker)
        return outcome

    def _idle_worker(self) -> Worker:
        """Return a worker that has nothing to do, or start one."""
        with self._lock:
            if self._is_closed:
                raise WorkerDeath("The work was given up.")
            if self._idle:
                return self._idle.pop()
            self._workers.append(Worker(self._work))
            return self._workers[-1]


class Worker:
    """A process that does the same work on one task after the other. All of them are pickled."""

    def __init__(self, work: bytes) -> None:
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
        self._unsent = [work]

    def do(self, task: bytes) -> bytes:
        """Hand a task over and wait for its outcome, a result and an error."""
        try:
            for message in (*self._unsent, task):
                pickle.dump(message, self._input)
            self._input.flush()
            self._unsent.clear()
            return cast(bytes, pickle.load(self._output))
        except (OSError, EOFError, pickle.UnpicklingError):
            raise self._death() from None

    def kill(self) -> None:
        """End the process, whatever it is doing. It has nothing to clear away."""
        self._process.kill()

    def close(self) -> None:
        """Close the pipes and wait for the end of the process."""
        for pipe in (self._input, self._output):
            with suppress(OSError):  # what was not sent cannot be sent any more
                pipe.close()
        self._process.wait()

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
