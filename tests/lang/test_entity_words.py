"""The word lists are whole and of one form."""

from __future__ import annotations

import pytest

from voxpop.lang.brands import brands
from voxpop.lang.entity_words import entity_words


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_lists_are_lower_case(lang: str) -> None:
    known = entity_words(lang)
    assert all(word == word.lower() for word in (*known.classes, *known.parts, *known.nouns))
    assert known.venues <= {kind for kinds in known.classes.values() for kind in kinds}


def test_brands_have_all_their_spellings() -> None:
    assert brands()[("小米",)].name == brands()[("xiaomi",)].name == "xiaomi"
    assert brands()[("apple",)].common
    assert brands()[("iphone",)].kind == "phone"
    assert brands()[("best", "western")].name == "best western"
