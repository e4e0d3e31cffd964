"""How English sentences report what reviewers think: who says so, whether it is praise or blame, and of which time."""

from __future__ import annotations

import re

from voxpop.lang.data import read_toml

_WORDS = read_toml("en", "reporting.toml")
PRAISE_WORDS = frozenset[str](_WORDS["praise"])
BLAME_WORDS = frozenset[str](_WORDS["blame"])
MIXED_WORDS = frozenset[str](_WORDS["mixed"])
PRAISE_STEMS = re.compile(r"prais|\blik(?:e|ed|es)\b|lov(?:e|ed)|satisf|happy|enjoy|positiv|recommend", re.IGNORECASE)
BLAME_STEMS = re.compile(
    r"critici|complain|dislik|dissatisf|unhappy|negativ|disappoint|hate|blame|unsatisf", re.IGNORECASE
)
ASPECT_BEFORE_VERB = False  # whether what is praised may also stand before the word of praise
SMALLER_SIDE = re.compile(  # a sentence about fewer than half of the reviews says so
    r"\b(?:some|few|several|minority|mixed|divided|others?|less than half|fewer than half|third|quarter|one|sometimes|"
    r"occasional(?:ly)?|\d+)\b",
    re.IGNORECASE,
)
SAYING = re.compile(  # verbs that tell no more than that people say or think so
    r"\b(?:says?|said|finds?|found|thinks?|thought|feels?|felt|reports?|reported|notes?|noted|considers?|considered|calls?|"
    r"called|writes?|wrote|believes?|claims?|are|is|was|were|be|been|has|have|had|gets?|got|makes?|made)\b",
    re.IGNORECASE,
)
MENTIONING = re.compile(r"\b(?:mentions?|mentioned|mentioning)\b", re.IGNORECASE)
COMPARING = re.compile(r"\b(?:than|prefers?|preferred|instead|unlike|compared)\b", re.IGNORECASE)

LIST_JOIN = re.compile(
    r"\s*(?:,|,?\s*\b(?:and|or|as well as)\b)\s*(?:(?:the|its|their|a)\s+)?", re.IGNORECASE
)  # between the things of a list

USED_WITH = re.compile(  # before the name of a thing that a product is used with
    r"\b(?:in|into|with|for|on|inside|to|learn|learning|speak|about)\s+(?:(?:the|my|a|an|our|their)\s+)?$",
    re.IGNORECASE,
)

# --- clauses

CLAUSE_JOIN = re.compile(
    r"\s*;\s*|\s*,?\s+(?:but|while|whereas|although|though|yet)\s+", re.IGNORECASE
)  # between clauses that are read by themselves
CONTRAST = "but "  # begins a clause that speaks on of the thing before it
CLAUSE_BREAK = re.compile(r"[;,]\s|\b(?:but|while|whereas|though|although|and)\b", re.IGNORECASE)
ASPECT_LIST_END = re.compile(r"[,;，；。]|\b(?:but|because|when|that)\b")  # after it, nothing is praised any more

# --- times

PERIOD = re.compile(  # a share of this time cannot be compared with one of all reviews
    r"\b(?:since|until|before that|(?:in|of|from|after|before) (?:\w+ )?(?:19|20)\d\d|last (?:year|month))\b",
    re.IGNORECASE,
)
TIME_WORDS = re.compile(r"since|before|after|until|earlier|\d{4}", re.IGNORECASE)
DATE = re.compile(r"\b(?:19|20)\d\d\b")
