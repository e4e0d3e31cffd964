"""How many people a sentence says they are ("most", "two thirds", "70 %", "12 of 30"), and whether the counts agree."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from voxpop.aggregate.share import share_interval
from voxpop.lang import language
from voxpop.lang.punctuation import IN_ROUND_BRACKETS

NEAR = 0.05  # how far a share given in figures may be off
Z80 = 1.2815515655446004  # a share is what it is claimed to be if its 80 % interval allows for it
BRACKETS = re.compile(IN_ROUND_BRACKETS)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A share of the reviews on a topic, from ``low`` to ``high``; or a count of reviews."""

    text: str
    low: float
    high: float
    least: int = 0
    count: int | None = None

    def holds(self, supporting: int, opposing: int, reviews: int) -> bool:
        """Whether counts allow for it: of the reviews that take a side, or of all reviews.

        The share is taken with its 80 % interval, so a few reviews refute little; but no majority is a minority.
        """
        if self.count is not None:
            return is_close(supporting, self.count)
        if supporting < self.least or (self.low >= 0.5 and supporting <= opposing):
            return False
        return any(self._fits(supporting, whole) for whole in (supporting + opposing, reviews) if whole)

    @property
    def is_nobody(self) -> bool:
        """Whether it says that there are none."""
        return self.count == 0 or (self.count is None and self.high <= NEAR)

    @property
    def may_be_nobody(self) -> bool:
        """Whether it is a word that allows for none: "few", but not "a few"."""
        return self.count is None and self.low == 0.0 and not self.least and not any(map(str.isdigit, self.text))

    def _fits(self, part: int, whole: int) -> bool:
        low, high = share_interval(part, whole, z=Z80)
        return low <= self.high and high >= self.low


def is_close(counted: int, claimed: int) -> bool:
    """Whether a count is about what it is said to be."""
    return abs(counted - claimed) <= max(1, round(0.1 * claimed))


def find_quantity(sentence: str, lang: str) -> Quantity | None:
    """Return the first quantity of people that a sentence names, if any."""
    return _find_figures(sentence, lang) or _find_word(sentence, lang)


def read_quantity(text: str, lang: str) -> Quantity | None:
    """Return the quantity that a text is, with nothing beside it but "about" and who they are."""
    quantities = language(lang).quantities
    pattern, words = _quantity_words(lang)
    text = text.strip()
    exact = quantities.ABOUT.sub("", text, count=1) if quantities.ABOUT.match(text) else text
    for candidate in (text, exact, quantities.PEOPLE_AT_END.sub("", exact)):
        if pattern.fullmatch(candidate):
            return words[candidate.lower()]
        if (quantity := _find_figures(candidate, lang)) and quantity.text == candidate:
            return quantity
    return None


def share_quantity(text: str, share: float) -> Quantity:
    """Return a quantity that names a share."""
    return Quantity(text, max(0.0, share - NEAR), min(1.0, share + NEAR))


def _find_figures(sentence: str, lang: str) -> Quantity | None:
    quantities = language(lang).quantities
    for pattern in quantities.PERCENTS:
        for match in pattern.finditer(sentence):
            if not _is_aside(match, lang):
                return share_quantity(match.group(), quantities.read_number(match.group(1)) / 100)
    pairs = [pair for pattern in quantities.PARTS_OF_WHOLE if (pair := pattern.search(sentence))]
    if pairs:
        match = min(pairs, key=lambda pair: pair.start())
        part, whole = quantities.read_number(match["part"]), quantities.read_number(match["whole"])
        if 0 < whole >= part:
            return share_quantity(match.group(), part / whole)
    if people := quantities.COUNTED_PEOPLE.search(sentence):
        return Quantity(people.group(), 0.0, 1.0, count=int(quantities.read_number(people["count"])))
    return None


def _is_aside(percent: re.Match[str], lang: str) -> bool:
    """Whether a share stands in brackets with something else, as in "coffee (100% arabica)"."""
    around = (match for match in BRACKETS.finditer(percent.string) if match.start() < percent.start() < match.end())
    return any(read_quantity(match.group(1), lang) is None for match in around)


def _find_word(sentence: str, lang: str) -> Quantity | None:
    """Return a word of quantity that counts people and not things ("all rooms", "most comfortable")."""
    pattern, words = _quantity_words(lang)
    for match in pattern.finditer(sentence):
        if language(lang).quantities.counts_people(sentence, match.start(), match.end()):
            return words[match.group().lower()]
    return None


@cache
def _quantity_words(lang: str) -> tuple[re.Pattern[str], dict[str, Quantity]]:
    words = {
        word: Quantity(word, share.low, share.high, share.least)
        for share in language(lang).quantities.CLAIMED_SHARES
        for word in share.words
    }
    return language(lang).words_pattern(words), words
