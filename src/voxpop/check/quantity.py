"""How many a sentence says they are: "most", "two thirds", 大多数, "70 %", "12 of 30", and whether the counts agree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt

from voxpop.aggregate.interval import Z95
from voxpop.check.words import table

NEAR = 0.05  # how far a share given in figures may be off
Z80 = 1.2815515655446004  # a share is what it is claimed to be if its 80 % interval allows for it
PERCENT = re.compile(r"(\d{1,3}(?:\.\d+)?)\s*(?:%|％|percent\b|per cent\b)")
FIGURE = r"(?<![\d,])(\d{1,3}(?:,\d{3})+|\d{1,6})"
OF = re.compile(
    rf"\b{FIGURE}\s*(?:of|out of|/|in)\s*(?:the\s+)?{FIGURE}\b|{FIGURE}\s*(?:人|位|条|名)?\s*中\s*(?:有)?\s*{FIGURE}"
)
SHARE_ZH = re.compile(r"百分之([一二三四五六七八九十]{1,3}|\d{1,3})")
ABOUT = re.compile(r"(?:about|around|roughly)\s+|大?约\s*", re.IGNORECASE)
BRACKETS = re.compile("[(（]([^()（）]*)[)）]")
DIGITS = {mark: value for value, mark in enumerate("零一二三四五六七八九")}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A share of those who speak of a thing, from ``low`` to ``high``; or a count of reviews."""

    text: str
    low: float
    high: float
    least: int = 0
    count: int | None = None

    def holds(self, supporting: int, opposing: int, reviews: int) -> bool:
        """Whether counts allow for it: of those who say something of the thing, or of all reviews.

        The share is taken with its 80 % interval, so a few reviews refute little.
        """
        if self.count is not None:
            return close(supporting, self.count)
        if supporting < self.least:
            return False
        return any(self._fits(supporting, whole) for whole in (supporting + opposing, reviews) if whole)

    @property
    def nobody(self) -> bool:
        """Whether it says that there are none."""
        return self.count == 0 or (self.count is None and self.high <= NEAR)

    @property
    def maybe_nobody(self) -> bool:
        """Whether it is a word that allows for none: "few", but not "a few"."""
        return self.count is None and self.low == 0.0 and not self.least and not any(map(str.isdigit, self.text))

    def _fits(self, part: int, whole: int) -> bool:
        low, high = wilson(part, whole, z=Z80)
        return low <= self.high and high >= self.low


def close(counted: int, claimed: int) -> bool:
    """Whether a count is about what it is said to be."""
    return abs(counted - claimed) <= max(1, round(0.1 * claimed))


def wilson(part: int, whole: int, *, z: float = Z95) -> tuple[float, float]:
    """The interval of a share.

    >>> [round(end, 2) for end in wilson(8, 10)]
    [0.49, 0.94]
    """
    share, square = part / whole, z * z
    middle = (share + square / (2 * whole)) / (1 + square / whole)
    half = z * sqrt(share * (1 - share) / whole + square / (4 * whole * whole)) / (1 + square / whole)
    return max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share))


def quantity(sentence: str, lang: str) -> Quantity | None:
    """The first quantity of people that a sentence names, if any."""
    return _figures(sentence, lang) or _words(sentence, lang)


def alone(words: str, lang: str) -> Quantity | None:
    """The quantity that words are, with nothing beside it but "about" and who they are."""
    pattern, known = _known(lang)
    words = words.strip()
    bare = ABOUT.sub("", words, count=1) if ABOUT.match(words) else words
    for text in (words, bare, _people_behind(lang).sub("", bare)):
        if pattern.fullmatch(text):
            return known[text.lower()]
        if (found := _figures(text, lang)) and found.text == text:
            return found
    return None


def _figures(sentence: str, lang: str) -> Quantity | None:
    if found := next((one for one in PERCENT.finditer(sentence) if not _bracketed(one, lang)), None):
        return share(found.group(), float(found.group(1)) / 100)
    if found := SHARE_ZH.search(sentence):
        return share(found.group(), _number(found.group(1)) / 100)
    if found := OF.search(sentence):
        one, other = (found.group(1), found.group(2)) if found.group(1) else (found.group(4), found.group(3))
        if 0 < _number(other) >= _number(one):
            return share(found.group(), _number(one) / _number(other))
    if found := _counting(lang).search(sentence):
        return Quantity(found.group(), 0.0, 1.0, count=_number(found.group(1)))
    return None


def _bracketed(percent: re.Match[str], lang: str) -> bool:
    """Whether a share stands in brackets with something else, as in "coffee (100% arabica)"."""
    around = (one for one in BRACKETS.finditer(percent.string) if one.start() < percent.start() < one.end())
    return any(alone(one.group(1), lang) is None for one in around)


def share(text: str, part: float) -> Quantity:
    """A quantity that names a share."""
    return Quantity(text, max(0.0, part - NEAR), min(1.0, part + NEAR))


def _number(text: str) -> int:
    if (digits := text.replace(",", "")).isdigit():
        return int(digits)
    tens, _, ones = text.rpartition("十")
    return (DIGITS.get(tens, 1) * 10 if "十" in text else 0) + DIGITS.get(ones, 0)


@cache
def _counting(lang: str) -> re.Pattern[str]:
    """ "12 guests", 12位顾客."""
    people = "|".join(sorted(map(re.escape, table(lang)["people"]), key=len, reverse=True))
    return re.compile(
        rf"\b{FIGURE}\s+(?:{people})\b" if lang == "en" else rf"{FIGURE}\s*[位名个条]?(?:{people})", re.IGNORECASE
    )


@cache
def _people_behind(lang: str) -> re.Pattern[str]:
    """ "of the guests" at the end, 的顾客."""
    people = "|".join(sorted(map(re.escape, table(lang)["people"]), key=len, reverse=True))
    return re.compile(
        rf"\s+(?:of\s+)?(?:the\s+|all\s+)?(?:{people})$"
        if lang == "en"
        else rf"(?:条|[位名个]?的?(?:{people})|[位名])$",
        re.IGNORECASE,
    )


@cache
def _known(lang: str) -> tuple[re.Pattern[str], dict[str, Quantity]]:
    found = {
        word: Quantity(word, entry["low"], entry["high"], entry.get("least", 0))
        for entry in table(lang)["quantities"]
        for word in entry["words"]
    }
    longest: Sequence[str] = sorted(map(re.escape, found), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(longest)})\b" if lang == "en" else "|".join(longest), re.IGNORECASE), found


def _words(sentence: str, lang: str) -> Quantity | None:
    """A word of quantity, where it speaks of people and not of the thing ("all rooms", "most comfortable")."""
    pattern, known = _known(lang)
    for found in pattern.finditer(sentence):
        if lang == "zh" or _of_people(sentence, found.start(), found.end()):
            return known[found.group().lower()]
    return None


@cache
def _people_after() -> re.Pattern[str]:
    people = "|".join(sorted(map(re.escape, table("en")["people"]), key=len, reverse=True))
    return re.compile(
        rf"\s*(?:of\s+)?(?:the\s+|these\s+|our\s+)?(?:other\s+|happy\s+|satisfied\s+)?(?:{people})\b", re.IGNORECASE
    )


SPEAKING = re.compile(
    r"\s+(?:\w+ly\s+)?(?:say|said|complain|complained|praise|praised|like|liked|love|loved|dislike|disliked|find|found|"
    r"think|thought|mention|mentioned|agree|agreed|report|reported|enjoy|enjoyed|recommend|recommended|hate|hated|call|"
    r"called|feel|felt|note|noted|prefer|preferred|criticise|criticised|criticize|criticized)\b",
    re.IGNORECASE,
)  # fmt: skip
THEMSELVES = frozenset(
    (
        "everyone",
        "everybody",
        "almost everyone",
        "nearly everyone",
        "no one",
        "nobody",
        "hardly anyone",
        "unanimously",
        "without exception",
        "overwhelmingly",
    )
)


def _of_people(sentence: str, start: int, end: int) -> bool:
    word = sentence[start:end].lower()
    if re.search(r"\bby (?:about |only )?(?:the )?$", sentence[:start], re.IGNORECASE):
        return True
    if word in THEMSELVES or _people_after().match(sentence, end) or SPEAKING.match(sentence, end):
        return True
    return bool(re.match(r"no (?:reviewer|guest|customer)", word))
