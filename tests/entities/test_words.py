"""The word lists are whole and of one form."""

from __future__ import annotations

import pytest

from voxpop.entities.words import brands, words


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_lists_are_lower_case(lang: str) -> None:
    known = words(lang)
    assert all(word == word.lower() for word in (*known.classes, *known.parts, *known.nouns))
    assert known.venues <= {kind for kinds in known.classes.values() for kind in kinds}


def test_brands_have_all_their_spellings() -> None:
    assert brands()[("小米",)].name == brands()[("xiaomi",)].name == "xiaomi"
    assert brands()[("apple",)].common
    assert brands()[("iphone",)].kind == "phone"
    assert brands()[("best", "western")].name == "best western"
