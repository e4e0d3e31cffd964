from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.aggregate import Tally
from voxpop.aggregate.tally import aspect_id
from voxpop.types import Aspect, Opinion, Span


def opinion(review: str, polarity: float, aspect: str = "room", start: int = 0) -> Opinion:
    return Opinion(review, start, start + 4, "room", aspect, polarity, evidence=Span(start, start + 4))


def texts(ids: Iterable[str]) -> dict[str, str]:
    return dict.fromkeys(ids, "room " * 60)


def table(tally: Tally, *names: str) -> list[Aspect]:
    return tally.aspects({name: (name,) for name in names}, lang="en", texts=texts)


def test_counts_by_hand() -> None:
    tally = Tally()
    tally.add([opinion("a", 1.0), opinion("a", 0.5, start=5), opinion("b", -0.5), opinion("c", 0.0)])
    (room,) = table(tally, "room")
    assert (room.mentions, room.reviews, room.positive, room.neutral, room.negative) == (4, 3, 2, 1, 1)
    assert room.mean == pytest.approx((0.75 - 0.5) / 2)  # each review that says something weighs the same
    assert room.low < room.mean < room.high


def test_an_aspect_of_which_nothing_is_said() -> None:
    tally = Tally()
    tally.add([opinion("a", 0.0)])
    (room,) = table(tally, "room")
    assert (room.mean, room.low, room.high, room.quotes) == (0.0, -1.0, 1.0, ())


def test_most_spoken_of_first_and_unmentioned_left_out() -> None:
    tally = Tally()
    tally.add([opinion("a", 1, "bar"), opinion("b", 1, "room"), opinion("c", 1, "room")])
    assert [aspect.name for aspect in table(tally, "bar", "room", "pool")] == ["room", "bar"]


opinions = st.lists(
    st.tuples(
        st.integers(0, 9), st.sampled_from([-1.0, -0.7, -0.1, 0.0, 0.3, 1 / 3, 1.0]), st.sampled_from(["room", "bar"])
    ),
    max_size=40,
).map(lambda rows: [opinion(str(r), p, a, start=i * 5) for i, (r, p, a) in enumerate(sorted(rows))])


@given(opinions, st.integers(0, 9))
def test_parts_merge_to_the_whole(said: list[Opinion], cut: int) -> None:
    whole, left, right = Tally(), Tally(), Tally()
    whole.add(said)
    left.add(o for o in said if int(o.review_id) < cut)
    right.add(o for o in said if int(o.review_id) >= cut)
    right.merge(left)
    for ours, theirs in zip(table(whole, "room", "bar"), table(right, "room", "bar"), strict=True):
        assert (ours.mean, ours.low, ours.high) == (theirs.mean, theirs.low, theirs.high)  # to the last bit
        assert ours.quotes == theirs.quotes
        assert ours.mentions == theirs.mentions == ours.positive + ours.neutral + ours.negative


def test_ids_are_stable_words() -> None:
    assert aspect_id("front desk", "en") == "en:front desk"
    assert aspect_id("味道", "zh") == "zh:味道"
    assert aspect_id("air con", "en") != aspect_id("air-con", "en")
