"""Full-width letters (Ｇｏｏｄ), which stand for plain ones: narrowed, each stays where it is."""

from __future__ import annotations

WIDER = 0xFEE0  # how far behind the plain character the full-width one stands


def _table(first: str, last: str) -> dict[int, int]:
    return {wide: wide - WIDER for wide in range(ord(first), ord(last) + 1)}


_LETTERS = _table("０", "９") | _table("Ａ", "Ｚ") | _table("ａ", "ｚ")
_ALL = _table("！", "～") | {ord("\u3000"): ord(" ")}


def narrow(text: str, *, marks: bool = False) -> str:
    """Letters and digits narrowed, and ``marks`` too if wanted: in Chinese they are at home."""
    return text if text.isascii() else text.translate(_ALL if marks else _LETTERS)
