"""From what the user handed over (paths, a folder, stdin) to streams of bytes, unpacked."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BufferedReader
from pathlib import Path, PurePath
from typing import IO, Any, NamedTuple, cast
from zipfile import ZipFile

from voxpop.errors import InputError
from voxpop.ingest.excel import check_workbook, is_workbook
from voxpop.ingest.formats import KNOWN_SUFFIXES
from voxpop.ingest.streams import SUFFIXES, Stream, members, open_zip, packing, unpack
from voxpop.ingest.tables import storable_name
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


def given_paths(source: Any) -> list[str | PurePath | SourceFile] | None:
    """Return the paths given, or None where the source is data itself.

    A list of strings is a list of texts unless each of them is a file that exists.
    """
    if isinstance(source, str | PurePath | SourceFile):
        return [source]
    kinds = str | PurePath | SourceFile
    if not isinstance(source, list | tuple) or not all(isinstance(item, kinds) for item in source):
        return None
    has_path = any(not isinstance(item, str) for item in source)
    return list(source) if has_path or (source and all(map(_is_path, source))) else None


def _is_path(text: str) -> bool:
    try:
        return text == "-" or (len(text) < 1000 and "\n" not in text and Path(text).exists())
    except (OSError, ValueError):
        return False


def find_files(sources: Iterable[str | PurePath | SourceFile]) -> Iterator[SourceFile | Rejected]:
    """Yield every file behind the paths given; those in a folder that are of no known kind are reported."""
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
                yield SourceFile(storable_name(path), path)
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
    if not any(map(_is_known, paths)):
        raise InputError(f"The folder {folder} holds no file that voxpop reads. Accepted: {ACCEPTED}.")
    for path in paths:
        name = storable_name(path)  # a system may allow bytes that are no text
        yield SourceFile(name, path, found=True) if _is_known(path) else _passed_over(name)


def _is_known(path: PurePath) -> bool:
    """Whether a file found on the way looks like data by its name."""
    suffix = path.suffix.lower()
    inner = PurePath(path.stem) if suffix in SUFFIXES and suffix != ".zip" else path
    wanted = inner.suffix.lower() in KNOWN_SUFFIXES or suffix == ".zip"
    return wanted and not path.name.lower().startswith(ASIDE)


def _passed_over(name: str) -> Rejected:
    return Rejected(step="file", reason=f"{name} is not a kind of file that voxpop reads.", source=name)


def _nearby(path: Path) -> str:
    if not path.parent.is_dir():
        return f" The folder {str(path.parent)!r} does not exist either."
    same = [other.name for other in path.parent.iterdir() if other.stem.split(".")[0] == path.stem.split(".")[0]]
    return f" Did you mean {min(same)!r}?" if same else ""


def open_file(file: SourceFile) -> Iterator[Stream | Rejected]:
    """Yield the streams in a file, of a zip one for each file in it. Each is good until the next is asked for."""
    if file.path is None and file.data is None:
        if sys.stdin is None:
            raise InputError("There is no standard input to read from: it is closed. Name a file instead of -.")
        yield from _unpacked(Stream.of(file.name, sys.stdin.buffer))
        return
    try:
        data = file.data or file.path.open("rb")  # type: ignore[union-attr]
    except OSError as error:
        raise InputError(f"{file.name} cannot be opened: {error.strerror}. Check that you may read it.") from None
    with data:
        try:  # a pipe cannot be opened a second time
            stream = Stream.of(file.name, data, path=file.path if file.path and file.path.is_file() else None)
        except OSError as error:
            raise InputError(f"{file.name} cannot be read: {error.strerror}.") from None
        yield from _unpacked(stream, most=file.most_unpacked)


def _unpacked(stream: Stream, *, inside_zip: bool = False, most: int | None = None) -> Iterator[Stream | Rejected]:
    kind = packing(stream.head)
    if kind == "zip":
        yield from _unzipped(stream, inside_zip=inside_zip, most=most)
    elif kind:
        inner = Stream.of(stream.name, unpack(kind, stream, most=most), found=stream.found)
        if packing(inner.head) in ("gz", "xz", "bz2"):
            raise InputError(f"{stream.name} is packed twice. Unpack it once first.")
        yield from _unpacked(inner, inside_zip=True, most=most)
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
    several = sum(not inner.endswith("/") for inner in archive.namelist()) > 1
    read = 0
    for full, data in members(archive, name, size=size, most=most):
        if several and not _is_known(PurePath(full)):
            yield _passed_over(full)
            continue
        read += 1
        yield from _unpacked(Stream.of(full, data, found=several), inside_zip=True, most=most)
    if not read:
        raise InputError(f"{name} holds no file that voxpop reads. Accepted: {ACCEPTED}.")


def fingerprints(source: Any) -> list[list[str]] | None:
    """Return name and checksum of each file of a source; None where it is data in memory or a stream.

    A run that goes on knows by them that the files are the same.
    """
    paths = given_paths(source)
    files = [file for file in find_files(paths or ()) if isinstance(file, SourceFile)]
    if paths is None or any(file.path is None and file.data is None for file in files):
        return None
    return [[file.name, _checksum_of(file.data) if file.data else checksum(file.path or Path())] for file in files]


def _checksum_of(data: IO[bytes]) -> str:
    """Return the SHA-256 of an open file, which can then be read from its beginning."""
    digest = hashlib.file_digest(cast("BufferedReader", data), "sha256")
    data.seek(0)
    return digest.hexdigest()


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file, or of the files in a folder."""
    digest = hashlib.sha256()
    try:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                with file.open("rb") as stream:
                    hashlib.file_digest(stream, lambda: digest)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    return digest.hexdigest()
