"""Verdicts on sentences, in both languages, and on input that is none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.check import CheckedSentence, Checker, split
from voxpop.types import Product, Review

HOTEL = [
    "The rooms are clean and the staff is friendly.",
    "Clean room, but the wifi is slow.",
    "Our room was clean. Breakfast was bland.",
    "The room was dirty and the wifi was terribly slow.",
    "Lovely clean rooms! The staff was friendly again.",
    "The rooms were spotless. The pool is cold.",
]
FOOD = ["味道很好，上菜很慢。", "菜很好吃，服务员很热情。", "味道不错，就是上菜太慢了。", "服务态度差，味道还可以。"]


@pytest.fixture(scope="module")
def hotel() -> Checker:
    return Checker(HOTEL, fast=True)


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("The rooms are clean.", "supported"),
        ("The rooms are dirty.", "contradicted"),
        ("Most guests praise the rooms.", "supported"),
        ("Most guests complain about the rooms.", "contradicted"),
        ("The wifi is slow.", "supported"),
        ("The wifi is fast.", "contradicted"),
        ("Guests complain about the wifi.", "supported"),
        ("The spa is wonderful.", "unmentioned"),
        ("The gym is great.", "unmentioned"),
    ],
)
def test_the_counts_decide(hotel: Checker, sentence: str, verdict: str) -> None:
    assert hotel.check(sentence).verdict == verdict


@pytest.mark.parametrize(
    ("reviews", "sentence", "opposite"),
    [
        (["The lobby is quiet."] * 6 + ["The lobby is noisy."] * 2, "The lobby is quiet.", "The lobby is noisy."),
        (["The pool was warm."] * 3 + ["The pool was cold."], "The pool is warm.", "The pool is cold."),
        (["The view is beautiful."] * 2, "The view is beautiful.", "The view is ugly."),
        (["服务很周到。"] * 3 + ["服务态度差。"], "服务周到。", "服务不周到。"),
        (["性价比高。"] * 4 + ["性价比低。"], "性价比高。", "性价比低。"),
        (["点了三个菜，西湖醋鱼不新鲜，有腥味。"] * 2, "西湖醋鱼不新鲜。", "西湖醋鱼很新鲜。"),
    ],
)
def test_a_sentence_and_its_opposite_are_never_both_supported(reviews: list[str], sentence: str, opposite: str) -> None:
    checker = Checker(reviews)
    found = [checker.check(sentence), checker.check(opposite)]
    assert [one.verdict == "supported" for one in found] == [True, False]


def test_where_as_many_say_the_opposite_neither_is_supported() -> None:
    reviews = ["The wifi is fast.", "The wifi is slow."]
    checker = Checker(reviews, fast=True)
    found = [checker.check(sentence) for sentence in reviews]
    assert "supported" not in [one.verdict for one in found]


def test_proof_is_quoted_from_the_reviews(hotel: Checker) -> None:
    for sentence in ("The rooms are clean.", "The rooms are dirty.", "The wifi is slow."):
        found = hotel.check(sentence)
        assert found.quotes
        for quote in found.quotes:
            text = HOTEL[int(quote.review_id) - 1]
            assert text[quote.start : quote.end] == quote.text


def test_supporters_and_opponents_are_counted_by_review(hotel: Checker) -> None:
    found = hotel.check("The rooms are clean.")
    assert (found.supporting, found.opposing) == (5, 1)


def test_praise_of_a_rival_is_not_praise_of_the_product() -> None:
    reviews = ["The screen of the Vado was blurry. I replaced it with a Flip, whose screen is great."] * 3
    checker = Checker(reviews, product=Product("Vado"))
    assert checker.check("The screen of the Vado is great.").verdict != "supported"
    assert checker.check("The screen is blurry.").verdict == "supported"


def test_another_name_is_never_taken_for_the_product() -> None:
    reviews = ["The staff at Vado was rude."] * 3
    for product in (None, Product("Vado")):
        checker = Checker(reviews, product=product, fast=True)
        assert checker.check("The staff at Vado is rude.").verdict == "supported"
        assert checker.check("The staff at Hilton is rude.").verdict == "unmentioned"


def test_chinese() -> None:
    checker = Checker(FOOD, fast=True)
    made = [checker.check(sentence) for sentence in ("味道很好。", "味道很差。", "上菜很慢。", "停车很方便。")]
    assert [one.verdict for one in made] == ["supported", "contradicted", "supported", "unmentioned"]


def test_another_language_than_the_reviews_cannot_be_checked(hotel: Checker) -> None:
    found = hotel.check("房间很干净。")
    assert found.verdict == "unmentioned"
    assert "Chinese" in found.reason
    assert "English" in found.reason


def test_reviews_of_both_languages_are_asked_in_their_own() -> None:
    checker = Checker([*HOTEL, *FOOD], fast=True)
    assert checker.check("味道很好。").verdict == "supported"
    assert checker.check("The rooms are clean.").verdict == "supported"


@pytest.mark.parametrize("sentence", ["", "…", "👍👍", "   "])
def test_nothing_said_is_never_supported(hotel: Checker, sentence: str) -> None:
    assert hotel.check(sentence).verdict == "unmentioned"


def test_no_reviews_and_reviews_without_opinions() -> None:
    for reviews in ([], ["We arrived on Monday."]):
        assert Checker(reviews, fast=True).check("The rooms are clean.").verdict == "unmentioned"


def test_opinions_of_an_analysis_are_taken_as_they_are() -> None:
    reviews = [Review(id="a", text="The rooms are clean.", lang="en")]
    checker = Checker(reviews, opinions=[], fast=True)
    assert checker.tables["en"].opinions == []
    assert checker.check("The rooms are clean.").verdict == "unmentioned"


def test_a_summary_is_cut_at_sentences_lines_and_bullets() -> None:
    assert split("- Clean rooms\n• Slow wifi. Cold pool.\n\n---\n") == ["Clean rooms", "Slow wifi.", "Cold pool."]
    assert split("味道好。上菜慢。") == ["味道好。", "上菜慢。"]
    assert split(" \n ") == []


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=60))
def test_any_text_gets_a_verdict_and_true_quotes(hotel: Checker, sentence: str) -> None:
    found = hotel.check(sentence)
    assert isinstance(found, CheckedSentence)
    for quote in found.quotes:
        assert HOTEL[int(quote.review_id) - 1][quote.start : quote.end] == quote.text
