"""Jobs: what they keep, what they refuse, and what they say when something ends them."""

from __future__ import annotations

import asyncio
import errno
import gzip
import io
import os
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.analysis import open as open_analysis
from voxpop.errors import InputError, OutputError
from voxpop.web import jobs as module
from voxpop.web import upload_worker as worker
from voxpop.web.job import Job, write_json
from voxpop.web.jobs import DiskFull, Jobs, Limits, TooManyJobs, UploadTooLarge, safe_name
from voxpop.web.processes import try_lock
from voxpop.web.upload_worker import outcome

CSV = b"review,stars\n" + b"".join(b"The room number %d was clean and the view great.,5\n" % n for n in range(40))


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[Jobs]:
    found = Jobs(tmp_path / "home", ready=lambda path: path.stem, limits=Limits(upload=1_000_000))
    found.start()
    yield found
    found.close()


def finish(work: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: where browser tests ran before, this one has a loop already."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


def put(jobs: Jobs, data: bytes = CSV, name: str = "cafe.csv") -> Job:
    async def chunks() -> AsyncIterator[bytes]:
        for place in range(0, len(data), 100_000):
            yield data[place : place + 100_000]

    job = jobs.new(name, who="ann")
    finish(jobs.receive(job, chunks()))
    job.order["fast"] = True
    return job


def until(job: Job, *states: str, patience: float = 90) -> None:
    end = time.monotonic() + patience
    while job.state not in states:
        assert time.monotonic() < end, f"still {job.state}: {job.progress}"
        time.sleep(0.05)


def leftovers(jobs: Jobs) -> list[str]:
    return [path.name for path in jobs.home.rglob("*") if "voxpop" in path.name]


def test_a_file_becomes_an_analysis(jobs: Jobs) -> None:
    job = put(jobs)
    jobs.look(job)
    assert job.preview
    assert job.preview["choice"]["columns"] == {"text": "review", "stars": "stars"}
    assert len(job.preview["rows"]) == 6
    jobs.begin(job)
    until(job, "done", "failed")
    assert (job.state, job.result) == ("done", "cafe"), job.message
    with open_analysis(jobs.home / "cafe.voxpop") as found:
        assert len(found.reviews) + len(found.rejected) == 40
        assert {review.source for review in found.reviews} == {"cafe.csv"}
    assert not job.file.exists()
    again = Jobs(jobs.home, ready=lambda path: path.stem)
    again.start()
    assert again[job.id].state == "done"
    again.close()


def test_a_job_that_is_killed_says_so_and_leaves_nothing(jobs: Jobs) -> None:
    job = put(jobs, CSV * 200)
    jobs.begin(job)
    until(job, "running")
    while jobs._process is None:
        time.sleep(0.01)
    os.kill(jobs._process.pid, signal.SIGKILL)
    until(job, "failed")
    assert (job.kind, job.message) == ("killed", "-9")
    assert leftovers(jobs) == []
    assert job.file.exists()  # it can be started again


def test_cancelling(jobs: Jobs) -> None:
    running, waiting = put(jobs, CSV * 200), put(jobs)
    jobs.begin(running)
    jobs.begin(waiting)
    until(running, "running")
    jobs.cancel(waiting)
    jobs.cancel(running)
    assert (running.state, waiting.state) == ("cancelled", "cancelled")
    deadline = time.monotonic() + 90
    while jobs._process is not None:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert leftovers(jobs) == []
    jobs.cancel(running)
    assert running.state == "cancelled"


def test_what_ran_when_voxpop_was_closed_can_be_started_again(tmp_path: Path) -> None:
    before = Jobs(tmp_path, ready=lambda path: path.stem)
    before.start()
    job = put(before, CSV * 200)
    before.begin(job)
    until(job, "running")
    before.close()
    after = Jobs(tmp_path, ready=lambda path: path.stem)
    after.start()
    assert (after[job.id].state, after[job.id].kind) == ("failed", "stopped")
    assert after[job.id].file.exists()
    after.close()


def test_a_worker_ends_with_the_server(tmp_path: Path) -> None:
    """However the server is killed; then the job can be started again, alone in its folder."""
    code = """
import asyncio, sys, time
from pathlib import Path
from voxpop.web.jobs import Jobs
async def chunks():
    yield b"review,stars\\n" + b"".join(b"The room %d was clean and the view great.,5\\n" % n for n in range(9000))
jobs = Jobs(Path(sys.argv[1]), ready=lambda path: path.stem)
jobs.start()
job = jobs.new("cafe.csv", who="ann")
asyncio.run(jobs.receive(job, chunks()))
job.order["fast"] = True
jobs.begin(job)
while jobs._process is None:
    time.sleep(0.01)
while job.progress["stage"] != "read":
    time.sleep(0.01)
print(jobs._process.pid, flush=True)
time.sleep(600)
"""
    server = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE)
    assert server.stdout is not None
    worker = int(server.stdout.readline())
    other = Jobs(tmp_path, ready=lambda path: path.stem)
    other.start()
    assert list(other) == []  # the jobs of a server that still runs are its own
    other.close()
    server.kill()
    server.communicate()
    end = time.monotonic() + 90
    while group_lives(worker):
        assert time.monotonic() < end
        time.sleep(0.02)
    after = Jobs(tmp_path, ready=lambda path: path.stem)
    after.start()
    (job,) = after
    assert (job.state, job.kind) == ("failed", "stopped")
    after.close()


def group_lives(group: int) -> bool:
    """Whether a process group has a member that is no zombie."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, members = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(members) == group and state != "Z":
            return True
    return False


def test_no_two_workers_in_one_folder(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    job = put(jobs)
    lock = try_lock(job.folder / "worker.lock")
    assert lock is not None
    assert try_lock(job.folder / "worker.lock") is None
    monkeypatch.setattr(worker, "PATIENCE", 0.3)
    monkeypatch.setattr(worker, "end_with_parent", lambda: None)
    with pytest.raises(SystemExit) as left:
        worker.main("analyze", str(job.folder))
    assert left.value.code == worker.EXIT_LOCKED
    assert not (job.folder / "analyze.outcome.json").exists()
    jobs._finish(job, worker.EXIT_LOCKED)
    assert (job.state, job.kind) == ("failed", "locked")
    lock.close()


def test_the_thread_survives_whatever_a_job_does(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no more processes")

    with monkeypatch.context() as patch:
        patch.setattr(module, "start", broken)
        bad = put(jobs)
        jobs.begin(bad)
        until(bad, "failed")
    assert (bad.kind, bad.message) == ("ours", "RuntimeError: no more processes")
    with monkeypatch.context() as patch:
        patch.setattr(jobs, "ready", broken)
        unready = put(jobs)
        jobs.begin(unready)
        until(unready, "done", "failed")
    assert (unready.state, unready.message) == ("failed", "RuntimeError: no more processes")
    good = put(jobs)
    jobs.begin(good)
    until(good, "done", "failed")
    assert good.state == "done"


def test_previews_are_queued(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    now, most = 0, 0
    lock = threading.Lock()

    def look(job: Job) -> None:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.02)
        with lock:
            now -= 1

    monkeypatch.setattr(jobs, "look", look)
    many = [put(jobs) for _ in range(12)]

    async def together() -> None:
        await asyncio.gather(*(jobs.preview(job) for job in many))

    finish(together())
    assert most == module.LOOKS


@pytest.mark.parametrize("kind", ["gz", "zip"])
def test_a_bomb_is_refused_by_what_comes_out_of_it(jobs: Jobs, kind: str) -> None:
    jobs.limits = Limits(upload=1_000_000, unpacked=3_000_000)
    line = b"The room was clean and the view was great.,5\n"
    data = b"review,stars\n" + line * (4_000_000 // len(line))
    packed = gzip.compress(data) if kind == "gz" else zipped(data)
    assert len(packed) < 100_000
    job = put(jobs, packed, f"bomb.csv.{kind}")
    jobs.look(job)
    jobs.begin(job)
    until(job, "failed", "done")
    assert job.state == "failed"
    assert "unpacks to more than" in job.message
    assert leftovers(jobs) == []


def zipped(data: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.csv", data)
    return buffer.getvalue()


def test_memory_and_room_of_the_analysis_are_bounded(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs.limits = Limits(memory=150_000_000)
    job = put(jobs, CSV * 20)
    jobs.begin(job)
    until(job, "failed", "done")
    assert job.state == "failed"
    assert leftovers(jobs) == []
    monkeypatch.setattr(worker, "SPARE", 1 << 60)
    write_json(job.folder / "order.json", job.order)
    assert outcome(job.folder, lambda: worker.work(job.folder, job.order))["kind"] == "disk"


def test_an_upload_that_waits_for_its_confirmation_is_kept(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "UNCONFIRMED", 3)
    monkeypatch.setattr(module, "MAX_ENDED_JOBS", 1)
    first = put(jobs)
    for _ in range(2):
        put(jobs)
    with pytest.raises(TooManyJobs, match="confirm"):
        put(jobs)
    assert first.file.exists()
    assert first.id in jobs
    first.created -= module.DAY + 1
    put(jobs)
    assert first.id not in jobs


def test_too_large_is_noticed_on_the_way(jobs: Jobs) -> None:
    with pytest.raises(UploadTooLarge, match=r"2\.1 GB"):
        jobs.new("big.csv", who="ann", size=2_100_000_000)
    with pytest.raises(UploadTooLarge, match="no limit"):
        put(jobs, b"x" * 1_100_000)
    assert list(jobs) == []
    assert list(jobs.home.rglob("*.csv")) == []


def test_a_full_disk_is_noticed_before(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    class Usage(NamedTuple):
        free: int

    monkeypatch.setattr(module.shutil, "disk_usage", lambda path: Usage(1_000))
    with pytest.raises(DiskFull, match="too full"):
        jobs.new("a.csv", who="ann", size=500)


def test_a_disk_that_fills_up_on_the_way(jobs: Jobs) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        yield b"some"
        raise OSError(errno.ENOSPC, "No space left on device")

    job = jobs.new("a.csv", who="ann")
    with pytest.raises(DiskFull, match="No space left"):
        finish(jobs.receive(job, chunks()))
    assert not job.folder.exists()


@pytest.mark.parametrize(
    ("error", "kind"),
    [(OutputError("Cannot write."), "input"), (OSError(errno.ENOSPC, "No space left"), "disk"),
     (RuntimeError("IO Error: No space left on device"), "disk"), (MemoryError(), "memory"), (KeyError("x"), "ours")],
)  # fmt: skip
def test_what_a_worker_meets_is_told(tmp_path: Path, error: Exception, kind: str) -> None:
    def act() -> None:
        raise error

    told = outcome(tmp_path, act)
    assert (told["ok"], told["kind"]) == (False, kind)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [("tool.csv", b"\x7fELF\x02\x01\x01" + bytes(2000), "a program"),
     ("picture.xlsx", b"\x89PNG\r\n" + bytes(900), "picture.xlsx"),
     ("wide.csv", b"c," * 5_000 + b"\n" + b"1," * 5_000, "5,001 columns"),
     ("wider.csv", b"c," * 3_000_000 + b"\n", "longer than 4,000,000 characters"),
     ("header.csv", b"review,stars\n", "no rows")],
)  # fmt: skip
def test_what_is_no_file_of_reviews(jobs: Jobs, name: str, data: bytes, said: str) -> None:
    jobs.limits = Limits(upload=10_000_000)
    job = put(jobs, data, name)
    with pytest.raises(InputError, match=said):
        jobs.look(job)
    assert list(jobs) == []
    assert not job.folder.exists()


def test_an_empty_upload(jobs: Jobs) -> None:
    with pytest.raises(InputError, match="empty"):
        put(jobs, b"")


def test_only_so_many_wait(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "QUEUE", 0)
    with pytest.raises(TooManyJobs):
        jobs.new("a.csv", who="ann")


def test_a_broken_folder_is_cleared_away(tmp_path: Path) -> None:
    (tmp_path / ".jobs" / "half").mkdir(parents=True)
    (tmp_path / ".jobs" / "odd").mkdir()
    write_json(tmp_path / ".jobs" / "odd" / "job.json", {"id": "odd"})
    jobs = Jobs(tmp_path, ready=lambda path: path.stem)
    jobs.start()
    assert list(jobs) == []
    assert list((tmp_path / ".jobs").iterdir()) == []
    jobs.close()


@given(st.text(max_size=400))
def test_no_name_leaves_its_folder(name: str) -> None:
    made = safe_name(name)
    assert made
    assert made not in (".", "..")
    assert not made.startswith(".")
    assert not set(made) & set('/\\\0<>"\n')
    assert len(made.encode()) < 250


def test_names_stay_readable() -> None:
    assert safe_name("C:\\data\\评论 2024.csv") == "评论 2024.csv"
    assert safe_name("../../etc/passwd") == "passwd"
    assert safe_name('<b>"x".tar.gz') == "b-x-.tar.gz"
    assert safe_name("...") == "reviews"
