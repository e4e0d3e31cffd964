"""What the words of a text stand for."""

from __future__ import annotations

import pytest

from research.factuality.thing_mentions import PRODUCT, ThingMention, ThingMentions, resolve_texts
from voxpop.types import Product


def things(text: str, lang: str, product: str) -> dict[int, ThingMention]:
    """Return the mentions of a text by where they begin."""
    (parsed,) = resolve_texts([text], lang, product=Product(product), fast=True)
    return {mention.start: mention for mention in parsed.mentions.all}


def test_a_pronoun_means_what_its_sentence_named_last() -> None:
    text = "I bought a Vado. My Flip was cheap and it worked. It broke."
    found = things(text, "en", "Creative Labs Vado")
    flip = found[text.index("Flip")]
    assert flip.about == "competing"
    assert found[text.index("it worked")].thing == flip.thing != PRODUCT
    assert found[text.index("It broke")].thing == PRODUCT == found[text.index("Vado")].thing


def test_pointing_pronouns_mean_the_product_or_another() -> None:
    text = "I bought a Vado. My Flip was cheaper than this. But those broke."
    found = things(text, "en", "Creative Labs Vado")
    assert found[text.index("this")].thing == PRODUCT
    assert found[text.index("those")].thing == found[text.index("Flip")].thing


def test_a_noun_for_what_the_product_is_means_the_product_and_others_do_not() -> None:
    text = "The camera is light, cameras are not. The lens is sharp, and the new lens too."
    found = things(text, "en", "Vado Pocket Camera")
    assert found[text.index("camera ")].thing == PRODUCT
    assert found[text.index("cameras")].thing != PRODUCT
    assert found[text.index("lens is")].thing == found[text.index("new lens")].thing != PRODUCT
    assert found[text.index("lens is")].about == "part_of_main"


def test_chinese_pronouns() -> None:
    text = "以前用的是尼康D90，它很重。它的电池好。"
    found = things(text, "zh", "佳能G7")
    assert found[text.index("它很重")].thing == found[text.index("尼康")].thing != PRODUCT
    assert found[text.index("它的电池")].thing == PRODUCT


@pytest.mark.parametrize(("span", "words"), [((0, 3), "abc"), ((0, 6), "abcdef"), ((4, 6), "ef"), ((0, 20), None)])
def test_the_mention_that_fits_best_is_found(span: tuple[int, int], words: str | None) -> None:
    spans = ((0, 3), (0, 6), (4, 6))
    mentions = [ThingMention(start, end, "abcdef"[start:end], "noun", 1, "main") for start, end in spans]
    found = ThingMentions(tuple(sorted(mentions))).at(*span)
    assert (found and found.text) == words
