"""From what the user handed over (paths, a folder, stdin) to streams of bytes, unpacked."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path, PurePath
from typing import IO, NamedTuple
from zipfile import ZipFile

from voxpop.errors import InputError
from voxpop.ingest.compression import SUFFIXES, is_folder, members, open_zip, packing, unpack
from voxpop.ingest.excel import check_workbook, is_workbook
from voxpop.ingest.formats import KNOWN_SUFFIXES
from voxpop.ingest.streams import Stream
from voxpop.types import Rejected

ASIDE = ("readme", "license", "licence", "notice", "changelog", "citation")
ACCEPTED = ", ".join(sorted(KNOWN_SUFFIXES)) + " and gz, xz, bz2 or zip of them"


class SourceFile(NamedTuple):
    """A file to read. ``path`` is None for stdin; ``found`` says that it was found in a folder, not named.

    ``most_unpacked`` bytes may come out of it if it is packed; ``data`` is there where it is open already.
    """

    name: str
    path: Path | None
    found: bool = False
    most_unpacked: int | None = None
    data: IO[bytes] | None = None


def find_files(sources: Iterable[str | PurePath | SourceFile]) -> Iterator[SourceFile | Rejected]:
    """Every file behind the paths given; those in a folder that are of no known kind are reported."""
    for source in sources:
        if isinstance(source, SourceFile):
            yield source
            continue
        if str(source) == "-":
            yield SourceFile("stdin", None)
            continue
        if not str(source).strip():
            raise InputError("The path is empty. Name a file, a folder or - for standard input.")
        path = Path(source)
        try:
            if path.is_dir():
                yield from _in_folder(path)
            elif path.exists():
                yield SourceFile(str(path), path)
            else:
                raise InputError(f"There is no file {str(path)!r}.{_nearby(path)}")
        except (OSError, ValueError) as error:
            raise InputError(f"{str(source)[:200]!r} is no path that can be read ({error}).") from None


def _in_folder(folder: Path) -> Iterator[SourceFile | Rejected]:
    paths = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and not any(part.startswith((".", "__MACOSX")) for part in path.relative_to(folder).parts)
    )
    readable = [path for path in paths if _known(path)]
    if not readable:
        raise InputError(f"The folder {folder} holds no file that voxpop reads. Accepted: {ACCEPTED}.")
    for path in paths:
        if path in readable:
            yield SourceFile(str(path), path, found=True)
        else:
            yield Rejected(step="file", reason=f"{path} is not a kind of file that voxpop reads.", source=str(path))


def _known(path: PurePath) -> bool:
    """Whether a file found on the way looks like data by its name."""
    suffix = path.suffix.lower()
    inner = PurePath(path.stem) if suffix in SUFFIXES and suffix != ".zip" else path
    wanted = inner.suffix.lower() in KNOWN_SUFFIXES or suffix == ".zip"
    return wanted and not path.name.lower().startswith(ASIDE)


def _nearby(path: Path) -> str:
    if not path.parent.is_dir():
        return f" The folder {str(path.parent)!r} does not exist either."
    same = [other.name for other in path.parent.iterdir() if other.stem.split(".")[0] == path.stem.split(".")[0]]
    return f" Did you mean {min(same)!r}?" if same else ""


def open_file(file: SourceFile) -> Iterator[Stream | Rejected]:
    """The streams in a file: one, or for a zip one for each file in it. Each is good until the next is asked for."""
    if file.data is not None:
        with file.data:
            yield from _unpacked(Stream.of(file.name, file.data))
        return
    if file.path is None:
        if sys.stdin is None:
            raise InputError("There is no standard input to read from: it is closed. Name a file instead of -.")
        yield from _unpacked(Stream.of(file.name, sys.stdin.buffer))
        return
    try:
        data = file.path.open("rb")
    except OSError as error:
        raise InputError(f"{file.name} cannot be opened: {error.strerror}. Check that you may read it.") from None
    with data:
        try:  # a pipe cannot be opened a second time
            stream = Stream.of(file.name, data, path=file.path if file.path.is_file() else None)
        except OSError as error:
            raise InputError(f"{file.name} cannot be read: {error.strerror}.") from None
        yield from _unpacked(stream, most=file.most_unpacked)


def _unpacked(stream: Stream, *, inside_zip: bool = False, most: int | None = None) -> Iterator[Stream | Rejected]:
    kind = packing(stream.head)
    if kind == "zip":
        yield from _unzipped(stream, inside_zip=inside_zip, most=most)
    elif kind:
        data = unpack(kind, stream.data, name=stream.name, most=most)
        inner = replace(Stream.of(stream.name, data), found=stream.found)
        if packing(inner.head) in ("gz", "xz", "bz2"):
            raise InputError(f"{stream.name} is packed twice. Unpack it once first.")
        yield from _unpacked(inner, inside_zip=True, most=most) if packing(inner.head) else [inner]
    else:
        yield stream


def _unzipped(stream: Stream, *, inside_zip: bool, most: int | None) -> Iterator[Stream | Rejected]:
    with stream.seekable() as data, open_zip(data, stream.name) as archive:
        if is_workbook(archive):
            check_workbook(archive, stream.name, size=data.seek(0, 2), most=most)
            data.seek(0)
            yield stream if stream.path else replace(stream, data=data)
        elif inside_zip:
            raise InputError(f"{stream.name} is a zip inside another archive. Unpack the outer one first.")
        else:
            yield from _members(archive, stream.name, size=data.seek(0, 2), most=most)


def _members(archive: ZipFile, name: str, *, size: int, most: int | None) -> Iterator[Stream | Rejected]:
    several = sum(not is_folder(info) for info in archive.infolist()) > 1
    read = 0
    for full, data in members(archive, name, size=size, most=most):
        if several and not _known(PurePath(full)):
            yield Rejected(step="file", reason=f"{full} is not a kind of file that voxpop reads.", source=full)
            continue
        read += 1
        yield from _unpacked(replace(Stream.of(full, data), found=several), inside_zip=True, most=most)
    if not read:
        raise InputError(f"{name} holds no file that voxpop reads. Accepted: {ACCEPTED}.")
