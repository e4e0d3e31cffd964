"""What a language provides that names topics, and reads sentences of summaries to check them."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reporting:
    """How sentences report what reviewers think (``data/reporting.toml``)."""

    PRAISE_WORDS: frozenset[str]
    BLAME_WORDS: frozenset[str]
    MIXED_WORDS: frozenset[str]
    SAYING: re.Pattern[str]  # verbs that tell no more than that people say or think so
    COMPARING: re.Pattern[str]  # words with which products are compared
    LIST_JOIN: re.Pattern[str]  # between the things of a list
    CONTRAST: str  # begins a clause that speaks on of the thing before it
    CLAUSE_JOIN: re.Pattern[str]  # between clauses that are read by themselves
    ASPECT_LIST_END: re.Pattern[str]  # after it, nothing is praised any more
    PERIOD: re.Pattern[str]  # a share of this time cannot be compared with one of all reviews


@dataclass(frozen=True, slots=True)
class TopicNames:
    """Names of what reviews speak of (``data/topic_names.toml``)."""

    OVERALL_NAMES: frozenset[str]  # categories and aspects that are the product or place as a whole
    CATEGORY_NAMES: dict[str, str]  # the categories of the opinion reader, as they are shown
    ROW_NAMES: dict[str, dict[str, str]]  # by kind of product, what its customers call some of the categories
    FINE_CATEGORY_NAMES: dict[str, dict[str, str]]  # by category, the finer ones that restaurants have of it
    CATEGORY_WORDS: dict[str, list[str]]  # words that mean a category itself, beside its name
    PRODUCT_NAMES: frozenset[str]  # what a sentence calls the product or place as a whole
    VAGUE_CATEGORIES: frozenset[str]  # say nothing of what an opinion is about
    SIMILARITY: float  # of word vectors, from which two names mean the same

    def row_names(self, kind: str | None) -> dict[str, str]:
        """Return by the name of each category the name of its row in a file on a kind of product."""
        own = self.ROW_NAMES.get(kind or "", {})
        return {name: own.get(category, name) for category, name in self.CATEGORY_NAMES.items()}

    def is_category(self, name: str) -> bool:
        """Return whether a row of this name is a category, not a thing that reviews name."""
        tables = (self.CATEGORY_NAMES, *self.FINE_CATEGORY_NAMES.values(), *self.ROW_NAMES.values())
        return any(name in table.values() for table in tables)

    def with_general(self, name: str | None) -> set[str]:
        """Return the name of a category and the names of those that it is a finer one of."""
        above = (general for general, finer in self.FINE_CATEGORY_NAMES.items() if name in finer.values())
        return {name or "", *(self.CATEGORY_NAMES[general] for general in above)}
