from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.aggregate.contrary_reviews import find_contrary_reviews, polar
from voxpop.errors import InputError, OptionError
from voxpop.types import Opinion, Review, Span

TEXT = "The Vado was fuzzy. I bought a Flip and it was great."


def review(id: str, stars: float | None) -> Review:
    return Review(id=id, text=TEXT, stars=stars)


def opinion(id: str, start: int, end: int, polarity: float, *, evidence: Span | None = None) -> Opinion:
    return Opinion(id, start, end, TEXT[start:end], "video", polarity, evidence=evidence or Span(start, end))


BOTH = [(0, 19, -0.8), (20, 53, 0.9)]


def test_one_star_with_praise_is_rich_and_the_praise_opposes_it() -> None:
    found = find_contrary_reviews([review("a", 1)], [opinion("a", *one) for one in BOTH])
    (one,) = found.found
    assert [TEXT[start:end] for start, end in one.opposing] == ["I bought a Flip and it was great."]
    assert [TEXT[start:end] for start, end in one.agreeing] == ["The Vado was fuzzy."]
    (other,) = find_contrary_reviews([review("a", 5)], [opinion("a", *one) for one in BOTH]).found
    assert other.opposing == one.agreeing


def test_other_stars_and_reviews_of_one_mind_are_not() -> None:
    reviews = [review("a", 3), review("b", None), review("c", 1), review("d", 5)]
    said = [opinion(id, *one) for id in "ab" for one in BOTH]
    said += [opinion("c", *BOTH[0]), opinion("d", 0, 19, -0.1), opinion("d", *BOTH[1])]
    found = find_contrary_reviews(reviews, said)
    assert found.found == ()
    assert (found.read, found.starred, found.extreme, found.share) == (4, 3, 2, 0)


def test_those_with_most_against_their_stars_come_first() -> None:
    said = [opinion("a", *one) for one in BOTH] + [opinion("b", *one) for one in BOTH] + [opinion("b", 4, 8, 0.9)]
    assert [one.review.id for one in find_contrary_reviews([review("a", 1), review("b", 1)], said).found] == ["b", "a"]


def test_opposites_in_one_place_weigh_each_other_out() -> None:
    place = Span(0, 19)
    assert polar([(place, 0.9), (place, -0.9)]) == ((), ())
    assert polar([(place, 0.9), (place, -0.1)]) == ((place,), ())


def test_no_stars_and_wrong_thresholds_are_told() -> None:
    with pytest.raises(InputError, match="None of the reviews has stars"):
        find_contrary_reviews([review("a", None)], [])
    with pytest.raises(OptionError, match="between 0 and 1"):
        find_contrary_reviews([review("a", 1)], [], clear=2)


@given(st.lists(st.tuples(st.integers(0, 5), st.floats(-1, 1))))
def test_no_place_is_both(said: list[tuple[int, float]]) -> None:
    good, bad = polar((Span(at, at + 1), polarity) for at, polarity in said)
    assert not set(good) & set(bad)
    assert list(good) == sorted(good)
