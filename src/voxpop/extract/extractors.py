"""What extracts from reviews: the model of their language, full or small."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from voxpop.errors import AssetError
from voxpop.extract import Extractor
from voxpop.extract.custom_categories import CustomHeads, fingerprint
from voxpop.extract.fine_categories import KIND, fine_categories
from voxpop.extract.opinion_extractor import OpinionExtractor
from voxpop.extract.opinion_model import OpinionModel, has_opinion_model, opinion_model
from voxpop.lang import LANGUAGES


def check_weights(langs: Sequence[str], *, fast: bool = False) -> None:
    """Raise an error if no reader has weights for any of these languages."""
    if not any(has_opinion_model(lang, fast=fast) for lang in langs):
        raise AssetError(
            f"There are no weights of the {'small ' if fast else ''}reader for "
            f"{' or '.join(LANGUAGES[lang] for lang in langs)}: voxpop models lists what there is."
        )


@cache
def extractor(
    lang: str,
    *,
    fast: bool = False,
    categories: str | None = None,
    allowed: frozenset[str] | None = None,
    kind: str | None = None,
) -> Extractor:
    """Return the extractor of a language, made once in each process; ``categories`` are a user's own heads.

    Of the model's own categories only the ``allowed`` ones are given, if there are such. For one ``kind`` of product
    there are finer ones.
    """
    model = reader_model(lang, fast=fast)
    heads = custom_heads(lang, model, categories)
    fine = fine_categories(lang, model) if kind == KIND and heads is None else None
    return OpinionExtractor(lang, model, heads, allowed=allowed, fine=fine)


def reader_model(lang: str, *, fast: bool = False) -> OpinionModel:
    """Return the model of a language, or raise an error if there is none."""
    check_weights([lang], fast=fast)
    return opinion_model(lang, fast=fast)


def custom_heads(lang: str, model: OpinionModel, categories: str | None) -> CustomHeads | None:
    """Return the heads in a folder, where they are of this language."""
    if categories is None or CustomHeads.load(Path(categories)).lang != lang:
        return None
    return CustomHeads.load(Path(categories), encoder=fingerprint(model))
