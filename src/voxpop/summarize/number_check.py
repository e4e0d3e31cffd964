"""Are the numbers of a sentence that a language model wrote those that were counted, for its aspect and its side?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from voxpop.lang import language
from voxpop.summarize.meanings import find_meanings
from voxpop.types import Claim

NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


class ClaimCount(NamedTuple):
    """So many reviews of so many praise (1) or blame (−1) something, or use a word (0); ``timed``, in some months."""

    part: int
    whole: int
    sign: int
    timed: bool = False


def claim_counts(claim: Claim) -> Iterator[ClaimCount]:
    """Yield every count that a claim stands for."""
    timed = claim.kind in ("worse", "improved")
    sign = {"praise": 1, "mixed": 1, "improved": 1, "blame": -1, "worse": -1}.get(claim.kind, 0)
    yield ClaimCount(claim.supporting, claim.of, sign, timed)
    if sign:
        yield ClaimCount(claim.opposing, claim.of, -sign, timed)
    if timed:
        yield ClaimCount(claim.earlier, claim.earlier_of, sign, True)


def find_wrong_number(sentence: str, claims: Sequence[Claim], heading: str, lang: str) -> str | None:
    """Return a number of the sentence that the claims on its aspects do not have for that side and that time."""
    if spelled := language(lang).quantities.SPELLED_NUMBERS.search(sentence):
        return spelled.group()
    reporting = language(lang).reporting
    about = [claim for claim in claims if claim.aspect.lower() in sentence.lower()]
    counts = [count for claim in about for count in claim_counts(claim)]
    dates = {date for text in (heading, *(claim.text for claim in about)) for date in reporting.DATE.findall(text)}
    in_heading = NUMBER.findall(reporting.DATE.sub("", heading))
    undated = reporting.DATE.sub(lambda date: "" if date.group() in dates else date.group(), sentence)
    for clause in reporting.CLAUSE_BREAK.split(undated):
        side = -1 if reporting.BLAME_STEMS.search(clause) else 1 if reporting.PRAISE_STEMS.search(clause) else 0
        fitting = [count for count in counts if side in (0, count.sign) or not count.sign]
        fitting = [count for count in fitting if not count.timed or reporting.TIME_WORDS.search(sentence)]
        if wrong := _wrong_number(clause, fitting, in_heading, lang):
            return wrong
    return None


def passes_judgement(sentence: str, lang: str) -> bool:
    """Whether a sentence says anything good or bad at all, so that reviews can agree with it."""
    reporting = language(lang).reporting
    stems = reporting.PRAISE_STEMS.search(sentence) or reporting.BLAME_STEMS.search(sentence)
    return bool(stems or find_meanings(sentence, lang))


def _wrong_number(clause: str, counts: Sequence[ClaimCount], allowed: Sequence[str], lang: str) -> str | None:
    """Return a pair of numbers or a single number of a clause that none of the counts has."""
    pattern = language(lang).quantities.EXACT_PART_OF_WHOLE
    for match in pattern.finditer(clause):
        pair = _value(match["part"]), _value(match["whole"])
        if not any(pair == (count.part, count.whole) for count in counts):
            return match.group()
    values = {
        f"{value}"
        for count in counts
        for value in (count.part, count.whole, round(100 * count.part / max(count.whole, 1)))
    }
    single = (text for text in NUMBER.findall(pattern.sub("", clause)) if text not in allowed)
    return next((text for text in single if text.replace(",", "") not in values), None)


def _value(text: str) -> int:
    return int(text.replace(",", ""))
