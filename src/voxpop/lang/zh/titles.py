"""Titles of products in Chinese, as a shop lists them: names, measures and uses, and no sentence."""

from __future__ import annotations

import re

from voxpop.lang.scripts import SCRIPTS
from voxpop.lang.zh.variants import normalize

LETTERS = SCRIPTS["zh"].LETTERS
MIN_CHARACTERS = 8  # Chinese characters
_LETTER = re.compile(f"[{LETTERS}]")
_NAMED = re.compile(r"[A-Za-z0-9]")  # a brand, a model or a measure
_SENTENCE = re.compile("[我你您他她它了是很不太就都也还没吗呢吧啊呀这那真差坏被把给让买到觉。！？!?~～，,；;]")


def is_title(text: str) -> bool:
    """Return whether a text is a title rather than something that a customer says."""
    text = normalize(text)
    return len(_LETTER.findall(text)) >= MIN_CHARACTERS and bool(_NAMED.search(text)) and not _SENTENCE.search(text)
