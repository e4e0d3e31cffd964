"""Emoji are read as what they say, where they stand."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.extract.emoji_tokens import EmojiTokens, emoji_value, replace_ids
from voxpop.extract.extractors import extractor
from voxpop.extract.reader import Reader, reader
from voxpop.lang import language
from voxpop.lang.emoji import PLACEHOLDER

STARS = np.arange(1.0, 6.0)


def faces(lang: str) -> EmojiTokens:
    return EmojiTokens(reader(lang)._tokenizer, lang)


def pieces(found: Reader, text: str) -> list[str]:
    return [text[start:end] for start, end in found.read([text])[0].spans]


def test_a_face_says_how_someone_feels_whatever_the_colour_of_its_skin() -> None:
    assert emoji_value("😍") > 0.5 > -0.5 > emoji_value("👎")
    assert emoji_value("👍") == emoji_value("👍🏽") > 0
    assert emoji_value("❤") == emoji_value("❤️") > 0
    assert emoji_value("🤦‍♀️") == emoji_value("🤦🏽‍♂️") == emoji_value("🤦") < 0 < emoji_value("❤️‍🔥")
    assert emoji_value("🧾") == emoji_value("a") == emoji_value("") == emoji_value("👨‍👩‍👧") == 0
    assert emoji_value("⭐") == 0  # one of five is no praise


@pytest.mark.parametrize(
    ("lang", "text", "wanted"),
    [
        ("en", "The pizza 😍😍😍", ["The", "pizza", "😍"]),
        ("en", "Love the pizza😍 but👎the service", ["Love", "the", "pizza", "😍", "but", "👎", "the", "service"]),
        ("en", "Our waiter ❤️", ["Our", "waiter", "❤"]),
        ("en", "The pizza🍕 was 👍👍🏿good", ["The", "pizza", "🍕", "was", "👍", "👍", "good"]),
        ("zh", "披萨😍😍，服务👎", ["披", "萨", "😍", "，", "服", "务", "👎"]),
    ],
)
def test_a_face_is_one_piece_at_its_place_and_takes_no_word_with_it(lang: str, text: str, wanted: list[str]) -> None:
    assert pieces(reader(lang), text) == wanted


@pytest.mark.parametrize(("lang", "good", "bad"), [("en", "The pizza 😍", "The pizza 🤮"), ("zh", "披萨😍", "披萨🤮")])
def test_stars_follow_the_face(lang: str, good: str, bad: str) -> None:
    better, worse = (float(reading.stars @ STARS) for reading in reader(lang).read([good, bad]))
    assert better > 4 > 2.5 > worse


@pytest.mark.parametrize("text", ["Pizza 👍 Staff 👎", "Pizza 👍\nStaff 👎", "Food 😍😍 Service 😡"])
def test_a_face_ends_a_sentence(text: str) -> None:
    covered, _ = faces("en").replace(text)
    assert (covered.count("."), len(covered)) == (1, len(text))
    (heard,) = extractor("en", "reader").extract([text], language("en").parse([text]))
    felt_by = {said.term: said.judgement.polarity for said in heard.terms if said.term}
    first, last = (felt_by[text.split()[place].lower()] or 0.0 for place in (0, 2))
    assert first > 0.3 > -0.3 > last


def test_texts_without_faces_stay_as_they_are() -> None:
    for text in (
        "",
        "plain",
        "café, naïve",
        "的",
        f"{PLACEHOLDER} itself",
        "7️⃣ nights",
        "Love™ ✓",
        "⭐☆☆☆☆ as expected",
    ):
        assert faces("en").replace(text) == (text, {})


def test_a_tokenizer_without_the_words_leaves_texts_alone() -> None:
    class Empty:
        def token_to_id(self, word: str) -> None:
            return None

    assert EmojiTokens(Empty(), "en").replace("The pizza 😍") == ("The pizza 😍", {})


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["😍", "👎", "👍🏽", "❤️", "👨‍👩‍👧", "🏳️‍🌈", " ", "a", "the", "好", PLACEHOLDER, "7️⃣", "\u200d"]),
        max_size=12,
    )
)
def test_no_place_moves(parts: list[str]) -> None:
    text = "".join(parts)
    covered, words = faces("en").replace(text)
    assert len(covered) == len(text)
    assert all(
        covered[place] == PLACEHOLDER and (emoji_value(text[place]) or text[place] in f"好{PLACEHOLDER}")
        for place in words
    )
    assert all(one == other for one, other in zip(text, covered, strict=True) if other not in (PLACEHOLDER, " ", "."))
    for start, end in reader("en").read([text])[0].spans:
        assert 0 <= start <= end <= len(text)


def test_a_hundred_thousand_faces_take_no_longer_than_they_must() -> None:
    began = time.perf_counter()
    for text in ("😍👎" * 50_000, "😍" * 100_000, "👨‍" * 50_000):
        covered, words = faces("en").replace(text)
        spans = np.array([(place, place + 1) for place in range(len(covered))], np.int32)
        replace_ids(np.zeros(len(spans), np.int64), spans, words)
    assert time.perf_counter() - began < 20  # a search that went back and forth would take hours


@pytest.mark.parametrize(
    ("lang", "text", "wanted"),
    [
        ("en", "The soup was 不好吃!", ["The", "soup", "was", "不好吃", "!"]),
        ("en", "The 服务员 was 很热情", ["The", "服务员", "was", "很热情"]),
        ("zh", "菜not good，很nice", ["菜", "not good", "，", "很", "nice"]),
        ("zh", "环境so so", ["环", "境", "s", "o so"]),
    ],
)
def test_an_expression_of_the_other_language_is_one_word_at_its_place(lang: str, text: str, wanted: list[str]) -> None:
    assert pieces(reader(lang), text) == wanted


@pytest.mark.parametrize(
    ("lang", "text", "term", "sign"),
    [
        ("en", "The 服务 was terrible", "服务", -1),
        ("en", "The food was 很好吃, I will come back.", "food", 1),
        ("en", "The noodles are 不好吃.", "noodles", -1),
        ("zh", "味道 very good，环境 so so", "味道", 1),
        ("zh", "味道 very good，环境 so so", "环境", 0),
        ("zh", "this手机battery很耐用", "手机battery", 1),
        ("zh", "wifi很慢", "wifi", -1),
        ("zh", "The 小笼包 were amazing but the 服务 was terrible 差评.", "小笼包", 1),
        ("zh", "The 小笼包 were amazing but the 服务 was terrible 差评.", "服务", -1),
    ],
)
@pytest.mark.parametrize("engine", ["reader", "lexicon"])
def test_praise_and_blame_in_the_other_language_count(engine: str, lang: str, text: str, term: str, sign: int) -> None:
    (heard,) = extractor(lang, engine).extract([text], language(lang).parse([text]))
    polarity = {said.term: said.judgement.polarity or 0.0 for said in heard.terms}[term]
    assert (polarity > 0.2) - (polarity < -0.2) == sign


def test_words_that_the_reader_has_whole_are_left_to_it() -> None:
    assert faces("zh").replace("服务ok，good") == ("服务ok，good", {})
    covered, words = faces("zh").replace("服务terrible")
    assert (covered, list(words)) == (f"服务{PLACEHOLDER}       ", [2])
