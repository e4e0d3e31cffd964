"""What a language provides that names topics, and reads sentences of summaries to check them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from voxpop.lang.shares import ClaimedShare


class Quantities(Protocol):
    """Words for shares, numbers, and the people they count (``quantities.py``)."""

    CLAIMED_SHARES: Sequence[ClaimedShare]  # what a sentence of someone else claims
    PEOPLE: frozenset[str]
    SUBJECT: str  # stands in the place of a quantity of people
    THINGS: str  # stands in the place of a quantity of things
    QUANTIFIED_SUBJECT: re.Pattern[str]  # one of ``word``, ``count``, ``percent``, ``part`` and ``whole``; ``people``
    QUANTIFIED_ASIDE: re.Pattern[str]  # the same groups: a quantity behind a sentence
    SPEAKERS: re.Pattern[str]  # those who mention a ``thing``
    ADVERBS: re.Pattern[str]  # quantities that stand anywhere: "always"
    FURTHER_QUANTITY: re.Pattern[str]  # a quantity beside the one that was cut out
    NEGATED_QUANTITY: re.Pattern[str]  # "not all"

    def read_number(self, text: str) -> float:
        """Return the value of a number."""

    def put_speakers(self, rest: str, thing: str) -> str:
        """Return what those who mention a thing say, as a sentence about it."""


@dataclass(frozen=True, slots=True)
class Reporting:
    """How sentences report what reviewers think (``data/reporting.toml``)."""

    PRAISE_WORDS: frozenset[str]
    BLAME_WORDS: frozenset[str]
    MIXED_WORDS: frozenset[str]
    ASPECT_BEFORE_VERB: bool  # whether what is praised may also stand before the word of praise
    SAYING: re.Pattern[str]  # verbs that tell no more than that people say or think so
    MENTIONING: re.Pattern[str]  # "mention"
    COMPARING: re.Pattern[str]  # words with which products are compared
    LIST_JOIN: re.Pattern[str]  # between the things of a list
    USED_WITH: re.Pattern[str]  # before the name of a thing that a product is used with
    CONTRAST: str  # begins a clause that speaks on of the thing before it
    CLAUSE_JOIN: re.Pattern[str]  # between clauses that are read by themselves
    ASPECT_LIST_END: re.Pattern[str]  # after it, nothing is praised any more
    PERIOD: re.Pattern[str]  # a share of this time cannot be compared with one of all reviews
    DATE: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class TopicNames:
    """Names of what reviews speak of (``data/topic_names.toml``)."""

    OVERALL_NAMES: frozenset[str]  # categories and aspects that are the product or place as a whole
    CATEGORY_NAMES: dict[str, str]  # the categories of the opinion reader, as they are shown
    PRODUCT_NAMES: frozenset[str]  # what a sentence calls the product or place as a whole
    VAGUE_CATEGORIES: frozenset[str]  # say nothing of what an opinion is about
    SIMILARITY: float  # of word vectors, from which two names mean the same
