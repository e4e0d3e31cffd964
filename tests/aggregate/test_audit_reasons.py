"""Each reason, told from hand-written reviews in both languages."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.aggregate.audit_case import Case
from voxpop.aggregate.audit_reasons import REASONS, RULES, explain, may_say_nothing, says_nothing
from voxpop.types import Opinion, Reason, Review, Span

LINES = (Path(__file__).parent / "reasons.tsv").read_text(encoding="utf-8").splitlines()
CASES = [tuple(line.split("\t")) for line in LINES]


def peaked(stars: str) -> list[float]:
    """A distribution with most of its weight on one number of stars; "flat" has it everywhere."""
    if stars == "flat":
        return [0.2] * 5
    weights = [0.3 ** abs(k - int(stars)) for k in range(1, 6)]
    return [weight / sum(weights) for weight in weights]


def case(text: str, *, stars: float, predicted: str, lang: str = "en", opinions: tuple[Opinion, ...] = ()) -> Case:
    return Case(Review(id="1", text=text, stars=stars, lang=lang), peaked(predicted), opinions)


@pytest.mark.parametrize(("lang", "reason", "stars", "predicted", "text"), CASES)
def test_reason(lang: str, reason: str, stars: str, predicted: str, text: str) -> None:
    found, evidence = explain(case(text, stars=float(stars), predicted=predicted, lang=lang))
    assert found == reason
    assert evidence
    assert all(text[span.start : span.end].strip() == text[span.start : span.end] != "" for span in evidence)


def test_every_reason_has_six_cases_in_each_language_and_a_sentence() -> None:
    counts = Counter((lang, reason) for lang, reason, *_ in CASES)
    assert set(REASONS) == set(get_args(Reason))
    assert {reason for reason, _ in RULES} < set(REASONS)
    assert all(counts[lang, reason] >= 6 for lang in ("en", "zh") for reason in REASONS)


def test_evidence_of_delivery_is_the_complaint_about_it() -> None:
    text = "Great book, I enjoyed every page. Shipping was awful."
    _, evidence = explain(case(text, stars=1, predicted="5"))
    assert [text[span.start : span.end] for span in evidence] == ["Shipping was awful"]


def test_evidence_of_a_mixed_text_shows_both_sides() -> None:
    text = "The screen is excellent. The battery is terrible."
    _, evidence = explain(case(text, stars=1, predicted="3"))
    assert [text[span.start : span.end] for span in evidence] == ["The screen is excellent", "The battery is terrible"]


def test_praise_of_the_delivery_is_no_complaint() -> None:
    assert explain(case("Great book and fast delivery.", stars=1, predicted="5"))[0] == "reversed scale"


def test_sarcasm_is_not_seen_under_many_stars() -> None:
    text = "Waited two hours for a table. Fantastic!"
    assert explain(case(text, stars=5, predicted="1"))[0] != "sarcasm-like"


def test_what_the_opinions_say_outweighs_the_words() -> None:
    text = "The soup was terrible. The rest was as it should be."
    meant = Opinion("1", 4, 8, "soup", "soup", 0.9)
    assert explain(case(text, stars=1, predicted="5", opinions=(meant,)))[0] == "reversed scale"
    assert explain(case(text, stars=1, predicted="5"))[0] == "text more positive"


def test_opinions_about_a_competitor_are_about_another_product() -> None:
    text = "Acme was terrible and rude."
    rival = Opinion("1", 0, 4, "Acme", "Acme", -0.9, about="competing")
    assert explain(case(text, stars=5, predicted="1", opinions=(rival,)))[0] == "another product"
    assert explain(case(text, stars=5, predicted="1"))[0] == "reversed scale"


def test_opinions_in_the_category_delivery_are_about_delivery() -> None:
    text = "Lovely mug. The cardboard was a disgrace."
    torn = Opinion("1", 16, 25, "cardboard", "box", -0.8, category="delivery")
    assert explain(case(text, stars=1, predicted="4", opinions=(torn,)))[0] == "delivery"
    assert explain(case(text, stars=1, predicted="4"))[0] != "delivery"


@pytest.mark.parametrize("stars", [1.0, 5.0])
@pytest.mark.parametrize(
    ("predicted", "lang", "text"),
    [
        ("1", "en", "Nothing to say."),
        ("5", "en", "No comment."),
        ("2", "zh", "凑字数凑字数"),
        ("2", "zh", "无"),
        ("3", "en", "ok"),
        ("4", "en", "Bought in May."),
        ("4", "zh", "还没用，用了再评。"),
    ],
)
def test_a_text_says_nothing_whatever_its_stars(stars: float, predicted: str, lang: str, text: str) -> None:
    assert explain(case(text, stars=stars, predicted=predicted, lang=lang))[0] == "says nothing"


@pytest.mark.parametrize(
    ("predicted", "lang", "text"),
    [
        ("5", "en", "Would go again."),  # no word that the rules know, but read as praise
        ("1", "zh", "等了两个小时。"),
        ("3", "en", "Three stars."),
        ("3", "en", "Pressed the wrong stars."),
        ("4", "en", "Not opened yet, the box alone is a wonderful present, beautiful, a great idea."),
    ],
)
def test_a_text_that_says_something(predicted: str, lang: str, text: str) -> None:
    for stars in (1.0, 5.0):
        assert explain(case(text, stars=stars, predicted=predicted, lang=lang))[0] != "says nothing"


def test_an_opinion_is_something() -> None:
    heard = Opinion("1", 0, 8, "Delivery", "delivery", 0.8)
    assert says_nothing(case("Delivery on Monday.", stars=1, predicted="4"))
    assert says_nothing(case("Delivery on Monday.", stars=1, predicted="4", opinions=(heard,))) is None


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30), st.sampled_from(["en", "zh"]), st.sampled_from("12345"))
def test_silence_is_of_the_text_and_never_seen_where_a_first_look_excludes_it(
    text: str, lang: str, predicted: str
) -> None:
    found = {bool(says_nothing(case(text, stars=stars, predicted=predicted, lang=lang))) for stars in (1.0, 3.0, 5.0)}
    assert len(found) == 1
    assert may_say_nothing(case(text, stars=1, predicted=predicted, lang=lang)) or found == {False}


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.sampled_from(["en", "zh"]), st.sampled_from([1.0, 3.0, 4.5]), st.sampled_from("15"))
def test_any_text_has_a_reason_and_evidence_inside_it(text: str, lang: str, stars: float, predicted: str) -> None:
    reason, evidence = explain(case(text, stars=stars, predicted=predicted, lang=lang))
    assert reason in REASONS
    assert all(isinstance(span, Span) and 0 <= span.start <= span.end <= len(text) for span in evidence)
