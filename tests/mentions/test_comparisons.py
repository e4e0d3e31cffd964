"""Comparisons by rules: where, in which direction, and against whom."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.mentions import Product, resolve
from voxpop.mentions.comparison_cues import cued
from voxpop.mentions.comparisons import Compared, compare
from voxpop.sentiment.listen import listener
from voxpop.sentiment.reading import Reading
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


class FakeScores:
    """A branch that takes sentences with an exclamation mark for comparisons, and capitals for what they name."""

    def __init__(self, reading: Reading, text: str) -> None:
        self.text, self.spans = text, reading.spans
        tags = [
            3 if text[start:end] == "Nikon" else 7 if text[start:end] == "smoother" else 0 for start, end in self.spans
        ]
        self.elements = np.eye(9, dtype=np.float32)[tags]

    def comparison(self, pieces: slice, *, cued: bool) -> float:
        first, last = self.spans[pieces][[0, -1]]
        return float("!" in self.text[first[0] : last[1]])

    def preference(self, pieces: slice, *, cued: bool) -> np.ndarray:
        return np.array([0.7, 0.1, 0.1, 0.1], np.float32)


def by_branch(text: str) -> list[Compared]:
    (heard,) = listener("en", "lexicon").hear([text], language("en").parse([text]))
    spans = np.array([token[:2] for sentence in heard.sentences for token in sentence.tokens], np.int32)
    nothing = np.empty(0, np.float32)
    reading = Reading(spans, nothing, nothing, nothing, nothing, nothing)
    discourse = resolve(text, heard.sentences, lang="en", product=CAMERA)
    scores = FakeScores(reading, text)
    return list(compare(text, heard._replace(reading=reading), discourse, lang="en", scores=scores))


def test_the_branch_decides_where_there_is_one() -> None:
    text = "The Lumina is sharper than the Nikon. Pity, the Nikon feels smoother!"
    (found,) = by_branch(text)
    assert (found.preference, found.confidence) == ("worse", 0.7)
    assert found.object is not None
    assert "Nikon" in text[slice(*found.object)]
    assert text[slice(*(found.opinion or (0, 0)))] == "smoother"
    assert (found.verdict, found.entity) == (-1, "Nikon")


@pytest.mark.parametrize(("text", "lang", "may", "faintly"), [
    ("It is better than the Nikon.", "en", True, True),
    ("More than happy with it.", "en", False, False),  # a set phrase
    ("这款比小米好。", "zh", True, True),
    ("性价比很高，比较满意。", "zh", False, False),
    ("这是一个不一样的故事。", "zh", False, True),
    ("没有那么轻松。", "zh", False, True),
])  # fmt: skip
def test_what_is_a_reason_to_look_closer(text: str, lang: str, may: bool, faintly: bool) -> None:
    assert cued(text, lang=lang) == may
    assert cued(text, lang=lang, faint=True) == faintly
