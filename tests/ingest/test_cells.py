from __future__ import annotations

import pytest

from voxpop.ingest import read_reviews
from voxpop.ingest.cells import is_unknown
from voxpop.types import Review

ROOM = "The room was clean and the staff were friendly, number {}."


@pytest.mark.parametrize("word", ["", "N/A", "null", "-", " — ", "None", "无", "暂无", "0000-00-00"])
def test_words_for_nothing(word: str) -> None:
    assert is_unknown(word)


@pytest.mark.parametrize("word", ["0", "no", "many", "好", 0, 0.0, False])
def test_other_words_are_not(word: object) -> None:
    assert not is_unknown(word)


def test_a_star_column_with_gaps_is_still_the_star_column() -> None:
    stars = ["5", "4", "3", "N/A", "null", "-", "None", "无", "2", "1"] * 4
    rows = [{"review": ROOM.format(i), "stars": value, "date": "n/a"} for i, value in enumerate(stars)]
    reviews = list(read_reviews(rows))
    assert all(isinstance(review, Review) for review in reviews)
    assert [review.stars for review in reviews[:5]] == [5.0, 4.0, 3.0, None, None]  # type: ignore[union-attr]


def test_a_verdict_from_minus_one_to_one_is_one_three_and_five_stars() -> None:
    rows = [{"review": ROOM.format(i), "rating": str(i % 3 - 1)} for i in range(30)]
    assert [review.stars for review in read_reviews(rows)][:3] == [1, 3, 5]  # type: ignore[union-attr]
