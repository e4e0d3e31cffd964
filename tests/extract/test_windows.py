from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from voxpop.extract.windows import cut, sentence_ends


@given(st.integers(1, 400), st.sets(st.integers(1, 399)), st.integers(8, 60), st.integers(0, 40))
def test_windows_cover_everything_in_order_and_overlap(count: int, ends: set[int], room: int, overlap: int) -> None:
    windows = cut(count, np.array(sorted(ends), np.intp), room=room, overlap=overlap)
    assert windows[0][0] == 0
    assert windows[-1][1] == count
    assert all(0 < high - low <= room for low, high in windows)
    for before, after in pairwise(windows):
        assert before[0] < after[0] <= before[1] < after[1]
    assert len(windows) <= 1 + 8 * count // room  # linear in the length


@given(st.integers(1, 400), st.sets(st.integers(1, 399)), st.integers(8, 60))
def test_windows_without_overlap_hold_every_piece_once(count: int, ends: set[int], room: int) -> None:
    windows = cut(count, np.array(sorted(ends), np.intp), room=room, overlap=0)
    assert [piece for low, high in windows for piece in range(low, high)] == list(range(count))


def test_a_window_ends_with_a_sentence_and_the_next_begins_with_one() -> None:
    assert cut(40, np.array([9, 13, 17, 30]), room=20, overlap=5) == [(0, 17), (13, 30), (25, 40)]
    assert cut(40, np.array([9, 13, 17, 30]), room=20, overlap=0) == [(0, 17), (17, 30), (30, 40)]


def test_without_sentences_windows_are_full() -> None:
    assert cut(40, np.array([], np.intp), room=20, overlap=4) == [(0, 20), (16, 36), (32, 40)]
    assert cut(20, np.array([], np.intp), room=20, overlap=4) == [(0, 20)]


def test_sentences_end_at_stops_and_lines() -> None:
    text = "Good. Bad\nOk 好。吃"
    spans = np.array([[0, 4], [4, 5], [6, 9], [10, 12], [13, 14], [14, 15], [15, 16]], np.int32)
    assert sentence_ends(text, spans).tolist() == [2, 3, 6]
