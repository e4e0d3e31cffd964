"""Quantities in English: words for shares of reviews, numbers, and the people they count."""

from __future__ import annotations

import re

from voxpop.lang.patterns import any_of
from voxpop.lang.shares import ClaimedShare, WordedShare

# What a summary writes for a share: each word has a range of its own, and the ranges leave no gap.
WORDED_SHARES = (
    WordedShare("all", 1.0, 1.01),
    WordedShare("nearly all", 0.9, 1.0),
    WordedShare("most", 0.7, 0.9),
    WordedShare("about two thirds", 0.62, 0.7),
    WordedShare("more than half", 0.54, 0.62),
    WordedShare("about half", 0.46, 0.54),
    WordedShare("fewer than half", 0.38, 0.46),
    WordedShare("about a third", 0.28, 0.38),
    WordedShare("about a quarter", 0.2, 0.28),
    WordedShare("some", 0.08, 0.2),
    WordedShare("a few", 0.0, 0.08),
)
# What a sentence claims that uses one of these words: wider ranges, which overlap.
CLAIMED_SHARES = (
    ClaimedShare((
        "all", "everyone", "everybody", "every", "each", "always", "unanimously", "without exception",
    ), 0.95, 1.0),
    ClaimedShare((
        "almost all", "nearly all", "almost everyone", "nearly everyone", "the vast majority", "overwhelmingly",
        "virtually all", "nine in ten",
    ), 0.8, 1.0),
    ClaimedShare((
        "most", "the majority", "a majority", "mostly", "the bulk", "more than half", "over half", "usually",
        "generally", "largely",
    ), 0.5, 1.0),
    ClaimedShare(("two thirds", "two-thirds", "two out of three", "two in three"), 0.57, 0.77),
    ClaimedShare(("three quarters", "three-quarters", "three out of four", "three in four"), 0.65, 0.85),
    ClaimedShare(("half", "about half", "around half", "one in two", "every second"), 0.38, 0.62),
    ClaimedShare(("less than half", "fewer than half", "under half"), 0.0, 0.5),
    ClaimedShare(("a third", "one third", "one-third", "one in three"), 0.23, 0.43),
    ClaimedShare(("a quarter", "one quarter", "one in four"), 0.15, 0.35),
    ClaimedShare(("one in five", "a fifth"), 0.1, 0.3),
    ClaimedShare(("one in ten", "a tenth"), 0.03, 0.2),
    ClaimedShare((
        "many", "a lot of", "lots of", "often", "frequently", "numerous", "plenty of", "a large number of",
    ), 0.2, 1.0, 2),
    ClaimedShare(("some", "several", "a number of", "sometimes", "a few", "occasionally", "a couple of"), 0.0, 0.75, 1),
    ClaimedShare((
        "few", "very few", "hardly anyone", "hardly any", "a minority", "a small minority", "rarely", "seldom",
        "only a few", "a handful",
    ), 0.0, 0.35),
    ClaimedShare((
        "no one", "nobody", "none", "no reviewer", "no reviewers", "no guest", "no guests", "no customer",
        "no customers", "never",
    ), 0.0, 0.02),
)  # fmt: skip

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
    "thirds", "quarter", "quarters", "halves", "opinion", "opinions", "view", "views", "verdict", "verdicts",
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
