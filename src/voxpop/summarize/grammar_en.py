"""English grammar, as much as a summary needs: articles, number agreement, months."""

from __future__ import annotations

from datetime import date as Date

from voxpop.lang.en.lemmas import lemma
from voxpop.summarize.topics import WHOLE
from voxpop.types import Claim

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")  # fmt: skip
PLURALS = frozenset({
    "staff", "people", "police", "personnel", "crew", "folks", "men", "women", "children", "feet", "teeth", "mice",
    "media"
})  # fmt: skip
SINGULARS = frozenset({
    "wireless", "news", "lens", "gas", "bus", "glass", "chess", "canvas", "atlas", "series", "species", "gps",
    "plus", "tennis", "access", "address", "business", "process", "mattress", "express", "fitness", "wellness",
    "christmas", "usa", "sms", "os", "ios"
})  # fmt: skip
NO_ARTICLE = frozenset({
    "the", "a", "an", "my", "our", "your", "his", "her", "its", "their", "this", "that", "these", "those", "no",
    "some", "every", "each"
})  # fmt: skip
PREPOSITIONS = frozenset({
    "of", "for", "in", "on", "at", "with", "to", "by", "from"
})  # fmt: skip


def plural_verb(stem: str, n: int) -> str:
    return f"{stem}s" if n == 1 else stem


def thing(claim: Claim) -> str:
    """With its article, unless it brings one."""
    if whole(claim):
        return "it all"
    return claim.aspect if claim.aspect.split(" ")[0].lower() in NO_ARTICLE else f"the {claim.aspect}"


def it(claim: Claim) -> str:
    return "them" if plural(claim.aspect) else "it"


def plural(name: str) -> bool:
    """Whether a name takes a plural verb: "eggs", "members of staff", "staff"; not "wireless" or "value for money"."""
    words = name.lower().replace("-", " ").split()
    cut = next((place for place, word in enumerate(words) if place and word in PREPOSITIONS), len(words))
    head = words[cut - 1] if words else ""
    if "and" in words[:cut] and len(words) > 1:
        return True
    if head in PLURALS:
        return True
    return head not in SINGULARS and head.endswith("s") and lemma(head, "NOUN") != head


def whole(claim: Claim) -> bool:
    return claim.aspect in WHOLE["en"]


def month(day: Date | None) -> str:
    return f"{MONTHS[day.month - 1]} {day.year}" if day else ""


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def some(n: int, noun: str) -> str:
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"
