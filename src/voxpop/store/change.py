"""Changing a .voxpop file: on a copy beside it that takes its place when all is done.

Whoever reads the file goes on reading it as it was, a crash or a full disk leaves it as it was, and of two who want to
change it the second waits for the first.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path

import duckdb

from voxpop.errors import OutputError, StoreError
from voxpop.store.draft import discard
from voxpop.store.store import Store, connect
from voxpop.store.writable import Writable

try:
    import fcntl
except ImportError:  # pragma: no cover  (Windows: an open file cannot be replaced there, which keeps writers apart too)
    fcntl = None  # type: ignore[assignment]

MEMORY = "512MB"  # DuckDB spills to disk beyond this
PATIENCE = 20.0  # seconds to wait for another writer
PAUSE = 0.05


@contextmanager
def changing(path: str | Path) -> Iterator[Writable]:
    """The file, to write to. It is changed when the block ends well, and not at all when it does not."""
    path = Path(path).resolve()
    if not path.is_file():
        raise StoreError(f"There is no file {path}.")
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        raise OutputError(f"Cannot change {path}: no permission to write it, or in its folder. The file is as it was.")
    with sole_writer(path):
        scratch = path.with_name(f".{path.name}.{os.getpid()}.edit")
        try:
            copied(path, scratch)
            check(scratch, path)
            with connect(scratch, read_only=False) as connection:
                connection.execute(f"SET memory_limit = '{MEMORY}'; SET threads = 2")
                yield Writable(connection, scratch)
            flushed(scratch)
            os.replace(scratch, path)
        except (OSError, duckdb.Error) as error:
            said = error.strerror if isinstance(error, OSError) else str(error).splitlines()[0]
            raise OutputError(f"Cannot change {path}: {said}. The file is as it was.") from None
        finally:
            discard(scratch)


@contextmanager
def sole_writer(path: Path, *, patience: float = PATIENCE) -> Iterator[None]:
    """Nobody else changes the file meanwhile: threads of this program or others."""
    until = time.monotonic() + patience
    while True:
        stream = path.open("rb")
        try:
            if locked(stream.fileno()) and same(stream.fileno(), path):
                yield
                return
        finally:
            stream.close()  # lets the next one in
        if time.monotonic() > until:
            raise StoreError(f"{path} is being changed by another program all the time. Try again when it is done.")
        time.sleep(PAUSE)


def locked(descriptor: int) -> bool:
    if fcntl is None:  # pragma: no cover
        return True
    with suppress(BlockingIOError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def same(descriptor: int, path: Path) -> bool:
    """Whether the file that was locked is still the one by that name, and not replaced while we waited."""
    ours, there = os.fstat(descriptor), path.stat()
    return (ours.st_dev, ours.st_ino) == (there.st_dev, there.st_ino)


def copied(path: Path, scratch: Path) -> None:
    if path.with_name(f"{path.name}.wal").exists():  # left by a crash: folded in first, or it would be lost
        connect(path, read_only=False).close()
    for leftover in path.parent.glob(
        f".{escape(path.name)}.*.edit*"
    ):  # of writers that were killed: we are the only one
        leftover.unlink(missing_ok=True)
    shutil.copyfile(path, scratch)
    shutil.copymode(path, scratch)


def check(scratch: Path, path: Path) -> None:
    """What is wrong with the file is said now; one of an older version is brought up to date.

    The copy is opened, not the file: whoever shows the file must be the only one in this program to hold it.
    """
    try:
        Store.open(scratch).close()
    except StoreError as error:
        raise StoreError(str(error).replace(str(scratch), str(path))) from None


def flushed(path: Path) -> None:
    """On the disk for certain, before it takes the old one's place."""
    with path.open("rb") as stream:
        os.fsync(stream.fileno())
