"""Triplets and quadruples: empty strings and single letters earn nothing, a flipped polarity is seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.errors import MeasureError
from voxpop.metrics.tuples import tuples

GOLD = [[("battery life", "great", "positive"), ("screen", "too dim", "negative")], [("price", "fair", "positive")], []]
WORD = st.sampled_from(["room", "price", "battery life", "e", ""])
TRIPLET = st.tuples(WORD, WORD, st.sampled_from(["positive", "negative"]))


def test_gold_against_gold_is_one() -> None:
    for score in tuples(GOLD, GOLD).values():
        assert score.values == {"precision": 1.0, "recall": 1.0, "f1": 1.0}


@pytest.mark.parametrize("word", ["", "e"])
def test_empty_strings_and_letters_earn_nothing(word: str) -> None:
    scores = tuples(GOLD, [[(word, word, "positive")] * len(item) for item in GOLD])
    assert scores["exact"].value == scores["partial"].value == scores["aspect"].value == 0.0


def test_flipped_polarity_shows() -> None:
    flip = {"positive": "negative", "negative": "positive"}
    scores = tuples(GOLD, [[(aspect, opinion, flip[polarity]) for aspect, opinion, polarity in item] for item in GOLD])
    assert scores["but_polarity"].value == 1.0
    assert scores["exact"].value == scores["partial"].value == 0.0


def test_partial_shares_out_words() -> None:
    scores = tuples([[("battery life", "great", "positive")]], [[("battery", "great", "positive")]])
    assert scores["exact"].value == 0.0
    assert scores["partial"].value == pytest.approx(0.75)


def test_quadruples_as_mappings_and_implicit_fields() -> None:
    gold = [[{"aspect": None, "category": "food", "opinion": "Yummy", "polarity": "positive"}]]
    pred = [[("NULL", "food", "yummy", "positive")]]
    assert tuples(gold, pred)["exact"].value == 1.0
    assert tuples(gold, pred, case="exact")["exact"].value == 0.0
    assert "fields:aspect+category+opinion+polarity" in tuples(gold, pred)["exact"].signature


def test_bad_input() -> None:
    with pytest.raises(MeasureError, match="neither a triplet"):
        tuples([[("a", "b")]], [[]])
    with pytest.raises(MeasureError, match=r"Item 1 of the predictions: .* should hold aspect, opinion, polarity"):
        tuples([[("a", "b", "positive")]], [[("a", "b", "c", "positive")]])


@given(st.lists(st.tuples(st.lists(TRIPLET), st.lists(TRIPLET)), min_size=1, max_size=4))
def test_every_figure_lies_in_its_range(
    texts: list[tuple[list[tuple[str, str, str]], list[tuple[str, str, str]]]],
) -> None:
    gold, pred = zip(*texts, strict=True)
    scores = tuples(gold, pred)
    for score in scores.values():
        assert all(0 <= value <= 1 + 1e-9 for value in score.values.values())
    assert scores["partial"].value >= scores["exact"].value - 1e-9
