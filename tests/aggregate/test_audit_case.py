"""What the audit knows of a review before it looks for a reason."""

from __future__ import annotations

import pytest

from voxpop.aggregate.audit_case import Case, audit_cues, words
from voxpop.aggregate.quotes import trimmed
from voxpop.types import Opinion, Review, Span


def case(text: str, *, lang: str = "en", opinions: tuple[Opinion, ...] = ()) -> Case:
    return Case(Review(id="1", text=text, stars=1, lang=lang), (0.0, 0.0, 0.0, 0.0, 1.0), opinions)


def heard(one: Case, pattern: str) -> list[str]:
    cue = getattr(audit_cues(one.lang), pattern)
    found = one.speaking_of(cue, or_opinions=())
    return [one.review.text[slice(*feeling.span)] for feeling in found if words(one.review.text[slice(*feeling.span)])]


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("...", 0), ("Great, just great.", 3), ("真棒", 1), ("非常好吃", 2), ("wifi很好", 2)]
)
def test_words_where_two_chinese_characters_are_one(text: str, count: int) -> None:
    assert words(text) == count


def test_spans_lose_stray_marks_but_never_more_than_all() -> None:
    text = " , very good!, "
    assert text[slice(*trimmed(text, Span(0, len(text))))] == "very good!"
    assert trimmed("...", Span(0, 3)) in {Span(0, 0), Span(3, 3), Span(0, 3)}


def test_a_cue_speaks_for_its_clause_and_a_few_after_it_in_the_sentence() -> None:
    one = case("质量很好，物流太慢，态度差，箱子破，还漏水，颜色好看，做工好。味道不错。", lang="zh")
    assert heard(one, "delivery") == ["，物流太慢", "，态度差", "，箱子破", "，还漏水"]
    assert heard(case("The mug is lovely. Shipping was slow. The handle is weak."), "delivery") == ["Shipping was slow"]


def test_a_complaint_without_an_opinion_word_is_bad_and_talk_of_stars_is_nothing() -> None:
    assert case("It took three weeks to arrive.").weight(good=False) > 0
    assert case("It took a photo.").weight(good=False) == 0
    assert case("I gave it five stars.").weight(good=True) == 0


def test_opinions_replace_what_the_words_of_their_clause_say() -> None:
    text = "The soup was terrible. The rest was fine."
    turned = case(text, opinions=(Opinion("1", 4, 8, "soup", "soup", 0.7),))
    assert turned.weight(good=False) == 0 < case(text).weight(good=False)
    assert turned.strongest(good=True)[0].start == 0
    neutral = case(text, opinions=(Opinion("1", 4, 8, "soup", "soup", 0.0),))
    assert neutral.weight(good=False) == case(text).weight(good=False)


@pytest.mark.parametrize(
    ("lang", "cue", "fits", "does_not"),
    [
        ("en", "late", "it never arrived", "we arrived early"),
        ("en", "late", "the lamp came broken", "the news came late at night"),
        ("en", "late", "it arrived two weeks late", "we arrived very late"),
        ("en", "sarcasm", "Thanks a lot!", "many thanks for a lovely stay"),
        ("en", "scale", "I meant to give it five stars", "a five star hotel"),
        ("en", "delivery", "the UPS man", "ups and downs"),
        ("zh", "late", "等了三天才到", "三天前到店"),
        ("zh", "sarcasm", "呵呵", "哈哈"),
        ("zh", "rating", "只能给一星", "五星级酒店"),
        ("zh", "delivery", "快递很慢", "刚收到货"),
    ],
)
def test_cues(lang: str, cue: str, fits: str, does_not: str) -> None:
    pattern = getattr(audit_cues(lang), cue)
    assert pattern.search(fits)
    assert not pattern.search(does_not)
