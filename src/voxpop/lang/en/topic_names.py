"""Names of what English reviews speak of: the product as a whole, categories, and when two names mean the same."""

from __future__ import annotations

from collections.abc import Mapping

OVERALL_NAMES = frozenset(("overall",))  # categories and aspects that are the product or place as a whole
PRODUCT_NAMES = frozenset((  # what a sentence calls the product or place as a whole
    "product", "place", "item", "thing", "purchase", "hotel", "restaurant", "stay", "it", "everything", "experience",
    "overall",
))  # fmt: skip
VAGUE_CATEGORIES = frozenset((  # say nothing of what an opinion is about
    "general", "overall", "other", "miscellaneous", "",
))  # fmt: skip
PLAIN_NAMES: Mapping[str, str] = {}  # categories as one would say them
CATEGORY_CUES: Mapping[str, str] = {}  # patterns without which a sentence does not speak of a category
SIMILARITY = 0.86  # of word vectors; below, they join what is merely of a kind: "lift" and "check-in"
