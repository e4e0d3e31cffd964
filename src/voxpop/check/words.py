"""Small tables of words that the checker and its attacks need, by language."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from voxpop.errors import choose
from voxpop.lang import LANGUAGES


@cache
def table(lang: str) -> Mapping[str, Any]:
    """The language's table, as it stands in ``data/``."""
    choose("language", lang, LANGUAGES)
    return tomllib.loads((files("voxpop.check") / "data" / f"{lang}.toml").read_text(encoding="utf-8"))


@cache
def opposites(lang: str) -> Mapping[str, tuple[str, ...]]:
    """Words with those that say the opposite."""
    found: dict[str, list[str]] = defaultdict(list)
    for one, other in table(lang)["antonyms"]:
        found[one].append(other)
        found[other].append(one)
    return {word: tuple(dict.fromkeys(others)) for word, others in found.items()}
