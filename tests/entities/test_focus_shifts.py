"""Which product a sentence speaks of, place by place."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.entities.focus_shifts import FocusPatterns, FocusTracker, focus_patterns, is_standard
from voxpop.entities.mention_resolution import resolve_mentions
from voxpop.entities.mentions import Discourse, ResolvedMention
from voxpop.entities.names import find_names
from voxpop.lang import language
from voxpop.types import About, Product

BIKE = Product("Solano 3 e-bike")
DRYER = Product("晨光吹风机")


def treks(text: str) -> list[ResolvedMention]:
    """What a resolver would find: a rival by name, and the parts around."""
    kinds: dict[str, About] = {"the Trek": "competing", "The brakes": "part_of_main", "brakes": "part_of_main"}
    return [
        ResolvedMention(text.index(words), text.index(words) + len(words), words, "noun", about, 1.0, 1, None, "Trek")
        for words, about in kinds.items()
        if words in text
    ]


def away(text: str, words: str, *, lang: str = "en", named: bool = True) -> str | None:
    """What the last of these words in a text is turned to."""
    (sentences,) = language(lang).parse([text])
    product = BIKE if lang == "en" else DRYER
    names = find_names(text, sentences, lang=lang, product=product)
    discourse = Discourse(tuple(treks(text))) if named else Discourse()
    start = text.rindex(words)
    turn = FocusTracker(text, sentences, discourse, names, lang=lang).away(start, start + len(words))
    return turn.to if turn else None


@pytest.mark.parametrize(("text", "words"), [
    ("Bad chairs. The library next door has lovely chairs.", "chairs"),
    ("My old Trek had superb brakes.", "brakes"),
    ("Before this I had a bike with horrible brakes.", "brakes"),
    ("The brakes on the Trek were superb.", "brakes"),
    ("Unlike the Trek, whose brakes squeaked.", "brakes"),
])  # fmt: skip
def test_english_turns_away(text: str, words: str) -> None:
    assert away(text, words) == "part_of_competing"


@pytest.mark.parametrize(("text", "words"), [
    ("The brakes are better than on the Trek, and the seat is soft.", "seat"),
    ("My old Trek was slow, but here the motor is strong.", "motor"),
    ("The old lady at the desk was kind. The brakes squeak.", "brakes"),
    ("My last visit was fine. Good brakes.", "brakes"),
    ("The brakes are good.", "brakes"),
])  # fmt: skip
def test_english_stays_or_comes_back(text: str, words: str) -> None:
    assert away(text, words) is None


@pytest.mark.parametrize(("text", "words", "to"), [
    ("以前的戴森声音很小。", "声音", "part_of_competing"),
    ("隔壁的店服务很好。", "服务", "part_of_competing"),
    ("同事的那款风力很强。", "风力", "part_of_competing"),
    ("便宜的吹风机一般风力都差。", "风力", "part_of_generic"),
    ("风力很大。", "风力", None),
    ("隔壁桌很吵，声音大。", "声音", None),
    ("以前的很吵，这款声音小。", "声音", None),
])  # fmt: skip
def test_chinese(text: str, words: str, to: str | None) -> None:
    assert away(text, words, lang="zh", named=False) == to


def test_what_is_only_a_measure() -> None:
    (sentences,) = language("en").parse(["It is faster than the Trek."])
    assert is_standard(sentences[0].tokens, 18, 26, language("en").focus_rules)
    (sentences,) = language("en").parse(["The Trek is fast."])
    assert not is_standard(sentences[0].tokens, 0, 8, language("en").focus_rules)


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 9), st.sampled_from(["en", "zh"]))
def test_any_place_of_any_text_has_an_answer(text: str, start: int, length: int, lang: str) -> None:
    (sentences,) = language(lang).parse([text])
    turn = FocusTracker(text, sentences, Discourse(), (), lang=lang).away(start, start + length)
    assert turn is None or turn.to is not None


@pytest.mark.parametrize(("text", "words", "lang"), [
    ("My old Trek rattled. Their brakes are a joke.", "brakes", "en"),
    ("We used to have a Trek. It has superb brakes.", "brakes", "en"),
    ("My sister's Trek cost less. Strong motor, lovely brakes.", "brakes", "en"),
    ("The shop next door rents bikes. The brakes there are superb.", "brakes", "en"),
    ("The model before this one had superb brakes.", "brakes", "en"),
    ("以前用的戴森很安静。它外观也好看。", "外观", "zh"),
])  # fmt: skip
def test_a_review_goes_on_about_another(text: str, words: str, lang: str) -> None:
    assert away(text, words, lang=lang) == "part_of_competing"


@pytest.mark.parametrize(("text", "words", "lang"), [
    ("My old Trek rattled. The brakes are a joke.", "brakes", "en"),
    ("My old Trek, which I had for ten long years, rattled a lot. It has superb brakes.", "brakes", "en"),
    ("My old Trek rattled. There are superb brakes on it.", "brakes", "en"),
    ("My old Trek rattled. Here, superb brakes.", "brakes", "en"),
    ("My old Trek rattled. There have been no problems with the brakes.", "brakes", "en"),
    ("My old Trek was stolen. Comfortable saddle. Superb brakes.", "brakes", "en"),
    ("My old Trek rattled. He fixed the brakes.", "brakes", "en"),
    ("以前用的戴森很安静。外观也好看。", "外观", "zh"),
    ("以前用的戴森很安静。它外观也好看。这款噪音大。", "噪音", "zh"),
])  # fmt: skip
def test_a_review_comes_back_to_the_product(text: str, words: str, lang: str) -> None:
    assert away(text, words, lang=lang) is None


def after(text: str, words: str, product: str, *, lang: str) -> str | None:
    """The same, as the resolver finds it."""
    (sentences,) = language(lang).parse([text])
    discourse = resolve_mentions(text, sentences, lang=lang, product=Product(product))
    names = find_names(text, sentences, lang=lang, product=Product(product))
    turn = FocusTracker(text, sentences, discourse, names, lang=lang).away(
        start := text.rindex(words), start + len(words)
    )
    return turn.entity if turn else None


@pytest.mark.parametrize(("text", "words", "rival"), [
    ("Returned it and bought a Nikon. The autofocus is amazing.", "autofocus", "Nikon"),
    ("I bought a Nikon instead. The lens is sharp.", "lens", "Nikon"),
    ("I went back to my old Nokia. The battery lasts for days.", "battery", "Nokia"),
    ("I switched to a Sony. The pictures are great.", "pictures", "Sony"),
    ("I switched to a Sony. The flash is bright. The lens has no distortion.", "lens", "Sony"),
    ("Took it back to the store and got a Sony. Battery life is superb.", "Battery life", "Sony"),
    ("Returned it and bought a Nikon. The autofocus was terrible.", "autofocus", None),  # why it was returned
    ("I switched to a Nikon. I miss it. The lens is sharp.", "lens", None),
    ("I switched to a Nikon. The lens of the G3 is sharp.", "lens", None),
    ("I replaced my Nikon with this camera. The lens is sharp.", "lens", None),
    ("I bought this Canon instead of a Nikon. The lens is sharp.", "lens", None),
    ("My neighbour bought a Nikon. The lens is sharp.", "lens", None),
    ("I have a Nikon. The lens is sharp.", "lens", None),
])  # fmt: skip
def test_what_the_product_was_given_up_for(text: str, words: str, rival: str | None) -> None:
    assert after(text, words, "Canon PowerShot G3", lang="en") == rival


@pytest.mark.parametrize(("text", "words", "rival"), [
    ("换了华为。屏幕很好。", "屏幕", "华为"),
    ("后来换成了华为。电池很耐用，屏幕很好。", "屏幕", "华为"),
    ("退货买了OPPO。信号很好。", "信号", "OPPO"),
    ("我从华为换成小米13。屏幕很好。", "屏幕", None),
    ("换了块膜。屏幕很好。", "屏幕", None),
    ("同事买了华为。屏幕很好。", "屏幕", None),
])  # fmt: skip
def test_what_the_product_was_given_up_for_in_chinese(text: str, words: str, rival: str | None) -> None:
    assert after(text, words, "小米13", lang="zh") == rival


@pytest.mark.parametrize(("text", "words", "lang"), [
    ("For this price, the brakes are superb.", "brakes", "en"),
    ("Over at reception the brakes were mended.", "brakes", "en"),
    ("Most of the rooms are clean and the brakes are superb.", "brakes", "en"),
    ("On the other hand it does have superb brakes.", "brakes", "en"),
    ("The choice is yours, the brakes are superb.", "brakes", "en"),
    ("和朋友住了两晚，风力很大。", "风力", "zh"),
    ("来之前看了点评，风力果然很大。", "风力", "zh"),
    ("新一代风力很大。", "风力", "zh"),
    ("老人家很喜欢，风力很大。", "风力", "zh"),
    ("不像网上说的那么差，风力很大。", "风力", "zh"),
])  # fmt: skip
def test_words_that_only_look_as_if_they_turned_away(text: str, words: str, lang: str) -> None:
    assert away(text, words, lang=lang, named=False) is None


def test_without_a_name_no_sentence_goes_on() -> None:
    text = "We went to Bella on Sunday. Good food, lovely brakes."
    (sentences,) = language("en").parse([text])
    start = text.index("brakes")
    turned = [FocusTracker(text, sentences, Discourse(), (), lang="en", named=named).away(start, start + 6)
              for named in (True, False)]  # fmt: skip
    assert turned[0] is not None
    assert turned[1] is None


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", FocusPatterns._fields)
def test_no_word_looks_ahead_to_the_end_of_a_clause(lang: str, name: str) -> None:
    """Looking ahead without an end takes time by the square of a text that has no stops."""
    pattern = getattr(focus_patterns(lang), name).pattern
    assert not re.search(r"\(\?[=!](?:[^()]|\([^()]*\))*(?:\{\d*,\}|[*+])\)", pattern)
