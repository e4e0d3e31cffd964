"""What the modules provide that write summaries, and read sentences of summaries to check them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from typing import Protocol

from voxpop.lang.shares import ClaimedShare, WordedShare
from voxpop.lang.summary_parts import SummaryClause, TopicClaims
from voxpop.types import Claim


class Grammar(Protocol):
    """As much grammar as a summary needs (``grammar.py``)."""

    def is_overall(self, claim: Claim) -> bool:
        """Whether a claim is on the product or place as a whole."""

    def write_month(self, day: Date | None) -> str:
        """Return a month with its year; nothing for no day."""


class PlainWording(Protocol):
    """Sentences of a summary without numbers (``plain_wording.py``)."""

    def write_topic(self, topic: TopicClaims, *, numbers: str, place: int) -> list[SummaryClause]:
        """Write the claims on one topic; ``place`` is the number of the sentence in the summary."""

    def write_list(self, claims: Sequence[Claim], *, numbers: str, again: bool) -> list[SummaryClause]:
        """Write that several things are praised, or blamed, in one sentence; ``again``, if others were before."""


class Quantities(Protocol):
    """Words for shares, numbers, and the people they count (``quantities.py``)."""

    WORDED_SHARES: Sequence[WordedShare]  # what a summary writes
    CLAIMED_SHARES: Sequence[ClaimedShare]  # what a sentence of someone else claims
    EXACT_PART_OF_WHOLE: re.Pattern[str]  # groups ``part`` and ``whole``
    SPELLED_COUNTS: re.Pattern[str]  # numbers in words that count something
    SPELLED_NUMBERS: re.Pattern[str]  # numbers in words that cannot be compared with counts
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
    PRAISE_STEMS: re.Pattern[str]
    BLAME_STEMS: re.Pattern[str]
    ASPECT_BEFORE_VERB: bool  # whether what is praised may also stand before the word of praise
    SMALLER_SIDE: re.Pattern[str]  # a sentence about fewer than half of the reviews says so
    SAYING: re.Pattern[str]  # verbs that tell no more than that people say or think so
    MENTIONING: re.Pattern[str]  # "mention"
    COMPARING: re.Pattern[str]  # words with which products are compared
    LIST_JOIN: re.Pattern[str]  # between the things of a list
    USED_WITH: re.Pattern[str]  # before the name of a thing that a product is used with
    CONTRAST: str  # begins a clause that speaks on of the thing before it
    CLAUSE_BREAK: re.Pattern[str]
    CLAUSE_JOIN: re.Pattern[str]  # between clauses that are read by themselves
    ASPECT_LIST_END: re.Pattern[str]  # after it, nothing is praised any more
    PERIOD: re.Pattern[str]  # a share of this time cannot be compared with one of all reviews
    TIME_WORDS: re.Pattern[str]
    DATE: re.Pattern[str]


class SummaryWording(PlainWording, Protocol):
    """Sentences of a summary with shares in words or figures (``summary_wording.py``)."""

    USUAL_LENGTH: int  # of a summary, unless asked otherwise
    TITLES: Mapping[str, str]  # of the parts of a summary: fix, keep, know, mind

    def measure_length(self, text: str) -> int:
        """Count the words of a text, or its characters where words have no spaces between them."""

    def write_heading(self, reviews: int, first: Date | None, last: Date | None, stars: float | None) -> str:
        """Write how many reviews there are, from when, with how many stars."""

    def write_bullet(self, topic: TopicClaims, *, numbers: str) -> list[SummaryClause]:
        """Write the claims on one topic as an entry of a list."""

    def write_claim(self, claim: Claim) -> str:
        """Write one claim as a sentence of its own, in figures."""

    def write_section(self, title: str, text: str) -> str:
        """Return a text under its title."""

    def join_sentences(self, sentences: Sequence[str]) -> str:
        """Return sentences as a paragraph."""

    def write_note(self, name: str, **values: object) -> str:
        """Write a remark on the summary as a whole."""


@dataclass(frozen=True, slots=True)
class TopicNames:
    """Names of what reviews speak of (``data/topic_names.toml``)."""

    OVERALL_NAMES: frozenset[str]  # categories and aspects that are the product or place as a whole
    CATEGORY_NAMES: dict[str, str]  # the categories of the opinion reader, as they are shown
    PRODUCT_NAMES: frozenset[str]  # what a sentence calls the product or place as a whole
    VAGUE_CATEGORIES: frozenset[str]  # say nothing of what an opinion is about
    PLAIN_NAMES: Mapping[str, str]  # names of categories and aspects as one would say them
    SIMILARITY: float  # of word vectors, from which two names mean the same


@dataclass(frozen=True, slots=True)
class WriterPrompts:
    """What a language model is told that writes a summary (``data/writer_prompts.toml``)."""

    TASK: str  # with ``words`` and ``aim``
    AIMS: Mapping[str, str]  # by audience
    REASONS: Mapping[str, str]  # why a sentence of it is not used
