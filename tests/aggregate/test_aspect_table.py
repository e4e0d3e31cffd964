from __future__ import annotations

from collections.abc import Iterable

from voxpop.aggregate.aspect_table import MEMBERS, AspectCounter, AspectRow
from voxpop.types import Opinion, Span

GROUPS = {"soup": ("soup", "soups"), "staff": ("staff",)}


def said(review: int, aspect: str, category: str | None, polarity: float, *, text: str = "it", at: int = 0) -> Opinion:
    return Opinion(str(review), at, at + len(text), text, aspect, polarity, category, (), Span(at, at + 20))


def texts(ids: Iterable[str]) -> dict[str, str]:
    return dict.fromkeys(ids, "x" * 200)


def counts(*opinions: Opinion) -> AspectCounter:
    made = AspectCounter(GROUPS)
    made.add(sorted(opinions, key=lambda opinion: opinion.review_id))
    return made


OPINIONS = (
    said(1, "soup", "food", 1.0), said(1, "", "food", 0.5, text="salad", at=30),
    said(1, "staff", "service", -1.0, at=60),
    said(2, "soup", "food", -0.5), said(2, "", "price", -1.0, text="x" * 20, at=60),
    said(3, "soup", None, 0.0), said(3, "staff", "food", 0.5),
)  # fmt: skip


def table(by: str, *, fewest: int = 1) -> list[AspectRow]:
    return counts(*OPINIONS).table(by, lang="en", texts=texts, fewest=fewest)


def test_terms_are_what_they_were() -> None:
    rows = [row.aspect for row in table("terms")]
    assert [(row.id, row.mentions, row.positive, row.negative) for row in rows] == [
        ("en:soup", 3, 1, 1),
        ("en:staff", 2, 1, 1),
    ]
    assert rows[0].terms == ("soup", "soups")
    assert all(row.category is None and row.parent is None for row in rows)


def test_categories_count_every_opinion_in_them() -> None:
    rows = {row.aspect.name: row.aspect for row in table("categories")}
    food = rows["food"]
    assert (food.id, food.mentions, food.reviews, food.positive, food.negative) == ("en>food", 4, 3, 3, 1)
    assert food.terms == ("soup", "salad", "staff")  # what people name, most often first
    assert rows["price"].terms == ()  # what is said in no one word names nothing
    assert list(rows) == ["food", "price", "service"]
    assert not any(row.under for row in table("categories"))


def test_a_tree_counts_within_the_category() -> None:
    tree = {row.aspect.name: row.under for row in table("tree")}
    soup, staff = tree["food"]
    assert (soup.id, soup.parent, soup.category, soup.mentions) == ("en>food>soup", "en>food", "food", 2)
    assert (staff.name, staff.mentions) == ("staff", 1)
    assert [under.name for under in tree["service"]] == ["staff"]
    for row in table("tree"):
        assert sum(under.mentions for under in row.under) <= row.aspect.mentions


def test_one_voice_among_many_is_no_row() -> None:
    assert [row.aspect.name for row in table("categories", fewest=2)] == ["food"]
    assert [[under.name for under in row.under] for row in table("tree", fewest=2)] == [["soup"]]


def test_only_the_most_named_are_listed() -> None:
    many = counts(*(said(i, "", "food", 1.0, text=f"dish {i % 30}") for i in range(100)))
    (row,) = many.table("categories", lang="en", texts=texts, fewest=1)
    assert len(row.aspect.terms) == MEMBERS


def test_what_nobody_praises_or_blames_is_no_row_where_feelings_are_asked_for() -> None:
    made = counts(said(1, "soup", None, 0.0), said(2, "soup", None, 0.0), said(1, "staff", None, 1.0, at=40),
                  said(2, "staff", None, -1.0, at=40))  # fmt: skip
    options = {"lang": "en", "texts": texts, "fewest": 1}
    shown = {felt: [row.aspect.name for row in made.table("terms", **options, fewest_judged=felt)]
             for felt in (0, 2, 3)}  # fmt: skip
    assert sorted(shown[0]) == ["soup", "staff"]
    assert shown[2] == ["staff"]
    assert shown[3] == []


def test_a_category_that_few_speak_of_is_no_row_but_aspects_are_not_measured_by_that() -> None:
    made = counts(*OPINIONS)
    for by in ("categories", "tree"):
        rows = made.table(by, lang="en", texts=texts, fewest=1, fewest_of_category=2)
        assert [row.aspect.name for row in rows] == ["food"]
    assert [aspect.name for aspect in rows[0].under] == ["soup", "staff"]
    assert len(made.table("terms", lang="en", texts=texts, fewest=1, fewest_of_category=3)) == 2


def test_an_aspect_stands_under_a_category_by_its_share_of_what_has_one() -> None:
    """Of thirty reviews that speak of the soup, five have a category for it: two of five are enough, of thirty not."""
    many = [said(n, "soup", None, 1.0) for n in range(25)]
    few = [said(30 + n, "soup", "food" if n < 3 else "price", 1.0) for n in range(5)]
    rows = counts(*many, *few).table("tree", lang="en", texts=texts, fewest=2)
    assert {row.aspect.name: [aspect.name for aspect in row.under] for row in rows} == {
        "food": ["soup"], "price": ["soup"],
    }  # fmt: skip
