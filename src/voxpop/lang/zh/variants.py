"""How Chinese is written elsewhere: in traditional characters, and in Cantonese.

Word lists, weights and patterns are written in simplified characters, so that is what all of them read. Characters are
replaced one for one: a place in the simplified text is the same place in the text as given.
"""

from __future__ import annotations

import re
from functools import cache

from voxpop.lang.data import read_lines
from voxpop.lang.scripts import SCRIPTS

LETTERS = SCRIPTS["zh"].LETTERS
VARIANT_SHARE = 0.05  # of the characters that are traditional from which a text is in traditional characters
DIALECT_SHARE = 0.03  # of the characters that only Cantonese uses
DIALECTS = ("Cantonese",)
_LETTER = re.compile(f"[{LETTERS}]")
_PARTICLE = re.compile("(?<![专名卓原昭显土合巨拙撰编论译])著(?![名作称述书者])")  # after a verb; elsewhere "to write"
_WHAT = "甚么"
_CANTONESE = re.compile("[嘅咗唔喺佢冇嚟啲睇嘢噉咁哋嗰啱畀瞓攞揾搵乜喎㗎嘥啩係]|[边邊]度|[点點]解")
_ALSO_ELSEWHERE = frozenset("係睇佢乜")  # such words alone do not make a text Cantonese


@cache
def _table() -> dict[int, str]:
    pairs = [pair for line in read_lines("zh", "traditional.txt") for pair in line.split()]
    return {ord(pair[0]): pair[1] for pair in pairs}


def normalize(text: str) -> str:
    """Return the text in simplified characters, each in the place of the one that it replaces.

    >>> normalize("這家餐廳的價格")
    '这家餐厅的价格'
    """
    text = text.translate(_table())
    if "著" in text:
        text = _PARTICLE.sub("着", text)
    return text.replace(_WHAT, "什么") if _WHAT in text else text


def is_variant(text: str) -> bool:
    """Return whether a text is in traditional characters. A few of them stand in simplified texts, too."""
    letters = _LETTER.findall(text)
    table = _table()
    return sum(ord(letter) in table for letter in letters) > VARIANT_SHARE * len(letters)


def dialect(text: str) -> str:
    """Return "Cantonese" for a text in written Cantonese, else nothing."""
    words = _CANTONESE.findall(text)
    if not words or _ALSO_ELSEWHERE.issuperset(words):
        return ""
    return DIALECTS[0] if len(words) > DIALECT_SHARE * len(_LETTER.findall(text)) else ""
