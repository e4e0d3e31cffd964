"""The scripts of the languages: which letters are whose, read from ``data/script.toml`` of each language folder.

Languages with spaces (English) are counted in words, and languages without (Chinese) in characters.
"""

from __future__ import annotations

import re
from pathlib import Path

from voxpop.lang.data import read_dataclass
from voxpop.lang.protocols import Script

CODES = sorted(path.parent.parent.name for path in Path(__file__).parent.glob("*/data/script.toml"))
SCRIPTS = {code: read_dataclass(Script, code, "script.toml") for code in CODES}
SPACED = [code for code in CODES if SCRIPTS[code].IS_SPACED]
UNSPACED = [code for code in CODES if not SCRIPTS[code].IS_SPACED]


def letters(codes: list[str]) -> str:
    """Return the letters of these languages as the inside of a character class."""
    return "".join(dict.fromkeys(SCRIPTS[code].LETTERS for code in codes))


IDEOGRAPHS = "\u3400-\u4dbf\u4e00-\u9fff"  # the inside of a character class: tokenizers take them one by one
EAST_ASIAN = "\u3000-\u9fff\uff00-\uffef"  # the same: punctuation, kana, ideographs, full-width forms
SPACED_LETTERS = letters(SPACED)
UNSPACED_LETTERS = letters(UNSPACED)
starts_unspaced = re.compile(f"[{UNSPACED_LETTERS}]").match


def begins_east_asian(text: str) -> bool:
    """Return whether a text begins with an East Asian character: these are written without spaces between words."""
    return text >= "\u2e80"


_LONE = re.compile("[\u3040-\u9fff]")  # kana and Chinese characters


def joins_neighbours(character: str) -> bool:
    """Return whether it is a letter or digit that makes words only together with its neighbours."""
    return character.isalnum() and not _LONE.match(character)


def unspaced_language(run: str) -> str:
    """Return the code of the language without spaces that a run of its letters is in."""
    return next(code for code in UNSPACED if re.match(f"[{SCRIPTS[code].LETTERS}]", run))
