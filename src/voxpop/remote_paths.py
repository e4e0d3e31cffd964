"""Files and folders behind addresses that fsspec knows, such as s3://bucket/folder: the extra ``remote``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from voxpop.errors import InputError, MissingExtra


def is_remote(place: object) -> bool:
    """Return whether a path or its text is an address, and no path of this machine."""
    return "://" in str(place)


def remote_path(address: str) -> Path:
    """Return a path that is used like one of this machine; whoever may not see it is told so at once."""
    try:
        from upath import UPath
    except ImportError:
        raise MissingExtra(f"{address.partition('://')[0]}://", "remote") from None
    try:
        path: Any = UPath(address)
        path.exists()
    except Exception as error:  # whatever the library of the protocol raises
        raise InputError(f"{address} cannot be reached: {type(error).__name__}: {error!s:.300}") from None
    return path  # type: ignore[no-any-return]


def remote_files(address: str) -> list[Path]:
    """Return the file behind an address, or all files in the folder, or all that fit a pattern with *."""
    folder, star, pattern = address.partition("*")
    if star:
        folder, _, start = folder.rpartition("/")
        return sorted(remote_path(folder).glob(f"{start}*{pattern}"), key=str)
    path = remote_path(address)
    found = sorted((file for file in path.rglob("*") if file.is_file()), key=str) if path.is_dir() else [path]
    if not found or not found[0].exists():
        raise InputError(f"There is no file {address}.")
    return found
