"""Word lists kept as plain text beside the code that uses them."""

from __future__ import annotations

from importlib.resources import files


def read_words(package: str, name: str) -> frozenset[str]:
    """The words of a file, separated by white space; lines that begin with ``#`` are comments."""
    lines = files(package).joinpath(name).read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
