"""``--fast``: the small reader of a language, through the same code as the full one."""

from __future__ import annotations

from pathlib import Path

import pytest

import voxpop
from voxpop.assets import find
from voxpop.errors import OptionError
from voxpop.extract.opinion_model import opinion_model
from voxpop.settings import Settings, settings_from
from voxpop.web.views.repeat_command import command

TEXTS = {
    "en": [
        "The room was spotless, but the breakfast was awful.",
        "The room was very clean. The waiters were rude.",
        "The breakfast was cold and awful, the room spotless.",
    ],
    "zh": ["房间非常干净，但是早餐很难吃。", "房间干净，服务员态度很差。", "早餐难吃，房间很干净。"],
}


@pytest.mark.parametrize(("lang", "signs"), [("en", {"room": 1, "breakfast": -1}), ("zh", {"房间": 1, "早餐": -1})])
def test_the_small_reader_finds_praise_and_blame_with_categories_and_stars(lang: str, signs: dict[str, int]) -> None:
    with voxpop.analyze(TEXTS[lang], fast=True, lang=lang, workers=1) as analysis:
        run, opinions = analysis.document()["run"], list(analysis.opinions)
        reviews = list(analysis.reviews)
    asset = find(f"fast-{lang}")
    assert run["engines"][lang].items() >= {"engine": "fast", "weights": asset.name, "sha256": asset.sha256}.items()
    assert run["settings"]["fast"] is True
    for term, sign in signs.items():
        found = [opinion for opinion in opinions if opinion.text.lower() == term]
        assert len(found) >= 2, term
        assert all(opinion.polarity * sign > 0 for opinion in found), term
    assert all(opinion.category for opinion in opinions)
    assert all(review.predicted_stars is not None for review in reviews)


def test_both_readers_of_a_language_have_the_same_outputs() -> None:
    for lang in TEXTS:
        full, small = opinion_model(lang), opinion_model(lang, fast=True)
        assert small is not full
        assert small.categories == full.categories
        assert small.config["heads"] == full.config["heads"]
        assert find(f"fast-{lang}").size * 2.5 < find(f"reader-{lang}").size


def test_categories_of_ones_own_need_the_full_reader(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="--categories and --fast cannot be combined"):
        voxpop.analyze(TEXTS["en"], settings=Settings(fast=True, categories=str(tmp_path)), workers=1)


def test_the_command_that_repeats_a_run_says_fast() -> None:
    run = {"settings": {"fast": True, "curation": {}}, "sources": [{}]}
    assert command(run) == "voxpop analyze INPUT --fast"  # type: ignore[arg-type]
    assert settings_from({"fast": True}).fast
