"""English grammar, as much as a summary needs: articles, number agreement, months."""

from __future__ import annotations

from datetime import date as Date

from voxpop.lang import language
from voxpop.lang.en.lemmas import lemma
from voxpop.types import Claim

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
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
PREPOSITIONS = frozenset({"of", "for", "in", "on", "at", "with", "to", "by", "from"})


def verb_form(stem: str, n: int) -> str:
    """Return a verb in the third person: "praises" for one, "praise" for more."""
    return f"{stem}s" if n == 1 else stem


def with_article(claim: Claim) -> str:
    """Return the aspect with its article, unless it brings one."""
    if is_overall(claim):
        return "it all"
    return claim.aspect if claim.aspect.split(" ")[0].lower() in NO_ARTICLE else f"the {claim.aspect}"


def pronoun(claim: Claim) -> str:
    """Return what stands for the aspect as an object."""
    return "them" if is_plural(claim.aspect) else "it"


def is_plural(name: str) -> bool:
    """Whether a name takes a plural verb: "eggs", "members of staff", "staff"; not "wireless" or "value for money"."""
    words = name.lower().replace("-", " ").split()
    cut = next((place for place, word in enumerate(words) if place and word in PREPOSITIONS), len(words))
    head = words[cut - 1] if words else ""
    if "and" in words[:cut] and len(words) > 1:
        return True
    if head in PLURALS:
        return True
    return head not in SINGULARS and head.endswith("s") and lemma(head, "NOUN") != head


def is_overall(claim: Claim) -> bool:
    """Whether a claim is on the product or place as a whole."""
    return claim.aspect in language("en").topic_names.OVERALL_NAMES


def write_month(day: Date | None) -> str:
    """Return "May 2024"."""
    return f"{MONTHS[day.month - 1]} {day.year}" if day else ""


def capitalize(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def count_nouns(n: int, noun: str) -> str:
    """Return "1 review", "1,200 reviews"."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"
