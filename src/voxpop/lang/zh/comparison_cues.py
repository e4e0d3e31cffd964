"""How Chinese sentences compare (the cues are in ``comparison_cues.toml``)."""

from __future__ import annotations

import re

from voxpop.types import Preference

COMPARATIVE = re.compile("更|还是|同样|得多|多了|一些|对比|差[距异别]|相差|区别")
DIRECTIONS: dict[str, Preference] = {}
REVERSING: tuple[str, ...] = ()
WORDING_UNIT = re.compile(r"\S")
BLOCKED_WORDS_ARE_LEFT_OUT = True  # a character does not show which word it is part of: the 比 of 性价比 is no cue
