"""Wrong stars, made on purpose: reversed, shifted, random; always two or more from those given."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from research.experiments.audit.sets import StarredReview

KINDS = ("reversed", "shifted", "random")


def wrong(one: StarredReview, kind: str, dice: random.Random) -> float | None:
    """Other stars for a review; None where there are none of this kind. Labels good and bad can only be reversed."""
    stars = one.review.stars or 0.0
    if kind == "reversed" or one.given[0] != one.given[1]:
        return 6 - stars if stars != 3 else None
    steps = (-3, -2, 2, 3) if kind == "shifted" else (-4, -3, -2, 2, 3, 4)
    found = [stars + step for step in steps if 1 <= stars + step <= 5]
    return dice.choice(found) if found else None


def corrupted(
    entries: Sequence[StarredReview], share: float, *, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_], list[str]]:
    """Stars of which this share is wrong, which ones are, and the kind of each ("" where nothing was done)."""
    dice = random.Random(seed)
    stars = np.array([one.review.stars for one in entries], dtype=np.float64)
    kinds = [""] * len(entries)
    able = [
        i for i, one in enumerate(entries) if wrong(one, "reversed", dice) is not None or one.given[0] == one.given[1]
    ]
    for turn, place in enumerate(dice.sample(able, round(share * len(entries)))):
        for kind in (KINDS[turn % 3], "random"):  # three stars cannot be reversed
            found = wrong(entries[place], kind, dice)
            if found is not None:
                stars[place], kinds[place] = found, kind
                break
    return stars, np.array([bool(kind) for kind in kinds]), kinds
