"""How English sentences report what reviewers think: who says so, whether it is praise or blame, and of which time."""

from __future__ import annotations

import re

PRAISE_WORDS = frozenset((  # tell that others like what stands after them
    "praise", "praises", "praised", "praising", "love", "loves", "loved", "like", "likes", "liked", "enjoy", "enjoys",
    "enjoyed", "appreciate", "appreciates", "appreciated", "admire", "compliment", "complimented", "commend",
    "commended", "happy with", "pleased with", "satisfied with", "impressed with", "impressed by", "delighted with",
    "fond of", "speak well of", "praise for", "applaud",
))  # fmt: skip
BLAME_WORDS = frozenset((  # tell that others dislike it
    "complain about", "complains about", "complained about", "complaining about", "complaints about",
    "complaint about", "criticise", "criticises", "criticised", "criticize", "criticizes", "criticized", "dislike",
    "dislikes", "disliked", "hate", "hates", "hated", "unhappy with", "dissatisfied with", "disappointed with",
    "disappointed by", "disappointed in", "annoyed by", "frustrated with", "problems with", "trouble with",
    "issues with", "speak badly of", "criticism of", "criticism for", "blame",
))  # fmt: skip
MIXED_WORDS = frozenset((  # say that opinions are divided
    "mixed", "divided", "split", "disagree", "varies", "vary", "hit or miss", "inconsistent",
))  # fmt: skip
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
REPORTING_FRAME = re.compile(  # "One customer says that …"
    r"^\s*(?:(?:one|a|an|another|some|several|many|most|a few|other|the)?\s*(?:\w+\s+)?"
    r"(?:customers?|reviewers?|guests?|people|users?|buyers?|reviews?|visitors?|diners?)\s+(?:also\s+)?"
    r"(?:says?|said|writes?|wrote|notes?|noted|mentions?|mentioned|reports?|reported|finds?|feels?|thinks?)"
    r"\s*(?:that\s+|:\s*)"
    r"|according to (?:a|one|some|many|most|the|several)?\s*(?:\w+\s+)?"
    r"(?:customers?|reviewers?|guests?|users?|reviews?),\s+)",
    re.IGNORECASE,
)

# --- clauses

CONTRAST = "but "  # begins a clause that speaks on of the thing before it
CLAUSE_BREAK = re.compile(r"[;,]\s|\b(?:but|while|whereas|though|although|and)\b", re.IGNORECASE)
CLAUSE_START = re.compile(r"[,;，；]\s*(?:but\s+)?|\bbut\s+")
ASPECT_LIST_END = re.compile(r"[,;，；。]|\b(?:but|because|when|that)\b")  # after it, nothing is praised any more

# --- times

PERIOD = re.compile(  # a share of this time cannot be compared with one of all reviews
    r"\b(?:since|until|before that|(?:in|of|from|after|before) (?:\w+ )?(?:19|20)\d\d|last (?:year|month))\b",
    re.IGNORECASE,
)
TIME_WORDS = re.compile(r"since|before|after|until|earlier|\d{4}", re.IGNORECASE)
DATE = re.compile(r"\b(?:19|20)\d\d\b")
