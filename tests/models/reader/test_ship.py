from __future__ import annotations

import re
from typing import Any

import pytest

from voxpop import assets
from voxpop.errors import AssetError
from voxpop.models.reader.ship import card

LANGUAGES = pytest.mark.parametrize("lang", ["en", "zh"])


def words(lang: str, config: dict[str, Any]) -> str:
    return card(f"reader-{lang}", config, {"steps": 0, "seconds": 0})


@LANGUAGES
def test_the_card_that_ships_tells_what_its_config_says(lang: str) -> None:
    written = assets.find(f"reader-{lang}").card.read_text("utf-8")
    masked = re.compile(r"(Masked-language training on .*: ).*")  # its numbers are in no config
    assert masked.sub(r"\1", words(lang, assets.config(f"reader-{lang}"))) == masked.sub(r"\1", written)


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
