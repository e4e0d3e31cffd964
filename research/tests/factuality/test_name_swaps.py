"""One name in the place of another."""

from __future__ import annotations

import json

import pytest

from research.factuality.name_swaps import (
    SAME,
    SIGNALS,
    find_mention,
    find_swap,
    name_words,
    nearest_sentence,
    pointing,
    same_thing_score,
    signals,
    swap_weights,
)
from research.factuality.references import references
from research.factuality.thing_mentions import PRODUCT as PRODUCT_UNDER_REVIEW
from research.factuality.thing_mentions import ResolvedText, resolve_texts
from voxpop.errors import AssetError
from voxpop.types import Product

PRODUCT = Product("Creative Labs Vado Pocket Camcorder (Pink)")


def read(texts: list[str], product: Product = PRODUCT, lang: str = "en") -> list[ResolvedText]:
    return resolve_texts(texts, lang, product=product, opinions=False)


@pytest.fixture(scope="module")
def source() -> ResolvedText:
    text = "I bought a Vado. I bought a Flip and it worked great. Sadly the Vado was blurry."
    return read([text])[0]


def test_words_are_found_in_the_source(source: ResolvedText) -> None:
    product, rival = find_mention(source, "Creative Labs Vado Pocket Camcorder"), find_mention(source, "the Flip")
    assert product is not None
    assert product.thing == PRODUCT_UNDER_REVIEW
    assert rival is not None
    assert rival.text == "Flip"
    assert find_mention(source, "the keyboard") is None
    assert find_mention(source, "") is None


def test_a_swap_knows_both_sides(source: ResolvedText) -> None:
    (claim,) = read(["I bought a Flip and the Vado worked great."])
    swap = find_swap(source, claim)
    assert swap is not None
    assert swap.sentence == source.sentences[1]
    assert (source.text[slice(*swap.old)], claim.text[slice(*swap.new)]) == ("it", "the Vado")
    assert swap.original is not None
    assert swap.replacement is not None
    assert swap.replacement.thing == PRODUCT_UNDER_REVIEW
    assert source.text[slice(*swap.old)] == swap.original.text
    assert swap.same_thing is False


def test_the_last_noun_of_a_long_name_is_what_is_meant() -> None:
    text = "It weighs like a hammer. My wife's six year old Galaxy takes better pictures."
    (source,) = read([text], Product("Anvil Phone"))
    found = find_mention(source, "my wife's six year old Galaxy")
    assert found is not None
    assert found.text.endswith("Galaxy")


def test_an_inserted_word_belongs_to_the_shortest_mention_around_it() -> None:
    text = "We had the old Bosch. The Bosch's drawer never stuck."
    product = Product("Lavande Washing Machine")
    source, claim = read([text, "The Bosch washer's drawer never stuck."], product)
    swap = find_swap(source, claim)
    assert swap is not None
    assert swap.original is not None
    assert "drawer" not in swap.original.text


def test_another_adjective_or_verb_is_no_other_name(source: ResolvedText) -> None:
    for sentence in ("Sadly the Vado was sharp.", "Sadly the old Vado was blurry.", "Sadly the Vado looked blurry."):
        assert find_swap(source, *read([sentence])) is None
        assert same_thing_score(source, *read([sentence])) is None


def test_the_name_that_a_pronoun_stands_for_is_likelier_than_another() -> None:
    text = "I bought Anvil Phone. My old Nokia lasted a week, and it never broke. The Anvil is dead by noon."
    same, other = (f"My old Nokia lasted a week, and {name} never broke." for name in ("my old Nokia", "Anvil Phone"))
    source, *claims = read([text, same, other], Product("Anvil Phone"))
    for claim, sign in zip(claims, (1, -1), strict=True):
        swap = find_swap(source, claim)
        assert swap is not None
        row = dict(zip(SIGNALS, signals(source, swap), strict=True))
        assert row["same thing, for a pronoun"] == sign
        assert row["same thing"] == 0
        assert row["named last"] == (sign > 0)


def test_words_that_point_are_told_apart() -> None:
    assert [pointing(words, "en") for words in ("this one", "those", "the lens")] == [1, -1, 0]
    assert [pointing(words, "zh") for words in ("这款", "那家", "镜头")] == [1, -1, 0]


@pytest.mark.parametrize(
    ("claim", "same"),
    [
        ("I bought a Flip and a Flip worked great.", True),
        ("Sadly Creative Labs Vado Pocket Camcorder was blurry.", True),
        ("I bought a Flip and the Vado worked great.", False),
        ("Sadly the Flip was blurry.", False),
        ("Sadly the Panasonic was blurry.", False),
    ],
)
def test_another_thing_is_told_from_another_name(source: ResolvedText, claim: str, same: bool) -> None:
    score = same_thing_score(source, *read([claim]))
    assert score is not None
    assert (score >= SAME) == same


def test_chinese_names() -> None:
    review = "我买了佳能G7。以前用的是尼康D90。佳能G7用起来很麻烦。它的电池只能用两个小时。"
    claims = ["尼康D90用起来很麻烦。", "佳能G7的电池只能用两个小时。"]
    source, *made = read([review, *claims], Product("佳能G7"), "zh")
    other, same = (same_thing_score(source, claim) for claim in made)
    assert other is not None
    assert same is not None
    assert other < SAME <= same


@pytest.mark.parametrize(
    ("sentence", "original"),
    [
        ("A boring two-euro adapter sparked in Rome.", "It sparked in Rome."),
        ("I bought it at the station.", "I bought a boring two-euro adapter at the station and it did the rest."),
    ],
)
def test_the_sentence_with_least_beside_is_the_one_that_is_repeated(sentence: str, original: str) -> None:
    text = "It sparked in Rome. I bought a boring two-euro adapter at the station and it did the rest."
    source, claim = read([text, sentence])
    found = nearest_sentence(source, [token.text.lower() for one in claim.sentences for token in one.tokens])
    assert found is not None
    assert text[found.start : found.end] == original


def test_weights_for_other_features_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    swap_weights.cache_clear()
    monkeypatch.setattr(json, "loads", lambda _: {"swapped": {"names": ["another"]}})
    with pytest.raises(AssetError, match=r"Fit them again: python -m research\.experiments\.factuality\.fit"):
        swap_weights()
    monkeypatch.undo()
    assert swap_weights().weight.shape == (len(SIGNALS),)


def test_names_are_compared_without_articles_and_endings() -> None:
    assert name_words("The Vado's", "en") == ("vado",)
    assert name_words("my old LG's OLED", "en") == ("old", "lg", "oled")
    assert name_words("佳能G7", "zh") == ("佳", "能", "g7")


def test_one_and_several_disagree() -> None:
    assert references("en").has_other_number("it", ("sandisk", "cards"))
    assert references("en").has_other_number("they", ("flip",))
    assert not references("en").has_other_number("it", ("flip",))
    assert not references("zh").has_other_number("它", ("相", "机"))
