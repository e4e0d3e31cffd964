"""Finding the expressions of the tables."""

from __future__ import annotations

import pytest

from voxpop.extract.lexicon_matching import LexiconMatch, match_lexicon
from voxpop.extract.lexicon_tables import Role, lexicon_tables
from voxpop.lang import language


def marks(code: str, text: str) -> list[LexiconMatch]:
    return [
        mark
        for sentence in language(code).parse([text])[0]
        for mark in match_lexicon(sentence.tokens, lexicon_tables(code))
    ]


def opinion_words(code: str, text: str) -> list[str]:
    return [text[one.start : one.end] for one in marks(code, text) if one.entry.roles & Role.OPINION]


@pytest.mark.parametrize(
    ("code", "text", "words"),
    [
        ("en", "It is to die for and well worth it", ["to die for", "well worth"]),
        ("en", "A hot dog at happy hour", []),
        ("en", "Goooood stuff", ["Goooood"]),
        ("en", "Nice place :)))", ["Nice", ":)))"]),
        ("en", "Nice 👏🏽", ["Nice", "👏🏽"]),
        ("zh", "真的好吃", ["好吃"]),
        ("zh", "好像在三楼", []),
        ("zh", "香菜牛肉", []),
        ("zh", "不好意思", []),
        ("zh", "非常赞同店家", []),
        ("zh", "最真实的样子", []),
        ("zh", "环境很优美", ["优美"]),
        ("zh", "他偏爱这家", []),
        ("zh", "最脆弱的玻璃", []),
        ("zh", "老板乐呵呵的", ["乐呵呵"]),
        ("zh", "味道鲜美", ["鲜美"]),
        ("zh", "菜不好吃", ["好吃"]),
    ],
)
def test_longest_expression_wins(code: str, text: str, words: list[str]) -> None:
    assert opinion_words(code, text) == words


def test_capitals_and_stretching_are_loud() -> None:
    assert [one.loud for one in marks("en", "The food is GREAT") if one.entry.text == "great"] == [True]
    assert [one.loud for one in marks("en", "The food is great") if one.entry.text == "great"] == [False]
    assert [one.loud for one in marks("en", "THE FOOD IS GREAT") if one.entry.text == "great"] == [False]


def test_negator_is_found_inside_a_word_of_the_segmenter() -> None:
    found = [(one.entry.text, bool(one.entry.roles & Role.NEGATOR)) for one in marks("zh", "味道不好")]
    assert ("不", True) in found
    assert ("好", False) in found


@pytest.mark.parametrize(
    ("code", "text", "words"),
    [
        ("zh", "菜terrible，但是Nice", ["terrible", "Nice"]),
        ("zh", "noodles和goods", []),
        ("en", "The soup is 好吃", ["好吃"]),
    ],
)
def test_words_of_the_other_language_count_whole(code: str, text: str, words: list[str]) -> None:
    assert opinion_words(code, text) == words


def test_a_space_between_english_words_ends_nothing_in_chinese() -> None:
    assert [one.entry.text for one in marks("zh", "菜not good")] == ["not", "good"]
    assert " " in [one.entry.text for one in marks("zh", "菜不 好")]
