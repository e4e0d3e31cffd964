"""Names of what Chinese reviews speak of: the product as a whole, categories, and when two names mean the same."""

from __future__ import annotations

from voxpop.lang.data import read_toml

_TABLES = read_toml("zh", "topic_names.toml")
OVERALL_NAMES = frozenset[str](_TABLES["overall"])
PRODUCT_NAMES = frozenset[str](_TABLES["product"])
VAGUE_CATEGORIES = frozenset[str](_TABLES["vague"])
CATEGORY_NAMES: dict[str, str] = _TABLES["categories"]
PLAIN_NAMES: dict[str, str] = _TABLES["plain"]
SIMILARITY = 0.93  # of word vectors; below, they join what is merely of a kind
