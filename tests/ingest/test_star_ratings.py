from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.ingest.star_ratings import Rating, find_scale, read_stars, to_five


@pytest.mark.parametrize(
    ("written", "stars"),
    [
        (4, 4),
        (4.5, 4.5),
        ("4", 4),
        ("4.0", 4),
        ("3,5", 3.5),
        (" 5 ", 5),
        ("4/5", 4),
        ("8.5/10", 4.25),
        ("4 / 5", 4),
        ("4.0 out of 5", 4),
        ("4.0 out of 5 stars", 4),
        ("7 of 10", 3.5),
        ("90/100", 4.5),
        ("four", 4),
        ("Four stars", 4),
        ("4 stars", 4),
        ("1 star", 1),
        ("5-star", 5),
        ("five", 5),
        ("★★★★", 4),
        ("★★★★☆", 4),
        ("⭐⭐⭐", 3),
        ("⭐️⭐️", 2),
        ("★★½", 2.5),
        ("★☆☆☆☆", 1),
        ("五星", 5),
        ("4星", 4),
        ("三颗星", 3),
        ("4.5分", 4.5),
        ("四星半", 4.5),
        ("三", 3),
        ("90%", 4.5),
        ("0%", 1),
        ("1/10", 1),
        ("0/10", 1),
    ],
)
def test_reads_the_ways_people_write_stars(written: object, stars: float) -> None:
    rating = read_stars(written)
    assert rating is not None
    assert to_five(rating, 5) == stars


@pytest.mark.parametrize(
    "written", ["great", "", "-3", "4/0", "6/5", "★★★★★★", "1000", "nan", "101%", -1, 250, True, "4 apples", "☆☆☆"]
)
def test_does_not_guess_what_is_no_rating(written: object) -> None:
    rating = read_stars(written)
    assert rating is None or to_five(rating, 5) is None


@pytest.mark.parametrize(
    ("numbers", "scale"),
    [([1, 5, 3], 5), ([0, 5], 5), ([1, 7, 10], 10), ([0, 10], 10), ([55, 90, 100], 100), ([0, 1, 1, 0], None), ([], 5)],
)
def test_finds_the_scale_of_a_file(numbers: list[float], scale: int | None) -> None:
    assert find_scale(Rating(number, None) for number in numbers) == scale


def test_many_numbers_up_to_seven_are_out_of_seven() -> None:
    survey = [Rating(float(number), None) for number in range(1, 8)]
    assert find_scale(survey * 5) == 7
    assert find_scale(survey) == 10  # too few to tell


def test_the_scale_that_the_name_of_the_column_gives_comes_first() -> None:
    assert find_scale([Rating(4, None)], named=7) == 7
    assert find_scale([Rating(9, None)], named=7) == 10


def test_one_stray_number_does_not_change_the_scale() -> None:
    assert find_scale([Rating(4, None)] * 999 + [Rating(50, None)]) == 5


def test_a_scale_of_ten_is_halved_and_never_below_one() -> None:
    assert [to_five(Rating(n, None), 10) for n in (10, 8, 1, 0)] == [5, 4, 1, 1]


def test_outside_the_scale_is_no_rating() -> None:
    assert to_five(Rating(7, None), 5) is None
    assert to_five(Rating(0, None), 5) is None


@given(st.text() | st.floats() | st.integers() | st.none())
def test_never_fails_and_never_leaves_one_to_five(value: object) -> None:
    rating = read_stars(value)
    if rating is not None:
        stars = to_five(rating, 100)
        assert stars is None or 1 <= stars <= 5


def test_full_width_digits_are_digits() -> None:
    assert read_stars("４") == Rating(4.0, None)
    assert read_stars("４／５") == Rating(4.0, 5.0)
    assert read_stars("４　／　５") == Rating(4.0, 5.0)
