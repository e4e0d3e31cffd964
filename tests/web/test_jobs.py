"""Jobs: what they keep, what they refuse, and what they say when something ends them."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import time
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
from voxpop.web.jobs import Busy, Full, Job, Jobs, TooLarge, safe
from voxpop.web.worker import outcome, write

CSV = b"review,stars\n" + b"".join(b"The room number %d was clean and the view great.,5\n" % n for n in range(40))


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[Jobs]:
    found = Jobs(tmp_path / "home", ready=lambda path: path.stem, largest=1_000_000)
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
    job.order["sentiment"] = "lexicon"
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
    deadline = time.monotonic() + 20
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


def test_too_large_is_noticed_on_the_way(jobs: Jobs) -> None:
    with pytest.raises(TooLarge, match=r"2\.1 GB"):
        jobs.new("big.csv", who="ann", size=2_100_000_000)
    with pytest.raises(TooLarge, match="no limit"):
        put(jobs, b"x" * 1_100_000)
    assert list(jobs) == []
    assert list(jobs.home.rglob("*.csv")) == []


def test_a_full_disk_is_noticed_before(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    class Usage(NamedTuple):
        free: int

    monkeypatch.setattr(module.shutil, "disk_usage", lambda path: Usage(1_000))
    with pytest.raises(Full, match="too full"):
        jobs.new("a.csv", who="ann", size=500)


def test_a_disk_that_fills_up_on_the_way(jobs: Jobs) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        yield b"some"
        raise OSError(errno.ENOSPC, "No space left on device")

    job = jobs.new("a.csv", who="ann")
    with pytest.raises(Full, match="No space left"):
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
    jobs.largest = 10_000_000
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
    with pytest.raises(Busy):
        jobs.new("a.csv", who="ann")


def test_a_broken_folder_is_cleared_away(tmp_path: Path) -> None:
    (tmp_path / ".jobs" / "half").mkdir(parents=True)
    (tmp_path / ".jobs" / "odd").mkdir()
    write(tmp_path / ".jobs" / "odd" / "job.json", {"id": "odd"})
    jobs = Jobs(tmp_path, ready=lambda path: path.stem)
    jobs.start()
    assert list(jobs) == []
    assert list((tmp_path / ".jobs").iterdir()) == []
    jobs.close()


@given(st.text(max_size=400))
def test_no_name_leaves_its_folder(name: str) -> None:
    made = safe(name)
    assert made
    assert made not in (".", "..")
    assert not made.startswith(".")
    assert not set(made) & set('/\\\0<>"\n')
    assert len(made.encode()) < 250


def test_names_stay_readable() -> None:
    assert safe("C:\\data\\评论 2024.csv") == "评论 2024.csv"
    assert safe("../../etc/passwd") == "passwd"
    assert safe('<b>"x".tar.gz') == "b-x-.tar.gz"
    assert safe("...") == "reviews"
