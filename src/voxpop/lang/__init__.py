"""Everything that depends on a language. Other packages ask a ``Language`` and never which one it is.

Each language is a folder named by its code, with the same module names in each. A new language is a new folder:

    language("en").parser.parse(["The room was clean."])
    language("zh").parser.joiner
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from voxpop.errors import choose
from voxpop.lang.detect import detect
from voxpop.lang.protocols import Negation, Parser
from voxpop.types import Sentence, Span

__all__ = ["DEFAULT", "LANGUAGES", "Language", "detect", "language"]

DEFAULT = "en"  # the language of a review that does not say which one it is in
LANGUAGES: dict[str, str] = {
    module.name: import_module(f"{__name__}.{module.name}").NAME for module in iter_modules(__path__) if module.ispkg
}


class Language:
    """One language. Each attribute is a module of its folder, imported when it is first used."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.name = LANGUAGES[code]

    def _module(self, name: str) -> Any:
        return import_module(f"{__name__}.{self.code}.{name}")

    @cached_property
    def negation(self) -> Negation:
        negation: Negation = self._module("negation")
        return negation

    @cached_property
    def parser(self) -> Parser:
        parser: Parser = self._module("parser")
        return parser

    @property
    def joiner(self) -> str:
        return self.parser.joiner

    @property
    def stop_words(self) -> frozenset[str]:
        return self.parser.stop_words

    def sentences(self, text: str) -> list[Span]:
        return self.parser.sentences(text)

    def foreign(self, word: str) -> bool:
        return self.parser.foreign(word)

    def parse(self, texts: Sequence[str]) -> list[tuple[Sentence, ...]]:
        return self.parser.parse(texts)


@cache
def language(code: str) -> Language:
    """Return the language with this code, for example ``language("en")``."""
    return Language(choose("language", code, LANGUAGES))
