"""Prominent aspects: Table 1 of paper 000 as it stands, hard and soft accuracy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.errors import MeasureError, OptionError
from voxpop.metrics.prominent_aspects import human_terms, prominent, table_1, table_similarity

BEST = {  # the five most named terms; the share of the 25 they cover is counted by hand from the table
    "hotel": (["location", "price", "room", "service", "bath"], 19 / 25),
    "restaurant": (["price", "food", "location", "service", "environment"], 22 / 25),
}


def test_table_1_has_six_products_of_five_times_five() -> None:
    assert list(table_1()) == ["hotel", "mp3 player", "camera", "mobile phone", "laptop", "restaurant"]
    assert all([len(row) for row in rows] == [5] * 5 for rows in table_1().values())
    assert human_terms("laptop").count("keyword") == 1


@pytest.mark.parametrize("product", BEST)
def test_hard_accuracy_counts_repetitions(product: str) -> None:
    aspects, expected = BEST[product]
    terms = human_terms(product)
    assert sum(terms.count(aspect) for aspect in aspects) / 25 == pytest.approx(expected)
    assert prominent([product], [aspects])["hard"].value == pytest.approx(expected)


def test_only_the_first_five_count() -> None:
    many = ["x", "y", "z", "v", "w", "price"]
    assert prominent(["hotel"], [many])["hard"].value == 0.0
    assert prominent(["hotel"], [many], top=6)["hard"].value == pytest.approx(5 / 25)


def test_soft_accuracy_credits_near_synonyms_and_shared_words() -> None:
    assert table_similarity("price", "cost") == 1.0
    assert table_similarity("battery", "battery life") == 0.5
    assert table_similarity("price", "battery") == 0.0
    scores = prominent([["screen", "battery"]], [["display", "battery life"]])
    assert scores["hard"].value == 0.0
    assert scores["soft"].value == 0.75


def test_case_and_abbreviations() -> None:
    assert prominent([["OS", "CPU"]], [["os", "Cpu"]])["hard"].value == 1.0


def test_wrong_answers_get_what_they_deserve() -> None:
    for wrong in ([], ["e"], [""], ["the rooms were clean and the location was good"]):
        scores = prominent(["hotel"], [wrong])
        assert scores["hard"].value == 0.0
        assert scores["soft"].value < 0.15


def test_bad_input() -> None:
    with pytest.raises(OptionError, match=r"Unknown product type 'hotels'\. Did you mean 'hotel'"):
        prominent(["hotels"], [["room"]])
    with pytest.raises(MeasureError, match="Item 1 of the gold: there are no terms"):
        prominent([[]], [["room"]])


@given(st.lists(st.text(max_size=12)))
def test_soft_is_never_less_than_hard(aspects: list[str]) -> None:
    scores = prominent(["camera"], [aspects])
    assert 0 <= scores["hard"].value <= scores["soft"].value <= 1
