from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from voxpop.extract.windows import cut, sentence_ends


@given(st.integers(1, 400), st.sets(st.integers(1, 399)), st.integers(8, 60))
def test_windows_hold_every_piece_once(count: int, ends: set[int], room: int) -> None:
    windows = cut(count, np.array(sorted(ends), np.intp), room=room)
    assert [piece for low, high in windows for piece in range(low, high)] == list(range(count))
    assert all(0 < high - low <= room for low, high in windows)
    assert len(windows) <= 1 + 2 * count // room  # linear in the length


def test_a_window_ends_with_a_sentence_and_the_next_begins_with_one() -> None:
    assert cut(40, np.array([9, 13, 17, 30]), room=20) == [(0, 17), (17, 30), (30, 40)]


def test_without_sentences_windows_are_full() -> None:
    assert cut(40, np.array([], np.intp), room=20) == [(0, 20), (20, 40)]
    assert cut(20, np.array([], np.intp), room=20) == [(0, 20)]


def test_sentences_end_at_stops_and_lines() -> None:
    text = "Good. Bad\nOk 好。吃"
    spans = np.array([[0, 4], [4, 5], [6, 9], [10, 12], [13, 14], [14, 15], [15, 16]], np.int32)
    assert sentence_ends(text, spans).tolist() == [2, 3, 6]
