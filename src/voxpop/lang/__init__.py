"""Everything that depends on a language. Other packages ask a ``Language`` and never which one it is.

Each language is a folder named by its code, with the same module names in each; the modules beside the folders are
shared by all languages. A new language is a new folder (and a folder of weights):

    language("en").parser.parse(["The room was clean."])
    language("zh").parser.joiner
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from importlib.resources import files
from typing import Any

from voxpop.errors import choose
from voxpop.lang import protocols
from voxpop.lang.detect import detect
from voxpop.lang.patterns import any_of
from voxpop.lang.scripts import CODES
from voxpop.types import Sentence, Span

__all__ = ["DEFAULT", "LANGUAGES", "Language", "detect", "language", "languages"]

DEFAULT = "en"  # the language of a review that does not say which one it is in
LANGUAGES: dict[str, str] = {code: import_module(f"{__name__}.{code}").NAME for code in CODES}


class Language:
    """One language. Each annotated attribute is the module of that name in its folder, imported on first use."""

    advert_signs: protocols.AdvertSigns
    aspect_hints: protocols.AspectHints
    comparison_cues: protocols.ComparisonCues
    date_words: protocols.DateWords
    encodings: protocols.Encodings
    focus_rules: protocols.FocusRules
    grammar: protocols.Grammar
    label_words: protocols.LabelWords
    lemmas: protocols.Lemmas
    meanings: protocols.Meanings
    mention_detection: protocols.MentionDetection
    mention_rules: protocols.MentionRules
    negation: protocols.Negation
    parser: protocols.Parser
    personal_data: protocols.PersonalData
    plain_wording: protocols.PlainWording
    product_names: protocols.ProductNames
    quantities: protocols.Quantities
    reader_input: protocols.ReaderInput
    references: protocols.References
    reporting: protocols.Reporting
    rouge_words: protocols.RougeWords
    script: protocols.Script
    sentence_ends: protocols.SentenceEnds
    spelling: protocols.Spelling
    star_audit: protocols.StarAudit
    star_words: protocols.StarWords
    stems: protocols.Stems
    summary_patterns: protocols.SummaryPatterns
    summary_wording: protocols.SummaryWording
    table_words: protocols.TableWords
    tag_rules: protocols.TagRules
    tagger: protocols.Tagger
    text_pieces: protocols.TextPieces
    tokens: protocols.Tokens
    topic_names: protocols.TopicNames
    vocabulary: protocols.Vocabulary
    writer_prompts: protocols.WriterPrompts

    def __init__(self, code: str) -> None:
        self.code = code
        self.name = LANGUAGES[code]

    def __getattr__(self, name: str) -> Any:
        if name not in Language.__annotations__:
            raise AttributeError(f"A language has no {name!r}.")
        module = import_module(f"{__name__}.{self.code}.{name}")
        setattr(self, name, module)
        return module

    @cached_property
    def interface(self) -> Mapping[str, Any]:
        """The words of the report and of the web app (``data/interface.toml``)."""
        return tomllib.loads(files(f"{__name__}.{self.code}").joinpath("data/interface.toml").read_text("utf-8"))

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

    def foreign(self, word: str) -> bool:
        return self.parser.foreign(word)

    def parse(self, texts: Sequence[str]) -> list[tuple[Sentence, ...]]:
        return self.parser.parse(texts)


@cache
def language(code: str) -> Language:
    """Return the language with this code, for example ``language("en")``."""
    return Language(choose("language", code, LANGUAGES))


def languages() -> list[Language]:
    """Return every language, for rules that apply before the language of a text is known."""
    return [language(code) for code in LANGUAGES]
