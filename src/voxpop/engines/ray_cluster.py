"""A Ray cluster, or Ray on this machine: actors take one shard after the other.

Only the numbers of shards and file names pass through Ray; reviews and parts are files that every node sees
(docs/scale.md). Ray starts no actor again and repeats no task by itself: what follows from a death is decided by
``shards.extract_all``, as with worker processes.
"""

from __future__ import annotations

import os
import pickle
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from voxpop.atomic_files import SCRATCH_FOLDERS, make_locked_folder, remove_abandoned
from voxpop.engines import ray_guard
from voxpop.engines.local import ENVIRONMENT
from voxpop.engines.worker import portable
from voxpop.errors import MissingExtra, OptionError, WorkerDeath, WorkerError
from voxpop.garbage import seldom_collected

A = TypeVar("A")
B = TypeVar("B")
SCRATCH = "voxpop-ray-"
STARTS = 3  # of Ray on this machine, until it is given up
PATIENCE = 10.0  # seconds that a task waits for its actor to start while another one is idle
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing leaves the machine
    "RAY_DEDUP_LOGS": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}


class RayActor(NamedTuple):
    """An actor, and the answer that it gives as soon as it runs."""

    handle: Any
    ready: Any


class RayEngine:
    """Runs work on tasks in the actors of a Ray cluster and gives the outcomes as they come.

    ``address`` is that of a cluster; without one, Ray is started on this machine for as long as the work lasts.
    """

    def __init__(self, workers: int | None = None, *, address: str | None = None) -> None:
        if workers is not None and workers < 1:
            raise OptionError(f"workers must be at least 1, not {workers}.")
        self._workers = workers
        self._address = address
        os.environ.update(QUIET)
        try:
            import ray
        except ImportError:
            raise MissingExtra("--engine ray", "ray") from None
        self._ray: Any = ray

    def map(
        self, work: Callable[[A], B], tasks: Iterable[A], *, isolated: bool = False
    ) -> Generator[tuple[A, B | Exception], None, None]:
        """Yield each task with the outcome of ``work(task)``."""
        with self.connected():
            actor = self._ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(RayWorker)
            yield from self._deal(partial(actor.remote, pickle.dumps(work)), iter(tasks))

    def map_in_order(self, work: Callable[[A], B], tasks: Iterable[A]) -> Generator[B, None, None]:
        """Yield what the work makes of each task. This process does it, because only file names pass through Ray."""
        yield from map(work, tasks)

    def _deal(self, start: Callable[[], Any], tasks: Iterator[A]) -> Iterator[tuple[A, B | Exception]]:
        """Hand a task to each actor, and the next one whenever an outcome comes.

        If a machine is gone, the actor that is to replace its own may never find a place: then its task goes to one
        that is idle.
        """
        count = self._workers or int(self._ray.cluster_resources().get("CPU", 1))
        running: dict[Any, tuple[RayActor, A]] = {}
        idle: list[RayActor] = []
        returned: list[A] = []
        try:
            while True:
                while len(running) < count:
                    task = returned.pop() if returned else next(tasks, None)
                    if task is None:
                        break
                    actor = idle.pop() if idle else RayActor(handle := start(), handle.ready.remote())
                    running[actor.handle.do.remote(task)] = actor, task
                if not running:
                    return
                done, _ = self._ray.wait(list(running), num_returns=1, timeout=PATIENCE)
                for ref in done:
                    actor, task = running.pop(ref)
                    outcome = self._outcome(ref)
                    if isinstance(outcome, WorkerDeath):
                        self._ray.kill(actor.handle, no_restart=True)  # it may only be out of reach
                    else:
                        idle.append(actor)
                    yield task, outcome
                if not done and idle:
                    for ref, (actor, task) in list(running.items()):
                        if not self._ray.wait([actor.ready], timeout=0)[0]:
                            self._ray.kill(actor.handle, no_restart=True)
                            del running[ref]
                            returned.append(task)
        finally:
            for actor in (*idle, *(actor for actor, _ in running.values())):
                self._ray.kill(actor.handle, no_restart=True)

    def _outcome(self, done: Any) -> Any:
        """Return the result or the error of the work, or that its worker died."""
        try:
            result, error = self._ray.get(done)
        except self._ray.exceptions.RayTaskError as error:
            return WorkerError(f"Ray could not run the work: {' '.join(str(error).split())[:300]}")
        except self._ray.exceptions.RayError as death:  # of the actor or its machine, or what it made is lost with it
            cause = " ".join(str(death).split())[:300]
            return WorkerDeath(f"A worker process was killed, often for lack of memory: --workers 1. Ray says: {cause}")
        return result if error is None else error

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Connect to the cluster, or start Ray on this machine and end it afterwards."""
        if self._ray.is_initialized():
            yield
            return
        options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        options["runtime_env"] = {"env_vars": ENVIRONMENT}
        with redirect_stdout(sys.stderr):  # Ray prints the death of a worker, which must not stand among results
            if self._address is None:
                with self._started_here(options):
                    yield
                return
            try:
                self._ray.init(address=self._address, **options)
            except Exception as error:
                raise WorkerError(f"Cannot reach Ray at {self._address}: {error!s:.300}") from None
            try:
                yield
            finally:
                self._ray.shutdown()

    @contextmanager
    def _started_here(self, options: Mapping[str, Any]) -> Iterator[None]:
        """Start Ray on this machine, several times if need be: its own limits are short where much else is going on."""
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))  # or Ray writes one into the home folder
        here = {"address": "local", "num_cpus": self._workers or os.cpu_count() or 1, "include_dashboard": False}
        for start in range(STARTS):
            with guarded_folder() as folder:
                try:
                    self._ray.init(_node_ip_address="127.0.0.1", _temp_dir=str(folder), **here, **options)
                except Exception as error:  # Ray raises a plain one where its start takes too long
                    self._ray.shutdown()
                    if start + 1 < STARTS:
                        continue
                    raise WorkerError(f"Ray cannot be started on this machine: {error!s:.300}") from None
                try:
                    yield
                    return
                finally:
                    self._ray.shutdown()


@contextmanager
def guarded_folder() -> Iterator[Path]:
    """Yield a folder for a Ray on this machine; what Ray leaves behind is ended with it."""
    temporary = Path(tempfile.gettempdir())
    remove_abandoned(temporary, SCRATCH)
    folder, _ = make_locked_folder(temporary, SCRATCH)
    SCRATCH_FOLDERS.add(folder)
    guard = start_guard(folder)
    marks = {ray_guard.FOLDER: str(folder), "SPT_NOENV": "1"}  # Ray renames processes, which hides their environment
    before = {name: os.environ.get(name) for name in marks}
    os.environ |= marks
    try:
        yield folder
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        guard.communicate()  # it ends what Ray has left, and removes the folder
        SCRATCH_FOLDERS.discard(folder)


def start_guard(folder: Path) -> subprocess.Popen[bytes]:
    """Start the process that ends Ray when this process is gone, or has no more use for it."""
    command = [sys.executable, "-I", "-S", str(Path(ray_guard.__file__)), str(folder)]
    group: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}  # Ctrl-C does not reach it
    return subprocess.Popen(command, stdin=subprocess.PIPE, **group)


class RayWorker:
    """What an actor does: the same work on one task after the other."""

    def __init__(self, work: bytes) -> None:
        self._pickled = work
        self._work: Callable[[Any], Any] | None = None

    def ready(self) -> bool:
        """Tell that the actor runs."""
        return True

    @seldom_collected()
    def do(self, task: Any) -> tuple[Any, Exception | None]:
        """Return the result of a task, or the error."""
        try:
            self._work = self._work or pickle.loads(self._pickled)
            return self._work(task), None
        except Exception as error:
            return None, portable(error)
