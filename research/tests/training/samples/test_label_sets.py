from __future__ import annotations

import pytest

from research.training.samples.label_sets import _mapping, general_name, general_rows, label_sets
from voxpop.errors import InputError


@pytest.mark.parametrize(("origin", "category", "name"), [
    ("semeval-laptops", "DISPLAY#QUALITY", "display"),  # the part wins over what is said of it
    ("semeval-laptops", "LAPTOP#QUALITY", "quality"),
    ("semeval-restaurants", "FOOD#PRICES", "price"),
    ("semeval-restaurants", "FOOD#STYLE_OPTIONS", "menu"),
    ("memd-hotel", "Rooms#Cleanliness", "cleanliness"),
    ("memd-hotel", "Hotel#Comfort", "comfort"),
    ("memd-clothing", "Shoes#Looking", "design"),
    ("memd-books", "Content#Plot", "story"),
])  # fmt: skip
def test_categories_of_other_sets_have_a_place(origin: str, category: str, name: str) -> None:
    assert general_name(origin, category) == name


def test_a_category_without_a_place_is_named() -> None:
    with pytest.raises(InputError, match=r"'FOOD#COLOUR' of semeval-restaurants has no place.*general_mapping.tsv"):
        general_name("semeval-restaurants", "FOOD#COLOUR")


def test_every_category_is_defined_and_used() -> None:
    names = [row["name"] for row in general_rows()]
    assert len(set(names)) == len(names) == 33
    assert all(row["group"] and row["definition"] for row in general_rows())
    assert set(_mapping().values()) == set(names)


def test_the_sets_of_each_language() -> None:
    assert [len(label_sets()[name]) for name in ("general", "se14", "mams", "asap")] == [33, 5, 8, 18]
