"""Connections to DuckDB: without access to other files or extensions, and with errors in our own words."""

from __future__ import annotations

import atexit
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import duckdb

from voxpop.atomic_files import NO_SPACE, SCRATCH_FOLDERS, make_locked_folder, reason, remove_abandoned, shortened
from voxpop.errors import OutputError, StoreError

SPILL = "voxpop-spill-"
MEMORY = "1GB"  # for a file of any size; then DuckDB spills to the disk
THREADS = 4  # at most: each needs memory of its own, and with sixteen it did not suffice for half a million reviews
STORAGE = "v1.2.0"  # the oldest DuckDB that opens our files
FULL = ("no space left", "file too large", "disk quota exceeded")  # as the system says it, in DuckDB's messages
# A .voxpop file may come from a stranger: its views and macros must not read other files, nor load code.
LOCKED_DOWN: dict[str, Any] = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "allow_persistent_secrets": "false",
    "python_enable_replacements": "false",
    "lock_configuration": "true",
    "allowed_configs": ["memory_limit", "threads"],
}


def connect(path: Path | None, *, read_only: bool = True) -> duckdb.DuckDBPyConnection:
    """Open a database file, or a new database in memory. Raises duckdb.Error."""
    config = {
        **LOCKED_DOWN,
        "memory_limit": MEMORY,
        "threads": min(THREADS, os.cpu_count() or 1),
        "temp_directory": spill_folder(os.getpid()),
        "storage_compatibility_version": STORAGE,
    }
    name = str(path or ":memory:")
    if name != name.encode(errors="replace").decode():
        raise StoreError(f"Cannot open {name!r}: DuckDB needs a name that is text in UTF-8. Choose another one.")
    return duckdb.connect(name, read_only=read_only and path is not None, config=config)


@cache
def spill_folder(process: int) -> str:
    """A private folder for what does not fit into memory, removed when the process ends; "" where none can be made.

    DuckDB's own choice is ``.tmp`` in the working folder. A forked process has one of its own. What a killed process
    left behind is removed by the next one.
    """
    try:
        temporary = Path(gettempdir())
        remove_abandoned(temporary, SPILL)
        folder, _ = make_locked_folder(temporary, SPILL)  # locked as long as the process runs
    except OSError:
        return ""
    SCRATCH_FOLDERS.add(folder)  # removed even if the program is stopped
    atexit.register(remove_spill_folder, folder, process)
    return str(folder)


def remove_spill_folder(folder: Path, process: int) -> None:
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def reading() -> Iterator[None]:
    """Turn DuckDB's errors into a ``StoreError``: what it cannot read is a damaged file."""
    try:
        yield
    except duckdb.Error as error:
        if isinstance(error, duckdb.OutOfMemoryException) or is_full(error):
            raise StoreError(
                "There is not enough memory, or room on the disk, to read this .voxpop file. "
                "Close other programs first."
            ) from None
        raise StoreError(f"The .voxpop file is damaged ({first_line(error)}). Analyse the reviews again.") from None


@contextmanager
def writing(path: Path | None) -> Iterator[None]:
    """Turn errors of DuckDB and of the system into an ``OutputError`` that names the destination."""
    try:
        yield
    except (OSError, duckdb.Error) as error:
        before = " The file that is there is as it was." if path is not None and path.exists() else ""
        raise OutputError(f"Cannot write {shortened(path or 'the analysis')}: {why(error)}.{before}") from None


def why(error: OSError | duckdb.Error) -> str:
    """Return the cause in words that fit after a colon."""
    if isinstance(error, OSError):
        return reason(error)
    return NO_SPACE if is_full(error) else first_line(error).rstrip(".")


def is_full(error: duckdb.Error) -> bool:
    return any(words in str(error).lower() for words in FULL)


def first_line(error: duckdb.Error) -> str:
    return str(error).splitlines()[0]


def close_completely(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Write everything into the file and close it, or raise: ``close`` alone hides that it could not."""
    try:
        connection.execute("CHECKPOINT")
    finally:
        connection.close()
    if write_ahead_log(path).exists():
        raise OSError(None, "the database did not take in all that was written")


def write_ahead_log(path: Path) -> Path:
    """What DuckDB has beside a file whose last changes are not in it yet."""
    return path.with_name(f"{path.name}.wal")
