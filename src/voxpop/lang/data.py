"""What words are made of, and lists of them kept as plain text beside the code that uses them."""

from __future__ import annotations

from importlib.resources import files

HAN = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Chinese characters, inside [ ]


def read_words(package: str, name: str) -> frozenset[str]:
    """The words of a file, separated by white space; lines that begin with ``#`` are comments."""
    lines = files(package).joinpath(name).read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
