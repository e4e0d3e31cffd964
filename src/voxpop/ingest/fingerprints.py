"""Checksums of the files that a run reads, by which a run that goes on knows that they are the same."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from voxpop.errors import InputError
from voxpop.ingest.reading import _paths
from voxpop.ingest.sources import SourceFile, find_files

CHUNK = 1 << 20


def fingerprints(source: Any) -> list[list[str]] | None:
    """Return name and checksum of each file of a source; None where it is data in memory or a stream."""
    paths = _paths(source)
    if paths is None:
        return None
    files = [file for file in find_files(paths) if isinstance(file, SourceFile)]
    if any(file.path is None for file in files):
        return None
    return [[file.name, checksum(file.path)] for file in files if file.path is not None]


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file, or of the files in a folder."""
    digest = hashlib.sha256()
    try:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                with file.open("rb") as stream:
                    while chunk := stream.read(CHUNK):
                        digest.update(chunk)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    return digest.hexdigest()
