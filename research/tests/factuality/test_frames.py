"""Sentences of test sets without who says so."""

from __future__ import annotations

from research.factuality.frames import strip_frame


def test_who_says_so_is_taken_away() -> None:
    assert strip_frame("One customer says: the room was clean.", "en") == "The room was clean."
    assert strip_frame("有顾客说：房间很干净。", "zh") == "房间很干净。"
    assert strip_frame("The room was clean.", "en") == "The room was clean."
