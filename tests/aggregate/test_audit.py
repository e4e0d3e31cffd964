"""Which reviews are flagged, how sure the audit is, and what it says of bad input."""

from __future__ import annotations

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.aggregate.audit import Calibration, Doubt, audit, calibration, doubt
from voxpop.errors import InputError, OptionError
from voxpop.types import Opinion, Review

GOOD = (0.01, 0.01, 0.02, 0.16, 0.80)
BAD = (0.80, 0.16, 0.02, 0.01, 0.01)
UNSURE = (0.2, 0.2, 0.2, 0.2, 0.2)
PRAISE = "Wonderful hotel, lovely staff, a great stay."


def review(id: str, stars: float | None, chances: tuple[float, ...] | None, text: str = PRAISE) -> Review:
    return Review(id=id, text=text, stars=stars, lang="en", star_probabilities=chances)


chances = st.lists(st.floats(0.001, 1), min_size=5, max_size=5).map(lambda raw: [x / sum(raw) for x in raw])


def test_doubt_by_hand() -> None:
    found = doubt(1, BAD[::-1])
    assert found.gap == pytest.approx(0.01 * 1 + 0.01 * 2 + 0.02 * 3 + 0.16 * 4 + 0.8 * 5 - 1)
    assert found.surprise == pytest.approx(-log(0.02))
    assert doubt(3, UNSURE) == pytest.approx((0.0, -log(0.6), log(5)))
    assert doubt(4.5, (0, 0, 0, 0.5, 0.5)).surprise == pytest.approx(0)


def test_what_belongs_together_is_not_flagged_and_what_does_not_is() -> None:
    found = audit([review("fits", 5, GOOD), review("unsure", 1, UNSURE), review("wrong", 1, GOOD)], [])
    assert [mismatch.review_id for mismatch in found.mismatches] == ["wrong"]
    assert (found.read, found.starred, found.audited) == (3, 3, 3)
    (wrong,) = found.mismatches
    assert wrong.stars == 1
    assert wrong.predicted == pytest.approx(4.73)
    assert (wrong.low, wrong.high) == (5, 5)
    assert wrong.reason == "reversed scale"
    assert [found.reviews["wrong"].text[start:end] for start, end in wrong.evidence]


def test_the_most_certain_comes_first_and_a_lower_precision_lists_more() -> None:
    nearly = (0.05, 0.1, 0.2, 0.35, 0.3)
    reviews = [review("b", 1, nearly), review("a", 1, GOOD), review("c", 5, GOOD), review("d", 5, BAD)]
    loose, strict = (audit(reviews, [], precision=precision) for precision in (0.5, 0.8))
    listed = [mismatch.probability for mismatch in loose.mismatches]
    assert listed == sorted(listed, reverse=True)
    assert {m.review_id for m in strict.mismatches} <= {m.review_id for m in loose.mismatches}
    assert {"a", "d"} <= {m.review_id for m in loose.mismatches}
    assert "c" not in {m.review_id for m in loose.mismatches}


def test_opinions_reach_the_review_they_belong_to() -> None:
    text = "The room was as described."
    meant = Opinion("x", 4, 8, "room", "room", 0.9)
    (found,) = audit([review("x", 1, GOOD, text)], [meant, Opinion("y", 0, 3, "The", "room", -1.0)]).mismatches
    assert found.reason == "reversed scale"


def test_stored_predictions_are_shown_as_they_are() -> None:
    stored = Review(id="x", text=PRAISE, stars=1, lang="en", star_probabilities=GOOD, predicted_stars=4.5,
                    predicted_low=4, predicted_high=5)  # fmt: skip
    (found,) = audit([stored], []).mismatches
    assert (found.predicted, found.low, found.high) == (4.5, 4, 5)


def test_reviews_that_cannot_be_compared_are_counted() -> None:
    found = audit([review("a", None, GOOD), review("b", 4, None), review("c", 5, GOOD)], [])
    assert (found.read, found.starred, found.audited) == (3, 2, 1)


@pytest.mark.parametrize(
    ("reviews", "said"),
    [
        ([], "no reviews"),
        ([review("a", None, GOOD)], "None of the 1 reviews has stars.*--stars-column"),
        ([review("a", 4, None)], "No stars were predicted"),
        ([review("a", 4, (0.5, 0.5))], "'a' must be five numbers"),
        ([review("a", 4, (float("nan"),) * 5)], "'a' must be five numbers"),
        ([review("a", 4, (1.0,) * 5)], "'a' must be five numbers"),
        ([review("a", 4, (1.5, -0.5, 0.0, 0.0, 0.0))], "'a' must be five numbers"),
    ],
)
def test_what_cannot_be_audited_is_said(reviews: list[Review], said: str) -> None:
    with pytest.raises(InputError, match=said):
        audit(reviews, [])


@pytest.mark.parametrize("precision", [0.0, 1.0, -1.0, 80.0, float("nan")])
def test_a_precision_is_a_share(precision: float) -> None:
    with pytest.raises(OptionError, match="between 0 and 1"):
        audit([review("a", 1, GOOD)], [], precision=precision)


def test_a_precision_that_was_never_reached_is_refused() -> None:
    numbers = Calibration(0.0, Doubt(1, 1, -1), ((0.5, 0.4), (0.8, 0.7)))
    assert numbers.threshold(0.4) == numbers.threshold(0.5) == 0.4
    assert numbers.threshold(0.6) == 0.7
    with pytest.raises(OptionError, match=r"the most is 0.8"):
        numbers.threshold(0.9)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_shipped_numbers_are_monotone_and_know_the_usual_precision(lang: str) -> None:
    numbers = calibration(lang)
    assert numbers.weights.gap >= 0
    assert numbers.weights.surprise >= 0
    assert numbers.weights.gap + numbers.weights.surprise > 0
    thresholds = [threshold for _, threshold in numbers.thresholds]
    assert thresholds == sorted(thresholds)
    assert 0 < numbers.threshold(0.8) < 1


@given(chances, st.sampled_from([1.0, 2.0, 3.0, 4.0, 5.0]))
def test_probabilities_are_probabilities(raw: list[float], stars: float) -> None:
    numbers = calibration("en")
    assert 0 <= numbers.probability(doubt(stars, raw)) <= 1


@given(chances)
def test_moving_the_stars_away_never_makes_a_review_more_credible(raw: list[float]) -> None:
    """On one side of what the text deserves, farther stars are never more credible."""
    numbers = calibration("en")
    expected = sum(k * p for k, p in enumerate(raw, start=1))
    below = [numbers.probability(doubt(k, raw)) for k in range(1, 6) if k + 1 <= expected]
    if raw[0] <= raw[1] <= raw[2]:
        assert below == sorted(below, reverse=True)
