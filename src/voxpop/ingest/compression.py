"""gz, xz, bz2 and zip, unpacked as a stream and stopped when a small file turns out to be a bomb."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import IO, Any

from voxpop.errors import InputError

MAX_RATIO = 200  # text packs about 3 to 20 times
FREE_SIZE = 1 << 30  # unpacked bytes below which the ratio does not matter
MAGIC = {b"\x1f\x8b": "gz", b"\xfd7zXZ\x00": "xz", b"BZh": "bz2", b"PK\x03\x04": "zip", b"PK\x05\x06": "zip"}
SUFFIXES = {".gz": "gz", ".gzip": "gz", ".xz": "xz", ".bz2": "bz2", ".zip": "zip"}
BROKEN = (EOFError, OSError, lzma.LZMAError, zlib.error, zipfile.BadZipFile, RuntimeError, NotImplementedError)


class Guarded(io.RawIOBase):
    """A stream being unpacked, which knows how much may come out of what went in."""

    def __init__(self, inner: IO[bytes], *, packed: int, name: str) -> None:
        self._inner = inner
        self._packed = packed
        self._name = name
        self._total = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        try:
            data = self._inner.read(len(buffer))
        except BROKEN as error:
            raise InputError(f"{self._name} is damaged or cut short ({error}). Fetch or pack it again.") from None
        self._total += len(data)
        if self._total > FREE_SIZE and self._total > MAX_RATIO * self._packed:
            raise InputError(
                f"{self._name} unpacks to more than {MAX_RATIO} times its size, which is no file of reviews but a"
                " compression bomb. If it is genuine, unpack it yourself first."
            )
        buffer[: len(data)] = data
        return len(data)


def packing(head: bytes) -> str | None:
    """How a file is packed, by its first bytes."""
    return next((kind for magic, kind in MAGIC.items() if head.startswith(magic)), None)


def unpack(kind: str, data: IO[bytes], *, packed: int, name: str) -> IO[bytes]:
    """The one file inside a gz, xz or bz2."""
    opener: Any = {"gz": gzip.GzipFile, "xz": lzma.LZMAFile, "bz2": bz2.BZ2File}[kind]
    inner = opener(fileobj=data) if kind == "gz" else opener(data)
    return io.BufferedReader(Guarded(inner, packed=packed, name=name), 1 << 18)


def is_workbook(archive: zipfile.ZipFile) -> bool:
    """Excel and OpenDocument files are zips too."""
    names = set(archive.namelist())
    return "[Content_Types].xml" in names or "mimetype" in names


def open_zip(data: IO[bytes], name: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(data)
    except BROKEN as error:
        raise InputError(f"{name} is not a whole zip file ({error}). Fetch or pack it again.") from None


def members(archive: zipfile.ZipFile, name: str) -> Iterator[tuple[str, IO[bytes]]]:
    """The files inside a zip, each named after the zip and its own path."""
    for info in archive.infolist():
        path = PurePosixPath(info.filename)
        if info.is_dir() or path.parts[0] == "__MACOSX" or path.name.startswith("."):
            continue
        if path.suffix.lower() == ".zip":
            raise InputError(f"{name} holds another zip, {info.filename}. Unpack the outer one first.")
        full = f"{name}/{info.filename}"
        try:
            inner = archive.open(info)
        except BROKEN as error:
            raise InputError(f"{full} cannot be unpacked ({error}). Unpack it yourself first.") from None
        guarded = Guarded(inner, packed=max(1, info.compress_size), name=full)
        yield full, io.BufferedReader(guarded, 1 << 18)
