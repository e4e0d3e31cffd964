"""What reviews of other things than restaurants cannot speak of."""

from __future__ import annotations

import pytest

from research.training.reader.elsewhere import absent, kinds, words
from research.training.scheme import asap

NAMES = asap().aspects


def speaks_of(kind: str, text: str) -> set[str]:
    return {name for name, gone in zip(NAMES, absent(kind, text, NAMES), strict=True) if not gone}


@pytest.mark.parametrize(
    ("kind", "text", "wanted"),
    [
        ("shopping/手机", "屏幕太暗", set()),
        ("shopping/手机", "味道很好", set()),  # no telephone has a taste
        ("shopping/手机", "客服不错", {"Service#Hospitality"}),
        ("shopping/衣服", "有点贵", {"Price#Level", "Price#Cost_effective", "Price#Discount"}),
        ("takeaway", "好吃", {"Food#Portion", "Food#Taste", "Food#Appearance", "Food#Recommend"}),
    ],
)
def test_a_kind_of_thing_and_its_words_say_what_may_be_there(kind: str, text: str, wanted: set[str]) -> None:
    assert speaks_of(kind, text) == wanted


def test_a_hotel_may_lie_somewhere_and_be_noisy_in_any_words() -> None:
    assert {"Location#Downtown", "Ambience#Noise", "Service#Parking"} <= speaks_of("hotel", "还行")


def test_every_rule_names_categories_that_there_are() -> None:
    for begins in {begin for names in kinds().values() for begin in names} | set(words()):
        assert any(name.startswith(begins) for name in NAMES), begins
