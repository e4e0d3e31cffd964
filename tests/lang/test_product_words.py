"""The word lists are whole and of one form."""

from __future__ import annotations

import pytest

from voxpop.lang import LANGUAGES, language
from voxpop.lang.product_words import brands, product_words


@pytest.mark.parametrize("lang", sorted(LANGUAGES))
def test_words_are_in_lower_case_and_listed_once(lang: str) -> None:
    known = product_words(lang)
    assert all(word == word.lower() for word in (*known.classes, *known.plain))
    assert not known.plain & known.classes.keys()
    assert not known.plain & language(lang).stop_words


def test_every_product_line_is_of_a_class() -> None:
    kinds = {kind for kinds in product_words("en").classes.values() for kind in kinds}
    assert {brand.kind for brand in brands().values() if brand.kind} <= kinds


def test_brands_have_all_their_spellings() -> None:
    assert brands()[("小米",)].name == brands()[("xiaomi",)].name == "xiaomi"
    assert brands()[("apple",)].common
    assert brands()[("iphone",)].kind == "phone"
    assert brands()[("best", "western")].name == "best western"
