"""Reviews of another product altogether are named, whatever their stars."""

from __future__ import annotations

from voxpop.aggregate.audit import Elsewhere, audit
from voxpop.types import About, Opinion, Review

GOOD = (0.01, 0.01, 0.02, 0.16, 0.80)


def said(review: str, about: About, polarity: float, entity: str | None = None) -> Opinion:
    return Opinion(review, 0, 3, "The", "lens", polarity, about=about, entity=entity)


def away(*opinions: Opinion) -> tuple[Elsewhere, ...]:
    ids = dict.fromkeys(opinion.review_id for opinion in opinions)
    reviews = [Review(id=id, text="The lens.", stars=5, lang="en", star_probabilities=GOOD) for id in ids]
    return audit(reviews, opinions).elsewhere


def test_all_of_it_is_about_another_product() -> None:
    found = away(said("1", "competing", 0.9, "Nikon"), said("1", "part_of_competing", -0.5, "Nikon"),
                 said("1", "main", 0.0))  # fmt: skip
    assert found == (Elsewhere("1", "Nikon", 2),)


def test_one_opinion_is_not_enough_and_one_on_the_product_is_too_much() -> None:
    assert away(said("1", "competing", 0.9, "Nikon")) == ()
    assert away(said("1", "competing", 0.9), said("1", "competing", 0.9), said("1", "part_of_main", -0.1)) == ()
    assert away(said("1", "competing", 0.9), said("2", "competing", 0.9)) == ()
