"""What a sentence states: topic, sign, details, entity."""

from __future__ import annotations

import pytest

from voxpop.check.statements import Statement, is_people, read_statements
from voxpop.types import Product


def read(sentence: str, lang: str = "en", product: str | None = None, fast: bool = True) -> Statement:
    (statement,) = read_statements(sentence, lang, product=Product(product), fast=fast)
    return statement


@pytest.mark.parametrize(
    ("sentence", "lang", "topic", "sign", "details"),
    [
        ("The rooms are clean.", "en", "rooms", 1, {"clean"}),
        ("The rooms are not clean.", "en", "rooms", -1, {"clean"}),
        ("The breakfast is great.", "en", "breakfast", 1, set()),
        ("Guests complain about the wifi.", "en", "wifi", -1, set()),
        ("Guests do not complain about the wifi.", "en", "wifi", 1, set()),
        ("Most customers praise the customer service.", "en", "customer service", 1, set()),
        ("味道很好。", "zh", "味道", 1, set()),
        ("味道不好。", "zh", "味道", -1, set()),
        ("味道特别好。", "zh", "味道", 1, set()),
        ("味道特别不好。", "zh", "味道", -1, set()),
        ("大家抱怨停车。", "zh", "停车", -1, set()),
    ],
)
def test_topic_sign_and_details(sentence: str, lang: str, topic: str, sign: int, details: set[str]) -> None:
    statement = read(sentence, lang)
    assert (statement.topic, statement.sign, set(statement.details)) == (topic, sign, details)


@pytest.mark.parametrize(
    ("sentence", "opposite"),
    [
        ("Most guests complain about the ads.", "Nobody complains about the ads."),
        ("The staff is friendly.", "The staff is not friendly."),
        ("Many users love the app.", "Few users love the app."),
    ],
)
def test_a_sentence_and_its_opposite_differ_in_sign_or_quantity_alone(sentence: str, opposite: str) -> None:
    one, other = read(sentence), read(opposite)
    assert (one.topic, one.details, one.category) == (other.topic, other.details, other.category)
    assert (one.sign, one.quantity) != (other.sign, other.quantity)


def test_a_list_of_things_is_a_statement_for_each() -> None:
    found = read_statements("Guests praise the rooms and the pool.", "en", fast=True)
    assert [statement.topic for statement in found] == ["rooms", "pool"]


def test_the_name_of_the_product_is_no_part_of_the_topic() -> None:
    assert read("The staff at Vado is friendly.", product="Vado", fast=False).topic == "staff"


def test_another_product_is_the_entity() -> None:
    statement = read("The screen of the Nikon D90 is great.", product="Vado", fast=False)
    assert statement.entity == "Nikon D90"
    assert not statement.details & {"nikon", "d90"}  # the name is compared as a name


def test_divided_opinions() -> None:
    assert read("Opinions on the coffee are divided.").divided
    assert read("对服务的评价不一。", "zh").divided
    assert read("Opinions on the room service are divided.").topic == "room service"


def test_what_says_nothing_good_or_bad_states_nothing() -> None:
    assert read_statements("We arrived on Monday.", "en", fast=True) == []
    assert read_statements("Not all rooms are clean.", "en", fast=True) == []


def test_people_are_no_topic() -> None:
    assert is_people("most guests", "en")
    assert not is_people("customer service", "en")


def test_every_clause_and_every_opinion_is_a_statement_of_its_own() -> None:
    found = read_statements("The rooms are clean and the staff is friendly, but the wifi is slow.", "en", fast=True)
    assert [(one.topic, one.sign, set(one.details)) for one in found] == [
        ("rooms", 1, {"clean"}),
        ("staff", 1, {"friendly"}),
        ("wifi", -1, {"slow"}),
    ]


def test_a_clause_that_cannot_be_read_makes_the_sentence_unclear() -> None:
    assert read_statements("The rooms are clean, but we arrived on Monday.", "en", fast=True) == []
    assert read_statements("Praise goes to the staff (most) and the bed (nearly all).", "en", fast=True) == []
