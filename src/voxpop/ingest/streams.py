"""Bytes of a file with its first stretch at hand, by which its format and encoding are found before it is read.

gz, xz, bz2 and zip are unpacked as streams, and stopped when a small file turns out to be a bomb.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import shutil
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any

from voxpop.errors import InputError

HEAD = 1 << 18  # bytes looked at to find out format and encoding
SPOOL = 1 << 24  # a packed Parquet or Excel file larger than this is unpacked to disk
MAX_RATIO = 200  # text packs about 3 to 20 times
FREE_SIZE = 1 << 30  # unpacked bytes below which the ratio does not matter
CHUNK = 1 << 18
MAGIC = {b"\x1f\x8b": "gz", b"\xfd7zXZ\x00": "xz", b"BZh": "bz2", b"PK\x03\x04": "zip", b"PK\x05\x06": "zip"}
SUFFIXES = {".gz": "gz", ".gzip": "gz", ".xz": "xz", ".bz2": "bz2", ".zip": "zip"}
BROKEN = (  # what damaged archives raise
    EOFError, OSError, lzma.LZMAError, zlib.error, zipfile.BadZipFile, struct.error, RuntimeError, ValueError,
    IndexError, KeyError,
)  # fmt: skip


class ByteSource(io.RawIOBase):
    """A stream over a function that returns up to so many bytes, none at the end. ``total`` bytes came out of it."""

    def __init__(self, read: Callable[[int], bytes | memoryview]) -> None:
        self._read = read
        self.total = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        data = self._read(len(buffer))
        buffer[: len(data)] = data
        self.total += len(data)
        return len(data)


@dataclass(slots=True)
class Stream:
    """A file to read: its name as the user knows it, its first bytes, and all its bytes."""

    name: str
    head: bytes
    data: IO[bytes]
    source: ByteSource  # under ``data``
    path: Path | None = None  # the file itself, where nothing is packed
    found: bool = False  # in an archive of several, not named by the user

    @classmethod
    def of(cls, name: str, data: IO[bytes], *, path: Path | None = None, found: bool = False) -> Stream:
        """Return the stream of an open file, which gives back what was read to look at it."""
        head = read_fully(data, HEAD)
        left = memoryview(head)

        def read(size: int) -> bytes | memoryview:
            nonlocal left
            piece, left = left[:size], left[size:]
            return piece or data.read(size)

        source = ByteSource(read)
        return cls(name, head, io.BufferedReader(source, HEAD), source, path, found)

    def seekable(self) -> IO[bytes]:
        """Return all bytes in a form that can be read back and forth, as Parquet and Excel need."""
        if self.path:
            return self.path.open("rb")
        spool = tempfile.SpooledTemporaryFile(max_size=SPOOL)  # noqa: SIM115  closed by its reader
        shutil.copyfileobj(self.data, spool)
        spool.seek(0)
        return spool


def read_fully(data: IO[bytes], size: int) -> bytes:
    """Return ``size`` bytes, or all there are: a pipe gives them in pieces."""
    parts = []
    while size > 0 and (part := data.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


class Budget:
    """How much may come out of one packed file: a multiple of what went in, and at most ``most`` bytes if given."""

    def __init__(self, name: str, packed: Callable[[], int], *, most: int | None = None) -> None:
        self._name = name
        self._most = most
        self._packed = packed
        self._unpacked = 0

    def spend(self, size: int) -> None:
        """Count unpacked bytes. Too many are an InputError."""
        self._unpacked += size
        if self._most is not None and self._unpacked > self._most:
            raise InputError(
                f"{self._name} unpacks to more than {self._most / 1e9:,.1f} GB, which is the limit here. Send it in"
                " smaller parts."
            )
        if self._unpacked > FREE_SIZE and self._unpacked > MAX_RATIO * self._packed():
            raise InputError(
                f"{self._name} unpacks to more than {MAX_RATIO} times its size, which is no file of reviews but a"
                " compression bomb. If it is genuine, unpack it yourself first."
            )

    def reader(self, inner: IO[bytes], name: str) -> IO[bytes]:
        """Return a stream that is unpacked within the budget, and whose damage is reported in words."""

        def read(size: int) -> bytes:
            try:
                data = inner.read(size)
            except BROKEN as error:
                raise InputError(f"{name} is damaged or cut short ({error}). Fetch or pack it again.") from None
            self.spend(len(data))
            return data

        return io.BufferedReader(ByteSource(read), CHUNK)


def packing(head: bytes) -> str | None:
    """Return how a file is packed, by its first bytes."""
    return next((kind for magic, kind in MAGIC.items() if head.startswith(magic)), None)


def unpack(kind: str, stream: Stream, *, most: int | None = None) -> IO[bytes]:
    """Return the one file inside a gz, xz or bz2."""
    opener: Any = {"gz": gzip.open, "xz": lzma.open, "bz2": bz2.open}[kind]
    return Budget(stream.name, lambda: stream.source.total, most=most).reader(opener(stream.data), stream.name)


def open_zip(data: IO[bytes], name: str) -> zipfile.ZipFile:
    """Return an open zip file."""
    try:
        return zipfile.ZipFile(data)
    except BROKEN as error:
        raise InputError(f"{name} is not a whole zip file ({error}). Fetch or pack it again.") from None


def members(
    archive: zipfile.ZipFile, name: str, *, size: int, most: int | None = None
) -> Iterator[tuple[str, IO[bytes]]]:
    """Yield the files inside a zip of this size, each named after the zip and its own path. They share one budget."""
    budget = Budget(name, lambda: size, most=most)
    for info in archive.infolist():
        path = PurePosixPath(info.filename)
        if not path.parts or info.is_dir() or path.parts[0] == "__MACOSX" or path.name.startswith("."):
            continue
        full = f"{name}/{info.filename}"
        try:
            inner = archive.open(info)
        except BROKEN as error:
            raise InputError(f"{full} cannot be unpacked ({error}). Unpack it yourself first.") from None
        yield full, budget.reader(inner, full)
