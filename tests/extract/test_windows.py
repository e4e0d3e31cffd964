from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from voxpop.extract.windows import cut, join, normalized, sentence_ends, shares
from voxpop.types import ReaderOutput


@given(st.integers(1, 400), st.sets(st.integers(1, 399)), st.integers(8, 60), st.integers(0, 40))
def test_windows_cover_everything_in_order_and_overlap(count: int, ends: set[int], room: int, overlap: int) -> None:
    windows = cut(count, np.array(sorted(ends), np.intp), room=room, overlap=overlap)
    assert windows[0][0] == 0
    assert windows[-1][1] == count
    assert all(0 < high - low <= room for low, high in windows)
    for before, after in pairwise(windows):
        assert before[0] < after[0] <= before[1] < after[1]
    assert len(windows) <= 1 + 8 * count // room  # linear in the length
    kept = shares(windows)
    assert [piece for low, high in kept for piece in range(low, high)] == list(range(count))
    assert all(a <= low and high <= b for (a, b), (low, high) in zip(windows, kept, strict=True))


def test_a_window_ends_with_a_sentence_and_the_next_begins_with_one() -> None:
    assert cut(40, np.array([9, 13, 17, 30]), room=20, overlap=5) == [(0, 17), (13, 30), (25, 40)]


def test_without_sentences_windows_are_full() -> None:
    assert cut(40, np.array([], np.intp), room=20, overlap=4) == [(0, 20), (16, 36), (32, 40)]
    assert cut(20, np.array([], np.intp), room=20, overlap=4) == [(0, 20)]


def test_sentences_end_at_stops_and_lines() -> None:
    text = "Good. Bad\nOk 好。吃"
    spans = np.array([[0, 4], [4, 5], [6, 9], [10, 12], [13, 14], [14, 15], [15, 16]], np.int32)
    assert sentence_ends(text, spans).tolist() == [2, 3, 6]


def reading(pieces: int, presence: list[float], stars: list[float], fill: float) -> ReaderOutput:
    n = len(presence)
    polarity = np.array([[fill, 1 - fill, 0]] * n, np.float32)
    return ReaderOutput(
        spans=np.zeros((pieces, 2), np.int32),
        tags=np.full((pieces, 9), fill, np.float32),
        presence=np.array(presence, np.float32),
        polarity=polarity,
        attention=np.full((n, pieces), 1 / pieces, np.float32),
        stars=np.array(stars, np.float32),
    )


def test_windows_are_joined() -> None:
    one = reading(10, [0.9, 0.0], [1, 0, 0, 0, 0], 1.0)
    two = reading(6, [0.3, 0.0], [0, 0, 0, 0, 1], 0.0)
    joined = join(np.zeros((12, 2), np.int32), [(0, 10), (6, 12)], [one, two])
    assert joined.tags[:, 0].tolist() == [1.0] * 8 + [0.0] * 4
    np.testing.assert_allclose(joined.presence, [0.9, 0])
    np.testing.assert_allclose(joined.polarity[0], [0.75, 0.25, 0], atol=1e-6)
    np.testing.assert_allclose(joined.attention.sum(1), 1, atol=1e-6)
    np.testing.assert_allclose(joined.attention[1], 1 / 12, atol=1e-6)  # present nowhere: read from nowhere
    first, last = 0.9 / 10, 0.3 / 6
    np.testing.assert_allclose(joined.attention[0, 0] / joined.attention[0, -1], first / last, rtol=1e-5)
    np.testing.assert_allclose(joined.stars, [8 / 12, 0, 0, 0, 4 / 12], atol=1e-6)
    assert joined.hidden is None


def test_rows_without_weight_become_even() -> None:
    np.testing.assert_allclose(normalized(np.float32([[0, 0], [1, 3]])), [[0.5, 0.5], [0.25, 0.75]])
    assert normalized(np.empty((2, 0), np.float32)).shape == (2, 0)
