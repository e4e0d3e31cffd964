"""One name in the place of another."""

from __future__ import annotations

import pytest

from voxpop.factuality.swaps import SIGNALS, disagree, named, plain, signals, swaps
from voxpop.factuality.views import View, views
from voxpop.mentions import Product

PRODUCT = Product("Creative Labs Vado Pocket Camcorder (Pink)")


@pytest.fixture(scope="module")
def source() -> View:
    text = "I bought a Vado. I bought a Flip and it worked great. Sadly the Vado was blurry."
    return views([text], "en", product=PRODUCT, sentiment="lexicon")[0]


def test_words_are_found_in_the_source(source: View) -> None:
    product, rival = named(source, "Creative Labs Vado Pocket Camcorder"), named(source, "the Flip")
    assert product is not None
    assert product.cluster == 0
    assert rival is not None
    assert rival.text == "a Flip"
    assert named(source, "the keyboard") is None
    assert named(source, "") is None


def test_a_swap_knows_both_sides(source: View) -> None:
    claim = views(["I bought a Flip and the Vado worked great."], "en", product=PRODUCT, sentiment="lexicon")[0]
    (swap,) = swaps(source, claim, source.sentences[1])
    assert (source.text[slice(*swap.old)], claim.text[slice(*swap.new)]) == ("it", "the Vado")
    assert swap.original is not None
    assert swap.replacement is not None
    assert swap.replacement.cluster == 0 != swap.original.cluster


def test_signals_are_zero_without_a_swap(source: View) -> None:
    assert signals(source, source.sentences[0], []) == [0.0] * len(SIGNALS)


def test_names_are_compared_without_articles_and_endings() -> None:
    assert plain("The Vado's", "en") == ("vado",)
    assert plain("my old LG's OLED", "en") == ("old", "lg", "oled")
    assert plain("佳能G7", "zh") == ("佳", "能", "g7")


def test_one_and_several_disagree() -> None:
    assert disagree("it", ("sandisk", "cards"), "en")
    assert disagree("they", ("flip",), "en")
    assert not disagree("it", ("flip",), "en")
    assert not disagree("它", ("相", "机"), "zh")
