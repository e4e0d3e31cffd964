"""Opinion words joined by meaning."""

from __future__ import annotations

import pytest

from voxpop.check.meanings import find_meanings, meaning_table


@pytest.mark.parametrize(
    ("words", "lang", "expected"),
    [
        ("very clean", "en", [("clean", 1, "clean")]),
        ("Spotless", "en", [("clean", 1, "spotless")]),
        ("not clean", "en", [("clean", -1, "")]),
        ("cleaner", "en", [("clean", 1, "clean")]),
        ("comfiest", "en", [("comfort", 1, "comfy")]),
        ("bigger", "en", [("size", 1, "big")]),
        ("well-made", "en", [("durable", 1, "well made")]),
        ("clean and quiet", "en", [("clean", 1, "clean"), ("quiet", 1, "quiet")]),
        ("table", "en", []),
        ("很干净", "zh", [("clean", 1, "干净")]),
        ("太慢了", "zh", [("fast", -1, "太慢")]),
        ("没有一点不耐烦", "zh", [("friendly", 1, "")]),
        ("快餐", "zh", []),
    ],
)
def test_meanings(words: str, lang: str, expected: list[tuple[str, int, str]]) -> None:
    assert [(one.meaning.dimension, one.meaning.pole, one.word) for one in find_meanings(words, lang)] == expected


def test_words_may_count_without_being_shown() -> None:
    (works,) = find_meanings("n't work", "en")
    assert (works.meaning.dimension, works.meaning.pole, works.word) == ("works", -1, "")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_tables_are_well_formed(lang: str) -> None:
    found = meaning_table(lang)
    assert len(found) > 150
    assert all(word == word.strip() and word for word in found)
    assert {meaning.pole for meaning, _ in found.values()} == {1, -1}
