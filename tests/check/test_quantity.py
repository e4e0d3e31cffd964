"""How many a sentence speaks of, the sentence without it, and which counts allow for it."""

from __future__ import annotations

import pytest

from voxpop.check.quantity import Quantity, SideCounts, split_quantity


@pytest.mark.parametrize(
    ("sentence", "lang", "core", "words"),
    [
        ("Most guests love the rooms.", "en", "People love the rooms.", "most"),
        ("Nobody complains about the ads.", "en", "People complains about the ads.", "nobody"),
        ("Only a few customers praise the service.", "en", "People praise the service.", "only a few"),
        ("About half of the users like it.", "en", "People like it.", "about half"),
        ("All shoes came with a defect.", "en", "The shoes came with a defect.", "all"),
        ("The lift is slow, several say.", "en", "The lift is slow.", "several"),
        ("Most of those who mention the price like it.", "en", "People like the price.", "most"),
        ("The stores are always clean.", "en", "The stores are clean.", "always"),
        ("大多数人喜欢房间。", "zh", "大家喜欢房间。", "大多数"),
        ("几乎没有人说物流快。", "zh", "大家说物流快。", "几乎没有人"),
        ("谈到物流的人几乎都很满意。", "zh", "大家对物流很满意。", "几乎都"),
        ("盒子破了，有人说。", "zh", "盒子破了。", "有人"),
    ],
)
def test_words_of_quantity_are_cut_out(sentence: str, lang: str, core: str, words: str) -> None:
    split = split_quantity(sentence, lang)
    assert split.quantity is not None
    assert (split.text, split.quantity.text) == (core, words)


@pytest.mark.parametrize("sentence", ["The rooms are clean.", "The most comfortable bed.", "It took 5 minutes."])
def test_a_sentence_without_a_quantity_stays_as_it_is(sentence: str) -> None:
    assert split_quantity(sentence, "en") == (sentence, None, True)


def test_numbers_are_read_in_figures_and_in_words() -> None:
    for sentence in ("12 guests praise the pool.", "Twelve guests praise the pool."):
        assert split_quantity(sentence, "en").quantity == Quantity(sentence[: sentence.index(" praise")], count=12)
    share = split_quantity("70 % of the users love it.", "en").quantity
    assert share is not None
    assert (share.low, share.high) == pytest.approx((0.65, 0.75))
    counted = split_quantity("有十二个人抱怨噪音。", "zh").quantity
    assert counted is not None
    assert counted.count == 12
    assert split_quantity("One user likes it.", "en").quantity == Quantity("One user", least=1, minority=True)


def test_what_is_not_all_cannot_be_told() -> None:
    assert not split_quantity("Not all cards work.", "en").clear
    assert not split_quantity("并非所有人都满意。", "zh").clear


def words(text: str, lang: str = "en") -> Quantity:
    quantity = split_quantity(f"{text} guests praise the pool.", lang).quantity
    assert quantity is not None
    return quantity


EXCLUDING = [("most", "few"), ("most", "some"), ("most", "a few"), ("many", "hardly any"), ("all", "no"),
             ("some", "no"), ("three quarters of the", "a quarter of the"), ("nearly all", "half of the"),
             ("12", "40")]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), EXCLUDING)
def test_quantities_that_exclude_each_other_never_both_hold(one: str, other: str) -> None:
    first, second = words(one), words(other)
    for reviews in (8, 30, 120):
        for agreeing in range(reviews + 1):
            for opposing in range(reviews + 1 - agreeing):
                for saying in {agreeing, agreeing // 2, min(agreeing, 1)}:
                    counts = SideCounts(saying, agreeing, opposing, reviews)
                    assert not (first.holds(counts) and second.holds(counts)), counts


def test_a_share_of_all_needs_enough_who_speak_of_it() -> None:
    few_speak = SideCounts(4, 4, 0, 120)
    assert not words("Most").holds(few_speak)
    assert words("A few").holds(few_speak)
    of_speakers = split_quantity("Most of those who mention the pool like it.", "en").quantity
    assert of_speakers is not None
    assert of_speakers.holds(few_speak)


def test_nobody_needs_others_who_say_the_opposite() -> None:
    assert words("No").holds(SideCounts(0, 0, 5, 50))
    assert not words("No").holds(SideCounts(0, 0, 0, 50))
    assert not words("No").holds(SideCounts(0, 1, 5, 50))
