"""A run can be stopped at any moment, goes on where it was, and gives what an undisturbed one gives, byte for byte."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import voxpop
from voxpop import pipeline, shards
from voxpop.atomic_files import lock_folder, make_locked_folder
from voxpop.errors import AssetError, OutputError, StoreError, WorkerDeath, WorkerError
from voxpop.part_files import read_shard
from voxpop.settings import Curation
from voxpop.store.health import HealthCheck, check_run
from voxpop.store.run_folder import (
    MAX_SHARD_REVIEWS,
    RunFolder,
    RunPlan,
    differences,
    folder_of,
    plan_facts,
    plan_from,
    read_manifest,
)
from voxpop.types import Rejected, Review

KEY: dict[str, Any] = {"settings": {}, "the input": []}
THINGS = ("room", "staff", "pool", "bed", "bar", "lobby", "shower")
ROWS = [f"The {THINGS[n % 7]} was {('clean', 'noisy', 'great')[n % 3]} in number {n}{n % 13}." for n in range(200)]
OPTIONS: dict[str, Any] = {"fast": True, "domain": "hotel", "workers": 1, "curation": Curation(near_duplicates=0)}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "reviews.txt"
    path.write_text("\n".join(ROWS), encoding="utf-8")
    return path


def hashes(folder: Path) -> dict[str, str]:
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("part-*.parquet"))}


def document(analysis: voxpop.Analysis) -> dict[str, Any]:
    with analysis:
        found: dict[str, Any] = dict(analysis.document())
    return {**found, "run": {**found["run"], "created": None}}


class Stopped(BaseException):
    """As if the process ended."""


def stop_after(monkeypatch: pytest.MonkeyPatch, parts: int, error: BaseException | None = None) -> None:
    """Make reading fail after so many parts."""
    real, done = shards.extract_shard, []

    def work(task: shards.ShardTask, **options: Any) -> Any:
        if len(done) == parts:
            raise error or Stopped
        done.append(task)
        return real(task, **options)

    monkeypatch.setattr(shards, "extract_shard", work)


def test_a_stopped_run_goes_on_and_gives_the_same(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    undisturbed = voxpop.analyze(source, output=tmp_path / "a.voxpop", keep_parts=True, **OPTIONS)
    with monkeypatch.context() as patch:
        stop_after(patch, 2)
        with pytest.raises(Stopped):
            voxpop.analyze(source, output=tmp_path / "b.voxpop", **OPTIONS)
    folder = folder_of(tmp_path / "b.voxpop")
    assert sorted(hashes(folder)) == ["part-00000.parquet", "part-00001.parquet"]
    before = {path: path.stat().st_mtime_ns for path in folder.glob("part-*")}
    (folder / ".part-00002.parquet.1234abcd.tmp").write_text("half")
    notes: list[str] = []
    resumed = voxpop.analyze(source, output=tmp_path / "b.voxpop", keep_parts=True, on_note=notes.append, **OPTIONS)
    assert notes == ["Going on with the run that was interrupted: 128 of 200 reviews are read."]
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert hashes(folder) == hashes(folder_of(tmp_path / "a.voxpop"))
    assert len(hashes(folder)) == 4
    assert not list(folder.glob(".*"))
    assert document(resumed) == document(undisturbed)


@pytest.mark.parametrize("year", [1971, 2037])
def test_a_clock_that_jumps_changes_nothing(
    year: int, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = document(voxpop.analyze(source, output=tmp_path / "a.voxpop", keep_parts=True, **OPTIONS))
    output, folder, notes = tmp_path / "b.voxpop", folder_of(tmp_path / "b.voxpop"), list[str]()
    with monkeypatch.context() as patch:
        stop_after(patch, 2)
        with pytest.raises(Stopped):
            voxpop.analyze(source, output=output, **OPTIONS)
    abandoned, lock = make_locked_folder(tmp_path, f".{output.name}.")  # of a program that was killed
    assert lock is not None
    os.close(lock)
    moment = (year - 1970) * 365.25 * 86400
    for path in (source, abandoned, folder, *folder.iterdir()):
        os.utime(path, (moment, moment))
    lock = lock_folder(folder)  # one at work whose files are as old or as new
    assert lock is not None
    with pytest.raises(OutputError, match="Another voxpop is at work"):
        voxpop.analyze(source, output=output, **OPTIONS)
    os.close(lock)
    clock = itertools.count(moment, -86400.0)  # a day back whenever somebody asks
    monkeypatch.setattr(time, "time", lambda: next(clock))
    resumed = voxpop.analyze(source, output=output, keep_parts=True, on_note=notes.append, **OPTIONS)
    assert notes == ["Going on with the run that was interrupted: 128 of 200 reviews are read."]
    assert document(resumed) == expected
    assert hashes(folder) == hashes(folder_of(tmp_path / "a.voxpop"))
    assert not abandoned.exists()


def test_what_a_killed_worker_left_goes_with_the_run(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shards.extract_shard

    def work(task: shards.ShardTask, **options: Any) -> Any:
        task.target.with_name(".part-00000.parquet.fa7b2085.tmp").write_text("half")
        return real(task, **options)

    monkeypatch.setattr(shards, "extract_shard", work)
    voxpop.analyze(source, output=tmp_path / "a.voxpop", keep_parts=True, **OPTIONS).close()
    names = {path.name for path in folder_of(tmp_path / "a.voxpop").iterdir()}
    assert names == {"manifest.json", "rejected.parquet", *(f"part-0000{n}.parquet" for n in range(4))}


def test_nothing_is_left_of_a_finished_run(source: Path, tmp_path: Path) -> None:
    voxpop.analyze(source, output=tmp_path / "a.voxpop", **OPTIONS).close()
    assert {path.name for path in tmp_path.iterdir()} == {"reviews.txt", "a.voxpop"}


def test_a_changed_input_or_setting_starts_anew_and_says_so(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "a.voxpop"
    with monkeypatch.context() as patch:
        stop_after(patch, 2)
        with pytest.raises(Stopped):
            voxpop.analyze(source, output=output, **OPTIONS)
    source.write_text("\n".join(ROWS[:150]), encoding="utf-8")
    with pytest.raises(OutputError, match=r"cannot be resumed: top, the input changed since"):
        voxpop.analyze(source, output=output, resume=True, top=5, **OPTIONS)
    assert len(hashes(folder_of(output))) == 2
    notes: list[str] = []
    with voxpop.analyze(source, output=output, on_note=notes.append, **OPTIONS) as analysis:
        assert len(analysis.reviews) == 150
    assert notes == ["The interrupted run cannot go on, because the input changed: starting anew."]


def test_resume_needs_something_to_resume(source: Path, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"no interrupted run in .*nothing to resume"):
        voxpop.analyze(source, output=tmp_path / "a.voxpop", resume=True, **OPTIONS)
    assert [path.name for path in tmp_path.iterdir()] == ["reviews.txt"]


def test_two_runs_in_one_folder_are_refused(tmp_path: Path) -> None:
    first = RunFolder(tmp_path / "x.run", {"settings": {}})
    with pytest.raises(OutputError, match=r"Another voxpop is at work in .*x\.run"):
        RunFolder(tmp_path / "x.run", {"settings": {}})
    first.close()
    RunFolder(tmp_path / "x.run", {"settings": {}}).close()
    assert not (tmp_path / "x.run").exists()


def swap(one: Path, other: Path) -> None:
    data = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(data)


def part_of_another_run(folder: Path) -> Path:
    """Return the second part of a run over as many other reviews."""
    source, output = folder.parent / "other.txt", folder.parent / "other.voxpop"
    source.write_text("\n".join(row.replace("number", "house") for row in ROWS), encoding="utf-8")
    voxpop.analyze(source, output=output, keep_parts=True, **OPTIONS).close()
    return folder_of(output) / "part-00001.parquet"


@pytest.mark.parametrize(
    "harm",
    [
        lambda folder: (folder / "part-00001.parquet").write_bytes(b"PAR1"),
        lambda folder: shutil.copy(folder / "part-00000.parquet", folder / "part-00001.parquet"),
        lambda folder: os.truncate(folder / "part-00001.parquet", 900),
        lambda folder: (folder / "part-00001.parquet").unlink(),
        lambda folder: swap(folder / "part-00001.parquet", folder / "part-00002.parquet"),
        lambda folder: shutil.copy(part_of_another_run(folder), folder / "part-00001.parquet"),
    ],
    ids=["empty", "doubled", "truncated", "missing", "swapped", "of another run"],
)
def test_a_part_that_is_not_whole_is_made_anew(
    harm: Callable[[Path], Any], source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "a.voxpop"
    with monkeypatch.context() as patch:
        stop_after(patch, 3)
        with pytest.raises(Stopped):
            voxpop.analyze(source, output=output, **OPTIONS)
    folder = folder_of(output)
    before = hashes(folder)
    harm(folder)
    voxpop.analyze(source, output=output, keep_parts=True, **OPTIONS).close()
    assert {name: hashes(folder)[name] for name in before} == before


@pytest.mark.parametrize(
    ("harm", "changed"),
    [
        (lambda folder: swap(*shards_of(folder, 2, 3)), "shard-00002.parquet, shard-00003.parquet"),
        (lambda folder: shutil.copy(*shards_of(folder, 2, 3)), "shard-00003.parquet"),
        (lambda folder: shutil.copy(*shards_of(folder, 0, 3)), "shard-00003.parquet"),
        (lambda folder: os.truncate(*shards_of(folder, 2), 900), "shard-00002.parquet"),
        (lambda folder: (folder / "shard-00002.parquet").unlink(), "part-00002.parquet"),
        (lambda folder: (folder / "rejected.parquet").unlink(), "rejected.parquet"),
        (lambda folder: os.truncate(folder / "rejected.parquet", 90), "rejected.parquet"),
        (lambda folder: shutil.copy(*shards_of(folder, 2), folder / "rejected.parquet"), "rejected.parquet"),
        (lambda folder: (folder / "manifest.json").write_text("{"), "manifest.json"),
        (lambda folder: swap(*shards_of(folder, 0, 1)), ""),  # what has parts is not needed any more
    ],
    ids=[
        "swapped", "doubled", "of a part that is done", "truncated", "gone", "no rejected rows", "rejected rows cut",
        "other rejected rows", "no manifest", "not needed",
    ],
)  # fmt: skip
def test_what_waits_for_workers_is_what_the_run_wrote_or_it_starts_anew(
    harm: Callable[[Path], Any], changed: str, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("voxpop.store.run_folder.MAX_SHARD_REVIEWS", shards.BATCH_SIZE)
    expected = document(voxpop.analyze(source, output=tmp_path / "a.voxpop", **OPTIONS))
    output, notes = tmp_path / "b.voxpop", list[str]()
    with monkeypatch.context() as patch:
        stop_after(patch, 2)
        with pytest.raises(Stopped):
            voxpop.analyze(source, output=output, **OPTIONS)
    harm(folder_of(output))
    if changed:
        with pytest.raises(OutputError, match=rf"cannot be resumed: {changed} changed since"):
            voxpop.analyze(source, output=output, resume=True, **OPTIONS)
    assert bool(changed) == any(changed in check.found or "manifest" in check.found for check in problems(output))
    resumed = voxpop.analyze(source, output=output, on_note=notes.append, **OPTIONS)
    assert document(resumed) == expected
    assert notes == [
        f"The interrupted run cannot go on, because {changed} changed: starting anew."
        if changed
        else "Going on with the run that was interrupted: 128 of 200 reviews are read."
    ]


def shards_of(folder: Path, *numbers: int) -> list[Path]:
    return [folder / f"shard-{number:05}.parquet" for number in numbers]


def problems(output: Path) -> list[HealthCheck]:
    return [check for check in check_run(folder_of(output)) if check.state == "problem" or "damaged" in check.found]


def test_a_shard_that_changes_while_the_run_goes_on_is_said(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "x.run", KEY)
    folder.save(RunPlan(folder.keep([Review(id=str(n), text=text, lang="en") for n, text in enumerate(ROWS)])))
    task = folder.tasks()[0]
    assert [review.text for review in task.reviews()] == ROWS[:64]
    other = RunFolder()
    other.keep([Review(id=str(n), text=text, lang="en") for n, text in enumerate(reversed(ROWS))])
    shutil.copy(other.path / "shard-00000.parquet", task.source)
    with pytest.raises(StoreError, match=r"shard-00000.parquet is damaged \(it is not the file that this run wrote\)"):
        task.reviews()
    folder.close()
    other.close()


def test_a_part_with_a_wrong_bit_is_found_and_made_anew(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "a.voxpop"
    with monkeypatch.context() as patch:
        stop_after(patch, 3)
        with pytest.raises(Stopped):
            voxpop.analyze(source, output=output, **OPTIONS)
    path = folder_of(output) / "part-00001.parquet"
    data = bytearray(path.read_bytes())
    data[300] ^= 1
    path.write_bytes(data)
    with pytest.raises(StoreError, match="damaged"):
        voxpop.analyze(source, output=output, **OPTIONS)
    with voxpop.analyze(source, output=output, **OPTIONS) as analysis:
        assert len(analysis.reviews) == 200


def poison(monkeypatch: pytest.MonkeyPatch, error: Callable[[], BaseException], word: str = "number 7712") -> None:
    """Make reading one of the reviews raise."""
    real = pipeline.extract_part

    def work(reviews: list[Review], **options: Any) -> Any:
        if any(word in review.text for review in reviews):
            raise error()
        return real(reviews, **options)

    monkeypatch.setattr(pipeline, "extract_part", work)


def test_a_review_whose_reading_fails_is_set_aside(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison(monkeypatch, lambda: RecursionError("too deep"))
    with voxpop.analyze(source, output=tmp_path / "a.voxpop", **OPTIONS) as analysis:
        assert len(analysis.reviews) == 199
        (rejected,) = analysis.rejected
    assert (rejected.step, rejected.row, rejected.text) == ("analysis", 78, ROWS[77])
    assert rejected.reason == "Reading it failed (RecursionError: too deep)."


def test_a_review_that_kills_its_worker_is_found_and_set_aside(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shards.extract_shard
    tried: list[tuple[int, int]] = []

    def work(task: shards.ShardTask, **options: Any) -> Any:
        if task.shard == 1 and task.start <= 77 < task.stop:
            tried.append((task.start, task.stop))
            raise WorkerDeath("A worker process was killed (Segmentation fault).")
        return real(task, **options)

    monkeypatch.setattr(shards, "extract_shard", work)
    output = tmp_path / "a.voxpop"
    with voxpop.analyze(source, output=output, keep_parts=True, **OPTIONS) as analysis:
        texts = [review.text for review in analysis.reviews]
        (rejected,) = analysis.rejected
    assert texts == [row for n, row in enumerate(ROWS) if n != 77]
    assert rejected.row == 78
    assert rejected.reason.startswith("Reading it ended its worker twice. A worker process was killed (Segm")
    assert tried[:3] == [(64, 128), (64, 128), (64, 96)]
    assert tried[-2:] == [(77, 78), (77, 78)]
    assert len(list(folder_of(output).glob("part-*"))) == 4
    assert not list(folder_of(output).glob(".*"))


def test_if_many_fail_it_is_not_for_the_reviews(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    poison(monkeypatch, lambda: ZeroDivisionError("ours"), word="pool")
    with pytest.raises(WorkerError, match=r"Reading failed for .* reviews, so the run was stopped. .*ZeroDivision"):
        voxpop.analyze(source, output=tmp_path / "a.voxpop", **OPTIONS)


def test_workers_that_always_die_end_the_run(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(monkeypatch, 0, WorkerDeath("A worker process was killed (Killed)."))
    with pytest.raises(WorkerDeath):
        voxpop.analyze(source, output=tmp_path / "a.voxpop", **OPTIONS)


def test_an_error_of_the_installation_is_not_blamed_on_a_review(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison(monkeypatch, lambda: AssetError("The weights are gone."))
    with pytest.raises(AssetError, match="The weights are gone"):
        voxpop.analyze(source, output=tmp_path / "a.voxpop", **OPTIONS)


def test_data_in_memory_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(monkeypatch, 1)
    with pytest.raises(Stopped):
        voxpop.analyze(ROWS, output=tmp_path / "a.voxpop", **OPTIONS)
    assert not list(tmp_path.iterdir())


def test_shards_do_not_depend_on_the_workers_and_lie_in_one_file_each(tmp_path: Path) -> None:
    for reviews in (0, 1, 64, 65, 1000, 2048, 5000, 100_000):
        folder = RunFolder()
        folder.plan = RunPlan(reviews)
        tasks = folder.tasks()
        sizes = [task.stop - task.start for task in tasks]
        assert sum(sizes) == reviews
        assert all(task.stop <= MAX_SHARD_REVIEWS for task in tasks)
        assert len(tasks) >= min(9, reviews // 128)
        folder.close()


def test_a_plan_comes_back_from_the_manifest(source: Path, tmp_path: Path) -> None:
    output = tmp_path / "a.voxpop"
    voxpop.analyze(source, output=output, keep_parts=True, **{**OPTIONS, "domain": None}).close()
    manifest = read_manifest(folder_of(output))
    assert manifest is not None
    assert manifest["reviews"] == 200
    plan = plan_from(manifest)
    assert json.loads(json.dumps(plan_facts(plan))) == {name: manifest[name] for name in plan_facts(plan)}
    assert plan.choices[0].format == "txt"
    assert "en" in plan.domains


def test_rows_that_were_set_aside_come_back(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "x.run", {"settings": {}})
    rejected = [Rejected(step="length", reason="It has 1 character.", row=n) for n in range(5000)]
    assert folder.keep(rejected) == 0
    assert [row for rows in folder.rejected() for row in rows] == rejected
    folder.close()


def test_differences_are_named() -> None:
    old = {"settings": {"fast": True, "top": 20}, "the input": [["a", "1"]]}
    assert differences(old, old) == []
    assert differences(old, {"settings": {"fast": False, "top": 20}, "the input": [["a", "2"]]}) == [
        "fast",
        "the input",
    ]
    assert differences(old, None) == ["the input"]


def test_the_first_of_large_shards_is_read_in_pieces_so_that_progress_shows_soon(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("voxpop.store.run_folder.SHARDS", 1)
    voxpop.analyze(source, output=tmp_path / "a.voxpop", keep_parts=True, **OPTIONS).close()
    monkeypatch.setattr(shards, "FIRST_NEWS", shards.BATCH_SIZE)
    news: list[int] = []
    voxpop.analyze(
        source,
        output=tmp_path / "b.voxpop",
        keep_parts=True,
        progress=lambda stage, done, _: news.append(done) if stage == "read" else None,
        **OPTIONS,
    ).close()
    assert news == [0, 64, 128, 192, 200]
    whole, pieces = (folder_of(tmp_path / name) / "part-00000.parquet" for name in ("a.voxpop", "b.voxpop"))
    assert pq.read_table(pieces).equals(pq.read_table(whole), check_metadata=True)


def stopped_run(path: Path) -> RunFolder:
    """Return a folder whose run was stopped before any part was made."""
    folder = RunFolder(path, KEY)
    reviews = [Review(id=str(number), text=text, lang="en") for number, text in enumerate(ROWS[:100])]
    folder.save(RunPlan(folder.keep([*reviews, Rejected(step="row", reason="It is broken.")])))
    folder.close(keep=True)
    return folder


@pytest.mark.parametrize(
    "damage",
    [
        {"format": 99}, {"reviews": "many"}, {"reviews": None}, {"domains": 3}, {"boilerplate": {"other": {}}},
        {"key": []}, {"key": {"settings": 1, "the input": []}}, {"key": {"settings": {}}}, {"choices": [{}]},
    ],
)  # fmt: skip
def test_a_manifest_that_makes_no_sense_starts_the_run_anew(tmp_path: Path, damage: dict[str, Any]) -> None:
    path = tmp_path / "out.run"
    stopped_run(path)
    manifest = json.loads((path / "manifest.json").read_text("utf-8"))
    (path / "manifest.json").write_text(json.dumps(manifest | damage), encoding="utf-8")
    assert [check.found for check in check_run(path)] == ["its manifest is damaged"]
    folder = RunFolder(path, KEY)
    assert folder.plan is None
    assert list(path.iterdir()) == []
    folder.close()


@pytest.mark.parametrize("damage", ["cut", "gone", "another"])
def test_waiting_files_that_are_damaged_are_said(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "out.run"
    stopped_run(path)
    shard, rejected = path / "shard-00000.parquet", path / "rejected.parquet"
    whole, other = shard.read_bytes(), rejected.read_bytes()
    task = RunFolder(path, KEY)
    waiting = task.missing()
    task.close(keep=True)
    for file, content in (
        (shard, {"cut": whole[:-9], "another": other}),
        (rejected, {"cut": other[:-9], "another": whole}),
    ):
        file.unlink()
        if damage in content:
            file.write_bytes(content[damage])
    with pytest.raises(StoreError, match=r"shard-00000\.parquet is damaged .* --no-resume starts the run anew"):
        read_shard(waiting[-1].source, waiting[-1].start, waiting[-1].stop)
    with pytest.raises(StoreError, match=r"rejected\.parquet is damaged .* --no-resume starts the run anew"):
        list(task.rejected())


def test_kept_parts_are_used_again_and_that_is_said(source: Path, tmp_path: Path) -> None:
    options = {**OPTIONS, "output": tmp_path / "a.voxpop", "keep_parts": True}
    first, notes = document(voxpop.analyze(source, **options)), list[str]()
    assert document(voxpop.analyze(source, overwrite=True, on_note=notes.append, **options)) == first
    assert notes == ["All 200 reviews are read already: the parts of the earlier run are used."]
