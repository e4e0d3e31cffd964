"""What state a file or the folder of a run is in, and what to do about it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from voxpop.atomic_files import lock_folder
from voxpop.errors import StoreError
from voxpop.lang import LANGUAGES
from voxpop.part_files import TEMPORARY
from voxpop.run_facts import model_facts
from voxpop.settings import stored_settings
from voxpop.store.draft import READING
from voxpop.store.file_schema import SCHEMA_VERSION
from voxpop.store.run_folder import MANIFEST, SUFFIX, changed_files, is_done, read_manifest, tasks_of
from voxpop.store.store import Store, file_version

State = Literal["good", "note", "problem"]


@dataclass(frozen=True, slots=True)
class HealthCheck:
    """One thing that was looked at: its state, what was found, and what to do if it is not good."""

    name: str
    state: State
    found: str
    advice: str = ""


def check_file(path: Path) -> Iterator[HealthCheck]:
    """Yield the state of a .voxpop file."""
    try:
        version = file_version(path) if path.is_file() else 0
        store = Store.open(path)
    except StoreError as error:
        yield HealthCheck("file", "problem", str(error))
        return
    try:
        yield from _check_tables(store, path, version)
    except StoreError as error:
        yield HealthCheck("tables", "problem", str(error))
    finally:
        store.close()
    folder = path.with_name(path.name + SUFFIX)
    if folder.is_dir():
        yield from check_run(folder)


def _check_tables(store: Store, path: Path, version: int) -> Iterator[HealthCheck]:
    rows, opinions = [row for row in store.aspects if row.parent is None], store.count("opinions")
    counted = sum(row.mentions for row in rows)
    content = f"{store.count('reviews'):,} reviews, {counted:,} opinions in the {len(rows):,} rows of the table"
    others = f" (and {opinions - counted:,} on other products or in no row)" if opinions > counted else ""
    yield HealthCheck(
        "file", "good", f"{path.stat().st_size:,} bytes, version {version} of the schema; {content}{others}"
    )
    if version < SCHEMA_VERSION:
        yield HealthCheck("schema", "note", f"made by an older voxpop (version {version}, now {SCHEMA_VERSION})")
    lost = store._all("SELECT count(*) FROM opinions o ANTI JOIN reviews r ON r.seq = o.review")[0][0]
    if lost:
        yield HealthCheck("tables", "problem", f"{lost:,} opinions belong to no review", "Analyse the reviews again.")
    facts = store.facts()
    settings = stored_settings(facts.get("settings", {}))
    now = {lang: model_facts(lang, settings) for lang in store.languages() if lang in LANGUAGES}
    refresh = f"voxpop analyze --refresh {path}"
    if READING not in facts:
        yield HealthCheck("append", "note", "it cannot take in more reviews yet", refresh)
    if facts.get("engines") != now:
        yield HealthCheck("weights", "note", "it was read with other weights than those of this voxpop", refresh)


def check_run(folder: Path) -> Iterator[HealthCheck]:
    """Yield the state of the folder of a run."""
    manifest = read_manifest(folder)
    again = "Run the same command again: it goes on with what is missing."
    if is_at_work(folder):
        again = "Another voxpop is at work in it: wait for its end."
        yield HealthCheck("lock", "note", "the run is going on", again)
    if manifest is None:
        state = (
            "its manifest is damaged" if (folder / MANIFEST).exists() else "the rows were still being looked through"
        )
        yield HealthCheck("run", "note", state, "Run the same command again: it starts anew, and clears the folder.")
        return
    tasks = tasks_of(folder, manifest["reviews"], manifest["shards"])
    done = {task.shard for task in tasks if is_done(task)}
    broken = [task.target.name for task in tasks if task.shard not in done and task.target.exists()]
    reviews = sum(task.stop - task.start for task in tasks if task.shard in done)
    parts = f"{len(done):,} of {len(tasks):,} parts, {reviews:,} of {manifest['reviews']:,} reviews"
    is_whole = len(done) == len(tasks) and not any(folder.glob("shard-*.parquet"))  # these go when its file is made
    yield HealthCheck(
        "run", "good" if is_whole else "note", f"begun {manifest['started']}; {parts}", "" if is_whole else again
    )
    if broken:
        yield HealthCheck("parts", "problem", f"not whole: {', '.join(broken[:5])}", again)
    if changed := changed_files(folder, manifest):
        advice = "Run the same command again: it starts anew."
        yield HealthCheck("files", "problem", f"damaged, swapped or gone: {', '.join(changed[:5])}", advice)
    inputs = [Path(name) for name, _ in manifest["key"].get("the input", [])]
    gone = [str(path) for path in inputs if not (path.exists() or (folder.parent / path).exists())]
    if gone:
        yield HealthCheck("input", "problem", f"not there any more: {', '.join(gone[:5])}", "Put it back.")
    if left := Counter(path.suffix for path in folder.glob(f".*{TEMPORARY}")):
        yield HealthCheck("files", "note", f"{left.total():,} unfinished files", "The next run removes them.")


def is_at_work(folder: Path) -> bool:
    """Return whether a program holds the lock of a folder."""
    try:
        lock = lock_folder(folder)
    except BlockingIOError:
        return True
    if lock is not None:
        os.close(lock)
    return False
