"""What reviews of other things than restaurants cannot speak of: ``data/elsewhere.toml`` says it for zh-reviews."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any

from research.training.scheme import DATA


@cache
def kinds() -> dict[str, tuple[str, ...]]:
    """Which categories each kind of review may speak of, by what their names begin with."""
    return {kind: tuple(names) for kind, names in _rules()["kinds"].items()}


@cache
def words() -> dict[str, re.Pattern[str]]:
    """Of which one must stand in a review that speaks of a category."""
    return {name: re.compile(pattern) for name, pattern in _rules()["words"].items()}


def absent(kind: str, text: str, categories: Sequence[str]) -> list[bool]:
    """For each category, whether a review of this kind cannot speak of it."""
    silent = tuple(name for name, pattern in words().items() if not pattern.search(text))
    return [not name.startswith(kinds()[kind]) or name.startswith(silent) for name in categories]


@cache
def _rules() -> dict[str, Any]:
    return tomllib.loads((DATA / "elsewhere.toml").read_text("utf-8"))
