"""Files that are written completely or not at all: beside their destination first, then in its place."""

from __future__ import annotations

import os
import shutil
from contextlib import closing, suppress
from errno import EDQUOT, EFBIG, ENAMETOOLONG, ENOSPC
from glob import escape
from pathlib import Path
from tempfile import mkdtemp
from threading import Lock

from voxpop.errors import OutputError

try:
    import fcntl
except ImportError:  # pragma: no cover  (Windows: no sweep, and no lock is needed without one)
    fcntl = None  # type: ignore[assignment]

NAME_LENGTH = 32  # characters of the destination's name that stand in the name of the folder beside it
WRITTEN: list[Path] = []  # what this program has put in its place, for the message of one that is stopped
UNFINISHED: list[Path] = []  # runs that the same command can go on with
SCRATCH_FOLDERS: set[Path] = set()  # what must be removed when this program ends
NO_SPACE = "there is no room left on the disk"


COMMITTING = Lock()  # held while a file is put in its place and noted as written


def check_new(path: Path, *, overwrite: bool) -> None:
    """Raise an OutputError if the file or folder to write is there and may not be replaced."""
    if path.exists() and not overwrite:
        raise OutputError(f"{path} is there already. Choose another name, or replace it: --overwrite, overwrite=True.")


class Replacement:
    """The next version of a file, in a private folder beside it, until ``commit`` moves it into place.

    The folder has a random name and is locked while its program runs: no two programs share one, and what a killed
    program left behind is removed by the next one that writes there. A destination that is a symbolic link is followed.
    """

    def __init__(self, destination: str | Path) -> None:
        self.destination = Path(os.path.realpath(destination))
        parent, prefix = self.destination.parent, f".{self.destination.name[:NAME_LENGTH]}."
        remove_abandoned(parent, prefix)
        self._folder, self._lock = make_locked_folder(parent, prefix)
        SCRATCH_FOLDERS.add(self._folder)
        self.path = self._folder / "new"  # the file to write

    def commit(self) -> None:
        """Flush the new file to the disk and put it in the place of the old one, whose permissions it gets."""
        if self.destination.exists():
            shutil.copymode(self.destination, self.path)
        flush(self.path)
        with COMMITTING:
            os.replace(self.path, self.destination)
            WRITTEN.append(self.destination)
        with suppress(OSError):  # some file systems cannot flush a folder, and the new file is in place
            flush(self.destination.parent)
        self.close()

    def close(self) -> None:
        """Remove the folder, whether or not its file was moved into place."""
        shutil.rmtree(self._folder, ignore_errors=True)
        SCRATCH_FOLDERS.discard(self._folder)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def end_writing() -> list[Path]:
    """Remove what is unfinished and return what was written, in a program that is about to be ended from outside.

    From here on, no file is put in its place any more.
    """
    COMMITTING.acquire(timeout=1)
    for _ in range(3):  # the work goes on meanwhile, and may write a file while its folder is being removed
        for folder in filter(Path.exists, list(SCRATCH_FOLDERS)):
            shutil.rmtree(folder, ignore_errors=True)
    return written_files()


def written_files() -> list[Path]:
    """Return what the user asked for and is in its place: not the files of a run that is unfinished."""
    return [path for path in WRITTEN if not any(path.is_relative_to(run) for run in UNFINISHED)]


def atomic_write(path: str | Path, content: str | bytes) -> None:
    """Write a whole file, or leave the one that is there as it was and raise an ``OutputError``."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        if Path(path).exists() and not Path(path).is_file():  # /dev/stdout, for example
            Path(path).write_bytes(data)
            return
        with closing(Replacement(path)) as new:
            new.path.write_bytes(data)
            new.commit()
    except OSError as error:
        raise OutputError(f"Cannot write {shortened(path)}: {reason(error)}. Choose another place with -o.") from None


def reason(error: OSError) -> str:
    """Why the system refused, in words that fit after a colon."""
    if error.errno in (ENOSPC, EDQUOT, EFBIG):
        return NO_SPACE
    if error.errno == ENAMETOOLONG:
        return "the file name is too long"
    return error.strerror or str(error)


def shortened(path: str | Path, length: int = 120) -> str:
    """A path for a message, without the middle of an endless one."""
    shown = str(path)
    return shown if len(shown) <= length else f"{shown[: length // 2]}…{shown[-length // 2 :]}"


def flush(path: Path) -> None:
    """Wait until a file or folder is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_locked_folder(parent: Path, prefix: str) -> tuple[Path, int | None]:
    """Make a folder that nobody else has, and the lock that says it is in use."""
    while True:
        folder = Path(mkdtemp(prefix=prefix, suffix=".part", dir=parent))
        lock = try_lock(folder)
        if folder.exists():  # nobody took it for an abandoned one before it was locked
            return folder, lock
        if lock is not None:
            os.close(lock)


def remove_abandoned(parent: Path, prefix: str) -> None:
    """Remove the folders of programs that were killed: those that can be locked."""
    for folder in parent.glob(f"{escape(prefix)}*.part"):
        if folder.is_dir() and (lock := try_lock(folder)) is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def try_lock(folder: Path) -> int | None:
    """Return a descriptor that holds the lock; None if another program has it, or the file system knows no locks."""
    try:
        return lock_folder(folder)
    except BlockingIOError:
        return None


def lock_folder(folder: Path) -> int | None:
    """Return a descriptor that holds the lock; None if the file system knows none. Raise if another program has it."""
    if fcntl is None:  # pragma: no cover
        return None
    descriptor = None
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if descriptor is not None:
            os.close(descriptor)
        if isinstance(error, BlockingIOError):
            raise
        return None
    return descriptor
