"""Quantities in English: words for shares of reviews, numbers, and the people they count."""

from __future__ import annotations

import re

from voxpop.lang.patterns import any_of
from voxpop.lang.shares import read_claimed_shares, read_worded_shares

WORDED_SHARES = read_worded_shares("en")
CLAIMED_SHARES = read_claimed_shares("en")

# --- numbers

FIGURE = r"(?<![\d,])(?:\d{1,3}(?:,\d{3})+|\d{1,6})"
ABOUT = re.compile(r"(?:about|around|roughly)\s+", re.IGNORECASE)
PERCENTS = (re.compile(r"(\d{1,3}(?:\.\d+)?)\s*(?:%|％|percent\b|per cent\b)"),)
PARTS_OF_WHOLE = (  # "12 of the 30", as anyone may write it
    re.compile(rf"\b(?P<part>{FIGURE})\s*(?:of|out of|/|in)\s*(?:the\s+)?(?P<whole>{FIGURE})\b"),
)
EXACT_PART_OF_WHOLE = re.compile(  # as a language model writes it that was given exact counts
    r"(?P<part>\d[\d,]*)\s*(?:of|out of|in|/)\s*(?:the\s+|all\s+|these\s+)?(?P<whole>\d[\d,]*\d|\d)"
)
SPELLED_COUNTS = re.compile(  # numbers in words that count something
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred)\b"
)
SPELLED_NUMBERS = re.compile(  # numbers in words that cannot be compared with counts; "two thirds" is none
    r"\b(?:(?:twen|thir|for|fif|six|seven|eigh|nine)ty|\w+teen|eleven|twelve|dozens?|hundreds?|thousands?|millions?)\b",
    re.IGNORECASE,
)


def read_number(text: str) -> float:
    """Return the value of a number in figures."""
    return float(text.replace(",", ""))


# --- whom a quantity counts

PEOPLE = frozenset((
    "thirds", "quarter", "quarters", "halves", "opinion", "opinions", "views", "verdict", "verdicts",
    "ratings", "people", "guests", "guest", "customers", "customer", "reviewers", "reviewer", "reviews", "review",
    "users", "user", "buyers", "buyer", "visitors", "diners", "travelers", "travellers", "readers", "everyone",
    "everybody", "nobody", "one", "others", "many", "some", "most", "few", "half", "third", "majority", "minority",
))  # fmt: skip
_PEOPLE = any_of(PEOPLE, bounded=False)
COUNTED_PEOPLE = re.compile(rf"\b(?P<count>{FIGURE})\s+{_PEOPLE}\b", re.IGNORECASE)  # "12 guests"
PEOPLE_AT_END = re.compile(rf"\s+(?:of\s+)?(?:the\s+|all\s+)?{_PEOPLE}$", re.IGNORECASE)  # "of the guests"
_PEOPLE_AFTER = re.compile(
    rf"\s*(?:of\s+)?(?:the\s+|these\s+|our\s+)?(?:other\s+|happy\s+|satisfied\s+)?{_PEOPLE}\b", re.IGNORECASE
)
_SPEAKING_AFTER = re.compile(
    r"\s+(?:\w+ly\s+)?(?:say|said|complain|complained|praise|praised|like|liked|love|loved|dislike|disliked|find|found|"
    r"think|thought|mention|mentioned|agree|agreed|report|reported|enjoy|enjoyed|recommend|recommended|hate|hated|call|"
    r"called|feel|felt|note|noted|prefer|preferred|criticise|criticised|criticize|criticized)\b",
    re.IGNORECASE,
)
_BY_BEFORE = re.compile(r"\bby (?:about |only )?(?:the )?$", re.IGNORECASE)
_NO_REVIEWER = re.compile(r"no (?:reviewer|guest|customer)")
_PRONOUNS = frozenset((
    "everyone", "everybody", "almost everyone", "nearly everyone", "no one", "nobody", "hardly anyone", "unanimously",
    "without exception", "overwhelmingly",
))  # fmt: skip


def counts_people(sentence: str, start: int, end: int) -> bool:
    """Whether a word of quantity counts people and not things ("all rooms", "most comfortable")."""
    word = sentence[start:end].lower()
    if word in _PRONOUNS or _NO_REVIEWER.match(word) or _BY_BEFORE.search(sentence[:start]):
        return True
    return bool(_PEOPLE_AFTER.match(sentence, end) or _SPEAKING_AFTER.match(sentence, end))
