"""Are the numbers of someone else's sentence those that were counted, for the thing and the side it speaks of?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from voxpop.summarize.meanings import sayings
from voxpop.types import Claim

NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
SPELLED = {  # numbers in words are not compared, so they are not believed; shares such as "two thirds" are
    "en": re.compile(r"\b(?:(?:twen|thir|for|fif|six|seven|eigh|nine)ty|\w+teen|eleven|twelve|dozens?|hundreds?|"
                     r"thousands?|millions?)\b", re.IGNORECASE),
    "zh": re.compile(r"[一二两三四五六七八九十百千万]{2,}(?!分之)"),
}  # fmt: skip
OF = {
    "en": re.compile(r"(\d[\d,]*)\s*(?:of|out of|in|/)\s*(?:the\s+|all\s+|these\s+)?(\d[\d,]*\d|\d)"),
    "zh": re.compile(r"(?P<n>\d[\d,]*)\s*(?:条|位|人|个)?\s*(?:评论|顾客)?\s*(?:中|里)\s*(?:有|，)?\s*(?P<k>\d[\d,]*)"),
}
BREAK = {
    "en": re.compile(r"[;,]\s|\b(?:but|while|whereas|though|although|and)\b", re.IGNORECASE),
    "zh": re.compile(r"[，；。]|但是?|而"),
}
BAD = {
    "en": re.compile(
        r"critici|complain|dislik|dissatisf|unhappy|negativ|disappoint|hate|blame|unsatisf", re.IGNORECASE
    ),
    "zh": re.compile("批评|差评|不满|抱怨|不喜欢|失望"),
}
GOOD = {
    "en": re.compile(r"prais|\blik(?:e|ed|es)\b|lov(?:e|ed)|satisf|happy|enjoy|positiv|recommend", re.IGNORECASE),
    "zh": re.compile("称赞|好评|满意|喜欢|表扬"),
}
WHEN = re.compile(r"since|before|after|until|earlier|\d{4}|自|此前|之前|以来|后", re.IGNORECASE)
DATE = re.compile(
    r"\b(?:19|20)\d\d\b|(?:19|20)\d\d年(?:\d{1,2}月)?|\d{1,2}月", re.IGNORECASE
)  # dates are compared as they stand


class Count(NamedTuple):
    """So many of so many say something good (1) or bad (−1), or use a word (0); of a time only, or always."""

    k: int
    n: int
    sign: int
    timed: bool = False


def counts(claim: Claim) -> Iterator[Count]:
    """Every count that a claim stands for."""
    timed = claim.kind in ("worse", "improved")
    sign = {"praise": 1, "mixed": 1, "improved": 1, "blame": -1, "worse": -1}.get(claim.kind, 0)
    yield Count(claim.supporting, claim.of, sign, timed)
    if sign:
        yield Count(claim.opposing, claim.of, -sign, timed)
    if timed:
        yield Count(claim.earlier, claim.earlier_of, sign, True)


def uncounted(sentence: str, claims: Sequence[Claim], heading: str, lang: str) -> str | None:
    """A number in the sentence that the claims on what it names do not have, or not on that side or for that time."""
    if found := SPELLED[lang].search(sentence):
        return found.group()
    about = [claim for claim in claims if claim.aspect.lower() in sentence.lower()]
    known = [count for claim in about for count in counts(claim)]
    dates = {date for text in (heading, *(claim.text for claim in about)) for date in DATE.findall(text)}
    plain = NUMBER.findall(DATE.sub("", heading))
    for clause in BREAK[lang].split(DATE.sub(lambda date: "" if date.group() in dates else date.group(), sentence)):
        side = -1 if BAD[lang].search(clause) else 1 if GOOD[lang].search(clause) else 0
        fitting = [one for one in known if side in (0, one.sign) or not one.sign]
        fitting = [one for one in fitting if not one.timed or WHEN.search(sentence)]
        if wrong := _wrong(clause, fitting, plain, lang):
            return wrong
    return None


def judges(sentence: str, lang: str) -> bool:
    """Whether a sentence says anything good or bad at all, so that reviews can agree with it."""
    return bool(GOOD[lang].search(sentence) or BAD[lang].search(sentence) or sayings(sentence, lang))


def _wrong(clause: str, fitting: Sequence[Count], plain: Sequence[str], lang: str) -> str | None:
    """A pair or a single number of a clause that none of the counts has."""
    for found in OF[lang].finditer(clause):
        k, n = (found["k"], found["n"]) if lang == "zh" else found.groups()
        if not any((_value(k), _value(n)) == (one.k, one.n) for one in fitting):
            return found.group()
    rest = OF[lang].sub("", clause)
    alone = {f"{value}" for one in fitting for value in (one.k, one.n, round(100 * one.k / max(one.n, 1)))}
    return next(
        (text for text in NUMBER.findall(rest) if text.replace(",", "") not in alone and text not in plain), None
    )


def _value(text: str) -> int:
    return int(text.replace(",", ""))
