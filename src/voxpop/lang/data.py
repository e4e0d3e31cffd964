"""Readers for the data files of a language: ``lang/<code>/data/<name>``. Lines that begin with ``#`` are comments."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, TypeVar, get_origin, get_type_hints

T = TypeVar("T")
CONVERSIONS: dict[Any, Callable[[Any], Any]] = {tuple: tuple, frozenset: frozenset, re.Pattern: re.compile}


def read_lines(code: str, name: str) -> list[str]:
    """Return the lines of a text file of a language, without comments and empty lines."""
    lines = read_text(code, name).splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def read_words(code: str, name: str) -> frozenset[str]:
    """Return the words of a text file of a language, which are separated by white space."""
    return frozenset(word for line in read_lines(code, name) for word in line.split())


def read_rows(code: str, name: str) -> list[list[str]]:
    """Return the words of each line of a text file of a language."""
    return [line.split() for line in read_lines(code, name)]


def read_toml(code: str, name: str) -> dict[str, Any]:
    """Return the tables of a TOML file of a language."""
    return tomllib.loads(read_text(code, name))


def read_dataclass(shape: type[T], code: str, name: str) -> T:
    """Return a TOML file of a language as a dataclass. The keys are the names of its fields in lower case."""
    values = read_toml(code, name)
    parts = {}
    for field, hint in get_type_hints(shape).items():
        convert = CONVERSIONS.get(get_origin(hint))
        parts[field] = convert(values[field.lower()]) if convert else values[field.lower()]
    return shape(**parts)


def any_of(words: Iterable[str], *, bounded: bool) -> str:
    """Return an expression that matches any of the words, the longest first; ``bounded``, only as whole words."""
    joined = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    return rf"\b(?:{joined})\b" if bounded else f"(?:{joined})"


@cache
def data_checksum(code: str) -> str:
    """Return one checksum of all data files of a language."""
    found = {file.name: file.read_bytes() for file in files("voxpop.lang").joinpath(code, "data").iterdir()}
    return sha256(b"".join(sha256(found[name]).digest() + name.encode() for name in sorted(found))).hexdigest()


def read_text(code: str, name: str) -> str:
    """Return the text of a data file of a language."""
    return files("voxpop.lang").joinpath(code, "data", name).read_text("utf-8")
