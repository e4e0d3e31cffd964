"""What counts say to sentences that count."""

from __future__ import annotations

import pytest

from voxpop.check import Checker

BAR = [*["The bar is great."] * 9, "The bar is quiet."]
POOL = [*["The pool is bad."] * 9, *["The pool is great."] * 3]


@pytest.fixture(scope="module")
def hotel() -> Checker:
    return Checker([*BAR, *POOL], sentiment="lexicon")


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("Bar: 10 of 10 praise it", "supported"),
        ("Bar: 10 of 10 do not praise it", "contradicted"),
        ("Bar: 80% do not praise it", "contradicted"),
        ("Bar: all praise it; since it burned down", "contradicted"),
        ("Bar: all praise it; since May 2024 most criticise it", "contradicted"),
        ("Bar: all praise it; since May 2024 most praise it, before that some did", "supported"),
        ("Praise goes to the bar (all) and the swimming pool (all).", "unmentioned"),
        ("Praise goes to the pool (all) and the spa (all).", "contradicted"),
        ("Praise goes to the spa (all).", "unmentioned"),
        ("Of those who comment on the spa, none criticise it.", "unmentioned"),
        ("Of the 10 who comment on the bar, none criticise it.", "supported"),
        ("Of the 10 who comment on the bar, few criticise it.", "supported"),
        ("Of the 10 who comment on the bar, some criticise it.", "contradicted"),
        ("Of the 10 who comment on the bar, all criticise it.", "contradicted"),
        ("Of the 10 who comment on the bar, 1 criticise it.", "contradicted"),
        ("Of the 12 who comment on the pool, none criticise it.", "contradicted"),
        ("Bar: none call it slow", "supported"),
        ("Bar: few call it slow", "contradicted"),
        ("Opinions on the bar are divided: of 10, 10 praise it.", "contradicted"),
        ("Opinions on the pool are divided: of 12, 3 praise it, 9 criticise it.", "supported"),
        ("Of the 12 who comment on the pool, 9 criticise it.", "supported"),
        ("Of the 4000 who comment on the pool, 3000 criticise it.", "contradicted"),
        ("Pool: 3,000 of 4,000 criticise it", "contradicted"),
        ("Criticism goes to the pool (3,000 of 4,000).", "contradicted"),
        ("Of the 12 who comment on the pool, 15 criticise it.", "contradicted"),
    ],
)
def test_every_part_must_hold(hotel: Checker, sentence: str, verdict: str) -> None:
    assert hotel.check(sentence).verdict == verdict


@pytest.mark.parametrize(
    ("sentence", "counts", "sides"),
    [
        ("Of the 12 who comment on the pool, all praise it.", (3, 9), {-1}),
        ("Of the 12 who comment on the pool, 9 criticise it.", (9, 3), {-1}),
        ("Of the 12 who comment on the pool, none criticise it.", (3, 9), {-1}),
        ("Of the 10 who comment on the bar, none criticise it.", (10, 0), {1}),
        ("Bar: all call it quiet", (1, 0), {1}),
        ("Bar: all call it slow", (0, 0), set()),
    ],
)
def test_the_other_side_is_counted_and_quoted(
    hotel: Checker, sentence: str, counts: tuple[int, int], sides: set[int]
) -> None:
    found = hotel.check(sentence)
    assert (found.supporting, found.opposing) == counts
    assert {1 if quote.polarity > 0 else -1 for quote in found.quotes} == sides


def test_a_wrong_base_is_named(hotel: Checker) -> None:
    assert "12 reviews" in hotel.check("Of the 4,000 who comment on the pool, 3,000 criticise it.").reason


def test_chinese() -> None:
    checker = Checker(["空调很好。"] * 9 + ["外观很差。"] * 4, sentiment="lexicon")
    for sentence, verdict in (
        ("空调：9条中9条称赞", "supported"),
        ("空调：80%不喜欢", "contradicted"),
        ("谈到空调的9条评论中，无人批评。", "supported"),
        ("谈到外观的1,200条评论中，1,200条批评。", "contradicted"),
        ("空调褒贬不一：9条中9条称赞。", "contradicted"),
        ("受好评的还有空调（全部）、泳池（全部）。", "unmentioned"),
    ):
        assert checker.check(sentence).verdict == verdict, sentence
