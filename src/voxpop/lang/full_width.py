"""Replace full-width letters (Ｇｏｏｄ) by plain ones, so that offsets stay the same."""

from __future__ import annotations

_DISTANCE = 0xFEE0  # of a full-width character from the plain one


def _table(first: str, last: str) -> dict[int, int]:
    return {wide: wide - _DISTANCE for wide in range(ord(first), ord(last) + 1)}


_LETTERS = _table("０", "９") | _table("Ａ", "Ｚ") | _table("ａ", "ｚ")
_ALL = _table("！", "～") | {ord("\u3000"): ord(" ")}


def narrow(text: str, *, marks: bool = False) -> str:
    """Return the text with plain letters and digits, and with plain punctuation if ``marks`` is set."""
    return text if text.isascii() else text.translate(_ALL if marks else _LETTERS)
