"""One name in the place of another."""

from __future__ import annotations

import pytest

from voxpop.check.mentions import PRODUCT as PRODUCT_UNDER_REVIEW
from voxpop.check.parsed_texts import ParsedText, parse_texts
from voxpop.check.swaps import SIGNALS, NameSwap, find_mention, find_swaps, most_telling, name_words, pointing, signals
from voxpop.lang import language
from voxpop.types import Product, Span

PRODUCT = Product("Creative Labs Vado Pocket Camcorder (Pink)")


@pytest.fixture(scope="module")
def source() -> ParsedText:
    text = "I bought a Vado. I bought a Flip and it worked great. Sadly the Vado was blurry."
    return parse_texts([text], "en", product=PRODUCT, fast=True)[0]


def test_words_are_found_in_the_source(source: ParsedText) -> None:
    product, rival = find_mention(source, "Creative Labs Vado Pocket Camcorder"), find_mention(source, "the Flip")
    assert product is not None
    assert product.thing == PRODUCT_UNDER_REVIEW
    assert rival is not None
    assert rival.text == "Flip"
    assert find_mention(source, "the keyboard") is None
    assert find_mention(source, "") is None


def test_a_swap_knows_both_sides(source: ParsedText) -> None:
    claim = parse_texts(["I bought a Flip and the Vado worked great."], "en", product=PRODUCT, fast=True)[0]
    (swap,) = find_swaps(source, claim, source.sentences[1])
    assert (source.text[slice(*swap.old)], claim.text[slice(*swap.new)]) == ("it", "the Vado")
    assert swap.original is not None
    assert swap.replacement is not None
    assert swap.replacement.thing == PRODUCT_UNDER_REVIEW
    assert source.text[slice(*swap.old)] == swap.original.text
    assert swap.same_thing is False


def test_the_last_noun_of_a_long_name_is_what_is_meant() -> None:
    text = "It weighs like a hammer. My wife's six year old Galaxy takes better pictures."
    source = parse_texts([text], "en", product=Product("Anvil Phone"), fast=True)[0]
    found = find_mention(source, "my wife's six year old Galaxy")
    assert found is not None
    assert found.text.endswith("Galaxy")


def test_an_inserted_word_belongs_to_the_shortest_mention_around_it() -> None:
    text = "We had the old Bosch. The Bosch's drawer never stuck."
    product = Product("Lavande Washing Machine")
    source, claim = parse_texts([text, "The Bosch washer's drawer never stuck."], "en", product=product, fast=True)
    (swap,) = find_swaps(source, claim, source.sentences[1])
    assert swap.original is not None
    assert "drawer" not in swap.original.text


def test_another_adjective_or_verb_is_no_other_name(source: ParsedText) -> None:
    for sentence in ("Sadly the Vado was sharp.", "Sadly the old Vado was blurry.", "Sadly the Vado looked blurry."):
        claim = parse_texts([sentence], "en", product=PRODUCT, fast=True)[0]
        assert find_swaps(source, claim, source.sentences[2]) == []


def test_the_name_that_a_pronoun_stands_for_is_likelier_than_another() -> None:
    text = "I bought Anvil Phone. My old Nokia lasted a week, and it never broke. The Anvil is dead by noon."
    same, other = (f"My old Nokia lasted a week, and {name} never broke." for name in ("my old Nokia", "Anvil Phone"))
    source, *claims = parse_texts([text, same, other], "en", product=Product("Anvil Phone"), fast=True)
    for claim, sign in zip(claims, (1, -1), strict=True):
        (swap,) = find_swaps(source, claim, source.sentences[1])
        row = dict(zip(SIGNALS, signals(source, source.sentences[1], swap), strict=True))
        assert row["same thing, for a pronoun"] == sign
        assert row["same thing"] == 0
        assert row["named last"] == (sign > 0)


def test_words_that_point_are_told_apart() -> None:
    assert [pointing(words, "en") for words in ("this one", "those", "the lens")] == [1, -1, 0]
    assert [pointing(words, "zh") for words in ("这款", "那家", "镜头")] == [1, -1, 0]


def test_the_swap_of_which_most_is_known_counts(source: ParsedText) -> None:
    unknown = NameSwap(Span(0, 1), Span(0, 1), "x", None, None)
    half = NameSwap(Span(0, 1), Span(0, 1), "x", source.mentions.all[0], None)
    assert most_telling([unknown, half]) is half
    assert half.same_thing is None


def test_names_are_compared_without_articles_and_endings() -> None:
    assert name_words("The Vado's", "en") == ("vado",)
    assert name_words("my old LG's OLED", "en") == ("old", "lg", "oled")
    assert name_words("佳能G7", "zh") == ("佳", "能", "g7")


def test_one_and_several_disagree() -> None:
    assert language("en").references.has_other_number("it", ("sandisk", "cards"))
    assert language("en").references.has_other_number("they", ("flip",))
    assert not language("en").references.has_other_number("it", ("flip",))
    assert not language("zh").references.has_other_number("它", ("相", "机"))
