"""Patterns that read the English sentences which ``summary_wording`` writes, and others of their form.

"Of the 12 who comment on the parking, 9 criticise it; 2 call it expensive", "Parking: most criticise it".
"""

from __future__ import annotations

import re

_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
OVERALL = frozenset(("it", "overall"))  # the product as a whole
COUNTER = ""  # what stands behind a number of reviews
LABEL = re.compile(r"[A-Z][a-z]+(?: [a-z]+){0,3}: (?=[A-Z])")
HEADS = (
    re.compile(r"Of (?:the (?P<of>[\d,]+)|those) who (?:comment on|speak of|mention) (?:the )?(?P<thing>[^,;]+), "),
    re.compile(r"Opinions on (?:the )?(?P<thing>[^:]+?) are (?P<mixed>divided|mixed): (?:of (?P<of>[\d,]+), )?"),
    re.compile(r"Of (?:the (?P<of>[\d,]+)|those) who judge (?P<thing>it) as a whole, "),
    re.compile(r"(?P<thing>[A-Z][\w'’ -]*): "),
)
PARTS = re.compile(r"(?:[;，；]|,(?!\d{3}))\s*(?:but\s+)?|\s+and\s+|、")
SIDE = re.compile(
    r"(?P<many>.+?) (?:(?P<good>praise|like|love|are satisfied)|(?P<bad>criticise|criticize|dislike|are dissatisfied))"
    r"(?: it| them)?[.。]?"
)
WORDS = (
    re.compile(r"(?P<many>.+?) (?:call|find) (?:it|them) (?P<word>[\w-]+)[.]?"),
    re.compile(r"“(?P<word>[^”]+)” \((?P<many>[\d,]+)\)"),
)
FURTHER_WORDS = (re.compile(r"(?P<many>.+) (?P<word>[\w-]+)"),)  # "13 quiet", after "54 call it clean"
LIST = re.compile(r"(?:(?P<good>Praise)|Criticism) (?:also )?goes to (?P<things>.+?)[.]?")
LIST_ITEM = re.compile(r"(?:, |、|,? and )?(?:the )?(?P<thing>[^()（）,、]+?)\s*[(（](?P<many>[^()（）]+)[)）]")
SINCE = re.compile(rf"since (?:{_MONTH}(?: \d{{4}})?|\d{{4}}) (?P<rest>.+)", re.IGNORECASE)
BEFORE = re.compile(r"before that (?P<many>.+) (?:did|were)", re.IGNORECASE)
TOTAL = re.compile(r"[\d,]+ of (?:the )?(?P<of>[\d,]+)\b")
_PASSIVE = re.compile(
    r"(?:The )?(?P<thing>[^,;]+?) (?:is|are) (?P<verb>praised|criticised) by (?P<many>.+?)(?: of those)? who comment "
    r"on (?:it|them)(?P<rest>[.;].*)"
)
_CHANGE_FIRST = re.compile(
    rf"(?P<since>Since (?:{_MONTH}(?: \d{{4}})?|\d{{4}}) .+?) (?P<verb>praise|criticise) (?:the )?(?P<thing>[^,;]+), "
    r"(?P<before>before that .+?); (?:of (?P<of>[\d,]+) )?in all, (?P<rest>.+?)[.]?"
)
_PART_OF_ALL = re.compile(r"(?:(?P<some>[\d,]+) of the |all )(?P<of>[\d,]+)")


def put_head_first(text: str) -> str:
    """Return a sentence in the passive voice, or one that begins with a change, in the form of the others."""
    if match := _PASSIVE.fullmatch(text):
        many = match["many"]
        all_of = _PART_OF_ALL.fullmatch(many)
        base, many = (f"the {all_of['of']}", all_of["some"] or "all") if all_of else ("those", many)
        verb = match["verb"].removesuffix("d")
        return f"Of {base} who comment on the {match['thing']}, {many} {verb} it{match['rest']}"
    if match := _CHANGE_FIRST.fullmatch(text):
        of, rest = match["of"], f"{match['rest']}; {match['since']} {match['verb']} it, {match['before']}"
        if "praise" in match["rest"] and "criticise" in match["rest"]:
            return f"Opinions on the {match['thing']} are divided: {f'of {of}, ' if of else ''}{rest}"
        return f"Of {f'the {of}' if of else 'those'} who comment on the {match['thing']}, {rest}"
    return text
