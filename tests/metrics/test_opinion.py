"""opinion-score tells praise from blame and one aspect from another, in both languages, whatever it is given."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.errors import MeasureError, OptionError
from voxpop.metrics import Score
from voxpop.metrics.opinion import opinion


def f1(gold: Any, summary: str, score: str = "opinion", **options: Any) -> float:
    return opinion([gold], [summary], **options)[score].values["f1"]


@pytest.mark.parametrize(
    ("reference", "right", "wrong"),
    [
        ("The rooms were neat and clean.", "Clean room.", "The rooms were dirty."),  # paper 002, Table 2
        ("The battery life is too short.", "Short battery life, I hate it.", "The battery lasts for days."),
        ("服务员很热情。菜也很好吃。", "菜的味道不错。服务员态度好。", "服务员态度差。菜很难吃。"),
        ("The staff was friendly. The pool was cold.", "Friendly staff. A cold pool.", "Rude staff. A warm pool."),
        ("The food was tasty but the staff was rude.", "Good food, awful service.", "Awful food, good service."),
    ],
)
def test_the_same_opinion_in_other_words_beats_the_opposite_in_the_same_words(
    reference: str, right: str, wrong: str
) -> None:
    assert f1(reference, right) > f1(reference, wrong) + 0.1


@pytest.mark.parametrize(
    ("reference", "right", "wrong"),
    [
        ("The food was delicious.", "Tasty dishes.", "A helpful staff."),
        ("交通很方便，离地铁站近。", "位置好，出门就是地铁。", "菜的味道好。"),
    ],
)
def test_the_same_aspect_beats_another(reference: str, right: str, wrong: str) -> None:
    for score in ("opinion", "aspects"):
        assert f1(reference, right, score) > f1(reference, wrong, score) + 0.2


REVIEWS = [
    "Great food, rude staff.",
    "The food was delicious!",
    "Tasty dishes but the waiter was unfriendly.",
    "Good food",
]


def test_what_is_prominent_weighs_more() -> None:
    many, few = (opinion([{"reviews": REVIEWS}], [text])["opinion"].values for text in ("Good food.", "Rude staff."))
    assert many["recall"] > few["recall"]


def test_what_nobody_says_costs_precision_and_not_recall() -> None:
    plain, more = (
        opinion([{"reviews": REVIEWS}], [text])["opinion"].values
        for text in ("The food was great, the staff rude.", "The food was great, the staff rude. The wifi was slow.")
    )
    assert more["precision"] < plain["precision"] - 0.05
    assert more["recall"] == pytest.approx(plain["recall"], abs=0.02)


def test_turning_the_polarity_leaves_the_aspects() -> None:
    right, turned = (opinion([{"reviews": REVIEWS}], [text]) for text in ("Delicious food.", "Disgusting food."))
    assert right["opinion"].value > 2 * turned["opinion"].value
    assert turned["aspects"].value > turned["opinion"].value


def test_both_kinds_of_gold_give_scores_for_each() -> None:
    gold = [{"references": "Good food, rude staff.", "reviews": REVIEWS}]
    both = opinion(gold, ["Good food."])
    assert list(both) == ["opinion:references", "aspects:references", "opinion:reviews", "aspects:reviews"]
    assert len({score.signature for score in both.values()}) == 4
    alone = opinion([{"reviews": REVIEWS}], ["Good food."])
    assert list(alone) == ["opinion", "aspects"]
    assert alone["opinion"].values == both["opinion:reviews"].values


def test_several_references_are_a_pool_in_any_order() -> None:
    texts = ["Good food.", "Friendly staff.", "The food was good."]
    assert f1(texts, "Good food.") == pytest.approx(f1(texts[::-1], "Good food."))
    assert f1(texts, "Good food.") > f1(texts, "Friendly staff.")


def test_the_signature_names_reader_language_and_options() -> None:
    scores = opinion(["Clean rooms.", "房间干净。"], ["Clean rooms.", "房间干净。"])
    assert "lang:en+zh|reader:reader-en." in scores["opinion"].signature
    assert "|polarity:yes|" in scores["opinion"].signature
    assert "|polarity:no|" in scores["aspects"].signature


@pytest.mark.parametrize("summary", ["", " \n", "!!!", "👍", "房间很干净。"])
def test_nothing_said_scores_nothing(summary: str) -> None:
    for score in opinion(["The rooms were clean."], [summary]).values():
        assert dict(score.values) == {"precision": 0.0, "recall": 0.0, "f1": 0.0}


def test_why_nothing_is_scored_is_told() -> None:
    gold, pred = ["Clean.", "Clean.", "!!!", "Clean."], ["干净的房间", "", "Clean rooms.", "Clean rooms."]
    table = opinion(gold, pred)["opinion"].details["unread"]
    assert table.rows == (
        (1, "the summary is in another language than the texts"),
        (2, "the summary holds no words"),
        (3, "the texts hold no words"),
    )
    assert "unread" not in opinion(["Clean."], ["Clean."])["opinion"].details


def test_gold_without_opinions_is_no_crash() -> None:
    for gold in ("", "…", "1 2 3", ["", "Clean."], {"reviews": ["!!!", "👍"]}):
        assert 0 <= f1(gold, "Clean rooms.") <= 1
    assert f1("", "") == 0


@pytest.mark.parametrize(
    ("gold", "summary", "message"),
    [
        ([{}], "a", "nothing to hold a summary against"),
        ([[]], "a", "nothing to hold a summary against"),
        ([["a", 5]], "a", "Item 1 of the gold: 5 is not a text"),
        (["a"], 5, "Item 1 of the predictions: 5 is not a text"),
    ],
)
def test_what_is_no_text_is_refused(gold: Any, summary: Any, message: str) -> None:
    with pytest.raises(MeasureError, match=message):
        opinion(gold, [summary])


def test_all_items_have_the_same_kinds() -> None:
    with pytest.raises(MeasureError, match="Item 2 of the gold: there are no reviews"):
        opinion([{"reviews": ["a"]}, "a"], ["a", "b"])


def test_unknown_languages_are_refused() -> None:
    with pytest.raises(OptionError, match="Accepted"):
        opinion(["a"], ["a"], lang="fr")


def figures(score: Score) -> list[float]:
    return [*score.values.values()]


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=40), st.lists(st.text(max_size=40), min_size=1, max_size=3))
def test_figures_stay_in_range_for_any_text(summary: str, texts: list[str]) -> None:
    for score in opinion([texts], [summary]).values():
        assert all(0 <= value <= 1 for value in figures(score))
