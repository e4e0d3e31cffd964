"""An append-only file of JSON lines: what was acknowledged is on the disk, and several programs may write to it.

Every line is one change. A line is written under a lock of the file and flushed before its writer is told that it is
kept; writers that wait at the same time share one flush. A last line without an end was cut off when its writer was
killed: nobody was told that it is kept, and the next writer removes it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, RLock
from typing import Any

from voxpop.atomic_files import reason
from voxpop.errors import OutputError, StoreError

try:
    import fcntl
except ImportError:  # pragma: no cover  (Windows: one program at a time)
    fcntl = None  # type: ignore[assignment]

Event = dict[str, Any]


class Journal:
    """The events of a project, in the order in which they were written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"{path} cannot be opened: {reason(error)}.") from None
        self._lock, self._flushing = RLock(), Lock()
        self._read = self._flushed = 0  # bytes that were read, and that are known to be on the disk
        self._line = 0

    def close(self) -> None:
        """Close the file; what was acknowledged is on the disk."""
        os.close(self._file)

    def is_behind(self) -> bool:
        """Whether another program has written something that was not read yet."""
        return os.fstat(self._file).st_size != self._read

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold the file against other threads and programs."""
        with self._lock:
            if fcntl is not None:
                fcntl.flock(self._file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                if fcntl is not None:
                    fcntl.flock(self._file, fcntl.LOCK_UN)

    def new_events(self) -> list[Event]:
        """Return the whole lines that were not read yet. Call it while the file is held."""
        data = os.pread(self._file, os.fstat(self._file).st_size - self._read, self._read)
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            os.ftruncate(self._file, self._read + len(whole))
        self._read += len(whole)
        return [self._parse(line) for line in whole.splitlines()]

    def _parse(self, line: bytes) -> Event:
        self._line += 1
        try:
            event = json.loads(line)
            if not isinstance(event, dict):
                raise ValueError("a line is an object")
        except ValueError as error:
            raise StoreError(f"{self.path}, line {self._line} is damaged: {error}.") from None
        return event

    def append(self, events: Sequence[Mapping[str, Any]]) -> int:
        """Write events and return the size up to which the file must be flushed. Call it while the file is held."""
        data = "".join(json.dumps(event, ensure_ascii=True, separators=(",", ":")) + "\n" for event in events).encode()
        size = self._read
        try:
            if os.write(self._file, data) < len(data):
                raise OSError(28, "there is no room left on the disk")
        except OSError as error:
            os.ftruncate(self._file, size)
            raise OutputError(f"Nothing was kept: {self.path.name} cannot be written, {reason(error)}.") from None
        self._read, self._line = size + len(data), self._line + len(events)
        return self._read

    def flush(self, size: int) -> None:
        """Return when everything up to ``size`` is on the disk."""
        with self._flushing:
            if self._flushed < size:
                written = self._read
                getattr(os, "fdatasync", os.fsync)(self._file)  # the data and the size, but not when it was changed
                self._flushed = written
