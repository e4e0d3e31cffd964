from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.ingest.text_quality import low_quality, script_share


@pytest.mark.parametrize(
    "text",
    [
        "!!!???",
        "10/10",
        "👍👍👍",
        "。。。",
        "aaaaaaaa",
        "好好好好好好",
        "good good good good good",
        "asdfghjkl",
        "qwertyuiop asdfgh",
        "xkcdjfhgkjh",
        "  ",
    ],
)
def test_sets_noise_aside(text: str) -> None:
    assert low_quality(text)


@pytest.mark.parametrize(
    "text",
    [
        "Great!",
        "好吃",
        "Good 👍",
        "so so",
        "哈哈，很好",
        "I love the rhythm",
        "Yummmmy!!!",
        "no no no",
        "OK",
        "很好很好",
        "property was hot",
        "The strengths outweigh it",
    ],
)
def test_keeps_short_and_lively_reviews(text: str) -> None:
    assert low_quality(text) is None


@pytest.mark.parametrize(
    ("text", "lang", "low", "high"),
    [
        ("plain English", "en", 1, 1),
        ("plain English", "zh", 0, 0),
        ("iPhone XS Max 很好用", "zh", 0.4, 0.6),
        ("café crème", "en", 1, 1),
        ("Очень хорошо", "en", 0, 0),
        ("👍 2020 good", "en", 1, 1),
        ("👍", "zh", 1, 1),
        ("很好👍100分", "zh", 1, 1),
    ],
)
def test_script_share_counts_words_and_characters_not_emoji_or_digits(
    text: str, lang: str, low: float, high: float
) -> None:
    assert low <= script_share(text, lang) <= high


@given(st.text())
def test_never_fails(text: str) -> None:
    low_quality(text)
    assert 0 <= script_share(text, "en") <= 1
    assert 0 <= script_share(text, "zh") <= 1
