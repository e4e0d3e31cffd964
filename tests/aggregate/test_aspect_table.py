from __future__ import annotations

from dataclasses import replace

from voxpop.aggregate.aspect_table import Least, empty_row, in_order, possible_rows, rows_with_enough
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.table_edits import Key
from voxpop.types import Aspect

GROUPS = {"soup": ("soup", "soups"), "staff": ("staff",)}


def spoken(reviews: int, *, judged: int | None = None) -> OpinionCounts:
    return OpinionCounts(mentions=reviews, reviews=reviews, positive=reviews if judged is None else judged)


def ids(rows: list[Aspect]) -> list[str]:
    return [row.id for row in rows]


def test_every_row_that_a_table_could_have() -> None:
    categories = ["food", "service"]
    assert ids(possible_rows("terms", "en", GROUPS, categories)) == ["en:soup", "en:staff"]
    assert ids(possible_rows("categories", "en", GROUPS, categories)) == ["en>food", "en>service"]
    tree = possible_rows("tree", "en", GROUPS, categories)
    assert ids(tree)[2:] == ["en>food>soup", "en>food>staff", "en>service>soup", "en>service>staff"]
    soup = tree[2]
    assert (soup.name, soup.category, soup.parent, soup.terms) == ("soup", "food", "en>food", ("soup", "soups"))


def test_what_nobody_speaks_of_is_no_row() -> None:
    rows = possible_rows("terms", "en", GROUPS, ())
    assert ids(rows_with_enough(rows, {0: spoken(1)}, Least())) == ["en:soup"]
    assert ids(rows_with_enough(rows, {0: spoken(1), 1: spoken(2)}, Least(reviews=2))) == ["en:staff"]


def test_a_category_that_few_speak_of_is_no_row_nor_is_anything_under_it() -> None:
    rows = possible_rows("tree", "en", GROUPS, ["food", "price"])
    counts = {0: spoken(4), 1: spoken(1), 2: spoken(2), 3: spoken(1), 4: spoken(1)}
    least = Least(reviews=1, of_category=2)
    assert ids(rows_with_enough(rows, counts, least)) == ["en>food", "en>food>soup", "en>food>staff"]
    terms = possible_rows("terms", "en", GROUPS, ())
    assert len(rows_with_enough(terms, {0: spoken(1), 1: spoken(1)}, least)) == 2


def test_an_aspect_stands_under_a_category_by_its_share_of_what_has_one() -> None:
    rows = possible_rows("tree", "en", {"soup": ("soup",)}, ["food", "price"])
    counts = {0: spoken(60), 1: spoken(60), 2: spoken(50), 3: spoken(4)}
    assert ids(rows_with_enough(rows, counts, Least(reviews=2))) == ["en>food", "en>price", "en>food>soup"]


def test_most_spoken_of_first_with_what_stands_under_it() -> None:
    numbers = {"en>food": 4, "en>price": 6, "en>food>soup": 3}
    keys = [Key("en", None, "food"), Key("en", "soup", "food"), Key("en", None, "price")]
    rows = [replace(empty_row(key), reviews=numbers[key.id]) for key in keys]
    assert ids(in_order(rows)) == ["en>price", "en>food", "en>food>soup"]
