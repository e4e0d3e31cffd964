"""How many reviewers a sentence speaks of, and the sentence without it.

The words of quantity are cut out before a sentence is read, so that "most complain about the ads" and "nobody complains
about the ads" are read as one and the same statement with two quantities; and the ranges of two quantities that exclude
each other have no share in common. So at most one of the two can be supported.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from voxpop.lang import language
from voxpop.lang.punctuation import COMMAS

NEAR = 0.05  # how far a share given in figures may be off
SPOKEN_OF = 0.2  # the share of all reviews that must take a side for "most customers"
FAR = 3  # how many times a number must be off to be wrong
LEAST_VOICES = 3  # reviews that must take a side for a share


class SideCounts(NamedTuple):
    """Reviews that a quantity is compared with."""

    saying: int  # they say just what the sentence says
    agreeing: int  # they are on its side on that topic, whatever they say
    opposing: int  # they are on the other side
    reviews: int  # all reviews


@dataclass(frozen=True, slots=True)
class Quantity:
    """What a quantity claims, as ``quantities.toml`` tells; ``count`` is a number of reviews, ``of`` its whole."""

    text: str
    low: float = 0.0
    high: float = 1.0
    least: int = 0
    least_of_all: float = 0.0
    most_of_all: float = 1.0
    minority: bool = False
    count: int | None = None
    of: int | None = None
    of_speakers: bool = False  # it is a share of those who mention the topic

    @property
    def is_low(self) -> bool:
        """Whether it says that few do so, or nobody: this needs proof that the others are many."""
        return self.high < 0.5 and not self.low and not self.least and self.count is None

    def holds(self, counts: SideCounts) -> bool:
        """Whether counts of reviews allow for it."""
        saying, agreeing, opposing, reviews = counts
        if self.count is not None:
            return is_close(saying, self.count) and (
                self.of is None or is_close(agreeing + opposing, self.of) or is_close(reviews, self.of)
            )
        too_many = self.most_of_all < 1.0 and saying >= max(LEAST_VOICES, self.most_of_all * reviews)
        if too_many or saying < max(self.least, self.least_of_all * reviews):
            return False
        if self.is_low:
            return opposing >= LEAST_VOICES and agreeing <= self.high * (agreeing + opposing)
        if self.minority:
            return not MOST.holds(counts)
        if self.low or self.high < 1.0:
            voices = agreeing + opposing
            enough = voices >= LEAST_VOICES and (self.of_speakers or voices >= SPOKEN_OF * reviews)
            return enough and saying > 0 and self.low <= saying / voices <= self.high
        return True

    def is_refuted_by(self, counts: SideCounts) -> bool:
        """Whether counts that do not allow for it are enough to say that it is wrong; counts of words are too low."""
        if self.is_low:
            return counts.saying >= (max(LEAST_VOICES, self.most_of_all * counts.reviews) if self.high else 2)
        if self.count is not None:
            return max(counts.saying, 1) * FAR < self.count or counts.saying > self.count * FAR + 2
        return not self.minority and counts.agreeing + counts.opposing >= LEAST_VOICES


MOST = Quantity("most", low=0.51)


def is_close(counted: int, claimed: int) -> bool:
    """Whether a count is about what it is said to be."""
    return abs(counted - claimed) <= max(1, round(0.1 * claimed)) and (counted > 0) == (claimed > 0)


class QuantifiedSentence(NamedTuple):
    """A sentence without its words of quantity, and what they say; ``clear`` is False where that cannot be told."""

    text: str
    quantity: Quantity | None = None
    clear: bool = True


def split_quantity(sentence: str, lang: str) -> QuantifiedSentence:
    """Return a sentence without how many say so; it is not clear where there is another quantity in it."""
    split = _split(sentence, lang)
    has_more = language(lang).quantities.FURTHER_QUANTITY.search(split.text) is not None
    return split._replace(clear=split.clear and not has_more)


def _split(sentence: str, lang: str) -> QuantifiedSentence:
    words = language(lang).quantities
    if words.NEGATED_QUANTITY.search(sentence):
        return QuantifiedSentence(sentence, clear=False)
    speakers = words.SPEAKERS.search(sentence)
    text = f"{sentence[: speakers.start()]} {sentence[speakers.end() :]}".strip(f" {COMMAS}") if speakers else sentence
    match = words.QUANTIFIED_SUBJECT.match(text)
    counts_people = match and (match["people"] or match["word"] or match["percent"])  # "a" and "one" count only people
    if match and counts_people and match.end() < len(text):
        people = match["people"] or match["speaks"] is not None or speakers
        rest = text[match.end() :].lstrip()
        core = f"{words.SUBJECT if people else words.THINGS}{language(lang).joiner}{rest}".strip()
    elif match := words.QUANTIFIED_ASIDE.search(text):
        core = text[: match.start()] + text[match.end() :]
    elif match := words.ADVERBS.search(text):
        core = text[: match.start()] + text[match.end() :]
        return QuantifiedSentence(core, _by_words(match.group().strip(), lang))
    else:
        return QuantifiedSentence(words.put_speakers(text, speakers["thing"]) if speakers else text)
    quantity = _read(match, lang)
    if speakers:
        core = words.put_speakers(core, speakers["thing"])
        whole = speakers.groupdict().get("whole")
        quantity = quantity and replace(quantity, of_speakers=True, of=int(words.read_number(whole)) if whole else None)
    return QuantifiedSentence(core, quantity, quantity is not None)


def _read(match: re.Match[str], lang: str) -> Quantity | None:
    read_number = language(lang).quantities.read_number
    groups = match.groupdict()
    if percent := groups["percent"] or groups.get("hundredths"):
        share = read_number(percent) / 100
        return Quantity(match.group(), max(0.0, share - NEAR), min(1.0, share + NEAR))
    if groups["part"]:
        return Quantity(match.group(), count=int(read_number(groups["part"])), of=int(read_number(groups["whole"])))
    if groups["word"]:  # with what stands before it, if that is listed: "only a few" is no "a few"
        whole = match.string[match.start() : match.end("word")].strip()
        return _by_words(whole, lang) or _by_words(groups["word"], lang)
    count = int(read_number(groups["count"]))
    return Quantity(match.group(), least=1, minority=True) if count == 1 else Quantity(match.group(), count=count)


def _by_words(text: str, lang: str) -> Quantity | None:
    return _quantity_words(lang).get(text.lower())


@cache
def _quantity_words(lang: str) -> dict[str, Quantity]:
    shares = language(lang).quantities.CLAIMED_SHARES
    return {word: Quantity(word, **share.claims) for share in shares for word in share.words}
