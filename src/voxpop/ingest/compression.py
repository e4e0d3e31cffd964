"""gz, xz, bz2 and zip, unpacked as a stream and stopped when a small file turns out to be a bomb."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import IO, Any

from voxpop.errors import InputError
from voxpop.ingest.streams import ByteSource

MAX_RATIO = 200  # text packs about 3 to 20 times
FREE_SIZE = 1 << 30  # unpacked bytes below which the ratio does not matter
CHUNK = 1 << 18
MAGIC = {b"\x1f\x8b": "gz", b"\xfd7zXZ\x00": "xz", b"BZh": "bz2", b"PK\x03\x04": "zip", b"PK\x05\x06": "zip"}
SUFFIXES = {".gz": "gz", ".gzip": "gz", ".xz": "xz", ".bz2": "bz2", ".zip": "zip"}
BROKEN = (
    EOFError,
    OSError,
    lzma.LZMAError,
    zlib.error,
    zipfile.BadZipFile,
    struct.error,
    RuntimeError,
    ValueError,
    IndexError,
    KeyError,  # what zipfile raises on damaged directories
)


class Counted(ByteSource):
    """A stream that knows how much was read of it."""

    def __init__(self, inner: IO[bytes]) -> None:
        self._inner = inner
        self.total = 0

    def next_bytes(self, size: int) -> bytes:
        data = self._inner.read(size)
        self.total += len(data)
        return data


class Budget:
    """How much may come out of one packed file: a multiple of what went in, and at most ``most`` bytes if given."""

    def __init__(self, name: str, packed: Callable[[], int], *, most: int | None = None) -> None:
        self._name = name
        self._most = most
        self._packed = packed
        self._unpacked = 0

    def spend(self, size: int) -> None:
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


class Guarded(ByteSource):
    """A stream being unpacked within a budget, whose damage is reported in words."""

    def __init__(self, inner: IO[bytes], budget: Budget, name: str) -> None:
        self._inner = inner
        self._budget = budget
        self._name = name

    def next_bytes(self, size: int) -> bytes:
        try:
            data = self._inner.read(size)
        except BROKEN as error:
            raise InputError(f"{self._name} is damaged or cut short ({error}). Fetch or pack it again.") from None
        self._budget.spend(len(data))
        return data


def packing(head: bytes) -> str | None:
    """How a file is packed, by its first bytes."""
    return next((kind for magic, kind in MAGIC.items() if head.startswith(magic)), None)


def unpack(kind: str, data: IO[bytes], *, name: str, most: int | None = None) -> IO[bytes]:
    """The one file inside a gz, xz or bz2."""
    counted = Counted(data)
    opener: Any = {"gz": gzip.open, "xz": lzma.open, "bz2": bz2.open}[kind]
    budget = Budget(name, lambda: counted.total, most=most)
    return io.BufferedReader(Guarded(opener(io.BufferedReader(counted, CHUNK)), budget, name), CHUNK)


def open_zip(data: IO[bytes], name: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(data)
    except BROKEN as error:
        raise InputError(f"{name} is not a whole zip file ({error}). Fetch or pack it again.") from None


def is_folder(info: zipfile.ZipInfo) -> bool:
    return info.filename.endswith("/") or not info.filename


def members(
    archive: zipfile.ZipFile, name: str, *, size: int, most: int | None = None
) -> Iterator[tuple[str, IO[bytes]]]:
    """The files inside a zip of this size, each named after the zip and its own path. They share one budget."""
    budget = Budget(name, lambda: size, most=most)
    for info in archive.infolist():
        path = PurePosixPath(info.filename)
        if is_folder(info) or not path.parts or path.parts[0] == "__MACOSX" or path.name.startswith("."):
            continue
        full = f"{name}/{info.filename}"
        try:
            inner = archive.open(info)
        except BROKEN as error:
            raise InputError(f"{full} cannot be unpacked ({error}). Unpack it yourself first.") from None
        yield full, io.BufferedReader(Guarded(inner, budget, full), CHUNK)
