"""Changing a .voxpop file: on a copy beside it that takes its place when all is done.

Whoever reads the file goes on reading it as it was, a crash or a full disk leaves it as it was, and of two who want to
change it the second waits for the first.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import duckdb

from voxpop.atomic_files import Replacement, lock_folder
from voxpop.errors import OutputError, StoreError
from voxpop.store.database import close_completely, connect, why, write_ahead_log
from voxpop.store.page_tables import bring_up_to_date
from voxpop.store.store import Store, file_version, open_file
from voxpop.store.writable import Writable

MEMORY = "512MB"  # DuckDB spills to disk beyond this
PATIENCE = 20.0  # seconds to wait for another writer
PAUSE = 0.05


@contextmanager
def changing(path: str | Path) -> Iterator[Writable]:
    """Yield the file, to write to. It is changed when the block ends well, and not at all when it does not."""
    path = Path(path).resolve()
    if not path.is_file():
        raise StoreError(f"There is no file {path}.")
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        raise OutputError(f"Cannot change {path}: no permission to write it, or in its folder. The file is as it was.")
    with sole_writer(path):
        try:
            if write_ahead_log(path).exists():  # what a crashed program left beside it, which a copy alone would lack
                close_completely(open_file(path, read_only=False), path)
            with closing(Replacement(path)) as new:
                shutil.copyfile(path, new.path)
                with closing(open_current(new.path, path)) as connection:
                    connection.execute(f"SET memory_limit = '{MEMORY}'; SET threads = 2")
                    yield Writable(connection, new.path, path)
                    close_completely(connection, new.path)
                new.commit()
        except (OSError, duckdb.Error) as error:
            raise OutputError(f"Cannot change {path}: {why(error)}. The file is as it was.") from None


@contextmanager
def sole_writer(path: Path, *, patience: float = PATIENCE) -> Iterator[None]:
    """Hold a file so that no other thread or program changes it meanwhile."""
    until = time.monotonic() + patience
    while True:
        try:
            lock = lock_folder(path)
        except BlockingIOError:
            pass
        else:
            try:
                if lock is None or os.path.samestat(os.fstat(lock), path.stat()):  # not replaced while we waited
                    yield
                    return
            finally:
                if lock is not None:
                    os.close(lock)  # lets the next one in
        if time.monotonic() > until:
            raise StoreError(f"{path} is being changed by another program all the time. Try again when it is done.")
        time.sleep(PAUSE)


def open_current(copied: Path, path: Path) -> duckdb.DuckDBPyConnection:
    """Open a copy of a file for writing, with the current schema; refuse what is not a sound .voxpop file.

    The copy is opened, not the file: whoever shows the file must be the only one in this program to hold it.
    """
    try:
        Store.open(copied).close()
        version = file_version(copied)
    except StoreError as error:
        raise StoreError(str(error).replace(str(copied), str(path))) from None
    connection = connect(copied, read_only=False)
    try:
        bring_up_to_date(connection, version)
    except BaseException:
        connection.close()
        raise
    return connection
