"""Bytes of a file with its first stretch at hand, so that format and encoding can be found out before reading."""

from __future__ import annotations

import io
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

HEAD = 1 << 18  # bytes looked at to find out format and encoding
SPOOL = 1 << 24  # a packed Parquet or Excel file larger than this is unpacked to disk


class ByteSource(io.RawIOBase):
    """A stream to read from; a subclass says where the next bytes come from."""

    def next_bytes(self, size: int) -> bytes | memoryview:
        """Return up to ``size`` bytes, none at the end."""
        raise NotImplementedError

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        data = self.next_bytes(len(buffer))
        buffer[: len(data)] = data
        return len(data)


class Replayed(ByteSource):
    """A stream that gives back what was already read of it, then goes on."""

    def __init__(self, head: bytes, rest: IO[bytes]) -> None:
        self._head = memoryview(head)
        self._rest = rest

    def next_bytes(self, size: int) -> bytes | memoryview:
        data = self._head[:size] or self._rest.read(size)
        self._head = self._head[size:]
        return data


@dataclass(slots=True)
class Stream:
    """A file to read: its name as the user knows it, its first bytes, and all its bytes."""

    name: str
    head: bytes
    data: IO[bytes]
    path: Path | None = None  # the file itself, where nothing is packed
    found: bool = False  # in an archive of several, not named by the user

    @classmethod
    def of(cls, name: str, data: IO[bytes], *, path: Path | None = None) -> Stream:
        head = read_fully(data, HEAD)
        return cls(name, head, io.BufferedReader(Replayed(head, data), HEAD), path)

    def seekable(self) -> IO[bytes]:
        """All bytes in a form that can be read back and forth, as Parquet and Excel need."""
        if self.path:
            return self.path.open("rb")
        spool = tempfile.SpooledTemporaryFile(max_size=SPOOL)  # noqa: SIM115  closed by its reader
        shutil.copyfileobj(self.data, spool)
        spool.seek(0)
        return spool


def read_fully(data: IO[bytes], size: int) -> bytes:
    """``size`` bytes, or all there are: a pipe gives them in pieces."""
    parts = []
    while size > 0 and (part := data.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
