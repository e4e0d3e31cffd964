"""The ranking of a whole file, as pages use it, lists what the audit lists."""

from __future__ import annotations

import numpy as np
import pytest

from voxpop.aggregate.audit import audit, silent
from voxpop.aggregate.audit_odds import Flags, MismatchOdds, Places, mismatch_odds, rank
from voxpop.types import Review


@pytest.fixture(scope="module")
def reviews() -> list[Review]:
    draw = np.random.default_rng(3)
    found = []
    for place in range(300):
        chances = draw.dirichlet(np.full(5, 0.3))
        stars = float(draw.integers(1, 6)) if place % 3 == 0 else float(np.argmax(chances) + 1)
        lang = "zh" if place % 2 else "en"
        text = "Bought in May." if place % 5 == 0 else "Fine."
        found.append(Review(id=f"{place:03}", text=text, stars=stars, lang=lang, star_probabilities=tuple(chances)))
    return found


@pytest.mark.parametrize("precision", [0.4, 0.6, 0.8, 0.9])
def test_the_same_as_the_audit(reviews: list[Review], precision: float) -> None:
    one_by_one = audit(reviews, [], precision=precision)
    stars = np.array([review.stars for review in reviews], float)
    chances = np.array([review.star_probabilities for review in reviews])

    def mute(places: Places) -> Flags:
        quiet = {
            review.id for review in silent([reviews[place] for place in places], lambda ids: dict.fromkeys(ids, ()))
        }
        return np.array([reviews[place].id in quiet for place in places], bool)

    langs = np.array([review.lang for review in reviews], object)
    found = rank(mismatch_odds(stars, chances, langs), silent=mute)
    assert [reviews[place].id for place in found.silent] == [one.review_id for one in one_by_one.silent] != []
    assert found.audited == one_by_one.audited
    assert found.share == pytest.approx(one_by_one.share)
    listed = found.listed(precision)
    assert listed == len(one_by_one.mismatches) > 0
    assert found.sure[:listed] == pytest.approx([one.probability for one in one_by_one.mismatches])
    assert {reviews[place].id for place in found.places[:listed]} == {one.review_id for one in one_by_one.mismatches}


def test_nothing_to_audit() -> None:
    found = rank(MismatchOdds(np.empty(0), 0.0), silent=lambda places: np.zeros(0, bool))
    assert (found.audited, found.listed(0.8), len(found.silent)) == (0, 0, 0)
