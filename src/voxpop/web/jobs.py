"""Uploads and the work on them: one folder a job, one process at a time, all of it told by files on the disk.

A job is *asking* until its columns are confirmed, then *waiting*, *running*, and at last *done*, *failed* or
*cancelled*. Its result takes its place among the analyses only when it is whole.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from voxpop.errors import InputError, OptionError, VoxpopError
from voxpop.web.processes import environment, python
from voxpop.web.state import unused
from voxpop.web.worker import UPLOAD, read, write

State = Literal["asking", "waiting", "running", "done", "failed", "cancelled"]
ENDED = ("done", "failed", "cancelled")
LARGEST = 1_000_000_000  # bytes of an upload
SPARE = 200_000_000  # bytes that stay free on the disk
GROWTH = 3  # an analysis is about as many times as large as its reviews
LOOK = 60.0  # seconds that a look at a file may take
QUEUE = 20  # jobs that may wait
KEPT = 50  # jobs that are remembered once they ended
_ODD = re.compile(r"[^\w.()（）+ -]+")


class TooLarge(VoxpopError):
    """An upload beyond the limit."""


class Busy(VoxpopError):
    """Too many jobs wait already."""


class Unready(VoxpopError):
    """A job whose result is asked for before it is there."""


class Full(VoxpopError):
    """There is no room on the disk."""


@dataclass(slots=True)
class Job:
    """One upload, and what became of it."""

    id: str
    name: str  # of the file, as the user named it
    folder: Path
    who: str
    created: float
    state: State = "asking"
    kind: str = ""  # of failure: input, memory, disk, killed, stopped, ours
    message: str = ""
    result: str = ""  # the address of the analysis, once it is done
    order: dict[str, Any] = field(default_factory=dict)

    @property
    def file(self) -> Path:
        """What was uploaded."""
        return self.folder / UPLOAD

    @property
    def progress(self) -> dict[str, Any]:
        return read(self.folder / "progress.json") or {"stage": "", "done": 0, "total": 0}

    @property
    def preview(self) -> dict[str, Any] | None:
        return read(self.folder / "preview.json")


class Jobs:
    """All jobs of a folder, and the thread that does them one after the other."""

    def __init__(self, home: Path, *, ready: Callable[[Path], str], largest: int = LARGEST) -> None:
        self.home = home
        self.ready = ready  # told of a finished analysis, gives its address
        self.largest = largest
        self._jobs: dict[str, Job] = {}
        self._waiting: deque[Job] = deque()
        self._process: subprocess.Popen[bytes] | None = None
        self._running: Job | None = None
        self._closing = False
        self._turn = threading.Condition()
        self._thread = threading.Thread(target=self._work, daemon=True)

    def start(self) -> None:
        """Begin, with what an earlier run left behind."""
        for folder in sorted(self._folder.glob("*/")):
            if job := remembered(folder):
                self._jobs[job.id] = job
        self._thread.start()

    def close(self) -> None:
        """End what runs. It can be started again from its page."""
        with self._turn:
            self._closing = True
            self._turn.notify_all()
            self._kill()
        if self._thread.is_alive():
            self._thread.join(10)

    @property
    def _folder(self) -> Path:
        return self.home / ".jobs"

    def __getitem__(self, id: str) -> Job:
        return self._jobs[id]

    def __iter__(self) -> Iterator[Job]:
        """The latest first."""
        return iter(sorted(self._jobs.values(), key=lambda job: -job.created))

    def __contains__(self, id: object) -> bool:
        return id in self._jobs

    def new(self, name: str, *, who: str, size: int = 0) -> Job:
        """A job with an empty folder of its own; what the file is called never becomes a path."""
        self.check_size(size)
        self.check_room(size)
        if len(self._waiting) >= QUEUE:
            raise Busy(f"{QUEUE} analyses are waiting already. Try again when some of them are done.")
        id = secrets.token_hex(8)
        folder = self._folder / id
        try:
            folder.mkdir(parents=True)
        except OSError as error:
            raise Full(f"Nothing can be written to {self.home}: {error.strerror}.") from None
        job = Job(id, name, folder, who, time.time(), order={"name": safe(name)})
        self._jobs[id] = job
        self._forget()
        return job

    def check_size(self, size: int) -> None:
        if size > self.largest:
            raise TooLarge(
                f"The file has {megabytes(size)}; at most {megabytes(self.largest)} are accepted here. On the command "
                "line there is no limit: voxpop analyze FILE, then voxpop serve the result."
            )

    def check_room(self, size: int) -> None:
        place = self.home
        while not place.exists():
            place = place.parent
        free = shutil.disk_usage(place).free
        if free < GROWTH * size + SPARE:
            raise Full(
                f"The disk is too full: {megabytes(free)} are free, and {megabytes(GROWTH * size + SPARE)} are needed. "
                "Nothing was kept. Make room, then upload the file again."
            )

    async def receive(self, job: Job, chunks: AsyncIterator[bytes]) -> None:
        """Write an upload into the job's folder as it comes."""
        size = 0
        try:
            with job.file.open("wb") as stream:
                async for chunk in chunks:
                    size += len(chunk)
                    self.check_size(size)
                    stream.write(chunk)
        except OSError as error:
            self.drop(job)
            raise Full(f"The file could not be kept: {error.strerror}. Make room, then upload it again.") from None
        except BaseException:
            self.drop(job)
            raise
        if not size:
            self.drop(job)
            raise InputError(f"{job.name} is empty. A file of reviews is expected.")

    def look(self, job: Job) -> None:
        """Find out what the file is, in a process that a bad file may take down with it."""
        write(job.folder / "order.json", job.order)
        try:
            done = subprocess.run(
                command("peek", job), stdin=subprocess.DEVNULL, capture_output=True, timeout=LOOK, env=environment()
            )
            code = done.returncode
        except subprocess.TimeoutExpired:
            code = None
        told = read(job.folder / "peek.outcome.json")
        if told is None or not told["ok"]:
            said = told["message"] if told and told["kind"] in ("input", "ours") else ""
            self.drop(job)
            raise InputError(said or unlooked(job.name, code))
        self._save(job)

    def begin(self, job: Job) -> None:
        """Let the work begin as soon as it is its turn."""
        with self._turn:
            if job.state in ("waiting", "running"):
                return
            if not job.file.is_file():
                raise OptionError(f"The upload {job.name} is no longer here. Upload it again.")
            clear(job.folder)
            job.state, job.kind, job.message = "waiting", "", ""
            write(job.folder / "order.json", job.order)
            self._save(job)
            self._waiting.append(job)
            self._turn.notify_all()

    def cancel(self, job: Job) -> None:
        with self._turn:
            if job.state in ENDED:
                return
            was, job.state = job.state, "cancelled"
            if was == "running":
                self._kill()
            with suppress(ValueError):
                self._waiting.remove(job)
            clear(job.folder)
            self._save(job)

    def drop(self, job: Job) -> None:
        """Forget a job and everything of it."""
        self._jobs.pop(job.id, None)
        shutil.rmtree(job.folder, ignore_errors=True)

    def _work(self) -> None:
        while True:
            with self._turn:
                self._turn.wait_for(lambda: self._closing or bool(self._waiting))
                if self._closing:
                    return
                job = self._running = self._waiting.popleft()
                job.state = "running"
                self._save(job)
                self._process = started(job)
            code = self._process.wait()
            with self._turn:
                self._process = self._running = None
                if job.state == "running":
                    self._finish(job, code)
                else:
                    clear(job.folder)

    def _finish(self, job: Job, code: int) -> None:
        told = read(job.folder / "analyze.outcome.json")
        if self._closing:
            job.state, job.kind = "failed", "stopped"
        elif told is None:
            job.state, job.kind, job.message = "failed", "killed", str(code)
        elif not told["ok"]:
            job.state, job.kind, job.message = "failed", told["kind"], told["message"]
        else:
            self._place(job)
        if job.state == "failed":
            clear(job.folder)
        self._save(job)

    def _place(self, job: Job) -> None:
        """The result goes where it stays in one step, under a name that nobody has yet."""
        stem = str(job.order["name"]).split(".")[0].strip() or "reviews"
        name = unused(job.order.get("title") or stem, (path.stem for path in self.home.glob("*.voxpop")))
        place = self.home / f"{name}.voxpop"
        try:
            os.replace(job.folder / "result.voxpop", place)
        except OSError as error:
            job.state, job.kind, job.message = "failed", "disk", str(error.strerror)
            return
        job.state, job.result = "done", self.ready(place)
        with suppress(OSError):
            job.file.unlink()

    def _kill(self) -> None:
        """The process and those that it started."""
        if self._process is not None and self._process.poll() is None:
            with suppress(OSError):
                if os.name == "posix":
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:  # pragma: no cover
                    self._process.kill()

    def _save(self, job: Job) -> None:
        names = ("id", "name", "who", "created", "state", "kind", "message", "result", "order")
        with suppress(OSError):  # on a full disk the job is still told by this process
            write(job.folder / "job.json", {name: getattr(job, name) for name in names})

    def _forget(self) -> None:
        """Only so many jobs that ended, or that nobody confirmed, are kept."""
        old = [job for job in self if job.state in (*ENDED, "asking")][KEPT:]
        for job in old:
            self.drop(job)


def remembered(folder: Path) -> Job | None:
    """A job of an earlier run; what ran then was stopped, and what is not whole goes."""
    try:
        job = Job(folder=folder, **(read(folder / "job.json") or {}))
        job.order["name"]
    except (KeyError, TypeError):  # none, or of another version
        shutil.rmtree(folder, ignore_errors=True)
        return None
    if job.state in ("waiting", "running"):
        job.state, job.kind = "failed", "stopped"
        clear(folder)
    return job


def started(job: Job) -> subprocess.Popen[bytes]:
    """The worker in a group of its own, so that all of it can be ended; what it complains of goes to a file."""
    with (job.folder / "log.txt").open("wb") as log:
        return subprocess.Popen(
            command("analyze", job),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            env=environment(),
        )


def command(task: str, job: Job) -> list[str]:
    return python("voxpop.web.worker", task, str(job.folder))


def clear(folder: Path) -> None:
    """Nothing half-written stays."""
    for name in ("progress.json", "analyze.outcome.json"):
        with suppress(OSError):
            (folder / name).unlink()
    for path in (*folder.glob("result.voxpop*"), *folder.glob(".result.voxpop*")):
        with suppress(OSError):
            path.unlink()


def unlooked(name: str, code: int | None) -> str:
    if code is None:
        return f"{name} could not be understood within {LOOK:.0f} seconds. Save it as CSV, and try again."
    return f"{name} takes more memory to read than there is. Save it as CSV, in smaller parts, and try again."


def safe(name: str) -> str:
    """A file name made of the user's: letters of any script, no folders, nothing hidden, not too long."""
    last = re.split(r"[\\/]", name)[-1]
    plain = _ODD.sub("-", last).strip(" .-")
    stem, dot, suffix = plain.rpartition(".")
    if not dot:
        return plain.encode()[:150].decode("utf-8", "ignore") or "reviews"
    stem = stem.encode()[:150].decode("utf-8", "ignore").strip(" .-")
    return f"{stem or 'reviews'}.{suffix[:12]}"


def megabytes(size: int) -> str:
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{max(1, round(size / 1e6)):,} MB"


def as_lines(reviews: list[dict[str, Any]]) -> bytes:
    """Reviews that came as JSON, as a file."""
    return "".join(json.dumps(review, ensure_ascii=True) + "\n" for review in reviews).encode("ascii")
