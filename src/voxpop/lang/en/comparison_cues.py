"""How English sentences compare (the cues are in ``comparison_cues.toml``)."""

from __future__ import annotations

import re

from voxpop.types import Preference

COMPARATIVE = re.compile(r"\b(?:\w{2,}er|more|less|worse|same|both|instead|compar\w+)\b", re.IGNORECASE)
DIRECTIONS: dict[str, Preference] = {"better": "better", "superior": "better", "worse": "worse", "inferior": "worse"}
REVERSING: tuple[str, ...] = ("less ",)
WORDING_UNIT = re.compile(r"\w+|[^\w\s]")
BLOCKED_WORDS_ARE_LEFT_OUT = False
