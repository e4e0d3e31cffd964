"""Chinese column names of review tables, without spaces and marks, and words for an empty cell."""

from __future__ import annotations

from voxpop.lang.data import read_toml

_TABLES = read_toml("zh", "table_words.toml")
COLUMN_NAMES = {role: tuple(names.split()) for role, names in _TABLES["names"].items()}
COLUMN_HINTS: dict[str, str] = _TABLES["hints"]
MISSING = frozenset[str](_TABLES["missing"])
