"""Quantities in English: words for shares of reviews, numbers, and the people they count."""

from __future__ import annotations

import re

from voxpop.lang.patterns import any_of
from voxpop.lang.shares import read_claimed_shares

CLAIMED_SHARES = read_claimed_shares("en")

# --- numbers

FIGURE = r"(?<![\d,])(?:\d{1,3}(?:,\d{3})+|\d{1,6})"
_NUMBER_WORDS = {
    "one": 1, "a": 1, "an": 1, "another": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30,
    "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
}  # fmt: skip


def read_number(text: str) -> float:
    """Return the value of a number in figures, or of a usual one in words."""
    spelled = _NUMBER_WORDS.get(text.lower())
    return float(text.replace(",", "")) if spelled is None else float(spelled)


# --- whom a quantity counts

PEOPLE = frozenset((
    "opinion", "opinions", "views", "verdict", "verdicts", "ratings", "people", "guests", "guest", "customers",
    "customer", "reviewers", "reviewer", "reviews", "review", "users", "user", "buyers", "buyer", "visitors", "visitor",
    "diners", "diner", "travelers", "travellers", "readers", "reader", "players", "player", "patients", "patient",
    "everyone", "everybody", "nobody", "anyone", "others", "those",
))  # fmt: skip
SUBJECT, THINGS = "People", "The"  # what stands in the place of a quantity of people, and of one of things
_PEOPLE = any_of(PEOPLE, bounded=False)
_WORD = any_of((word for share in CLAIMED_SHARES for word in share.words), bounded=False)
_NUMBER = rf"(?:{FIGURE}|{any_of(_NUMBER_WORDS, bounded=False)})"
_MANY = (
    rf"(?:(?P<part>{_NUMBER})\s+(?:out\s+)?of\s+(?:the\s+)?(?P<whole>{FIGURE})|(?P<percent>{_NUMBER})\s*(?:%|％|per\s?cent)|"
    rf"(?P<word>{_WORD})|(?P<count>{_NUMBER}))(?!\w)(?:\s+(?:of\s+)?(?:the\s+|these\s+|those\s+|our\s+|all\s+)*"
    rf"(?:other\s+|happy\s+|satisfied\s+)?(?P<people>{_PEOPLE})\b)?"
)
_SPEAKS = (
    r"(?:\w+ly\s+)?(?:say|complain|prais|lik|lov|dislik|find|found|think|thought|mention|agree|report|enjoy|recommend|hat|"
    r"call|feel|felt|note|prefer|critici|compar|is|are|was|were|would|cannot|do|does|did|had|have|has|got|met|use|miss|lost)"
)
QUANTIFIED_SUBJECT = re.compile(  # "About half of the guests", "Nobody", "All shoes"
    rf"(?:only|just|about|around|roughly|but)?\s*{_MANY}(?P<speaks>(?=\s+{_SPEAKS}))?", re.IGNORECASE
)
QUANTIFIED_ASIDE = re.compile(  # ", says a customer", "(12 of 30)", "by most guests"
    rf"\s*(?:,\s*(?:(?:says?|said|according to|report(?:ed)? by)\s+)?|\bby\s+){_MANY}"
    r"(?:\s+(?:says?|said|agree|report|think))?(?=\s*[.!]?$)",
    re.IGNORECASE,
)
SPEAKERS = re.compile(  # "of those who mention the price"; they are the whole of which a share is
    rf"(?:,?\s*(?:of|among)\s+)?(?:the\s+)?(?P<whole>{FIGURE}\s+)?(?:(?:those|people|customers|users|guests|buyers|"
    r"reviewers|reviews)\s+)?(?:who|that|which)\s+(?:mentions?|speaks? of|comments? on|talks? about|discuss(?:es)?|"
    r"judges?)\s+(?P<thing>(?:the\s+|its\s+)?[\w'’-]+(?:\s+[\w'’-]+)??)(?=,|\s+(?:are|is|like|prais|complain|critici|love|dislik|"
    r"enjoy|hate|find|do|say)\w*\b)",
    re.IGNORECASE,
)
PRONOUN = re.compile(r"\b(?:it|them|this)\b", re.IGNORECASE)  # stands for what the speakers mention
ADVERBS = re.compile(
    r"\b(?:almost always|always|usually|generally|mostly|largely|often|frequently|sometimes|occasionally|rarely|seldom|"
    r"never|unanimously|overwhelmingly)\b\s*",
    re.IGNORECASE,
)
FURTHER_QUANTITY = re.compile(
    rf"\(\s*(?:about |nearly )?(?:{_WORD}|{FIGURE})\b|\d\s*(?:%|％|per\s?cent)|"
    rf"\b(?:{_WORD}|{FIGURE})\s+(?:of\s+)?(?:the\s+)?(?:guests|customers|users|buyers|reviewers|reviews|people)\b",
    re.IGNORECASE,
)
NEGATED_QUANTITY = re.compile(r"\bnot\s+(?:all|every|always|many|most|everyone|everybody)\b", re.IGNORECASE)


def put_speakers(rest: str, thing: str) -> str:
    """Return what those who mention a thing say, as a sentence about it."""
    return PRONOUN.sub(thing, rest) if PRONOUN.search(rest) else f"{rest.rstrip('.')} with {thing}."
