"""English weak labels: what the words around a noun phrase say of it, where they leave little doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from research.training.branch.markup import Marked
from voxpop.entities.detection import find_candidates
from voxpop.entities.mentions import PART
from voxpop.entities.product_titles import parse_product
from voxpop.lang.entity_words import Classes, entity_words
from voxpop.lang.mention_candidates import MentionCandidate, NameMention
from voxpop.types import About, Product, Sentence, Span

REACH = 40  # characters before and after a phrase that are looked at
STANDARD = re.compile(
    r"\b(?:than|unlike|compared (?:to|with)|versus|vs\.?|instead of|(?:switch|upgrad|chang)(?:ed|ing|e) "
    r"(?:over )?from|replac(?:ed|es|ing)|replacement for|traded in)\s+$",
    re.IGNORECASE,
)
USED_WITH = re.compile(
    r"\b(?:(?:work|works|worked|working|compatible|pairs|paired|syncs|synced|used?|using|goes|integrates)(?: \w+){0,2} "
    r"with|(?:plug|plugs|plugged|connect|connects|connected|hook|hooked|attach|attached|mount|mounted|download|transfer|"
    r"upload|copy|transferred|downloaded)(?: \w+){0,3} (?:in)?(?:to|on|from))\s+$",
    re.IGNORECASE,
)
WANTED = re.compile(
    r"\b(?:looking (?:\w+ )?for|in (?:the|a) market for|shopping for|searching for|wanted|need(?:ed)?|wants?)\s+$",
    re.IGNORECASE,
)
ACTED = re.compile(
    r"\b(?:bought|purchased|ordered|love|loved|recommend|received|return|returned|own|owned|buy|sent|using|used)\s+$",
    re.IGNORECASE,
)
IN_GENERAL = re.compile(
    r"\s+(?:are|have|do|don't|can|cannot|should|will|usually|tend|never|always|often)\b", re.IGNORECASE
)
BELONGS = re.compile(r"\s+(?:of|on|in|from)\s+$", re.IGNORECASE)
BEFORE = frozenset(["old", "previous", "last", "former", "first", "other", "prior"])
ALL = frozenset(["most", "all", "any", "many"])
LOOSE = frozenset(
    ["a", "an", "any", "most", "many", "all", "your", "some"]
)  # before a thing of the class that is no one thing
PLACES = frozenset({"restaurant", "hotel", "book"})  # what people use such a thing with is seldom a product
ELSEWHERE = frozenset(
    [
        "time",
        "day",
        "week",
        "month",
        "year",
        "hour",
        "minute",
        "morning",
        "night",
        "weekend",
        "birthday",
        "christmas",
        "amazon",
        "ebay",
        "ups",
        "fedex",
        "usps",
        "seller",
        "shipping",
        "delivery",
        "package",
        "customer-service",
        "refund",
        "review",
        "money",
        "dollar",
        "buck",
        "reason",
        "problem",
        "issue",
        "way",
        "trip",
        "store",
        "vacation",
        "friend",
        "fact",
        "idea",
        "experience",
        "website",
    ]
)


def mine(
    text: str, sentences: Sequence[Sentence], names: Sequence[NameMention], terms: Sequence[Span], *, product: Product
) -> list[Marked]:
    """The phrases that can be told, in order. ``terms`` are parts and attributes that people have marked."""
    found = find_candidates(sentences, names, lang="en")
    kinds = parse_product(product, "en").kinds
    told: dict[Span, About] = {}
    for each in found:
        about = _told(text, each, sentences[each.sentence], kinds)
        if about is not None:
            told[Span(each.start, each.end)] = about
    rivals = {each.sentence for each in found if told.get(Span(each.start, each.end)) == "competing"}
    rivals |= {each.sentence for each in found if each.name is not None and each.name.role == "other"}
    for span, about in _parts(text, found, told):
        told[span] = about
    for span in _annotated(found, terms, rivals):
        told.setdefault(span, "part_of_main")
    return sorted((start, end, about) for (start, end), about in told.items())


def _told(text: str, each: MentionCandidate, sentence: Sentence, kinds: Classes) -> About | None:
    """One phrase by itself and the words beside it."""
    before = text[max(sentence.start, each.start - REACH) : each.start]
    after = text[each.end : min(sentence.end, each.end + REACH)]
    own = entity_words("en").kinds(each.head)
    if each.name is not None and each.name.role == "main":
        return "main"
    if each.kind == "pronoun":
        return "main" if each.head in ("it", "this", "them") and ACTED.search(before) else None
    if each.det in ("this", "these"):
        return "main" if own & kinds or each.head in entity_words("en").vague else None
    rival = own & kinds or (each.name is not None and (not each.name.kinds or each.name.kinds & kinds))
    if rival and each.det not in LOOSE and STANDARD.search(before):
        return "competing"
    if own & kinds and ("other" in each.mods or (each.det in ("my", "our") and BEFORE & set(each.mods))):
        return "competing"
    if own & kinds and _generic(each, before, after, sentence):
        return "generic"
    if kinds & PLACES or own & kinds or not USED_WITH.search(before):
        return "other" if each.head in ELSEWHERE or each.phrase in ELSEWHERE else None
    if own or each.name is not None or each.det in ("my", "our"):
        return "interacting"
    return "other" if each.head in ELSEWHERE or each.phrase in ELSEWHERE else None


def _generic(each: MentionCandidate, before: str, after: str, sentence: Sentence) -> bool:
    if each.det in ("a", "an"):
        return bool(WANTED.search(before) or STANDARD.search(before))
    if each.plural and not each.det and not ALL & set(each.mods):
        return each.start == sentence.start and bool(IN_GENERAL.match(after))
    said = {each.det, *each.mods[:1]}
    return bool(said & ALL) and len(each.mods) - (each.det not in ALL) < 2 and (each.plural or "any" in said)


def _parts(text: str, found: Sequence[MentionCandidate], told: dict[Span, About]) -> Iterator[tuple[Span, About]]:
    """What belongs to a phrase that was told: "the screen of my old phone", "my old phone's screen"."""
    for at, each in enumerate(found):
        whole = found[each.owner] if each.owner is not None else None
        if whole is None and at + 1 < len(found) and BELONGS.fullmatch(text[each.end : found[at + 1].start]):
            whole = found[at + 1] if each.head in entity_words("en").parts else None
        about = told.get(Span(whole.start, whole.end)) if whole is not None else None
        if about in PART and Span(each.start, each.end) not in told:
            yield Span(each.start, each.end), PART[about]


def _annotated(found: Sequence[MentionCandidate], terms: Sequence[Span], rivals: set[int]) -> Iterator[Span]:
    """The phrases that end with a term, but none where another product is spoken of in the same sentence."""
    ends = {end for _, end in terms}
    for each in found:
        if each.end in ends and each.sentence not in rivals and each.det not in ("'s", "this", "these"):
            yield Span(each.start, each.end)
