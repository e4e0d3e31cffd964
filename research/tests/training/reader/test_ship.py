from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from research.training.reader.ship import card, figures
from voxpop import assets
from voxpop.errors import AssetError

ROOT = Path(__file__).resolve().parents[4]
LANGUAGES = pytest.mark.parametrize("lang", ["en", "zh"])


def words(lang: str, config: dict[str, Any]) -> str:
    return card(f"reader-{lang}", config, {"steps": 0, "seconds": 0})


@LANGUAGES
def test_the_card_that_ships_tells_what_its_config_says(lang: str) -> None:
    written = assets.find(f"reader-{lang}").card.read_text("utf-8")
    masked = re.compile(r"(Masked-language training on .*: ).*")  # its numbers are in no config
    assert masked.sub(r"\1", words(lang, assets.config(f"reader-{lang}"))) == masked.sub(r"\1", written)


@LANGUAGES
def test_the_figures_of_a_card_are_those_of_the_results(lang: str) -> None:
    page = (ROOT / "research" / "log" / "2026-results-0.1.md").read_text("utf-8")
    tables = re.findall(r"^\| figure \| reader \|.*\n\| ---.*\n((?:\|.*\n)+)", page, re.MULTILINE)
    found = {tuple(re.sub(r" \(.*see below\)", "", cell.strip()) for cell in line.split("|")[1:3])
             for table in tables for line in table.splitlines()}  # fmt: skip
    rows = figures(lang).rows
    assert len(rows) > 10
    assert [row for row in rows if row not in found] == []
    theirs = [row for row in found if row[0].startswith(("asap-zh", "zh-")) == (lang == "zh")]
    assert len(theirs) == len(rows)
    card = assets.find(f"reader-{lang}").card.read_text("utf-8")
    assert all(f"| {figure} | {value} |" in card for figure, value in rows)


def test_how_categories_learnt_on_stands_in_the_card() -> None:
    config = assets.config("reader-zh")
    config["training"]["categories"] |= {"steps": 1234, "seconds": 600, "samples": 56_789}
    found = words("zh", config)
    assert "1,234 steps (4 epochs, 10.0 minutes,\n   seed 2) on 56,789 samples" in found
    assert "4,296 steps (4 epochs, 2.8 minutes, seed 2) on 67,198 samples" in found  # the training before


def test_a_card_that_tells_it_needs_it() -> None:
    config = assets.config("reader-zh")
    del config["training"]["categories"]
    with pytest.raises(AssetError, match=r"has no 'categories'\. First: python -m .*learn --reader"):
        words("zh", config)
