"""Kinds of product that reviews can be of, with their names in each language (``data/product_kinds.toml``)."""

from __future__ import annotations

from functools import cache

from voxpop.lang import DEFAULT, LANGUAGES
from voxpop.lang.data import read_toml


@cache
def kind_names(code: str) -> dict[str, str]:
    """Return the names of the kinds in a language, or in the default language where there is no such language."""
    return read_toml(code if code in LANGUAGES else DEFAULT, "product_kinds.toml")


KINDS = tuple(kind_names(DEFAULT))
