"""Opinion words joined by meaning."""

from __future__ import annotations

import pytest

from voxpop.lang import language
from voxpop.lang.opinion_lexicon import find_meanings, meaning_table, says_how_good, says_only_good_or_bad
from voxpop.types import Token


@pytest.mark.parametrize(
    ("words", "lang", "expected"),
    [
        ("very clean", "en", [("clean", 1)]),
        ("Spotless", "en", [("clean", 1)]),
        ("not clean", "en", [("clean", -1)]),
        ("cleaner", "en", [("clean", 1)]),
        ("comfiest", "en", [("comfort", 1)]),
        ("bigger", "en", [("size", 1)]),
        ("well-made", "en", [("durable", 1)]),
        ("clean and quiet", "en", [("clean", 1), ("quiet", 1)]),
        ("n't work", "en", [("works", -1)]),
        ("table", "en", []),
        ("很干净", "zh", [("clean", 1)]),
        ("太慢了", "zh", [("fast", -1)]),
        ("没有一点不耐烦", "zh", [("friendly", 1)]),
        ("快餐", "zh", []),
    ],
)
def test_meanings(words: str, lang: str, expected: list[tuple[str, int]]) -> None:
    assert [(one.dimension, one.pole) for one in find_meanings(words, lang)] == expected


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_tables_are_well_formed(lang: str) -> None:
    found = meaning_table(lang)
    assert len(found) > 150
    assert all(word == word.strip() and word for word in found)
    assert {meaning.pole for meaning in found.values()} == {1, -1}


@pytest.mark.parametrize(
    ("lang", "vague", "telling"),
    [
        ("en", ["Great", "really great", "love it"], ["Great sound", "easy to use", "boring"]),
        ("zh", ["很好", "非常棒"], ["味道很好", "物流快"]),
    ],
)
def test_words_that_only_say_good_or_bad(lang: str, vague: list[str], telling: list[str]) -> None:
    assert [words for words in (*vague, *telling) if says_only_good_or_bad(words, lang)] == vague


@pytest.mark.parametrize(
    ("lang", "plain", "others"),
    [
        ("en", ["great product", "terrible", "excellent"], ["recommend it", "not the best", "great and clean", "toy"]),
        ("zh", ["很不错", "太差了"], ["推荐", "不是很好", "很好，很干净", "买了两个"]),
    ],
)
def test_words_that_say_how_good_something_is(lang: str, plain: list[str], others: list[str]) -> None:
    def tokens(words: str) -> list[Token]:
        return [token for sentence in language(lang).parse([words])[0] for token in sentence.tokens]

    assert [words for words in (*plain, *others) if says_how_good(tokens(words), lang)] == plain
