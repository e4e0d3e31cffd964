"""Opinions of reviews that match a statement."""

from __future__ import annotations

from voxpop.check.opinion_index import OpinionIndex
from voxpop.check.statements import Statement
from voxpop.types import Opinion, Review, Span

REVIEWS = [Review(id=id, text="The fridge is great. The place is great.", lang="en") for id in "abc"]
WORDS = (Span(14, 19),)


def test_a_name_that_reviews_use_for_a_part_is_no_name_of_the_whole() -> None:
    part = Opinion("a", 4, 10, "fridge", "fridge", -0.9, "quality", WORDS, about="part_of_main")
    whole = Opinion("b", 25, 30, "place", "place", 0.9, "overall", WORDS, about="main")
    claimed = Opinion("summary", 4, 10, "fridge", "fridge", 0.9, "overall", WORDS, about="main")
    found = OpinionIndex("en", REVIEWS, [part, whole]).match(Statement(claimed, "great"))
    assert (found.supporting, found.opposing) == ((), (part,))


def test_a_name_that_reviews_use_for_the_whole_matches_opinions_on_the_whole() -> None:
    named = Opinion("a", 4, 10, "fridge", "fridge", 0.9, "overall", WORDS, about="main")
    whole = Opinion("b", 25, 30, "place", "place", 0.9, "overall", WORDS, about="main")
    claimed = Opinion("summary", 4, 10, "fridge", "fridge", 0.9, "overall", WORDS, about="main")
    found = OpinionIndex("en", REVIEWS, [named, whole]).match(Statement(claimed, "great"))
    assert {opinion.review_id for opinion in found.supporting} == {"a", "b"}
