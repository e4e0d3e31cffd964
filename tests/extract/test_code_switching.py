"""Expressions of one language in a text of the other, exact to the character."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.extract.code_switching import foreign_expressions
from voxpop.lang import language

PARTS = st.sampled_from(
    ["very good", " not ", "slow", "，", "很", "好吃", "不", "服务员", "the", "😀", "\u3400", "a", "’t", "\n"]
)


def told(text: str, lang: str) -> list[tuple[str, int]]:
    found = [(text[one.start : one.end], one.value) for one in foreign_expressions(text, lang) if one.value is not None]
    return [(words, (value > 0) - (value < 0)) for words, value in found]


@pytest.mark.parametrize(
    ("text", "lang", "wanted"),
    [
        ("菜not good，环境very nice", "zh", [("not good", -1), ("very nice", 1)]),
        ("noodles不错，bus很多", "zh", []),
        ("The soup was 不好吃, staff 很热情.", "en", [("不好吃", -1), ("很热情", 1)]),
        ("The soup was good", "en", []),
        ("味道不错", "zh", []),
    ],
)
def test_praise_and_blame_come_with_their_negation(text: str, lang: str, wanted: list[tuple[str, int]]) -> None:
    assert told(text, lang) == wanted


def test_things_are_named_in_english() -> None:
    text = "The 服务员 was 很热情, the 小笼包 fresh"
    assert [text[one.start : one.end] for one in foreign_expressions(text, "en") if one.value is None] == [
        "服务员",
        "小笼包",
    ]
    in_english = language("en").reader_input.stand_in_for_name
    assert [in_english(name) for name in ("服务", "服务员", "酒店服务员", "小笼包")] == [
        "service",
        "waiter",
        "waiter",
        "dish",
    ]


@settings(max_examples=100, deadline=None)
@given(st.lists(PARTS, max_size=10), st.sampled_from(["en", "zh"]))
def test_expressions_lie_in_the_text_and_apart(parts: list[str], lang: str) -> None:
    text = "".join(parts)
    found = sorted(foreign_expressions(text, lang), key=lambda one: one.start)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
