"""How many a sentence says they are."""

from __future__ import annotations

import pytest

from voxpop.check.quantity import Quantity, find_quantity, read_quantity


@pytest.mark.parametrize(
    ("sentence", "lang", "found"),
    [
        ("Most guests love the rooms.", "en", "most"),
        ("Nearly all reviewers praise the staff.", "en", "nearly all"),
        ("About two thirds of the guests complain.", "en", "two thirds"),
        ("The pool is praised by most.", "en", "most"),
        ("Nobody likes the coffee.", "en", "nobody"),
        ("70% of guests like it.", "en", "70%"),
        ("12 of 30 complain.", "en", "12 of 30"),
        ("14 guests mention the noise.", "en", "14 guests"),
        ("大多数顾客称赞味道。", "zh", "大多数"),
        ("三分之二的客人喜欢早餐。", "zh", "三分之二"),
        ("百分之七十的人满意。", "zh", "百分之七十"),
        ("30位顾客中有12位抱怨。", "zh", "30位顾客"),
        ("1,200 guests mention the noise.", "en", "1,200 guests"),
        ("1,050 of 1,200 complain.", "en", "1,050 of 1,200"),
        ("1,200条中1,050条抱怨。", "zh", "1,200条中1,050"),
        ("The bed (80%) is praised.", "en", "80%"),
    ],
)
def test_quantities_are_found(sentence: str, lang: str, found: str) -> None:
    seen = find_quantity(sentence, lang)
    assert seen is not None
    assert seen.text.lower() == found


@pytest.mark.parametrize(
    "sentence",
    ["It is the most comfortable bed.", "All rooms are clean.", "Great food.", "The coffee (100% arabica) is great."],
)
def test_words_about_things_are_no_quantities_of_people(sentence: str) -> None:
    assert find_quantity(sentence, "en") is None


@pytest.mark.parametrize(
    ("words", "supporting", "opposing", "holds"),
    [
        ("Most guests", 80, 20, True),
        ("Most guests", 20, 80, False),
        ("Nobody", 0, 40, True),
        ("Nobody", 20, 20, False),
        ("All guests", 40, 0, True),
        ("All guests", 30, 10, False),
        ("Two thirds of the guests", 66, 34, True),
        ("Two thirds of the guests", 35, 37, False),
        ("Many guests", 1, 0, False),
        ("Some guests", 10, 40, True),
        ("80% of guests", 50, 50, False),
        ("12 guests", 12, 3, True),
        ("40 guests", 12, 3, False),
    ],
)
def test_counts_bear_a_quantity_out_or_not(words: str, supporting: int, opposing: int, holds: bool) -> None:
    found = find_quantity(f"{words} complain.", "en")
    assert found is not None
    assert found.holds(supporting, opposing, supporting + opposing) is holds


def test_few_reviews_refute_little() -> None:
    nearly_all = Quantity("nearly all", 0.85, 1.0)
    assert nearly_all.holds(2, 1, 3)
    assert not nearly_all.holds(200, 100, 300)


def test_a_majority_and_its_opposite_do_not_both_hold() -> None:
    most = Quantity("most", 0.5, 1.0)
    assert most.holds(2, 1, 3)
    assert not most.holds(1, 2, 3)
    assert not most.holds(2, 2, 4)


@pytest.mark.parametrize(
    ("words", "lang", "found"),
    [
        ("about 80 %", "en", "80 %"),
        ("9 of 10 guests", "en", "9 of 10"),
        ("most of the guests", "en", "most"),
        ("80%的顾客", "zh", "80%"),
        ("约30条中12条", "zh", "30条中12"),
        ("80% do not", "en", None),
        ("10 of 10 do not", "en", None),
        ("100% arabica", "en", None),
        ("12 guests hardly", "en", None),
        ("80%不", "zh", None),
    ],
)
def test_a_quantity_alone_has_nothing_beside_it(words: str, lang: str, found: str | None) -> None:
    seen = read_quantity(words, lang)
    assert (seen and seen.text) == found
