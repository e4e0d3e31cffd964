"""The tools that measure the audit: wrong stars are wrong, judgements and figures mean what they say."""

from __future__ import annotations

import random

import numpy as np
import pytest

from research.experiments.audit import draw, fit, flips, judged, measure, sets
from voxpop.aggregate.audit_odds import Calibration, Doubts, DoubtWeights, doubts
from voxpop.types import Review


def starred(
    stars: int, *, given: tuple[int, int] | None = None, name: str = "x", split: str = "test"
) -> sets.StarredReview:
    return sets.StarredReview(Review(id=name, text="", stars=float(stars)), "yelp-10k", split, given or (stars, stars))


@pytest.mark.parametrize("kind", ["reversed", "shifted", "random"])
@pytest.mark.parametrize("stars", [1, 2, 3, 4, 5])
def test_wrong_stars_are_two_or_more_away(kind: str, stars: int) -> None:
    for seed in range(20):
        found = flips.wrong(starred(stars), kind, random.Random(seed))
        if found is None:
            assert (kind, stars) in {("reversed", 3)}
        else:
            assert 1 <= found <= 5
            assert abs(found - stars) >= 2


def test_a_label_is_only_reversed() -> None:
    assert flips.wrong(starred(5, given=(4, 5)), "shifted", random.Random(0)) == 1
    assert flips.wrong(starred(3, given=(2, 4)), "random", random.Random(0)) is None


def test_the_share_asked_for_is_made_wrong_and_nothing_else() -> None:
    entries = [starred(1 + i % 5) for i in range(1000)]
    stars, false, kinds = flips.corrupted(entries, 0.1, seed=3)
    given = np.array([one.review.stars for one in entries])
    assert false.sum() == 100
    assert ((stars != given) == false).all()
    assert {kind for kind in kinds if kind} == set(flips.KINDS)


def test_a_mismatch_is_two_stars_from_all_that_were_given() -> None:
    def real(deserved: int, *given: int) -> bool:
        return bool(judged.Judgement(1, deserved, ()).mismatch(starred(given[-1], given=(given[0], given[-1]))))

    assert real(3, 1)
    assert real(3, 5)
    assert not real(2, 1)
    assert not real(3, 4, 5)
    assert real(2, 4, 5)
    assert not real(0, 5)  # a text that says nothing contradicts nothing


def test_figures_by_hand_and_against_wrong_answers() -> None:
    real = np.array([True, False, True, False])
    assert measure.area(np.array([4.0, 3, 2, 1]), real) == pytest.approx(0.75)
    assert measure.area(np.array([1.0, 1, 1, 1]), real) == pytest.approx(0.5)
    assert measure.area(np.array([0.0, 1, 0, 1]), real) == 0
    assert measure.average_precision(np.array([4.0, 3, 2, 1]), real) == pytest.approx((1 + 2 / 3) / 2)
    assert measure.calibration_error(np.array([0.95, 0.95]), np.array([True, True])) == pytest.approx(0.05)
    assert measure.calibration_error(np.array([0.95, 0.95]), np.array([False, False])) == pytest.approx(0.95)


def test_a_text_that_says_nothing_is_not_listed() -> None:
    numbers = Calibration(0.0, DoubtWeights(2, 2, 0), 0.001, 0.01)
    stars, chances = np.array([1.0, 1.0, 5.0]), np.array([[0.01, 0.01, 0.02, 0.16, 0.8]] * 3)
    for silent, listed in (([False] * 3, [0, 1]), ([True, False, True], [1])):
        found = measure.listing(numbers, stars, chances, silent=np.array(silent), precision=0.5)
        assert found.places.tolist() == listed


def test_what_is_drawn_stands_for_the_whole_split() -> None:
    held = [starred(1, name=str(i)) for i in range(2000)]
    found = list(draw.drawn(held, np.linspace(0, 1, 2000)))
    assert sum(one.weight for one in found) == pytest.approx(2000)
    sure = {str(i) for i in range(1970, 2000)}  # the most doubtful are all there, each for itself
    assert {one.starred.review.id for one in found if one.weight == 1} == sure


def test_the_fit_finds_the_numbers_that_made_the_data() -> None:
    """Reviews whose readings fit the stars but for some unsure ones: wrong stars get high odds, right ones low."""
    dice = random.Random(1)
    entries, rows = [], []
    for i in range(400):
        stars = dice.randint(1, 5)
        centre = stars + dice.choice([-1, 0, 0, 0, 1])
        raw = np.array([np.exp(-abs(k - centre)) for k in range(1, 6)])
        entries.append(starred(stars, name=f"made-{i}", split="dev"))
        rows.append(raw / raw.sum())
    entries[0] = entries[0]._replace(review=Review(id=judged_id(), text="", stars=5.0))
    numbers: Calibration = fit.fitted(entries, np.array(rows))
    assert numbers.weights.gap >= 0
    assert numbers.weights.surprise >= 0
    assert numbers.weights.entropy <= 0
    sure = np.array([[0.96, 0.01, 0.01, 0.01, 0.01]] * 2)
    right, wrong = numbers.odds(doubts(np.array([1.0, 5.0]), sure))
    assert right < 0 < wrong
    largest = Doubts(np.array([4.0]), np.array([9.0]), np.array([0.0]))
    assert numbers.odds(largest)[0] <= -np.log(numbers.misread) + 1e-6


def judged_id() -> str:
    """A review that was judged, since the usual share is counted from those."""
    rows = judged.FILE.read_text(encoding="utf-8").splitlines()[1:]
    return next(row.split("\t")[0] for row in rows if row.split("\t")[2] == "2")


def test_judgements_are_stars_weights_and_known_reasons() -> None:
    from voxpop.aggregate.audit_reasons import REASONS

    header, *rows = [line.split("\t") for line in judged.FILE.read_text(encoding="utf-8").splitlines()]
    assert header == ["review", "weight", "deserved", "reasons"]
    assert len({row[0] for row in rows}) == len(rows) >= 367
    for _, weight, deserved, reasons in rows:
        assert float(weight) >= 0
        assert deserved in "012345"
        assert not reasons or set(reasons.split("; ")) <= set(REASONS)
