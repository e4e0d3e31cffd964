"""What extracts from reviews: the model where a language has one, the lexicon where not or where asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from voxpop.errors import AssetError, choose
from voxpop.extract import Extractor
from voxpop.extract.custom_categories import CustomHeads, fingerprint
from voxpop.extract.lexicon import engine
from voxpop.extract.named_terms import about_unread
from voxpop.extract.opinion_extractor import OpinionExtractor
from voxpop.extract.opinion_model import OpinionModel, has_opinion_model, opinion_model
from voxpop.lang import LANGUAGES
from voxpop.lang.mention_candidates import NameMention
from voxpop.settings import ENGINES
from voxpop.types import ExtractedTerm, Extraction, Sentence


class LexiconExtractor:
    """Judges every noun phrase by words and rules; knows no categories and gives no stars."""

    def __init__(self, lang: str) -> None:
        self.engine = engine(lang)

    def extract(
        self,
        texts: Sequence[str],
        parsed: Sequence[Sequence[Sentence]],
        names: Sequence[Sequence[NameMention]] | None = None,
    ) -> list[Extraction]:
        """Extract from each of some parsed reviews. A name is about its product, everything else about ours."""
        names = names or [()] * len(texts)
        return [
            Extraction(sentences, [term for sentence in sentences for term in self._terms(sentence, found)])
            for sentences, found in zip(parsed, names, strict=True)
        ]

    def _terms(self, sentence: Sentence, names: Sequence[NameMention]) -> list[ExtractedTerm]:
        terms = []
        for phrase, judgement in zip(sentence.phrases, self.engine.judge(sentence), strict=True):
            start, end = sentence.tokens[phrase.first].start, sentence.tokens[phrase.last - 1].end
            terms.append(ExtractedTerm(start, end, phrase.term, judgement, about=about_unread(names, end)))
        return terms


def engine_name(lang: str, sentiment: str) -> str:
    """Return what ``auto`` means for a language: the reader where there are weights for it, else the lexicon."""
    choose("sentiment engine", sentiment, ENGINES)
    if sentiment == "auto":
        return "reader" if has_opinion_model(lang) else "lexicon"
    return sentiment


def check_weights(langs: Sequence[str]) -> None:
    """Raise an error without weights of the reader for one of these languages."""
    if not any(map(has_opinion_model, langs)):
        raise AssetError(
            f"There are no weights of the reader for {' or '.join(LANGUAGES[lang] for lang in langs)}. "
            "The lexicon needs none: --sentiment lexicon."
        )


@cache
def extractor(
    lang: str,
    sentiment: str,
    categories: str | None = None,
    allowed: frozenset[str] | None = None,
    *,
    fast: bool = False,
) -> Extractor:
    """The one that was chosen for a language, made once in each process; ``categories`` are a user's own heads.

    Of the model's own categories only the ``allowed`` ones are given, if there are such.
    """
    if engine_name(lang, sentiment) == "lexicon":
        return LexiconExtractor(lang)
    model = reader_model(lang, fast=fast)
    return OpinionExtractor(lang, model, custom_heads(lang, model, categories), allowed=allowed)


def reader_model(lang: str, *, fast: bool = False) -> OpinionModel:
    """Return the model of a language, or raise an error that says what works without it."""
    check_weights([lang])
    try:
        return opinion_model(lang, fast=fast)
    except AssetError as error:
        raise AssetError(f"{error} Until then, --sentiment lexicon works without weights.") from error


def custom_heads(lang: str, model: OpinionModel, categories: str | None) -> CustomHeads | None:
    """Return the heads in a folder, where they are of this language."""
    if categories is None or CustomHeads.load(Path(categories)).lang != lang:
        return None
    return CustomHeads.load(Path(categories), encoder=fingerprint(model))
