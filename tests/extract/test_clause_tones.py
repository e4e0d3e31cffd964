"""The tone of each clause."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.extract.clause_tones import clause_tones, is_void
from voxpop.lang import language


def told(text: str, lang: str) -> list[tuple[str, int, int]]:
    """Clauses that feel something: their words, their sentence, and good or bad."""
    found = [(text[f.span.start : f.span.end], f.sentence, f.value) for f in clause_tones(text, lang=lang) if f.value]
    return [(words, sentence, 1 if value > 0 else -1) for words, sentence, value in found]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "The soup was great but the waiter was rude.", [("The soup was great", 0, 1),
                                                               ("but the waiter was rude", 0, -1)]),
        ("en", "Lovely soup, awful noise.", [("Lovely soup,", 0, 1), ("awful noise", 0, -1)]),
        ("en", "We came by bus. It was not good.", [("It was not good", 1, -1)]),
        ("en", "We came by bus.", []),
        ("zh", "菜很好吃，服务态度很差。", [("菜很好吃", 0, 1), ("，服务态度很差", 0, -1)]),
        ("zh", "我们坐地铁来的。", []),
        ("en", "", []),
    ],
)  # fmt: skip
def test_by_hand(lang: str, text: str, expected: list[tuple[str, int, int]]) -> None:
    assert told(text, lang) == expected


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80), st.sampled_from(["en", "zh"]))
def test_clauses_lie_in_the_text_in_order(text: str, lang: str) -> None:
    reached = 0
    for span, _, value, _ in clause_tones(text, lang=lang):
        assert reached <= span.start < span.end <= len(text)
        assert -1 <= value <= 1
        reached = span.end


def test_a_clause_may_name_a_thing_or_only_feel() -> None:
    named = {
        ("en", "Lovely mug."): True,
        ("en", "Fantastic!"): False,
        ("zh", "味道很好。"): True,
        ("zh", "真棒！"): False,
    }
    assert {key: clause_tones(key[1], lang=key[0])[0].thing for key in named} == named


@pytest.mark.parametrize(
    ("lang", "void", "said"),
    [
        (
            "en",
            ["so", "quite", "a little", "kind of", "does it"],
            ["Great", "okay", "not for me", "works", "😍", "a mess"],
        ),
        ("zh", ["也", "还", "都"], ["还可以", "一般", "很好", "不来了", "👎"]),
    ],
)
def test_words_that_say_nothing_by_themselves(lang: str, void: list[str], said: list[str]) -> None:
    def is_nothing(text: str) -> bool:
        return is_void([token for each in language(lang).parse([text])[0] for token in each.tokens], lang=lang)

    assert [text for text in (*void, *said) if is_nothing(text)] == void
