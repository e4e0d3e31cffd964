"""What the modules provide that cut texts into sentences and words, and tell what each word is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from voxpop.types import Sentence, Span


@dataclass(frozen=True, slots=True)
class ClauseRules:
    """Where the clauses of a sentence begin (``data/clause_rules.toml``)."""

    MARKS: str  # characters; each begins a clause
    COMMAS: str  # begin one before a noun with a verb of its own
    STARTS: frozenset[str]  # words that begin a clause
    CONJUNCTIONS: frozenset[str]  # begin one where they are no other part of speech
    LEADS: frozenset[str]  # words before these that belong to the clause


class Lemmas(Protocol):
    """Base forms of words (``lemmas.py``)."""

    def lemma(self, word: str, tag: str) -> str:
        """Return the base form of a word with this tag, in lower case."""

    def base_forms(self, word: str) -> tuple[str, ...]:
        """Return what a comparative or superlative may be of: "clean" for "cleaner"."""


@dataclass(frozen=True, slots=True)
class Negation:
    """Words that negate (``data/negation.toml``). ``NEGATORS`` is the general list."""

    NEGATORS: frozenset[str]  # single words
    EXPRESSION_NEGATORS: frozenset[str]  # turn the meaning of the expression after them
    NEGATION: re.Pattern[str]  # with the auxiliary that it brings

    def strip_negations(self, text: str) -> tuple[str, int]:
        """Return a text without its negations, and how many they were."""
        return self.NEGATION.subn("", text)


class Parser(Protocol):
    """Sentences, tokens, tags, lemmas and candidate noun phrases (``parser.py``)."""

    joiner: str  # what stands between the words of a term: " " or ""
    stop_words: frozenset[str]

    def sentences(self, text: str) -> list[Span]:
        """Return the spans of the sentences. White space between sentences belongs to none of them."""

    def parse(self, texts: Sequence[str]) -> list[tuple[Sentence, ...]]:
        """Parse a batch of texts: one tuple of sentences per text."""


@dataclass(frozen=True, slots=True)
class Script:
    """The letters of a language (``data/script.toml``), each as the inside of a character class."""

    NAME: str  # of the script, for messages
    LETTERS: str
    LOWER_LETTERS: str
    IS_SPACED: bool  # words are separated by spaces; if not, every letter counts as a word


class Stems(Protocol):
    """Stems of words, and the stop lists and word splitters of ROUGE (``stems.py``)."""

    ALGORITHM: str  # its name, or "" if words of the language have no suffixes to strip
    STOP_LISTS: tuple[str, ...]  # their names, the usual one first
    SPLITTERS: dict[str, Callable[[str], Iterable[str]]]  # functions that split a text into words, by name
    SPLITTER_VERSIONS: dict[str, str]

    def read_stop_list(self, name: str) -> frozenset[str]:
        """Return the words of a stop list."""

    def words(self, text: str) -> list[str]:
        """Return the words of a text in lower case, without marks."""

    def index_terms(self, text: str) -> frozenset[str]:
        """Return what a sentence is found by."""

    def stem(self, word: str) -> str:
        """Return the stem of a lower-case word."""


class Tagger(Protocol):
    """Universal POS tags (``tagger.py``)."""

    def knows(self, word: str) -> bool:
        """Return whether it is a word of the language."""


class Variants(Protocol):
    """How a language is written elsewhere (``variants.py``)."""

    DIALECTS: tuple[str, ...]  # the English names that ``dialect`` may return

    def normalize(self, text: str) -> str:
        """Return the text in the characters of the word lists, each in the place of the one that it replaces."""

    def is_variant(self, text: str) -> bool:
        """Return whether a text is written in the characters that ``normalize`` replaces."""

    def dialect(self, text: str) -> str:
        """Return the English name of a dialect that is read with less certainty; empty for any other text."""
