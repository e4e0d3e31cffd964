"""Summaries for their readers: as long as asked, sure of what they say, and honest where there is little to say."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.errors import OptionError
from voxpop.summarize import SummaryOptions, summaries
from voxpop.types import Comparison, Span

from .made import Made, Said, some

ROOM, DIRTY = Said("room", "clean", 1), Said("room", "dirty", -1)


def hotel() -> Made:
    made = some(ROOM, Said("lift", "slow", -1), times=12, stars=3.0)
    some(ROOM, Said("staff", "friendly", 1), times=10, made=made, stars=5.0)
    some(Said("breakfast", "cold", -1), times=6, made=made, stars=1.0)
    some(Said("breakfast", "delicious", 1), times=6, made=made, stars=5.0)
    return made


def test_no_reviews_and_no_opinions() -> None:
    for made in (Made(), some(times=5)):
        (found,) = summaries(made, SummaryOptions())
        assert (found.text, found.claims, found.sentences) == ("", (), ())
        assert found.notes[0].startswith("No opinions were found")


def test_one_review() -> None:
    made = some(ROOM, times=1)
    found = made.summary()
    assert found.text == ""
    assert found.notes == (
        "There is only 1 review: with fewer than 2 reviews to quote, nothing is said of customers in general.",
    )
    assert made.summary(min_quotes=1).text.startswith("The room is praised by the one reviewer who comments on it")


def test_too_few_to_quote() -> None:
    made = some(ROOM, times=3)
    assert made.summary(min_quotes=4, words=50).notes[0].startswith("There are only 3 reviews")
    made = some(Said("lift", "slow", -1), times=1, made=some(ROOM, times=1))
    (note,) = made.summary().notes
    assert note == "No finding has 2 reviews to quote. More reviews would help, or a smaller --min-quotes."


def test_identical_reviews_are_said_to_be_so() -> None:
    found = some(ROOM, times=30).summary()
    assert found.text.startswith("The room is praised by all who comment on it")
    assert "29 of 30 reviews are word for word the same as another." in found.notes
    assert len({quote.review_id for quote in found.claims[0].quotes}) == 3


def test_contradictory_halves_are_mixed() -> None:
    found = some(DIRTY, times=10, made=some(ROOM, times=10)).summary()
    assert found.text == (
        "Opinions on the room are divided: about half praise it, about half criticise it; about half call it clean, "
        "but about half find it dirty."
    )
    mixed = found.claims[0]
    assert (mixed.kind, mixed.supporting, mixed.opposing) == ("mixed", 10, 10)
    assert min(len(mixed.quotes), len(mixed.against)) >= 2


def test_a_review_that_says_both_is_on_neither_side() -> None:
    made = some(ROOM, DIRTY, times=4, made=some(ROOM, times=6))
    claim = made.summary().claims[0]
    assert (claim.supporting, claim.opposing, claim.of) == (6, 0, 10)


def test_each_language_has_its_own_summary() -> None:
    made = some(ROOM, times=5)
    some(Said("味道", "好吃", 1), times=4, made=made, lang="zh")
    first, second = summaries(made, SummaryOptions())
    assert (first.lang, second.lang) == ("en", "zh")
    assert (first.reviews, second.reviews) == (5, 4)
    assert "味道" not in first.text
    assert second.text == "谈到味道的4条评论中，4条称赞，4条说“好吃”。"
    (chinese,) = summaries(made, SummaryOptions(), lang="zh")
    assert chinese == second
    some(Said("味道", "好吃", 1), times=1, made=(few := some(ROOM, times=5)), lang="zh")
    (only,) = summaries(few, SummaryOptions())
    assert only.notes[-1] == "1 review in Chinese is too few to be summarised."
    with pytest.raises(OptionError, match="no reviews in Chinese"):
        summaries(some(ROOM, times=3), SummaryOptions(), lang="zh")


def test_opinions_about_others_do_not_count() -> None:
    made = some(Said("room", "dirty", -1, "competing"), times=9, made=some(ROOM, times=4))
    claim = made.summary().claims[0]
    assert (claim.kind, claim.supporting, claim.of) == ("praise", 4, 4)


def test_comparisons_are_claims_of_their_own() -> None:
    made = some(ROOM, times=6)
    for review in made.reviews[:4]:
        verdict = 1 if review.id == "r0" else -1
        made.comparisons.append(
            Comparison(review.id, 0, 8, review.text[:8], "worse", Span(4, 8), verdict=verdict, entity="the Anchor")
        )
    found = made.summary()
    claim = next(claim for claim in found.claims if claim.kind == "prefers")
    assert (claim.supporting, claim.opposing, claim.of, claim.word) == (3, 1, 4, "the Anchor")
    assert claim.text == "Of the 4 who compare it with the Anchor, 3 prefer the Anchor."
    assert claim.text in found.text
    assert len({quote.review_id for quote in claim.quotes}) == 3


def test_a_merchant_is_told_what_to_fix_and_a_customer_what_to_know() -> None:
    made = hotel()
    merchant, customer = made.summary(audience="merchant"), made.summary(audience="customer")
    assert merchant.text.startswith("Fix first: ")
    assert merchant.text.index("lift") < merchant.text.index("Keep up: ") < merchant.text.index("staff")
    assert customer.text.startswith("Good to know: ")
    assert customer.text.index("staff") < customer.text.index("Mind: ") < customer.text.index("lift")
    assert {line.section for line in merchant.bullets} == {"Fix first", "Keep up"}


def test_what_costs_most_stars_is_fixed_first() -> None:
    made = some(Said("bar", "slow", -1), times=8, stars=4.0)
    some(Said("bed", "hard", -1), times=8, made=made, stars=1.0)
    some(ROOM, times=20, made=made, stars=5.0)
    assert made.summary(audience="merchant").text.index("bed") < made.summary(audience="merchant").text.index("bar")


@settings(max_examples=25, deadline=None)
@given(words=st.integers(5, 200), audience=st.sampled_from(["general", "merchant", "customer"]))
def test_no_summary_is_longer_than_asked(words: int, audience: str) -> None:
    found = hotel().summary(words=words, audience=audience)
    assert len(found.text.split()) <= words
    assert found.text or found.notes[0].startswith(f"No finding fits into {words} words")


def test_more_room_is_used() -> None:
    lengths = [len(hotel().summary(words=words).text.split()) for words in (10, 30, 60)]
    assert lengths == sorted(set(lengths))
    assert hotel().summary(words=100).text == hotel().summary(words=1000).text


def test_one_aspect_and_every_aspect() -> None:
    made = hotel()
    assert {claim.aspect for claim in made.summary(aspect="Rooms").claims} == {"room"}
    assert made.summary(aspect="sauna").notes[0] == "Nothing good or bad is said about 'sauna'."
    assert len(made.summary(per_aspect=True).bullets) == 4
    made.add([Said("sauna", "hot", 1)])
    assert made.summary(aspect="sauna").notes[0] == "On 'sauna' there is 1 review, but no finding has 2 to quote."


def test_the_same_reviews_give_the_same_summary() -> None:
    assert hotel().summary() == hotel().summary()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"audience": "boss"}, "Unknown audience 'boss'"),
        ({"numbers": "roman"}, "way of giving numbers"),
        ({"words": 2}, "at least 5 words"),
        ({"min_quotes": 0}, "at least one review"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        SummaryOptions(**options)  # type: ignore[arg-type]
