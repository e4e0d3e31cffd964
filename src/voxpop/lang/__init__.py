"""Everything that depends on a language. Other packages ask a ``Language`` and never which one it is.

Each language is a folder named by its code, with the same module names in each; the modules beside the folders are
shared by all languages. A new language is a new folder (and a folder of weights):

    language("en").parser.parse(["The room was clean."])
    language("zh").parser.joiner
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache, cached_property, lru_cache
from importlib import import_module
from typing import Any, get_type_hints

from voxpop.errors import choose
from voxpop.lang import protocols
from voxpop.lang.data import any_of, read_dataclass, read_text, read_toml
from voxpop.lang.detect import detect
from voxpop.lang.quantities import Quantities, read_quantities
from voxpop.lang.scripts import CODES
from voxpop.types import Sentence, Span

__all__ = ["DEFAULT", "LANGUAGES", "Language", "detect", "language", "languages", "normalize", "parse_foreign"]

DEFAULT = "en"  # the language of a review that does not say which one it is in
LANGUAGES: dict[str, str] = {code: import_module(f"{__name__}.{code}").NAME for code in CODES}


class Language:
    """One language. Each annotated attribute is a part of its folder, read on first use.

    Where a dataclass is annotated, the part is the TOML file of that name in ``data/``, else the module of that name.
    """

    advert_signs: protocols.AdvertSigns
    aspect_hints: protocols.AspectHints
    boilerplate_words: protocols.BoilerplateWords
    clause_rules: protocols.ClauseRules
    date_words: protocols.DateWords
    encodings: protocols.Encodings
    key_point_rules: protocols.KeyPointRules
    label_words: protocols.LabelWords
    lemmas: protocols.Lemmas
    negation: protocols.Negation
    parser: protocols.Parser
    personal_data: protocols.PersonalData
    product_names: protocols.ProductNames
    reporting: protocols.Reporting
    script: protocols.Script
    star_words: protocols.StarWords
    stems: protocols.Stems
    table_words: protocols.TableWords
    tagger: protocols.Tagger
    text_pieces: protocols.TextPieces
    titles: protocols.Titles
    topic_names: protocols.TopicNames
    variants: protocols.Variants

    def __init__(self, code: str) -> None:
        self.code = code
        self.name = LANGUAGES[code]

    def __getattr__(self, name: str) -> Any:
        shape: Any = get_type_hints(Language).get(name)
        if shape is None:
            raise AttributeError(f"A language has no {name!r}.")
        if isinstance(shape, type) and is_dataclass(shape):
            part: Any = read_dataclass(shape, self.code, f"{name}.toml")
        else:
            part = import_module(f"{__name__}.{self.code}.{name}")
        setattr(self, name, part)
        return part

    @cached_property
    def interface(self) -> Mapping[str, Any]:
        """The words of the report and of the web app (``data/interface.toml``)."""
        return read_toml(self.code, "interface.toml")

    @cached_property
    def quantities(self) -> Quantities:
        """Words and patterns for shares, numbers, and the people they count (``data/quantities.toml``)."""
        return read_quantities(self.code)

    @property
    def guideline(self) -> str:
        """The template of the guideline of an annotation project, in Markdown (``data/guideline.md``)."""
        return read_text(self.code, "guideline.md")

    @property
    def joiner(self) -> str:
        return self.parser.joiner

    @property
    def stop_words(self) -> frozenset[str]:
        return self.parser.stop_words

    def sentences(self, text: str) -> list[Span]:
        return self.parser.sentences(text)

    def words_pattern(self, words: Iterable[str]) -> re.Pattern[str]:
        """Return a pattern that matches any of the words, whatever their case."""
        return re.compile(any_of(words, bounded=self.script.IS_SPACED), re.IGNORECASE)

    def normalize(self, text: str) -> str:
        """Return the text in the characters of the word lists; all offsets stay the same."""
        return self.variants.normalize(text)

    def as_written(self, part: str, text: str) -> str:
        """Return a part of a normalized text as the text itself writes it; a part that is not in it as it is."""
        normal = self.normalize(text)
        place = normal.find(part) if normal != text else -1
        return part if place < 0 else text[place : place + len(part)]

    def parse(self, texts: Sequence[str]) -> list[tuple[Sentence, ...]]:
        return self.parser.parse(texts)


@cache
def language(code: str) -> Language:
    """Return the language with this code, for example ``language("en")``."""
    return Language(choose("language", code, LANGUAGES))


@lru_cache(maxsize=2_000)
def parse_foreign(run: str, code: str) -> tuple[Sentence, ...]:
    """Return the sentences of words of one language in a text of another ("The 服务 was terrible")."""
    return language(code).parse([run])[0]


def normalize(text: str) -> str:
    """Return a text whose language is not known yet in the characters of the word lists; all offsets stay the same."""
    if not text.isascii():
        for lang in languages():
            text = lang.normalize(text)
    return text


def languages() -> list[Language]:
    """Return every language, for rules that apply before the language of a text is known."""
    return [language(code) for code in LANGUAGES]
