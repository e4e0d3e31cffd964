"""What moves the stars: against hand-worked numbers, numpy's own least squares and known effects."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from voxpop.aggregate.drivers import (
    MIN_REVIEWS,
    AspectVotes,
    Drivers,
    RatedReviews,
    costs,
    find_drivers,
    resampled_sums,
    variance_shares,
)

NOBODY = np.array([], np.intp)


def rated(stars: np.ndarray, *votes: tuple[np.ndarray, np.ndarray], languages: list[str] | None = None) -> RatedReviews:
    """Reviews with their stars, and for each aspect who complains and who praises."""
    named = [AspectVotes(f"en:{n}", str(n), bad, good) for n, (bad, good) in enumerate(votes)]
    spoken = np.array(languages or ["en"] * len(stars), object)
    return RatedReviews(np.arange(len(stars)), stars.astype(float), spoken, named)


def simulated(reviews: int = 2000, seed: int = 1) -> Drivers:
    """The first aspect is a must-have, the second a delighter, the third moves nothing."""
    rng = np.random.default_rng(seed)
    bad, good = rng.random((reviews, 3)) < 0.15, rng.random((reviews, 3)) < 0.15
    bad[:, 1] |= bad[:, 0] & (rng.random(reviews) < 0.5)  # who complains of the first often complains of the second
    stars = 3.5 - 1.0 * bad[:, 0] + 0.1 * good[:, 0] + 0.8 * good[:, 1] + rng.normal(0, 0.5, reviews)
    places = [(np.flatnonzero(bad[:, n]), np.flatnonzero(good[:, n])) for n in range(3)]
    return find_drivers(rated(stars, *places))


def test_the_plain_difference_by_hand() -> None:
    stars = np.array([1.0] * 10 + [5.0] * 40)
    found = find_drivers(rated(stars, (np.arange(10), NOBODY)))
    (driver,) = found.aspects
    assert driver.complaints is not None
    assert driver.complaints.plain.value == pytest.approx(4.2 - 5.0)
    assert driver.complaints.effect.value == pytest.approx(-4.0, abs=1e-3)
    assert driver.won_back is not None
    assert driver.won_back.value == pytest.approx(0.8, abs=1e-3)  # 4 stars from a fifth of the reviews
    assert driver.share.value == pytest.approx(1.0)
    assert (driver.praise, driver.asymmetry, driver.kind) == (None, None, "unclear")


def test_aspects_mentioned_together_are_told_apart() -> None:
    drivers = {driver.name: driver for driver in simulated().aspects}
    second = drivers["1"].complaints
    assert second is not None
    assert second.plain.sign < 0  # they also complain of the first …
    assert second.effect.sign == 0  # … which the regression allows for


def test_kinds_and_order() -> None:
    found = simulated()
    assert {driver.name: driver.kind for driver in found.aspects} == {
        "0": "must-have",
        "1": "delighter",
        "2": "unclear",
    }
    assert found.aspects[0].name == "0"
    assert found.aspects[0].complaints is not None
    assert found.aspects[0].complaints.effect.value == pytest.approx(-1.0, abs=0.1)
    assert sum(driver.share.value for driver in found.aspects) == pytest.approx(1.0)
    assert simulated() == found  # the draws are the same each time


def test_the_regression_is_that_of_numpy() -> None:
    rng = np.random.default_rng(3)
    bad = rng.random((300, 3)) < 0.3
    stars = rng.integers(1, 6, 300).astype(float) - bad[:, 1]
    found = find_drivers(rated(stars, *((np.flatnonzero(bad[:, n]), NOBODY) for n in range(3))))
    expected = np.linalg.lstsq(np.column_stack([np.ones(300), bad]), stars, rcond=None)[0][1:]
    effects = {driver.name: driver.complaints.effect.value for driver in found.aspects if driver.complaints}
    assert [effects[str(n)] for n in range(3)] == pytest.approx(list(expected), abs=1e-4)


def test_shares_are_shapley_values_of_r_squared() -> None:
    rng = np.random.default_rng(4)
    mood = rng.normal(size=(500, 1))
    x = mood + rng.normal(size=(500, 3))
    y = x @ [1.0, 0.5, 0.0] + rng.normal(size=500)
    table = np.column_stack([np.ones(500), x, y])

    def r_squared(chosen: tuple[int, ...]) -> float:
        part = np.column_stack([np.ones(500), x[:, list(chosen)]])
        rest = y - part @ np.linalg.lstsq(part, y, rcond=None)[0]
        return float(1 - rest.var() / y.var())

    orders = list(permutations(range(3)))
    gains = [
        np.mean([r_squared(order[: order.index(n) + 1]) - r_squared(order[: order.index(n)]) for order in orders])
        for n in range(3)
    ]
    shares, explained = variance_shares(resampled_sums(table, replicates=1), [0, 1, 2])
    assert explained[0] == pytest.approx(r_squared((0, 1, 2)), abs=1e-4)
    assert shares[0] == pytest.approx(np.array(gains) / sum(gains), abs=0.02)  # over random orders, not all


def test_many_reviews_are_drawn_in_blocks() -> None:
    table = np.column_stack([np.ones(5001), np.random.default_rng(0).random(5001)])
    sums = resampled_sums(table, replicates=400)
    assert sums[0] == pytest.approx(table.T @ table)
    means = sums[1:, 0, 1] / sums[1:, 0, 0]
    assert means.std() == pytest.approx(table[:, 1].std() / np.sqrt(5001), rel=0.15)


def test_languages_may_differ_in_their_means() -> None:
    languages = ["en"] * 100 + ["zh"] * 100
    stars = np.array([5.0, 4.0] * 50 + [3.0, 2.0] * 50)
    chinese = (np.arange(101, 200, 2), NOBODY)  # who complains in Chinese gives 2 stars there, 1 less than others
    (driver,) = find_drivers(rated(stars, chinese, languages=languages)).aspects
    assert driver.complaints is not None
    assert driver.complaints.effect.value == pytest.approx(-0.75, abs=0.3)
    assert driver.complaints.effect.value > driver.complaints.plain.value - 1


@pytest.mark.parametrize("reviews", [0, 1, 5, 2 * MIN_REVIEWS - 1])
def test_too_few_reviews_say_nothing(reviews: int) -> None:
    found = find_drivers(rated(np.full(reviews, 3.0), (np.arange(reviews // 2), NOBODY)))
    assert (found.aspects, found.too_few, found.reviews) == ((), ("0",), reviews)


def test_stars_that_are_all_the_same_are_moved_by_nothing() -> None:
    assert find_drivers(rated(np.full(200, 5.0), (np.arange(20), np.arange(20, 60)))).aspects == ()


def test_two_aspects_of_the_same_reviews_share_what_they_explain() -> None:
    stars, same = np.array([1.0] * 30 + [5.0] * 70), (np.arange(30), NOBODY)
    first, second = find_drivers(rated(stars, same, same)).aspects
    assert first.share.value == pytest.approx(second.share.value, abs=0.01) == pytest.approx(0.5, abs=0.01)


def test_some_of_the_reviews() -> None:
    whole = rated(np.arange(6), (np.array([0, 4]), np.array([5])))
    part = whole.within(np.array([False, True, False, False, True, True]))
    assert part.numbers.tolist() == [1, 4, 5]
    assert part.votes[0].complaints.tolist() == [1]
    assert part.votes[0].praise.tolist() == [2]
    assert costs(part, whole) == [{}, {}]
