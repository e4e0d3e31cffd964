"""What each module of a language folder provides. ``voxpop.lang.en`` and ``voxpop.lang.zh`` hold the same file names.

A protocol here describes one module, for example ``Parser`` describes ``lang/en/parser.py`` and ``lang/zh/parser.py``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from voxpop.types import Sentence, Span


class Negation(Protocol):
    """Words that negate (``negation.py``)."""

    NEGATORS: Sequence[str]  # turn the opinion words that they reach over
    EXPRESSION_NEGATORS: frozenset[str]  # turn the meaning of the expression after them
    NEGATED_OPINION: re.Pattern[str]  # ends the text before an opinion that is negated
    NEGATED_COMPARISON: re.Pattern[str]  # ends the text before a comparative that is negated

    def count_negations(self, words: Sequence[str], text: str) -> int:
        """Count the negations of a sentence, given as its words in lower case and as its text."""


class Parser(Protocol):
    """Sentences, tokens, tags, lemmas and candidate noun phrases (``parser.py``)."""

    joiner: str  # what stands between the words of a term: " " or ""
    stop_words: frozenset[str]

    def sentences(self, text: str) -> list[Span]:
        """Return the spans of the sentences. White space between sentences belongs to none of them."""

    def foreign(self, word: str) -> bool:
        """Return whether a word is written in the script of another language."""

    def parse(self, texts: Sequence[str]) -> list[tuple[Sentence, ...]]:
        """Parse a batch of texts: one tuple of sentences per text."""
