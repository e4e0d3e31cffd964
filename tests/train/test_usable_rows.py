"""Rows that cannot be learned from."""

from __future__ import annotations

import pytest

from voxpop.errors import InputError
from voxpop.train.usable_rows import LabelledReview, single_language, usable_rows

ENGLISH, CHINESE, SPANISH = "The soup was good", "味道很好，下次还会再来", "La comida estaba muy buena"


def items(*texts: str) -> list[LabelledReview]:
    return [LabelledReview(text, (1,), row) for row, text in enumerate(texts, start=2)]


def test_each_text_counts_once() -> None:
    cells = [("a b", 1), (" a b ", 1), ("a b", -1), (None, 1), ("  ", 1), (7, 1), ("a\0b", 1)]
    rows = [(text, LabelledReview("", (label,), row)) for row, (text, label) in enumerate(cells, start=2)]
    kept, refused = usable_rows(rows, "f")
    assert [(item.text, item.row) for item in kept] == [("a b", 2), ("7", 7), ("ab", 8)]
    assert [item.row for item in refused] == [3, 4, 5, 6]
    assert [item.step for item in refused] == ["duplicate", "duplicate", "text", "text"]
    assert "other labels" in refused[1].reason


def test_strays_are_set_aside() -> None:
    texts = [f"{ENGLISH} number {i}" for i in range(20)]
    lang, kept, foreign = single_language(items(*texts, SPANISH, "👍👍"), "auto", "f")
    assert lang == "en"
    assert [item.text for item in kept] == [*texts, "👍👍"]
    assert [item.row for item in foreign] == [22]


def test_two_languages_need_a_choice() -> None:
    with pytest.raises(InputError, match="mixes languages"):
        single_language(items(ENGLISH, CHINESE), "auto", "f")
    assert [item.text for item in single_language(items(ENGLISH, CHINESE), "zh", "f")[1]] == [CHINESE]


def test_another_language_is_said_not_guessed() -> None:
    with pytest.raises(InputError, match="neither English nor Chinese"):
        single_language(items(SPANISH, SPANISH + " y barata"), "auto", "f")


def test_nothing_is_english() -> None:
    assert single_language([], "auto", "f") == ("en", [], [])
