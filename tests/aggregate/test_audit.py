"""Which reviews are flagged, how sure the audit is, and what it says of bad input."""

from __future__ import annotations

import pytest

from voxpop.aggregate.audit import audit
from voxpop.errors import InputError, OptionError
from voxpop.types import Opinion, Review

GOOD = (0.01, 0.01, 0.02, 0.16, 0.80)
BAD = (0.80, 0.16, 0.02, 0.01, 0.01)
UNSURE = (0.2, 0.2, 0.2, 0.2, 0.2)
PRAISE = "Wonderful hotel, lovely staff, a great stay."


def review(id: str, stars: float | None, chances: tuple[float, ...] | None, text: str = PRAISE) -> Review:
    return Review(id=id, text=text, stars=stars, lang="en", star_probabilities=chances)


def test_what_belongs_together_is_not_flagged_and_what_does_not_is() -> None:
    found = audit([review("fits", 5, GOOD), review("unsure", 1, UNSURE), review("wrong", 1, GOOD)], [])
    assert [mismatch.review_id for mismatch in found.mismatches] == ["wrong"]
    assert (found.read, found.starred, found.audited) == (3, 3, 3)
    (wrong,) = found.mismatches
    assert wrong.stars == 1
    assert wrong.predicted == pytest.approx(4.73)
    assert (wrong.low, wrong.high) == (pytest.approx(3.9, abs=0.01), 5)
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


QUIET = (0.03, 0.04, 0.25, 0.51, 0.17)  # what the reader says of "Bought in May."


def test_a_text_that_says_nothing_is_no_mismatch() -> None:
    """It is told apart, without a probability, and leaves list, expected number and share as they are without it."""
    wrong, fine = review("wrong", 1, GOOD), [review(f"fine {n}", 5, GOOD) for n in range(50)]
    quiet = [review(f"quiet {n}", 1, QUIET, "Bought in May.") for n in range(20)]
    without, found = (audit([wrong, *fine, *more], [], precision=0.5) for more in ([], quiet))
    assert [one.review_id for one in found.mismatches] == ["wrong"]
    assert {one.review_id for one in found.silent} == {review.id for review in quiet}
    assert {(one.stars, one.reason) for one in found.silent} == {(1, "says nothing")}
    assert not without.silent
    assert found.audited == without.audited + 20
    assert found.share <= without.share
    assert found.expected <= without.expected
    assert found.reviews["quiet 3"].text == "Bought in May."
    loud = [review(f"loud {n}", 1, QUIET, "It is a wonderful and lovely phone.") for n in range(20)]
    assert len(audit([wrong, *fine, *loud], [], precision=0.5).mismatches) == 21


def test_silence_under_stars_that_fit_is_not_told() -> None:
    found = audit([review("fits", 4, QUIET, "Bought in May."), review("not", 1, QUIET, "Bought in May.")], [])
    assert [one.review_id for one in found.silent] == ["not"]


def test_what_has_an_opinion_is_not_silent() -> None:
    (found,) = audit([review("x", 1, QUIET, "The room was as described.")],
                     [Opinion("x", 4, 8, "room", "room", 0.9)], precision=0.3).mismatches  # fmt: skip
    assert found.review_id == "x"


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


def test_the_same_doubt_counts_for_more_in_a_spoiled_file() -> None:
    doubtful = review("x", 2, (0.05, 0.08, 0.2, 0.4, 0.27))
    clean = [review(f"c{i}", 5, GOOD) for i in range(2000)]
    spoiled = [review(f"s{i}", 1, GOOD) for i in range(400)]
    alone = audit([doubtful, *clean], [], precision=0.01)
    among = audit([doubtful, *clean, *spoiled], [], precision=0.01)
    assert among.share > 5 * alone.share
    (least, most) = ([m.probability for m in found.mismatches if m.review_id == "x"] for found in (alone, among))
    assert most > least


def test_a_language_has_its_own_numbers() -> None:
    text = "味道非常好，服务热情，强烈推荐！"
    chinese = Review(id="z", text=text, stars=1, lang="zh", star_probabilities=(0.001, 0.001, 0.002, 0.016, 0.98))
    (found,) = audit([chinese], [], precision=0.5).mismatches
    assert found.reason == "reversed scale"
