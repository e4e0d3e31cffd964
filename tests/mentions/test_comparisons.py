"""Comparisons by rules: where, in which direction, and against whom."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.mentions import Product, resolve
from voxpop.mentions.comparisons import Compared, compare
from voxpop.sentiment.listen import listener
from voxpop.text import language

CAMERA = Product("Lumina C5 camera")
PHONE = Product("星帆X2手机")


def compared(text: str, *, lang: str = "en", product: Product = CAMERA) -> list[Compared]:
    (heard,) = listener(lang, "lexicon").hear([text], language(lang).parse([text]))
    return list(compare(text, heard, resolve(text, heard.sentences, lang=lang, product=product), lang=lang))


@pytest.mark.parametrize(
    ("text", "preference", "verdict", "entity"),
    [
        ("The Lumina is sharper than the Nikon.", "better", 1, "Nikon"),
        ("The Lumina is much slower than my Nikon.", "worse", -1, "Nikon"),
        ("The Lumina is not as sharp as the Nikon.", "worse", -1, "Nikon"),
        ("The Lumina is just as reliable as the Nikon.", "equal", 0, "Nikon"),
        ("The Nikon is better than this camera.", "better", -1, "Nikon"),
        ("Compared to the Nikon, the pictures are clearer.", "better", 1, "Nikon"),
        ("The Lumina is less reliable than the Nikon.", "worse", -1, "Nikon"),
        ("I prefer the Lumina over the Nikon.", "better", 1, "Nikon"),
        ("The Lumina beats the Nikon.", "better", 1, "Nikon"),
    ],
)
def test_english(text: str, preference: str, verdict: int, entity: str) -> None:
    (found,) = compared(text)
    assert (found.preference, found.verdict, found.entity) == (preference, verdict, entity)


@pytest.mark.parametrize(
    ("text", "preference", "verdict"),
    [
        ("星帆的屏幕比华为清晰。", "better", 1),
        ("星帆的屏幕不如华为。", "worse", -1),
        ("星帆没有华为好用。", "worse", -1),
        ("星帆和华为差不多。", "equal", 0),
    ],
)
def test_chinese(text: str, preference: str, verdict: int) -> None:
    (found,) = compared(text, lang="zh", product=PHONE)
    assert (found.preference, found.verdict) == (preference, verdict)
    assert found.entity == "华为"


@pytest.mark.parametrize("text", [
    "I have had it for more than two years.", "It works as well as it should, at least for now.", "A great camera.",
    "I bought it rather than wait.", "Best Buy had it in stock.",
])  # fmt: skip
def test_what_is_no_comparison_with_another(text: str) -> None:
    assert [one for one in compared(text) if one.verdict is not None] == []


@pytest.mark.parametrize("text", ["性价比很高。", "比较好用。", "最近买的。", "比如屏幕。"])
def test_characters_that_only_look_like_one(text: str) -> None:
    assert compared(text, lang="zh", product=PHONE) == []


def test_the_part_that_is_compared_and_the_words_that_decide() -> None:
    text = "The battery of the Lumina is better than that of the Nikon."
    (found,) = compared(text)
    assert found.aspect is not None
    assert "battery" in text[slice(*found.aspect)]
    assert found.opinion is not None
    assert text[slice(*found.opinion)] == "better"


def test_others_among_themselves_say_nothing_of_the_product() -> None:
    (found,) = compared("The Nikon is sharper than the Sony.")
    assert found.verdict is None


def test_nothing_is_held_against_itself() -> None:
    found = compared("I had a Nikon. It is sharper than the Nikon.")
    assert all(one.verdict != -1 for one in found)


PIECES = (
    "better",
    "than",
    "the Nikon",
    "Lumina",
    "not as",
    "as",
    "sharp",
    ",",
    ".",
    "比",
    "没有",
    "不如",
    "🙂",
    "\r\n",
    "é",
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=14), st.sampled_from(["en", "zh"]))
def test_spans_lie_inside_the_text(parts: list[str], lang: str) -> None:
    text = " ".join(parts)
    for one in compared(text, lang=lang):
        assert 0 <= one.start < one.end <= len(text)
        for span in filter(None, (one.subject, one.object, one.aspect, one.opinion)):
            assert one.start <= span.start <= span.end <= one.end
