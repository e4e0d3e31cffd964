"""Stars beside masked words: what is drawn are stretches of the reviews, framed, with the stars of their review."""

from __future__ import annotations

import pytest
import torch

from research.training.pieces import Marks
from research.training.starred_texts import SHORTEST, StarredTexts
from voxpop.errors import InputError

MARKS = Marks(cls=1, sep=2, pad=0)
LONG, SHORT = list(range(100, 400)), [90, 91, 92]


def stretch(row: list[int], mask: list[bool]) -> list[int]:
    """What stands between the marks of a drawn row, which must be framed and padded as encoders want it."""
    text = [piece for piece, there in zip(row, mask, strict=True) if there]
    assert (text[0], text[-1]) == (MARKS.cls, MARKS.sep)
    assert all(piece == MARKS.pad for piece, there in zip(row, mask, strict=True) if not there)
    return text[1:-1]


def test_what_is_drawn_stands_in_a_review_of_those_stars() -> None:
    found = StarredTexts([(LONG, 0), (SHORT, 4)], MARKS, longest=64)
    dice = torch.Generator().manual_seed(0)
    beginnings = set()
    for _ in range(50):
        ids, mask, stars = found.draw(8, dice)
        assert stars.tolist() == [0] * 4 + [4] * 4  # as often as each other, though there is one of each
        for row, there, star in zip(ids.tolist(), mask.tolist(), stars.tolist(), strict=True):
            text = stretch(row, there)
            review = SHORT if star else LONG
            assert text == (SHORT if star else LONG[text[0] - 100 :][: len(text)])
            assert min(SHORTEST, len(review)) <= len(text) <= 62
            beginnings.add(text[0])
    assert max(beginnings) > 300  # stretches begin anywhere


def test_the_same_dice_draw_the_same() -> None:
    found = StarredTexts([(LONG, 0), (SHORT, 4)], MARKS, longest=64)
    one, other = (found.draw(10, torch.Generator().manual_seed(3)) for _ in range(2))
    assert all(torch.equal(a, b) for a, b in zip(one, other, strict=True))


def test_stars_that_are_all_alike_teach_nothing() -> None:
    with pytest.raises(InputError, match="no training reviews with different stars"):
        StarredTexts([(LONG, 3), (SHORT, 3)], MARKS, longest=64)
