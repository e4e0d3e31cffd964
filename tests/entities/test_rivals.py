"""A name is a rival's only by all reviews of a file together."""

from __future__ import annotations

import pytest

from voxpop.entities.rivals import WHOLE, Rivals, add_names, count_names
from voxpop.types import Extraction, NameReading, NameUse


def extraction(text: str, **chances: float) -> Extraction:
    readings = [NameReading(text.index(name), text.index(name) + len(name), chance) for name, chance in chances.items()]
    return Extraction((), (), names=tuple(readings))


def use(reviews: int, chances: float) -> NameUse:
    return NameUse(reviews, round(chances * WHOLE))


def test_a_review_counts_once_for_a_name_with_its_best_chance() -> None:
    texts = ["Lyft is better than LYFT was.", "I flew to Nairobi."]
    uses = count_names(texts, [extraction(texts[0], Lyft=0.2, LYFT=0.8), extraction(texts[1], Nairobi=0.0)])
    assert uses == {"lyft": use(1, 0.8), "nairobi": use(1, 0.0)}
    add_names(uses, {"lyft": use(2, 1.0)})
    assert uses["lyft"] == use(3, 1.8)


@pytest.mark.parametrize(
    ("reviews", "chances", "expected"),
    [(1, 1.0, False), (2, 1.0, True), (2, 0.8, False), (100, 25.0, False), (100, 40.0, True), (0, 0.0, False)],
)
def test_several_reviews_must_mostly_treat_it_as_one(reviews: int, chances: float, expected: bool) -> None:
    uses = {"lyft": use(reviews, chances)} if reviews else {}
    assert Rivals(uses, ["Uber"], lang="en")("Lyft") is expected


def test_without_the_name_of_the_product_any_name_may_be_its_own() -> None:
    rivals = Rivals({"lyft": use(5, 4.0)}, [], lang="en")
    assert (rivals("Lyft"), rivals.is_surely_not_rival("Lyft")) == (False, False)


def test_what_one_review_alone_names_may_be_one() -> None:
    rivals = Rivals({"lyft": use(1, 0.9), "nairobi": use(5, 0.1)}, ["Uber"], lang="en")
    assert [rivals.is_surely_not_rival(name) for name in ("Lyft", "Nairobi", "Uber")] == [False, True, True]


@pytest.mark.parametrize(
    ("title", "name", "expected"),
    [
        ("Sony WH-CH520", "Sony WH-CH720N", False),  # another model of the maker
        ("Sony WH-CH520", "Sony", False),
        ("Monster Hunter Wilds", "Wilds", False),
        ("Monster Hunter Wilds", "World", True),
        ("海底捞火锅", "海底捞", False),
        ("Uber", "Lyft", True),
    ],
)
def test_what_has_the_name_of_the_product_is_no_rival(title: str, name: str, expected: bool) -> None:
    uses = count_names([name] * 5, [Extraction((), (), names=(NameReading(0, len(name), 1.0),))] * 5)
    assert Rivals(uses, [title], lang="zh" if title[0] > "z" else "en")(name) is expected
