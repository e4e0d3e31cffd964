"""Hypotheses in our own words about what a text says: so, the opposite, or something it does not speak of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from research.training.entailment.facts import LONGEST, Fact, KnownSentence
from research.training.entailment.words import PairWords
from voxpop.types import NOWHERE, Span

ENTAILED, NEUTRAL, CONTRADICTED = "entailment", "neutral", "contradiction"
UNFIT = frozenset(
    [
        "money",
        "time",
        "it",
        "one",
        "thing",
        "things",
        "read",
        "everything",
        "all",
        "use",
        "stay",
        "place",
        "they",
        "them",
        "this",
        "that",
        "these",
        "those",
        "he",
        "she",
        "him",
        "her",
        "we",
        "us",
        "i",
        "me",
        "you",
        "product",
        "products",
        "app",
        "items",
        "item",
        "stuff",
        "它",
        "它们",
        "他",
        "她",
        "他们",
        "我",
        "你",
        "这",
        "那",
        "这个",
        "那个",
        "这款",
        "东西",
        "产品",
        "商品",
        "宝贝",
    ]
)  # names that say nothing of what is meant
MORE_PRAISE = 0.3  # share of texts without blame that is left out: people praise more, pairs should not
SENTENCES = (1, 1, 1, 2, 2, 3, 4, 5)  # of a premise


@dataclass(frozen=True, slots=True)
class WordedClaim:
    """A hypothesis with its label, and the polarity it speaks in."""

    text: str
    label: str
    polarity: int


def premises(found: Sequence[KnownSentence], lang: str, draw: Random, *, rounds: int) -> Iterator[KnownSentence]:
    """Texts as they are and several of one domain put together, as long as they speak of different things."""
    groups: dict[tuple[str, str], list[KnownSentence]] = defaultdict(list)
    for each in found:
        groups[each.split, each.domain].append(each)
    for _ in range(rounds):
        for members in groups.values():
            draw.shuffle(members)
            left = iter(members)
            for first in left:
                yield combined(first, left, lang, draw.choice(SENTENCES))


def combined(first: KnownSentence, others: Iterator[KnownSentence], lang: str, wanted: int) -> KnownSentence:
    whole = first
    for _ in range(wanted - 1):
        other = next(others, None)
        if other is not None and compatible(whole, other, lang):
            whole = joined(whole, other, lang)
    return whole


def compatible(one: KnownSentence, other: KnownSentence, lang: str) -> bool:
    shared = one.categories & other.categories or things(one) & things(other)
    return not shared and len(one.text) + len(other.text) < LONGEST[lang]


def things(text: KnownSentence) -> set[str]:
    return {text.text[slice(*fact.aspect)].lower() for fact in text.facts if fact.aspect != NOWHERE}


def joined(one: KnownSentence, other: KnownSentence, lang: str) -> KnownSentence:
    """One text of two; spans of the second move along."""
    gap = " " if lang == "en" else ""
    by = len(one.text) + len(gap)
    moved = tuple(
        replace(fact, aspect=_moved(fact.aspect, by), opinion=_moved(fact.opinion, by)) for fact in other.facts
    )
    return replace(one, id=f"{one.id}+{other.id}", text=f"{one.text}{gap}{other.text}", facts=(*one.facts, *moved),
                   categories=one.categories | other.categories)  # fmt: skip


def _moved(span: Span, by: int) -> Span:
    return span if span == NOWHERE else Span(span.start + by, span.end + by)


class Wording:
    """Makes hypotheses for a text of one language."""

    def __init__(
        self, words: PairWords, pool: Mapping[str, Sequence[str]], adjectives: Callable[[str], bool], draw: Random
    ) -> None:
        self.words, self.pool, self.fits, self.draw = words, pool, adjectives, draw

    def hypotheses(self, text: KnownSentence) -> Iterator[WordedClaim]:
        """Up to six of a text, their labels in balance."""
        usable = [fact for fact in text.facts if self.thing(text, fact)]
        if not usable:
            return
        bad = [fact for fact in usable if fact.polarity < 0]
        fact = self.draw.choice(bad or usable)
        if not bad and self.draw.random() < MORE_PRAISE:
            return
        yield self.plain(text, fact, 1)
        yield self.plain(text, fact, -1)
        yield from self.in_words(text, fact)
        absent = self.absent(text)
        if absent:
            yield self.about(absent, self.draw.choice((1, -1)), NEUTRAL)
        other = next((each for each in usable if self.thing(text, each) != self.thing(text, fact)), None)
        if self.draw.random() < 0.5:
            yield from self.double(text, fact, other, absent)

    def thing(self, text: KnownSentence, fact: Fact) -> str:
        """What the thing is called; nothing where there is no fit name."""
        if fact.aspect == NOWHERE:
            return next(iter(self.words.nouns(fact.category or "")), "")
        name = text.text[slice(*fact.aspect)]
        return "" if name.lower() in UNFIT or len(name.split()) > 4 or (len(name) < 2 and name.isascii()) else name

    def called(self, text: KnownSentence, fact: Fact) -> str:
        """One of its names."""
        return (
            self.thing(text, fact)
            if fact.aspect != NOWHERE
            else self.draw.choice(self.words.nouns(fact.category or ""))
        )

    def plain(self, text: KnownSentence, fact: Fact, sign: int) -> WordedClaim:
        return self.about(self.called(text, fact), fact.polarity * sign, ENTAILED if sign > 0 else CONTRADICTED)

    def about(self, thing: str, polarity: int, label: str) -> WordedClaim:
        wording = self.draw.choice(self.words.raw["good" if polarity > 0 else "bad"])
        return WordedClaim(self.words.put(wording, thing, self.draw), label, polarity)

    def in_words(self, text: KnownSentence, fact: Fact) -> Iterator[WordedClaim]:
        """With the text's own opinion words, denied, and turned into their opposite."""
        words = text.text[slice(*fact.opinion)]
        if NOWHERE in (fact.opinion, fact.aspect) or not self.fits(words):
            return
        thing = self.thing(text, fact)
        yield self._worded("opinion", thing, words, ENTAILED, fact.polarity)
        against = self.words.antonyms.get(words.lower())
        if against and self.draw.random() < 0.7:
            yield self._worded("opinion", thing, self.draw.choice(against), CONTRADICTED, -fact.polarity)
            yield self._worded("denied", thing, self.draw.choice(against), ENTAILED, fact.polarity)
        else:
            yield self._worded("denied", thing, words, CONTRADICTED, -fact.polarity)

    def _worded(self, kind: str, thing: str, opinion: str, label: str, polarity: int) -> WordedClaim:
        wording = self.draw.choice(self.words.raw[kind])
        return WordedClaim(self.words.put(wording, thing, self.draw, opinion=opinion), label, polarity)

    def absent(self, text: KnownSentence) -> str:
        """Something of the same domain that the text says nothing of."""
        lower = text.text.lower()
        if self.draw.random() < 0.6:
            others = [
                name
                for name in self.pool[f"categories-{text.domain}"]
                if not related(name, text.categories, self.words.raw["related"])
            ]
            nouns = [noun for name in others for noun in self.words.nouns(name) if noun not in lower]
        else:
            nouns = [self.draw.choice(self.pool[text.domain]) for _ in range(5)]
            nouns = [
                noun
                for noun in nouns
                if not any(part in lower for part in parts(noun, self.words.lang)) and noun.lower() not in UNFIT
            ]
        return self.draw.choice(nouns) if nouns else ""

    def double(self, text: KnownSentence, fact: Fact, other: Fact | None, absent: str) -> Iterator[WordedClaim]:
        """Two statements in one sentence: it holds if both do, is wrong if one is, else is not said."""
        first = self.plain(text, fact, 1)
        options = [self.plain(text, other, 1), self.plain(text, other, -1)] if other else []
        if absent:
            options.append(self.about(absent, self.draw.choice((1, -1)), NEUTRAL))
        for second in options:
            one, two = (first, second) if self.draw.random() < 0.5 else (second, first)
            wording = self.draw.choice(self.words.raw["both" if one.polarity == two.polarity else "against"])
            yield WordedClaim(self.words.join(one.text, two.text, wording), second.label, second.polarity)


def parts(noun: str, lang: str) -> Sequence[str]:
    """Pieces of a name by which it would be recognised."""
    return (
        [word for word in noun.lower().split() if len(word) > 2]
        if lang == "en"
        else [noun[at : at + 2] for at in range(max(1, len(noun) - 1))]
    )


def related(name: str, categories: frozenset[str], groups: Sequence[Sequence[str]]) -> bool:
    """Whether a text that speaks of these might be heard to speak of that one."""
    return name in categories or any(name in group and not categories.isdisjoint(group) for group in groups)
