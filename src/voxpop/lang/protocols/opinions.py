"""The words by which opinions and aspects are found and compared."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AspectHints:
    """Words and numbers for finding aspect terms and grouping them (``data/aspect_hints.toml``)."""

    GENERIC: frozenset[str]  # nouns that fit anything and name no aspect
    COMMON: tuple[str, ...]  # the most frequent words of general language
    SYNONYMS: list[list[str]]  # lists of words that name one aspect
    POINTING: frozenset[str]  # before the thing reviewed: "this phone"
    ACQUIRING: frozenset[str]  # lemmas, before the thing reviewed: "bought a phone"
    HAVING: frozenset[str]  # lemmas, after the thing reviewed: "the phone has"
    BEFORE_RIVAL: frozenset[str]  # "better than the zen"
    CLASSING: frozenset[str]  # between "is" and the class of the thing: "it is a hotel"
    BEING: frozenset[str]  # before those
    ATTRIBUTES: frozenset[str]  # nouns that measure the noun before them: "sound quality"
    POSSESSIVES: frozenset[str]  # after an owner: "canon's"
    THING_ENDINGS: tuple[str, ...]  # of words that may name a thing though they are tagged as verbs
    WHOLE_SHARE: float  # the share of places with such words that makes a term the whole
    WHOLE_NAME_SHARE: float  # the same for proper nouns
    TELLS_ACTS: bool  # whether the tags tell what is done from things
    LEAST_ALIKE: float  # of word vectors, from which two terms are one aspect; chosen by eye on development reviews
    ALIKE: float  # the same of the reader's states
    ALIKE_FAST: float  # the same of the small reader's
    SENTENCE: str  # in which the reader reads a term
    GENERAL_VECTORS: str  # names of assets
    REVIEW_VECTORS: str


@dataclass(frozen=True, slots=True)
class KeyPointRules:
    """When statements say the same, which are wishes, and which can be labels (``data/key_point_rules.toml``)."""

    ALIKE: float  # the mean similarity of meanings from which statements are one point
    ALIKE_FAST: float  # the same for the small reader
    SAME: tuple[float, ...]  # the weights of ``aggregate.label_matching.PairModel``
    SAME_FAST: tuple[float, ...]
    OPPOSITES: tuple[tuple[str, str], ...]  # words that cannot be said of one thing at once, on two sides
    OPEN_END: frozenset[str]  # tags of words that end no phrase
    WISH: re.Pattern[str]  # in a statement that is no praise: it says what its writer would like to have
