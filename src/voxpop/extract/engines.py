"""Who listens to reviews: the reader where a language has its weights, the lexicon where not or where asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from voxpop.errors import AssetError, choose
from voxpop.extract import ExtractedTerm, Extraction, Extractor
from voxpop.extract.joint import ByReader
from voxpop.extract.lexicon import engine
from voxpop.extract.own import OwnHeads, fingerprint
from voxpop.lang import LANGUAGES
from voxpop.settings import ENGINES
from voxpop.types import Sentence


class ByLexicon:
    """Judges every noun phrase by words and rules; knows no categories and gives no stars."""

    def __init__(self, lang: str) -> None:
        self.engine = engine(lang)

    def extract(
        self, texts: Sequence[str], parsed: Sequence[Sequence[Sentence]], *, states: bool = False
    ) -> list[Extraction]:
        return [Extraction(sentences, [said for one in sentences for said in self._said(one)]) for sentences in parsed]

    def _said(self, sentence: Sentence) -> list[ExtractedTerm]:
        tokens = sentence.tokens
        return [
            ExtractedTerm(tokens[phrase.first].start, tokens[phrase.last - 1].end, phrase.term, judgement)
            for phrase, judgement in zip(sentence.phrases, self.engine.judge(sentence), strict=True)
        ]


def chosen(lang: str, sentiment: str) -> str:
    """What ``auto`` means for a language: the reader where there are weights for it, else the lexicon."""
    choose("sentiment engine", sentiment, ENGINES)
    if sentiment == "auto":
        return "reader" if runtime().has_reader(lang) else "lexicon"
    return sentiment


def check_weights(langs: Sequence[str]) -> None:
    """There must be weights of the reader for one of these languages."""
    if not any(runtime().has_reader(lang) for lang in langs):
        raise AssetError(
            f"There are no weights of the reader for {' or '.join(LANGUAGES[lang] for lang in langs)}. "
            "The lexicon needs none: --sentiment lexicon."
        )


@cache
def extractor(lang: str, sentiment: str, categories: str | None = None) -> Extractor:
    """The one that was chosen for a language, made once in each process; ``categories`` are a user's own heads."""
    if chosen(lang, sentiment) == "lexicon":
        return ByLexicon(lang)
    check_weights([lang])
    try:
        model = runtime().reader(lang)
    except AssetError as error:
        raise AssetError(f"{error} Until then, --sentiment lexicon works without weights.") from error
    return ByReader(lang, model, own(lang, model, categories), terms=second_look().terms(lang))


def own(lang: str, model: Any, categories: str | None) -> OwnHeads | None:
    """The heads in a folder, where they are of this language."""
    if categories is None or OwnHeads.load(Path(categories)).lang != lang:
        return None
    return OwnHeads.load(Path(categories), encoder=fingerprint(model))


def runtime() -> ModuleType:
    """The room's reader, woken only when it is needed: its libraries take their time."""
    return import_module("voxpop.extract.reader")


def second_look() -> ModuleType:
    """And who looks at its terms again: likewise."""
    return import_module("voxpop.extract.terms")
