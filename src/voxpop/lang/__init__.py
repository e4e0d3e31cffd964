"""The only room that knows a language. Everything else asks a ``Language`` and never which one it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from voxpop.errors import choose
from voxpop.lang.detect import detect
from voxpop.types import Sentence, Span

__all__ = ["LANGUAGES", "Language", "detect", "language"]

LANGUAGES = {"en": "English", "zh": "Chinese"}


class Language(Protocol):
    """What every language folder offers, as module-level names of ``voxpop.lang.<code>``."""

    code: str
    stop_words: frozenset[str]
    joiner: str  # what stands between the words of a term: " " or ""

    def sentences(self, text: str) -> list[Span]:
        """Spans of the sentences; white space between them belongs to none."""

    def foreign(self, word: str) -> bool:
        """Whether a word is borrowed from the other language; its tag is the one that it has there."""

    def parse(self, texts: Sequence[str]) -> list[tuple[Sentence, ...]]:
        """Sentences with tokens, tags, lemmas and candidate noun phrases, one tuple a text. Batched for speed."""


@cache
def language(code: str) -> Language:
    """The language of a code: ``language("en").parse(["The room was clean."])``."""
    choose("language", code, LANGUAGES)
    return cast(Language, import_module(f"voxpop.lang.{code}"))
