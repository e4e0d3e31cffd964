"""Checks that a run can work, before hours of work rather than after."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from voxpop.aggregate.table_edits_file import load
from voxpop.aspects import METHODS, TAGGED
from voxpop.errors import OptionError, choose
from voxpop.extract.custom_categories import CustomHeads
from voxpop.extract.extractors import check_weights
from voxpop.lang import LANGUAGES
from voxpop.settings import Settings


def check_settings(settings: Settings) -> None:
    """Raise an OptionError or AssetError for settings that cannot work together or name something that is missing."""
    choose("aspect method", settings.method, (*METHODS, TAGGED))
    if settings.aspects is not None:
        load(settings.aspects)
    if settings.categories is not None:
        if settings.fast:
            raise OptionError(
                "Your own categories were trained on the full reader: --categories and --fast cannot be combined."
            )
        heads = CustomHeads.load(Path(settings.categories))
        if settings.lang not in ("auto", heads.lang):
            raise OptionError(f"The categories in {settings.categories} are for {LANGUAGES[heads.lang]} reviews.")
        settings = replace(settings, lang=heads.lang)
    check_weights(possible_languages(settings), fast=settings.fast)


def possible_languages(settings: Settings) -> list[str]:
    """Return the languages that the reviews may be in."""
    return list(LANGUAGES) if settings.lang == "auto" else [settings.lang]
