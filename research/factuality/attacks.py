"""Attacks on a checker: a true sentence of a review made false in one place, to see which checkers notice.

Opinions turned to their opposite or denied, another thing of the review or one that it never names in a thing's place,
a rival or an accessory in the product's place and the other way round, another number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from research.factuality.edits import Change, alike, another_number, applied, denial, opposite, opposites
from research.factuality.name_swaps import name_words
from research.factuality.references import references
from research.factuality.thing_mentions import ResolvedText, ThingMention
from voxpop.types import Opinion, Sentence, Span

PRODUCT, RIVAL, ACCESSORY = "main", "competing", "interacting"


@dataclass(frozen=True, slots=True)
class Attack:
    """A sentence of a review, what was made of it, and how."""

    kind: str
    sentence: str
    text: str


@dataclass(frozen=True, slots=True)
class Target:
    """A sentence under attack, in the review that it is from; ``pool`` are things that other reviews speak of."""

    view: ResolvedText
    sentence: Sentence
    pool: Sequence[str]
    draw: Random

    @property
    def text(self) -> str:
        return self.view.text[self.sentence.start : self.sentence.end]

    @property
    def opinions(self) -> list[Opinion]:
        return [one for one in self.view.opinions if self.holds(one.start, one.end) and one.opinion_words]

    def holds(self, start: int, end: int) -> bool:
        return self.sentence.start <= start and end <= self.sentence.end

    def moved(self, span: Span) -> Span:
        return Span(span.start - self.sentence.start, span.end - self.sentence.start)


def antonym(target: Target) -> Change | None:
    known = opposites(target.view.lang)
    for opinion in target.opinions:
        for span in opinion.opinion_words:
            if target.holds(*span) and (
                found := opposite(target.text, target.moved(span), known, target.view.lang, target.draw)
            ):
                return found
    return None


def negation(target: Target) -> Change | None:
    for opinion in target.opinions:
        for span in opinion.opinion_words:
            clause = Span(max(opinion.evidence.start, target.sentence.start), target.sentence.end)
            if target.holds(*span) and clause.start <= span.start:
                found = denial(target.text, target.moved(clause), target.moved(span), target.view.lang, target.draw)
                if found:
                    return found
    return None


def aspect(target: Target) -> Change | None:
    """Something else that the review speaks of."""
    others = [one.text for one in target.view.opinions if not target.holds(one.start, one.end)]
    return _another(target, others)


def hallucination(target: Target) -> Change | None:
    """Something that the review never names."""
    known = set(split_name(target.view.text, target.view.lang))
    return _another(target, [name for name in target.pool if known.isdisjoint(name_words(name, target.view.lang))])


def split_name(text: str, lang: str) -> tuple[str, ...]:
    """Return the words of a text as names are compared."""
    return references(lang).split_name(text)


def _another(target: Target, names: Sequence[str]) -> Change | None:
    here = set(split_name(target.text, target.view.lang))
    fit = [
        name
        for name in names
        if name_words(name, target.view.lang) and here.isdisjoint(name_words(name, target.view.lang))
    ]
    terms = [one for one in target.opinions if one.aspect != one.category and len(one.text) < len(target.text) / 2]
    if not fit or not terms:
        return None
    opinion = target.draw.choice(terms)
    return target.moved(Span(opinion.start, opinion.end)), alike(opinion.text, target.draw.choice(fit))


def number(target: Target) -> Change | None:
    return another_number(target.text, target.view.lang, target.draw)


def rival(target: Target) -> Change | None:
    """A rival in the product's place, or the product in a rival's."""
    return _exchanged(target, RIVAL)


def accessory(target: Target) -> Change | None:
    """What the product is used with in its place, or the product in that one's."""
    return _exchanged(target, ACCESSORY)


def _exchanged(target: Target, kind: str) -> Change | None:
    found = target.view.mentions.all
    places = [one for one in found if one.about in (PRODUCT, kind) and target.holds(one.start, one.end)]
    target.draw.shuffle(places)
    for place in places:
        name = _name(target.view, kind if place.about == PRODUCT else PRODUCT)
        if name and not set(name_words(name, target.view.lang)) & set(split_name(target.text, target.view.lang)):
            return target.moved(Span(place.start, place.end)), _fit(name, place, target)
    return None


def _name(view: ResolvedText, kind: str) -> str | None:
    """What the review calls the first thing of a type that it names."""
    if kind == PRODUCT and view.product and view.product.name:
        return view.product.name.partition("(")[0].strip()
    return next((one.text for one in view.mentions.all if one.about == kind and one.kind != "pronoun"), None)


def _fit(name: str, place: ThingMention, target: Target) -> str:
    if target.view.lang == "en":
        if re.fullmatch(r"its|their|.*['’]s", place.text, re.IGNORECASE):
            name += "'s"
        if place.start == target.sentence.start:
            return name[0].upper() + name[1:]
    return name


ATTACKS: dict[str, Callable[[Target], Change | None]] = {
    "antonym": antonym,
    "negation": negation,
    "aspect swap": aspect,
    "hallucinated aspect": hallucination,
    "rival swap": rival,
    "accessory swap": accessory,
    "number": number,
}


def attacks(view: ResolvedText, pool: Sequence[str], *, seed: int = 0) -> Iterator[Attack]:
    """Every attack that each sentence of a review allows."""
    for place, sentence in enumerate(view.sentences):
        for kind, make in ATTACKS.items():
            target = Target(view, sentence, pool, Random(f"{seed} {view.id} {place} {kind}"))
            change = make(target)
            if change and (text := applied(target.text, change)) != target.text:
                yield Attack(kind, target.text, text)
