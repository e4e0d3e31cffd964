"""Replace full-width letters (Ｇｏｏｄ) by plain ones, so that offsets stay the same."""

from __future__ import annotations

from string import ascii_letters, digits, punctuation

from voxpop.lang.punctuation import IDEOGRAPHIC_SPACE

_DISTANCE = 0xFEE0  # of a full-width character from the plain one


def plain_table(characters: str) -> dict[int, int]:
    """Return the table for ``str.translate`` that replaces the full-width forms of these ASCII characters."""
    return {ord(IDEOGRAPHIC_SPACE) if plain == " " else ord(plain) + _DISTANCE: ord(plain) for plain in characters}


_LETTERS = plain_table(ascii_letters + digits)
_ALL = plain_table(ascii_letters + digits + punctuation + " ")


def narrow(text: str, *, marks: bool = False) -> str:
    """Return the text with plain letters and digits, and with plain punctuation if ``marks`` is set."""
    return text if text.isascii() else text.translate(_ALL if marks else _LETTERS)
