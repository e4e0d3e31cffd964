"""Which reviews are candidates, how sure the audit is, and what it says of bad input."""

from __future__ import annotations

from dataclasses import replace
from math import exp, log

import numpy as np
import pytest

from voxpop.aggregate.audit import (
    Audit,
    Calibration,
    Direction,
    calibration,
    candidate,
    doubtful,
    file_boost,
    ranked,
)
from voxpop.aggregate.mismatch_list import MismatchList
from voxpop.assets import find
from voxpop.errors import InputError, OptionError
from voxpop.types import Mismatch, Opinion, Review, Span

GOOD = (0.01, 0.01, 0.02, 0.16, 0.80)
BAD = (0.80, 0.16, 0.02, 0.01, 0.01)
BLAME = "The room was dirty, the staff rude."


def review(id: str, stars: float, chances: tuple[float, ...], text: str) -> Review:
    return Review(id=id, text=text, stars=stars, lang="en", star_probabilities=chances)


def opinion(text: str, word: str, polarity: float, **more: object) -> Opinion:
    start = text.index(word)
    span = Span(start, start + len(word))
    return Opinion("x", *span, word, word, polarity, evidence=span, **more)  # type: ignore[arg-type]


def test_stars_that_the_text_makes_improbable_are_doubtful() -> None:
    chances = np.array([GOOD, GOOD, GOOD, (0.2,) * 5])
    assert doubtful(np.array([1.0, 5.0, 4.0, 3.0]), chances).tolist() == [True, False, False, False]


def test_a_mismatch_says_what_was_given_what_the_text_deserves_and_shows_it() -> None:
    blamed = [opinion(BLAME, "dirty", -0.8), opinion(BLAME, "rude", -0.9)]
    found = candidate(review("x", 5, BAD, BLAME), blamed)
    assert found is not None
    assert (found.stars, found.predicted) == (5, pytest.approx(1.27))
    assert found.low <= found.predicted <= found.high
    assert found.reason == "text more negative"
    assert [BLAME[start:end] for start, end in found.evidence] == ["dirty", "rude"]
    assert found.probability > 0.8


def test_without_opinions_that_contradict_the_stars_there_is_no_proof() -> None:
    given = review("x", 5, BAD, BLAME)
    assert candidate(given, []) is None
    both = [opinion(BLAME, "dirty", -0.8), opinion(BLAME, "staff", 0.8)]
    assert candidate(given, both) is None
    found = candidate(given, [*both, opinion(BLAME, "rude", -0.9)])
    assert found is not None
    assert found.reason == "mixed"


def test_what_the_contradicting_opinions_are_about_gives_the_reason() -> None:
    given = review("x", 5, BAD, BLAME)
    late = candidate(given, [opinion(BLAME, "rude", -0.9, category="delivery")])
    other = candidate(given, [opinion(BLAME, "rude", -0.9, about="competing")])
    assert late is not None
    assert other is not None
    assert (late.reason, other.reason) == ("delivery", "another product")


def test_praise_under_one_star_is_less_sure_than_blame_under_five() -> None:
    """Whoever gives one star means it more often than not: praise is then mostly irony or a misreading."""
    numbers = calibration()
    assert numbers.odds(3.5, 1.0) < numbers.odds(-3.5, 1.0)
    assert 1 / (1 + np.exp(-numbers.odds(4.0, 1.0))) < 0.9


def test_opinions_that_say_otherwise_make_less_sure() -> None:
    blamed = [opinion(BLAME, "dirty", -0.8), opinion(BLAME, "rude", -0.9)]
    plain = candidate(review("x", 5, BAD, BLAME), blamed)
    praised = candidate(review("x", 5, BAD, BLAME), [*blamed, opinion(BLAME, "room", 0.8)])
    assert plain is not None
    assert praised is not None
    assert praised.probability < plain.probability


def test_the_odds_shrink_where_kinds_of_product_differ() -> None:
    numbers = Calibration(Direction(0, 1, 0.01), Direction(0, 1, 0.01), 0.0, 0.0, ())
    assert numbers.odds(2.0, 0.0) == 2.0
    assert 0 < numbers._replace(spread=2.0).odds(2.0, 0.0) < 2.0


def doubts(count: int) -> list[Mismatch]:
    return [Mismatch(str(n), 1.0, 4.8, 4.0, 5.0, 0.6, "text more positive") for n in range(count)]


def test_a_spoiled_file_is_believed_to_be_one() -> None:
    usual = calibration().better.usual
    assert file_boost(np.full(0, 0.6), 400, usual=usual) == 0
    assert file_boost(np.full(2, 0.6), 400, usual=usual) == 0
    assert file_boost(np.full(40, 0.6), 400, usual=usual) > 1
    assert file_boost(np.full(2, 0.6), 20, usual=usual) == 0  # a small file keeps to what is usual


def test_what_many_doubts_add_is_that_of_expectation_maximisation_one_by_one() -> None:
    raw = [0.3, 0.55, 0.7, 0.85] * 30
    worse = [replace(one, stars=5.0, predicted=1.2, probability=p) for one, p in zip(doubts(120), raw, strict=True)]
    better = [replace(one, probability=p) for one, p in zip(doubts(10), raw, strict=False)]
    found, _ = ranked([*worse, *better], audited=400)

    def raised(p: float, boost: float) -> float:
        return 1 / (1 + exp(-(log(p / (1 - p)) + boost)))

    expected = []
    for side, usual in ((worse, calibration().worse.usual), (better, calibration().better.usual)):
        boost = 0.0
        for _ in range(20):
            share = (usual * 200 + sum(raised(one.probability, boost) for one in side)) / 600
            boost = max(0.0, log(share / (3 * usual)))
        expected += [raised(one.probability, boost) for one in side]
    assert [one.probability for one in found] == pytest.approx(sorted(expected, reverse=True), abs=1e-12)
    assert found[0].probability > 0.9


def test_the_surest_come_first_and_those_without_proof_are_counted() -> None:
    near = (0.55, 0.21, 0.12, 0.06, 0.06)
    reviews = [review("b", 5, near, BLAME), review("a", 5, BAD, BLAME), review("c", 5, BAD, "No words.")]
    blamed = [opinion(BLAME, "rude", -0.9)]
    said = {"a": blamed, "b": blamed}
    found, unproven = ranked((candidate(one, said.get(one.id, ())) for one in reviews), audited=100)
    assert [one.review_id for one in found] == ["a", "b"]
    assert unproven == 1


def test_only_what_is_sure_enough_is_listed() -> None:
    one, two = (replace(each, probability=p) for each, p in zip(doubts(2), (0.85, 0.6), strict=True))
    result = Audit(candidates=MismatchList.of((one, two)), reviews=10, starred=10, audited=10, mean=4.0)
    assert list(result.mismatches) == [one]
    assert result.expected == pytest.approx(0.85)
    assert result.share == pytest.approx(0.145)
    assert result.mean_without == pytest.approx(39 / 9)
    assert replace(result, precision=0.5).mismatches == (one, two)


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (Audit(MismatchList.of(()), 0, 0, 0), "no reviews"),
        (Audit(MismatchList.of(()), 1, 0, 0), "None of the 1 reviews has stars.*--stars-column"),
        (Audit(MismatchList.of(()), 1, 1, 0), "No stars were predicted"),
    ],
)
def test_what_cannot_be_audited_is_said(result: Audit, said: str) -> None:
    with pytest.raises(InputError, match=said):
        result.check()


def test_a_kind_that_is_misread_is_no_error() -> None:
    Audit(MismatchList.of(()), 1, 1, 0, misread_kinds=("film",)).check()


@pytest.mark.parametrize("precision", [0.0, 1.0, -1.0, 80.0, float("nan")])
def test_a_precision_is_a_share(precision: float) -> None:
    with pytest.raises(OptionError, match="between 0 and 1"):
        Audit(MismatchList.of(()), 1, 1, 1, precision=precision).check()


def test_the_numbers_were_fitted_to_the_readers_that_ship() -> None:
    import json
    from importlib.resources import files

    made = json.loads((files("voxpop.aggregate") / "audit_calibration.json").read_text("utf-8"))
    assert made["readers"] == {lang: find(f"reader-{lang}").checksum[:12] for lang in ("en", "zh")}, (
        f"The readers changed: run {made['made by']}"
    )
