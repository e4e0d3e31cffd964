"""Stars in the many ways people write them, on one scale from 1 to 5.

A rating out of N becomes 5·x/N, never less than 1, so that 8 of 10, 80 % and 4 of 5 are the same. On a scale of five
nothing changes; a 0 there says "not rated" on some sites and "worst" on others, so it is not understood. A thumb up or
+1 is 5, a thumb down or −1 is 1, and 0 between −1 and 1 is 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from voxpop.lang import languages, normalize
from voxpop.lang.full_width import narrow

_LANGUAGES = [lang.star_words for lang in languages()]
ANSWERS = {word: stars for words in _LANGUAGES for word, stars in words.ANSWERS.items()}
NUMBERS = {word: number for words in _LANGUAGES for word, number in words.NUMBERS.items()}
_POINTS = tuple(unit for words in _LANGUAGES for unit in words.POINTS)
_COUNT, _UNIT, _OUT_OF_WORDS, _AND_A_HALF = (
    "|".join(filter(None, (getattr(words, name) for words in _LANGUAGES)))
    for name in ("COUNT", "UNIT", "OUT_OF", "AND_A_HALF")
)
_NUMBER = r"\d+(?:[.,]\d+)?"
_PLAIN = re.compile(rf"[+]?({_NUMBER})|[-−–](?P<minus>{_NUMBER})", re.ASCII)
_OUT_OF = re.compile(rf"({_NUMBER})\s*(?:stars?\s*)?(?:/|{_OUT_OF_WORDS})\s*({_NUMBER})\s*(?:stars?)?", re.I | re.ASCII)
_PERCENT = re.compile(rf"({_NUMBER})\s*%", re.ASCII)
_STARS = re.compile(rf"({_NUMBER}|{_COUNT})\s*(?:-\s*)?(?:{_UNIT})", re.I | re.ASCII)
_HALF = re.compile(_AND_A_HALF)
_DRAWN = re.compile(r"([★⭐🌟\ufe0f]+)([½]?)([☆✩]*)")
_CSS_CLASS = re.compile(r"(?:[a-z]+[-_ ])*(?:all)?sta?r[-_]?([0-5])(?:[-_.]?([05]))?(?:[-_ ][a-z]+)*", re.I)  # s-star5
_THUMBS = {"👍": 5.0, "👎": 1.0}
_SKIN_TONES = re.compile("[\U0001f3fb-\U0001f3ff\ufe0f]")
SCALES = (5, 10, 100)
SEVEN = 7  # the scale of many surveys
FEWEST_OF_SEVEN = 30  # ratings up to 7 from which nobody is thought to have left out 8, 9 and 10
VERDICT = 1  # the scale from −1 to 1
VERDICTS = {-1.0, 0.0, 1.0}


class Rating(NamedTuple):
    """A number and, where the text says so, what it is out of."""

    value: float
    out_of: float | None


def read_stars(value: object) -> Rating | None:
    """The rating a cell holds; None when it cannot be understood."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return Rating(float(value), None) if -100 <= value <= 100 else None
    return _read(normalize(narrow(str(value), marks=True)).strip())


def read_answer(value: object) -> Rating | None:
    """The rating in a cell of a column that is known to hold ratings: in words too, as in "very satisfied"."""
    stars = ANSWERS.get(normalize(str(value)).strip().lower()) if isinstance(value, str | bool) else None
    return Rating(float(stars), 5) if stars else read_stars(value)


@lru_cache(4096)
def _read(text: str) -> Rating | None:
    if match := _PLAIN.fullmatch(text):
        number = _number(match[1]) if match[1] else -_number(match["minus"])
        return Rating(number, None) if -100 <= number <= 100 else None
    if match := _OUT_OF.fullmatch(text):
        value, top = _number(match[1]), _number(match[2])
        return Rating(value, top) if 0 < top <= 100 and value <= top else None
    if match := _PERCENT.fullmatch(text):
        return Rating(_number(match[1]), 100) if _number(match[1]) <= 100 else None
    if match := _DRAWN.fullmatch(text):
        return _drawn(*match.groups())
    if thumb := _THUMBS.get(_SKIN_TONES.sub("", text)):
        return Rating(thumb, 5)
    if match := _CSS_CLASS.fullmatch(text):
        return Rating(min(float(f"{match[1]}.{match[2] or 0}"), 5.0), 5)
    if match := _HALF.fullmatch(text):
        return Rating(float(NUMBERS.get(match["count"]) or _number(match["count"])) + 0.5, 5)
    if match := _STARS.fullmatch(text):
        return _counted(match[1], of_five=not text.endswith(_POINTS))
    return Rating(float(NUMBERS[text.lower()]), None) if text.lower() in NUMBERS else None


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _drawn(full: str, half: str, empty: str) -> Rating | None:
    count = len(full.replace("\ufe0f", "")) + (0.5 if half else 0.0)
    return Rating(count, 5) if count <= 5 and count + len(empty) <= 5.5 else None


def _counted(word: str, *, of_five: bool) -> Rating | None:
    """Return the rating of "4 stars" or "four stars", in any language. Points may be on any scale."""
    number = NUMBERS.get(word.lower()) if not word[0].isdigit() else _number(word)
    if number is None or number > 100:
        return None
    return Rating(float(number), 5 if of_five and number <= 5 else None)


def find_scale(ratings: Iterable[Rating | None], *, named: int | None = None) -> int | None:
    """Out of how many the plain numbers of a file are: the smallest of 5, 10 and 100 that holds them all but strays.

    The scale that the column's name gives comes first, if it holds them. Many numbers of which the largest is 7 are out
    of 7. ``VERDICT`` for −1 and 1. None when they are no scale at all: only 0 and 1, as in a yes/no column.
    """
    values = sorted(rating.value for rating in ratings if rating and rating.out_of is None)
    if not values:
        return named or 5
    if values[0] < 0 and set(values) <= VERDICTS:
        return VERDICT
    if values[0] == 0 and values[-1] <= 1 and set(values) <= {0.0, 1.0}:
        return None
    typical = values[min(len(values) - 1, int(len(values) * 0.995))]
    if named and typical <= named:
        return named
    if typical == SEVEN and len(values) >= FEWEST_OF_SEVEN and all(value.is_integer() for value in values):
        return SEVEN
    return next(scale for scale in SCALES if typical <= scale)


def to_five(rating: Rating, scale: int) -> float | None:
    """1 … 5; None when the rating lies outside its scale."""
    if scale == VERDICT and rating.out_of is None:
        return 3 + 2 * rating.value if rating.value in VERDICTS else None
    top = rating.out_of or scale
    if rating.value > top or rating.value < 0 or (rating.value == 0 and top <= 5):
        return None
    if top == 5:
        return rating.value if rating.value >= 1 else 1.0
    return round(max(1.0, 5 * rating.value / top), 4)
