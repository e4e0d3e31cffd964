"""Who is said to say so, taken off."""

from __future__ import annotations

import pytest

from voxpop.check.frames import unframed


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("One customer says: the room was clean.", "en", "The room was clean."),
        ("Most guests say that the rooms are clean.", "en", "The rooms are clean."),
        ("According to a review, the pool is cold.", "en", "The pool is cold."),
        ("The guests complain about the pool.", "en", "The guests complain about the pool."),
        ("People say: ok", "en", "People say: ok"),
        ("有顾客说：房间很干净。", "zh", "房间很干净。"),
        ("大多数顾客认为味道很好。", "zh", "味道很好。"),
        ("味道很好。", "zh", "味道很好。"),
    ],
)
def test_frames_are_taken_off(text: str, lang: str, expected: str) -> None:
    assert unframed(text, lang) == expected
