"""Uploads and the work on them: one folder per job, one analysis at a time, everything recorded in files on the disk.

A job is *asking* until its columns are confirmed, then *waiting*, *running*, and at last *done*, *failed* or
*cancelled*. Its result takes its place among the analyses only when it is whole.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import anyio

from voxpop.errors import InputError, OptionError, VoxpopError
from voxpop.lang.punctuation import ROUND_BRACKETS
from voxpop.web.job import ENDED, RESULT, Job, load_job, read_json, write_json
from voxpop.web.processes import kill, start, try_lock
from voxpop.web.state import unused
from voxpop.web.upload_worker import EXIT_LOCKED, GROWTH, SPARE

LOOK = 60.0  # seconds that a look at a file may take
LOOKS = 2  # files that are looked at together; others wait
QUEUE = 20  # jobs that may wait for their turn
UNCONFIRMED = 50  # uploads that may wait for their confirmation
DAY = 24 * 3600.0  # seconds for which an upload that nobody confirms is kept
MAX_ENDED_JOBS = 50  # jobs that are remembered once they ended
_ODD = re.compile(rf"[^\w.{ROUND_BRACKETS}+ -]+")


class UploadTooLarge(VoxpopError):
    """An upload beyond the limit."""


class TooManyJobs(VoxpopError):
    """Too many jobs wait already."""


class JobNotReady(VoxpopError):
    """A job whose result is asked for before it is there."""


class DiskFull(VoxpopError):
    """There is no room on the disk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What an upload may take, in bytes."""

    upload: int = 1_000_000_000
    unpacked: int = 2_000_000_000  # what may come out of a packed upload
    memory: int = 12_000_000_000  # address space of each process that analyses, of which about a third is really used


class Jobs:
    """All jobs of a folder, and the thread that does them one after the other."""

    def __init__(self, home: Path, *, ready: Callable[[Path], str], limits: Limits | None = None) -> None:
        self.home = home
        self.ready = ready  # is called with a finished analysis, and gives its address
        self.limits = limits or Limits()
        self._id = secrets.token_hex(8)
        self._lock: IO[bytes] | None = None  # tells other servers over the same folder that this one lives
        self._jobs: dict[str, Job] = {}
        self._waiting: deque[Job] = deque()
        self._process: subprocess.Popen[bytes] | None = None
        self._closing = False
        self._turn = threading.Condition()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._looks: anyio.CapacityLimiter | None = None

    def start(self) -> None:
        """Begin, with the jobs that an earlier run left behind; those of a server that still runs are left alone."""
        for folder in sorted(self._folder.glob("*/")):
            job = load_job(folder)
            if job is None or (job.state != "done" and self._is_alive(job.server)):
                continue
            self._jobs[job.id] = job
            if job.state in ("waiting", "running"):
                job.fail("stopped")
        self._thread.start()

    def close(self) -> None:
        """End what runs. It can be started again from its page."""
        with self._turn:
            self._closing = True
            self._turn.notify_all()
            self._kill()
        if self._thread.is_alive():
            self._thread.join(10)
        if self._lock is not None:
            self._lock.close()
            self._lock_of(self._id).unlink(missing_ok=True)

    @property
    def _folder(self) -> Path:
        return self.home / ".jobs"

    def _lock_of(self, server: str) -> Path:
        return self._folder / f"{server}.lock"

    def _is_alive(self, server: str) -> bool:
        """Whether another server over this folder holds its lock."""
        path = self._lock_of(server)
        if not server or server == self._id or not path.exists():
            return False
        lock = try_lock(path)
        if lock is None:
            return True
        lock.close()
        path.unlink(missing_ok=True)
        return False

    def __getitem__(self, id: str) -> Job:
        return self._jobs[id]

    def __iter__(self) -> Iterator[Job]:
        """Yield the jobs, the latest first."""
        return iter(sorted(self._jobs.values(), key=lambda job: -job.created))

    def __contains__(self, id: object) -> bool:
        return id in self._jobs

    def new(self, name: str, *, who: str, size: int = 0) -> Job:
        """Return a job with an empty folder of its own; what the file is called never becomes a path."""
        self.check_size(size)
        check_room(self.home, size)
        self._forget()
        if len(self._waiting) >= QUEUE:
            raise TooManyJobs(f"{QUEUE} analyses are waiting already. Try again when some of them are done.")
        if sum(job.state == "asking" for job in self) >= UNCONFIRMED:
            raise TooManyJobs(
                f"{UNCONFIRMED} uploads already wait for their columns to be confirmed. Confirm or throw away some of "
                "them on the upload page, then upload this file again."
            )
        id = secrets.token_hex(8)
        folder = self._folder / id
        try:
            folder.mkdir(parents=True)
            if self._lock is None:
                self._lock = try_lock(self._lock_of(self._id))
        except OSError as error:
            raise DiskFull(f"Nothing can be written to the folder of uploads: {error.strerror}.") from None
        job = Job(id, name, folder, who, time.time(), order={"name": safe_name(name)}, server=self._id)
        self._jobs[id] = job
        return job

    def check_size(self, size: int) -> None:
        """Raise where an upload is too large."""
        if size > self.limits.upload:
            raise UploadTooLarge(
                f"The file has {megabytes(size)}; at most {megabytes(self.limits.upload)} are accepted here. On the "
                "command line there is no limit: voxpop analyze FILE, then voxpop serve the result."
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
            raise DiskFull(f"The file could not be kept: {error.strerror}. Make room, then upload it again.") from None
        except BaseException:
            self.drop(job)
            raise
        if not size:
            self.drop(job)
            raise InputError(f"{job.name} is empty. A file of reviews is expected.")

    async def preview(self, job: Job) -> None:
        """Look at a file as soon as it is its turn; who waits keeps no thread busy."""
        if self._looks is None:
            self._looks = anyio.CapacityLimiter(LOOKS)
        await anyio.to_thread.run_sync(self.look, job, limiter=self._looks)

    def look(self, job: Job) -> None:
        """Find out what the file is, in a process that a bad file may take down with it."""
        self._write_order(job)
        with self._started("peek", job) as process:
            try:
                code: int | None = process.wait(LOOK)
            except subprocess.TimeoutExpired:
                code = None
                kill(process)
        outcome = read_json(job.folder / "peek.outcome.json")
        if outcome is None or not outcome["ok"]:
            message = outcome["message"] if outcome and outcome["kind"] in ("input", "ours") else ""
            self.drop(job)
            raise InputError(message or look_failed(job.name, code))
        job.save()

    def begin(self, job: Job) -> None:
        """Let the work begin as soon as it is its turn."""
        with self._turn:
            if job.state in ("waiting", "running"):
                return
            if not job.file.is_file():
                raise OptionError(f"The upload {job.name} is no longer here. Upload it again.")
            self._write_order(job)
            job.clear()
            job.state, job.kind, job.message, job.server = "waiting", "", "", self._id
            job.save()
            self._waiting.append(job)
            self._turn.notify_all()

    def cancel(self, job: Job) -> None:
        """Stop a job that has not ended."""
        with self._turn:
            if job.state in ENDED:
                return
            before, job.state = job.state, "cancelled"
            if before == "running":
                self._kill()
            with suppress(ValueError):
                self._waiting.remove(job)
            job.clear()
            job.save()

    def drop(self, job: Job) -> None:
        """Forget a job and everything of it."""
        self._jobs.pop(job.id, None)
        shutil.rmtree(job.folder, ignore_errors=True)

    def _work(self) -> None:
        """Do one job after the other. Whatever goes wrong with one is that job's failure and no other's."""
        while True:
            with self._turn:
                self._turn.wait_for(lambda: self._closing or bool(self._waiting))
                if self._closing:
                    return
                job = self._waiting.popleft()
            try:
                self._run(job)
            except Exception as error:
                with self._turn:
                    self._kill()
                    self._process = None
                    if job.state == "running":
                        job.fail("ours", f"{type(error).__name__}: {error}"[:500])
                        job.save()

    def _run(self, job: Job) -> None:
        with self._turn:
            if job.state != "waiting":
                return
            job.state = "running"
            job.save()
            process = self._process = self._started("analyze", job)
        with process:
            code = process.wait()
        with self._turn:
            self._process = None
            if job.state == "running":
                self._finish(job, code)
                job.save()
            else:
                job.clear()

    def _finish(self, job: Job, code: int) -> None:
        outcome = read_json(job.folder / "analyze.outcome.json")
        if self._closing:
            job.fail("stopped")
        elif code == EXIT_LOCKED:
            job.state, job.kind, job.message = "failed", "locked", ""  # what lies in the folder is the other's
        elif outcome is None:
            job.fail("killed", str(code))
        elif not outcome["ok"]:
            job.fail(outcome["kind"], outcome["message"])
        else:
            self._place(job)

    def _place(self, job: Job) -> None:
        """Move the result to where it stays in one step, under a name that nobody has yet."""
        stem = str(job.order["name"]).split(".")[0].strip() or "reviews"
        name = unused(job.order.get("title") or stem, (path.stem for path in self.home.glob("*.voxpop")))
        place = self.home / f"{name}.voxpop"
        try:
            os.replace(job.folder / RESULT, place)
        except OSError as error:
            job.fail("disk", str(error.strerror))
            return
        job.state, job.result = "done", self.ready(place)
        with suppress(OSError):
            job.file.unlink()

    def _started(self, task: str, job: Job) -> subprocess.Popen[bytes]:
        """Start a worker on a job; what it complains of goes to a file."""
        with (job.folder / "log.txt").open("wb") as log:
            return start("voxpop.web.upload_worker", task, str(job.folder), stdout=log, stderr=log)

    def _kill(self) -> None:
        if self._process is not None:
            kill(self._process)

    def _write_order(self, job: Job) -> None:
        limits = {"most_unpacked": self.limits.unpacked, "most_memory": self.limits.memory}
        try:
            write_json(job.folder / "order.json", {**job.order, **limits})
        except OSError as error:
            raise DiskFull(f"The order could not be kept: {error.strerror}. Make room, then try again.") from None

    def _forget(self) -> None:
        """Drop the oldest jobs that ended, and uploads that nobody confirmed within a day."""
        ended = [job for job in self if job.state in ENDED][MAX_ENDED_JOBS:]
        old = [job for job in self if job.state == "asking" and time.time() - job.created > DAY]
        for job in ended + old:
            self.drop(job)


def check_room(folder: Path, size: int) -> None:
    """Raise where the disk has no room for the analysis of an upload of this size."""
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    if free < GROWTH * size + SPARE:
        raise DiskFull(
            f"The disk is too full: {megabytes(free)} are free, and {megabytes(GROWTH * size + SPARE)} are needed. "
            "Nothing was kept. Make room, then upload the file again."
        )


def look_failed(name: str, code: int | None) -> str:
    """Say why a file could not be looked at; ``code`` is None where it took too long."""
    if code is None:
        return f"{name} could not be understood within {LOOK:.0f} seconds. Save it as CSV, and try again."
    return f"{name} takes more memory to read than there is. Save it as CSV, in smaller parts, and try again."


def safe_name(name: str) -> str:
    """Return a file name made of the user's: letters of any script, no folders, nothing hidden, not too long."""
    last = re.split(r"[\\/]", name)[-1]
    plain = _ODD.sub("-", last).strip(" .-")
    stem, dot, suffix = plain.rpartition(".")
    if not dot:
        return plain.encode()[:150].decode("utf-8", "ignore") or "reviews"
    stem = stem.encode()[:150].decode("utf-8", "ignore").strip(" .-")
    return f"{stem or 'reviews'}.{suffix[:12]}"


def megabytes(size: int) -> str:
    """Return a size in words."""
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{max(1, round(size / 1e6)):,} MB"
