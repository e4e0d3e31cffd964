"""English words in ratings: "four stars", "4 out of 5", "8 points"."""

from __future__ import annotations

_NUMBERS = "zero one two three four five six seven eight nine ten"
NUMBERS = {word: number for number, word in enumerate(_NUMBERS.split())}
COUNT = "[a-z]+"
UNIT = r"bubbles?|stars?|points?|pts"
POINTS = ("points", "point", "pts")
OUT_OF = r"out\s+of|of|von|sur"
AND_A_HALF = ""
