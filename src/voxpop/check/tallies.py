"""Sentences that count: a thing, and how many say what of it, as our own summaries put it.

"Of the 12 who comment on the parking, 9 criticise it; 2 call it expensive", "Parking: most criticise it",
谈到价格的39条评论中，26条批评. What such a sentence is about stands once, at its head, far from what is said of it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from voxpop.check.quantity import Quantity, alone, share

LABEL = {
    "en": re.compile(r"[A-Z][a-z]+(?: [a-z]+){0,3}: (?=[A-Z])"),
    "zh": re.compile("[^，：；。]{2,6}：(?=谈到|受|.*褒贬不一)"),
}
HEADS = {
    "en": (
        re.compile(r"Of (?:the (?P<of>[\d,]+)|those) who (?:comment on|speak of|mention) (?:the )?(?P<thing>[^,;]+), "),
        re.compile(r"Opinions on (?:the )?(?P<thing>[^:]+?) are (?P<mixed>divided|mixed): (?:of (?P<of>[\d,]+), )?"),
        re.compile(r"Of (?:the (?P<of>[\d,]+)|those) who judge (?P<thing>it) as a whole, "),
        re.compile(r"(?P<thing>[A-Z][\w'’ -]*): "),
    ),
    "zh": (
        re.compile("谈到(?P<thing>[^，；。]+?)的(?:(?P<of>[0-9,]+)条)?评论中，"),
        re.compile("(?P<thing>[^，：；。]+?)(?P<mixed>褒贬不一)：(?:(?P<of>[0-9,]+)条中)?"),
        re.compile("(?P<thing>[^，：；。（]+)：(?:(?P<of>[0-9,]+)条中)?"),
    ),
}  # fmt: skip
PARTS = re.compile(r"(?:[;，；]|,(?!\d{3}))\s*(?:but\s+|但也有|但)?|\s+and\s+|、")
SIDES = {
    "en": re.compile(r"(?P<many>.+?) (?:(?P<good>praise|like|love|are satisfied)|(?P<bad>criticise|criticize|dislike|"
                     r"are dissatisfied))(?: it| them)?[.。]?"),
    "zh": re.compile("(?P<many>.+?)(?:(?P<good>称赞|满意|喜欢)|(?P<bad>批评|不满意|不满|不喜欢))[。.]?"),
}  # fmt: skip
WORDS = {
    "en": (re.compile(r"(?P<many>.+?) (?:call|find) (?:it|them) (?P<word>[\w-]+)[.]?"),
           re.compile(r"“(?P<word>[^”]+)” \((?P<many>[\d,]+)\)")),
    "zh": (re.compile("(?P<many>.+?)说“(?P<word>[^”]+)”[。]?"), re.compile("“(?P<word>[^”]+)”（(?P<many>[0-9,]+)）")),
}  # fmt: skip
MORE = re.compile(r"(?P<many>.+) (?P<word>[\w-]+)")  # "13 quiet", after "54 call it clean"
LISTS = {
    "en": re.compile(r"(?:(?P<good>Praise)|Criticism) (?:also )?goes to (?P<things>.+?)[.]?"),
    "zh": re.compile("受(?:(?P<good>好评)|批评)的还?有(?P<things>.+?)。?"),
}
LISTED = re.compile(r"(?:, |、|,? and )?(?:the )?(?P<thing>[^()（）,、]+?)\s*[(（](?P<many>[^()（）]+)[)）]")
MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
SINCE = {
    "en": re.compile(rf"since (?:{MONTH}(?: \d{{4}})?|\d{{4}}) (?P<rest>.+)", re.IGNORECASE),
    "zh": re.compile(r"自\d{4}年(?:\d{1,2}月)?起(?P<rest>.+)"),
}
BEFORE = {
    "en": re.compile(r"before that (?P<many>.+) (?:did|were)", re.IGNORECASE),
    "zh": re.compile("此前(?P<many>.+)"),
}
DONE = re.compile(
    r"(?:The )?(?P<thing>[^,;]+?) (?:is|are) (?P<verb>praised|criticised) by (?P<many>.+?)(?: of those)? who comment "
    r"on (?:it|them)(?P<rest>[.;].*)"
)
TURNED = re.compile(
    rf"(?P<since>Since (?:{MONTH}(?: \d{{4}})?|\d{{4}}) .+?) (?P<verb>praise|criticise) (?:the )?(?P<thing>[^,;]+), "
    r"(?P<before>before that .+?); (?:of (?P<of>[\d,]+) )?in all, (?P<rest>.+?)[.]?"
)
OF_ALL = re.compile(r"(?:(?P<some>[\d,]+) of the |all )(?P<of>[\d,]+)")
BASE = re.compile(r"[\d,]+ of (?:the )?([\d,]+)\b|([\d,]+)条中")
WHOLE = frozenset(("it", "overall", "总体"))


class Part(NamedTuple):
    """How many say what: a side, or a word."""

    sign: int  # 1 good, −1 bad, 0 where a word says it
    word: str
    quantity: Quantity | None  # None where it cannot be counted, as for some months


class Tally(NamedTuple):
    """A thing and what is said of it; empty, the product as a whole."""

    thing: str
    parts: tuple[Part, ...]
    mixed: bool = False
    of: int | None = None  # how many are said to speak of it


def tallies(text: str, lang: str) -> list[Tally]:
    """What a sentence counts; nothing where it is not of this kind, or says anything else besides."""
    label = LABEL[lang].match(text)
    text = (text[label.end() :] if label else text).strip()
    text = _head_first(text) if lang == "en" else text
    if found := LISTS[lang].fullmatch(text):
        return _listed(found["things"], 1 if found["good"] else -1, lang)
    for head in HEADS[lang]:
        if found := head.match(text):
            given = found.groupdict()
            parts, of = _parts(text[found.end() :], lang, _number(given.get("of")))
            thing = "" if given["thing"].lower() in WHOLE else given["thing"]
            return [Tally(thing, tuple(parts), bool(given.get("mixed")), of)] if parts else []
    return []


def _head_first(text: str) -> str:
    """A sentence that begins with what is done to a thing, or with a change, put as the others are."""
    if found := DONE.fullmatch(text):
        many = found["many"]
        all_of = OF_ALL.fullmatch(many)
        base, many = (f"the {all_of['of']}", all_of["some"] or "all") if all_of else ("those", many)
        verb = found["verb"].removesuffix("d")
        return f"Of {base} who comment on the {found['thing']}, {many} {verb} it{found['rest']}"
    if found := TURNED.fullmatch(text):
        of, rest = found["of"], f"{found['rest']}; {found['since']} {found['verb']} it, {found['before']}"
        if "praise" in found["rest"] and "criticise" in found["rest"]:
            return f"Opinions on the {found['thing']} are divided: {f'of {of}, ' if of else ''}{rest}"
        return f"Of {f'the {of}' if of else 'those'} who comment on the {found['thing']}, {rest}"
    return text


def _listed(things: str, sign: int, lang: str) -> list[Tally]:
    found, at = list[Tally](), 0
    while at < len(things):
        item = LISTED.match(things, at)
        if item is None or (many := _quantity(item["many"], lang, None)) is None:
            return []
        found.append(Tally(item["thing"], (Part(sign, "", many),), of=_base(item["many"])))
        at = item.end()
    return found


def _parts(rest: str, lang: str, of: int | None) -> tuple[list[Part], int | None]:
    """Every part of what follows the head, and of how many they are; nothing if one of them cannot be read."""
    found = list[Part]()
    for text in filter(None, (part.strip(" .。") for part in PARTS.split(rest))):
        if (before := BEFORE[lang].fullmatch(text)) and _quantity(before["many"], lang, None):
            continue  # of some months only, which are not counted
        if since := SINCE[lang].fullmatch(text):
            part = _side(since["rest"], lang, None)
            if part and part.quantity and not part.quantity.nobody:
                found.append(part._replace(quantity=None))
        else:
            part = _side(text, lang, of) or _word(text, lang, of, more=bool(found and found[-1].word))
            of = of or _base(text)
            found += [part] if part else []
        if part is None:
            return [], None
    return found, of


def _side(text: str, lang: str, of: int | None) -> Part | None:
    found = SIDES[lang].fullmatch(text)
    quantity = _quantity(found["many"], lang, of) if found else None
    return Part(1 if found["good"] else -1, "", quantity) if found and quantity else None


def _word(text: str, lang: str, of: int | None, *, more: bool) -> Part | None:
    ways = (*WORDS[lang], MORE) if more and lang == "en" else WORDS[lang]
    for found in filter(None, (way.fullmatch(text) for way in ways)):
        if quantity := _quantity(found["many"], lang, of):
            return Part(0, found["word"], _at_least(quantity))
    return None


def _quantity(many: str, lang: str, of: int | None) -> Quantity | None:
    number = _number(many.removesuffix("条"))
    if number is None:
        return alone(many, lang)
    return share(many, number / of) if of else Quantity(many, 0.0, 1.0, count=number)


def _at_least(quantity: Quantity) -> Quantity:
    """Of a word: there may be more that say the same in other words."""
    if quantity.nobody:
        return quantity
    if quantity.count is None:
        return replace(quantity, high=1.0)
    return Quantity(quantity.text, 0.0, 1.0, least=max(1, quantity.count - max(1, quantity.count // 10)))


def _base(text: str) -> int | None:
    """Of how many: 12 of "9 of 12"."""
    found = BASE.match(text)
    return _number(found[1] or found[2]) if found else None


def _number(text: str | None) -> int | None:
    digits = (text or "").replace(",", "")
    return int(digits) if digits.isdecimal() else None
