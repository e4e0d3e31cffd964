"""The folder of a run: shards of reviews, the part that was made of each, and a manifest that says what they are.

    manifest.json        settings, versions, checksums of the input and of the weights, and what all rows together tell
    shard-00000.parquet  reviews that wait for a worker
    rejected.parquet     the rows that were set aside
    part-00000.parquet   what a worker extracted from a range of the reviews

The manifest is written when all rows are read and curated. From then on the run can be interrupted at any moment, and
the same command goes on with what has no part yet. Only one program works in a folder: it holds a lock.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from voxpop.atomic_files import (
    SCRATCH_FOLDERS,
    UNFINISHED,
    atomic_write,
    lock_folder,
    make_locked_folder,
    reason,
    remove_abandoned,
)
from voxpop.errors import InputError, OptionError, OutputError, StoreError
from voxpop.extract.domains import Domain
from voxpop.ingest import FileChoice
from voxpop.ingest.boilerplate import Boilerplate
from voxpop.ingest.sources import fingerprints
from voxpop.part_files import (
    OPTIONS,
    REJECTED,
    TEMPORARY,
    Part,
    file_checksum,
    opened,
    part_facts,
    put_in_place,
    read_part,
    reading_file,
    rejected_table,
    review_table,
    write_parquet,
    writing_file,
)
from voxpop.remote_paths import is_remote, remote_path
from voxpop.run_facts import dependencies
from voxpop.settings import Settings
from voxpop.shards import BATCH_SIZE, ShardTask
from voxpop.types import BoilerplatePhrase, Rejected, Review

FORMAT = 2
SUFFIX = ".run"
MANIFEST, REJECTED_FILE = "manifest.json", "rejected.parquet"
MAX_SHARD_REVIEWS = 32 * BATCH_SIZE  # a power of two times BATCH_SIZE, so that every range of a run lies in one file
BATCH = 4096  # rejected rows that are written together
SHARDS = 16  # so many a run has at least, if it has enough reviews: enough for the workers to share
IN_MEMORY = "voxpop-run-"


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What is known when all rows are read and curated, and every worker needs."""

    reviews: int
    boilerplate: Boilerplate = field(default_factory=Boilerplate)
    domains: Mapping[str, Domain] = field(default_factory=dict)
    choices: Sequence[FileChoice] = ()
    counts: Mapping[str, int] = field(default_factory=dict)  # of curation


def folder_of(output: Path) -> Path:
    """Return the folder of the run that makes a file: beside it."""
    output = Path(os.path.realpath(output))
    return output.with_name(output.name + SUFFIX)


class RunFolder:
    """The files of one run.

    ``key`` is what a run depends on; one with the same key is gone on with, unless ``resume`` is False. If it is True,
    there must be one. Without a path, or without a key, the folder lives as long as the run.
    """

    def __init__(
        self, path: Path | None = None, key: Mapping[str, Any] | None = None, *, resume: bool | None = None
    ) -> None:
        self.plan: RunPlan | None = None
        self._shards: list[str] = []  # the checksums of their files
        self._rejected = 0
        self.replaced: list[str] = []  # what is different in an interrupted run that this one takes the place of
        self._key: dict[str, Any] | None = json.loads(json.dumps(key)) if key is not None else None
        try:
            if path is None:
                remove_abandoned(Path(gettempdir()), IN_MEMORY)
                self.path, self._lock = make_locked_folder(Path(gettempdir()), IN_MEMORY)
            else:
                self.path, self._lock = path, self._open(path, resume=resume)
        except OSError as error:
            raise OutputError(f"Cannot write {path or 'a temporary folder'}: {reason(error)}.") from None
        self.was_interrupted = self.plan is not None
        if self.plan is None:
            SCRATCH_FOLDERS.add(self.path)
        else:
            UNFINISHED.append(self.path)

    def _open(self, path: Path, *, resume: bool | None) -> int | None:
        if resume and not (path / MANIFEST).is_file():
            raise OutputError(f"There is no interrupted run in {path}, so there is nothing to resume.")
        path.mkdir(exist_ok=True)  # where there are no folders, as in a bucket, this does nothing
        try:
            lock = None if is_remote(path) else lock_folder(path)
        except BlockingIOError:
            raise OutputError(
                f"Another voxpop is at work in {path}. Wait for its end, or choose another output with -o."
            ) from None
        try:
            self._prepare(path, resume=resume)
        except BaseException:
            if lock is not None:
                os.close(lock)
            raise
        return lock

    def _prepare(self, path: Path, *, resume: bool | None) -> None:
        """Take up the interrupted run of the folder, or empty it."""
        for file in path.glob(f".*{TEMPORARY}"):
            file.unlink()
        manifest = None if resume is False else read_manifest(path)
        if manifest is not None:
            self.replaced = differences(manifest["key"], self._key) or changed_files(path, manifest)
        elif resume is not False and (path / MANIFEST).is_file():
            self.replaced = [MANIFEST]
        if self.replaced and resume:
            raise OutputError(
                f"The interrupted run in {path} cannot be resumed: {', '.join(self.replaced)} changed since. "
                "Without --resume, a new run takes its place."
            )
        if manifest is None or self.replaced:
            empty(path)
        else:
            self.plan = plan_from(manifest)
            self._shards, self._rejected = manifest["shards"], manifest["rejected"]

    def keep(self, rows: Iterable[Review | Rejected]) -> int:
        """Write all rows into files, and return the number of reviews."""
        reviews: list[Review] = []
        rejected: list[Rejected] = []
        with rejected_writer(self.path / REJECTED_FILE) as write:
            for row in rows:
                if isinstance(row, Rejected):
                    self._rejected += 1
                    rejected.append(row)
                    if len(rejected) == BATCH:
                        write(rejected)
                        rejected = []
                    continue
                reviews.append(row)
                if len(reviews) == MAX_SHARD_REVIEWS:
                    self._add_shard(reviews)
                    reviews = []
            write(rejected)
        count = len(self._shards) * MAX_SHARD_REVIEWS + len(reviews)
        if reviews:
            self._add_shard(reviews)
        return count

    def _add_shard(self, reviews: list[Review]) -> None:
        file = shard_file(self.path, len(self._shards))
        self._shards.append(write_parquet(file, review_table(reviews)))

    def save(self, plan: RunPlan) -> None:
        """Write the manifest: from here on, the run can be resumed."""
        self.plan = plan
        manifest = {"format": FORMAT, "started": now(), "key": self._key, "parts": len(self.tasks())}
        manifest |= {"shards": self._shards, "rejected": self._rejected, **plan_facts(plan)}
        text = json.dumps(manifest, ensure_ascii=False, indent=1)
        if is_remote(self.path):
            (self.path / MANIFEST).write_text(text, encoding="utf-8")
        else:
            atomic_write(self.path / MANIFEST, text)
        if self._key is not None:
            SCRATCH_FOLDERS.discard(self.path)
            UNFINISHED.append(self.path)

    def tasks(self) -> list[ShardTask]:
        """Return one task for each part."""
        return tasks_of(self.path, self.plan.reviews if self.plan else 0, self._shards)

    def missing(self) -> list[ShardTask]:
        """Return the tasks whose parts are not there, or not whole, or not those of the task."""
        return [task for task in self.tasks() if not is_done(task)]

    def rejected(self) -> Iterator[list[Rejected]]:
        """Yield the rows that were set aside before any reading, some at a time."""
        path = self.path / REJECTED_FILE
        verified = {"page_checksum_verification": True}
        with reading_file(path), opened(path) as place, pq.ParquetFile(place, **verified) as file:
            for batch in file.iter_batches():
                yield [Rejected(**row) for row in batch.to_pylist()]

    def parts(self) -> Iterator[Part]:
        """Yield the parts in order. One that is damaged is removed, so that the next run makes it anew."""
        for task in self.tasks():
            try:
                yield read_part(task.target)
            except StoreError:
                task.target.unlink(missing_ok=True)
                raise

    def close(self, *, keep: bool = False, keep_parts: bool = False) -> None:
        """Remove the folder; ``keep`` it for a run that goes on, or only its parts and the manifest for other tools."""
        if keep_parts:
            for pattern in ("shard-*.parquet", f".*{TEMPORARY}"):  # the last of workers that were killed
                for file in self.path.glob(pattern):
                    file.unlink()
        elif not (keep and self.path in UNFINISHED):
            remove(self.path)
        SCRATCH_FOLDERS.discard(self.path)
        if self.path in UNFINISHED:
            UNFINISHED.remove(self.path)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def tasks_of(folder: Path, reviews: int, shards: Sequence[str] = ()) -> list[ShardTask]:
    """Return one task for each part: how reviews are cut depends on their number alone, not on the workers.

    ``shards`` are the checksums of the files of reviews.
    """
    size = BATCH_SIZE
    while size < MAX_SHARD_REVIEWS and size * SHARDS < reviews:
        size *= 2
    made = []
    for number in range(ceil(reviews / size)):
        first = number * size
        start, count = first % MAX_SHARD_REVIEWS, min(size, reviews - first)
        shard, part = shard_file(folder, first // MAX_SHARD_REVIEWS), folder / f"part-{number:05}.parquet"
        checksum = shards[first // MAX_SHARD_REVIEWS] if shards else ""
        made.append(ShardTask(number, shard, start, start + count, 0, part, checksum))
    return made


def remove(folder: Path) -> None:
    """Remove a folder with all that is in it."""
    if is_remote(folder):
        empty(folder)
    else:
        shutil.rmtree(folder, ignore_errors=True)


def shard_file(folder: Path, number: int) -> Path:
    return folder / f"shard-{number:05}.parquet"


@contextmanager
def rejected_writer(path: Path) -> Iterator[Callable[[Sequence[Rejected]], None]]:
    """Yield what writes rejected rows to a Parquet file; the file is put in its place when all are written."""
    temporary = path if is_remote(path) else path.with_name(f".{path.name}{TEMPORARY}")
    with writing_file(path):
        file = temporary.open("wb")
        writer = pq.ParquetWriter(file, REJECTED, **OPTIONS)

    def write(rows: Sequence[Rejected]) -> None:
        with writing_file(path):
            writer.write_table(rejected_table(rows))

    try:
        yield write
    finally:
        with writing_file(path):
            writer.close()
            file.close()
    if temporary != path:
        with writing_file(path):
            put_in_place(temporary, path)


def is_done(task: ShardTask) -> bool:
    """Return whether the part of a task is there, whole, and made from the same reviews."""
    facts = part_facts(task.target)
    return facts is not None and all(facts.get(name) == value for name, value in task.facts().items())


def changed_files(folder: Path, manifest: Mapping[str, Any]) -> list[str]:
    """Return the names of files without which a run cannot go on, and which are not those that it wrote.

    Shards in a bucket are compared when a worker reads them.
    """
    tasks = tasks_of(folder, manifest["reviews"], manifest["shards"])
    needed = {task.source: task for task in tasks if not is_done(task)}
    changed = [task.target.name for file, task in needed.items() if not file.is_file()]  # only parts were kept
    if not changed and not is_remote(folder):
        changed = [file.name for file, task in needed.items() if file_checksum(file.read_bytes()) != task.checksum]
    try:
        with opened(folder / REJECTED_FILE) as file:
            is_same = pq.read_metadata(file).num_rows == manifest["rejected"]
    except (OSError, ValueError, pa.ArrowException):
        is_same = False
    return changed if is_same else [*changed, REJECTED_FILE]


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def empty(folder: Path) -> None:
    """Remove what a run wrote, and nothing else."""
    for pattern in ("shard-*.parquet", "part-*.parquet", REJECTED_FILE, MANIFEST, f".*{TEMPORARY}"):
        for file in folder.glob(pattern):
            file.unlink()


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """Return the manifest of a run; None where there is none, or only one that cannot be used."""
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        plan_from(manifest)
        settings, inputs = manifest["key"]["settings"], manifest["key"]["the input"]
        kinds = {"reviews": int, "started": str, "shards": list, "rejected": int}
        shapes = [(settings, dict), (inputs, list), *((manifest[name], kind) for name, kind in kinds.items())]
        is_whole = manifest["format"] == FORMAT and all(isinstance(value, kind) for value, kind in shapes)
        is_whole = is_whole and len(manifest["shards"]) == ceil(manifest["reviews"] / MAX_SHARD_REVIEWS)
        return manifest if is_whole else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def differences(old: Mapping[str, Any], new: Mapping[str, Any] | None) -> list[str]:
    """Return what the keys of two runs differ in, in words: the settings by name, the input, the versions."""
    if new is None:
        return ["the input"]
    names = [name for name in new if name != "settings" and old.get(name) != new[name]]
    settings = old.get("settings", {})
    return [*(name for name, value in new["settings"].items() if settings.get(name) != value), *names]


def plan_facts(plan: RunPlan) -> dict[str, Any]:
    """Return a plan as plain data."""
    return {
        "reviews": plan.reviews,
        "boilerplate": asdict(plan.boilerplate),
        "domains": {lang: {**asdict(it), "categories": sorted(it.categories)} for lang, it in plan.domains.items()},
        "choices": [asdict(choice) for choice in plan.choices],
        "counts": dict(plan.counts),
    }


def plan_from(stored: Mapping[str, Any]) -> RunPlan:
    """Return the plan that plain data stands for."""
    phrases = {
        name: {key: BoilerplatePhrase(*phrase) for key, phrase in by_key.items()}
        for name, by_key in stored["boilerplate"].items()
    }
    domains = {lang: Domain(**it) for lang, it in stored["domains"].items()}
    tuples = ("notes", "texts", "kept", "left_out")
    return RunPlan(
        stored["reviews"],
        Boilerplate(**phrases),
        {lang: replace(it, categories=frozenset(it.categories)) for lang, it in domains.items()},
        [FileChoice(**{**it, **{name: tuple(it[name]) for name in tuples}}) for it in stored["choices"]],
        stored["counts"],
    )


def run_key(source: Any, settings: Settings, **more: str) -> dict[str, Any] | None:
    """Return what a run depends on; None where its input cannot be read again."""
    checksums = fingerprints(source)
    if checksums is None:
        return None
    return {"settings": asdict(settings), "the input": checksums, **more, **dependencies(settings)}


@contextmanager
def open_run(
    output: Path | None,
    key: Mapping[str, Any] | None,
    *,
    parts: str | Path | None = None,
    resume: bool | None = None,
    keep_parts: bool = False,
    say: Callable[[str], None],
) -> Iterator[RunFolder]:
    """Yield the folder of a run; it is removed at the end, and stays if the work was stopped and can go on.

    It stands beside the output, or where ``parts`` says: a folder, or an address that fsspec knows.
    """
    beside = folder_of(output) if output is not None else None
    path = beside if parts is None else remote_path(str(parts)) if is_remote(parts) else Path(parts)
    folder = RunFolder(path, key, resume=resume)
    if folder.plan is not None:
        reviews = folder.plan.reviews
        if left := sum(map(len, folder.missing())):
            say(f"Going on with the run that was interrupted: {reviews - left:,} of {reviews:,} reviews are read.")
        else:
            say(f"All {reviews:,} reviews are read already: the parts of the earlier run are used.")
    elif folder.replaced:
        say(f"The interrupted run cannot go on, because {', '.join(folder.replaced)} changed: starting anew.")
    try:
        yield folder
    except (InputError, OptionError):
        folder.close()
        raise
    except BaseException:
        folder.close(keep=True)
        raise
    folder.close(keep_parts=keep_parts)
