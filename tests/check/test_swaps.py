"""One name in the place of another."""

from __future__ import annotations

import pytest

from voxpop.check.parsed_texts import ParsedText, parse_texts
from voxpop.check.swaps import SIGNALS, find_mention, find_swaps, is_possessive, name_words, odds, signals
from voxpop.lang import language
from voxpop.types import Product, Span

PRODUCT = Product("Creative Labs Vado Pocket Camcorder (Pink)")


@pytest.fixture(scope="module")
def source() -> ParsedText:
    text = "I bought a Vado. I bought a Flip and it worked great. Sadly the Vado was blurry."
    return parse_texts([text], "en", product=PRODUCT, sentiment="lexicon")[0]


def test_words_are_found_in_the_source(source: ParsedText) -> None:
    product, rival = find_mention(source, "Creative Labs Vado Pocket Camcorder"), find_mention(source, "the Flip")
    assert product is not None
    assert product.cluster == 0
    assert rival is not None
    assert rival.text == "a Flip"
    assert find_mention(source, "the keyboard") is None
    assert find_mention(source, "") is None


def test_a_swap_knows_both_sides(source: ParsedText) -> None:
    claim = parse_texts(["I bought a Flip and the Vado worked great."], "en", product=PRODUCT, sentiment="lexicon")[0]
    (swap,) = find_swaps(source, claim, source.sentences[1])
    assert (source.text[slice(*swap.old)], claim.text[slice(*swap.new)]) == ("it", "the Vado")
    assert swap.original is not None
    assert swap.replacement is not None
    assert swap.replacement.cluster == 0 != swap.original.cluster


def test_the_last_noun_of_a_long_name_is_what_is_meant() -> None:
    text = "It weighs like a hammer. My wife's six year old Galaxy takes better pictures."
    source = parse_texts([text], "en", product=Product("Anvil Phone"), sentiment="lexicon")[0]
    found = find_mention(source, "my wife's six year old Galaxy")
    assert found is not None
    assert found.text.endswith("Galaxy")


def test_an_inserted_word_belongs_to_the_shortest_mention_around_it() -> None:
    text = "We had the old Bosch. The Bosch's drawer never stuck."
    product = Product("Lavande Washing Machine")
    source, claim = parse_texts(
        [text, "The old Bosch's drawer never stuck."], "en", product=product, sentiment="lexicon"
    )
    (swap,) = find_swaps(source, claim, source.sentences[1])
    assert swap.original is not None
    assert "drawer" not in swap.original.text


def test_the_reader_knows_which_name_can_stand_for_a_pronoun() -> None:
    text = "I bought Anvil Phone. My old Nokia lasted a week, and it never broke. The Anvil is dead by noon."
    product = Product("Anvil Phone")
    same, other = (f"My old Nokia lasted a week, and {name} never broke." for name in ("my old Nokia", "Anvil Phone"))
    source, *claims = parse_texts([text, same, other], "en", product=product)
    places = [SIGNALS.index("swap to the same"), SIGNALS.index("swap of one entity")]
    rows = [signals(source, source.sentences[1], find_swaps(source, claim, source.sentences[1])) for claim in claims]
    assert all(rows[0][place] > rows[1][place] for place in places)


def test_owners_are_seen() -> None:
    (source,) = parse_texts(["Its lens and the Flip's lens beat it."], "en", sentiment="lexicon")
    assert [is_possessive(source, Span(start, end)) for start, end in ((0, 3), (13, 21), (34, 36))] == [
        True,
        True,
        False,
    ]
    (source,) = parse_texts(["它的镜头好，它很轻。"], "zh", sentiment="lexicon")
    assert [is_possessive(source, Span(start, start + 1)) for start in (0, 6)] == [True, False]


def test_odds_are_even_for_equal_chances_and_bounded() -> None:
    assert odds(0.5, 0.5) == 0
    assert odds(1, 0) == 1
    assert odds(0, 1) == -1


def test_signals_are_zero_without_a_swap(source: ParsedText) -> None:
    assert signals(source, source.sentences[0], []) == [0.0] * len(SIGNALS)


def test_names_are_compared_without_articles_and_endings() -> None:
    assert name_words("The Vado's", "en") == ("vado",)
    assert name_words("my old LG's OLED", "en") == ("old", "lg", "oled")
    assert name_words("佳能G7", "zh") == ("佳", "能", "g7")


def test_one_and_several_disagree() -> None:
    assert language("en").references.has_other_number("it", ("sandisk", "cards"))
    assert language("en").references.has_other_number("they", ("flip",))
    assert not language("en").references.has_other_number("it", ("flip",))
    assert not language("zh").references.has_other_number("它", ("相", "机"))
