"""What the reviews hold on a claim: opinions on the same thing, counted by review, and sentences that use its words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from voxpop.check.claims import Statement
from voxpop.check.topics import same_side, topics
from voxpop.lang import language
from voxpop.metrics.porter import stem
from voxpop.summarize.meanings import find_meanings
from voxpop.summarize.topic_counts import drop_repeated_words
from voxpop.summarize.topic_keys import OURS, OVERALL, topic_key, topic_of
from voxpop.types import Opinion, Review, Span

WORD = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]{2}")
HAN = re.compile(r"[\u3400-\u9fff]+")
Said = tuple[str, int]  # what an opinion word speaks of, and which end of it


@dataclass(frozen=True, slots=True)
class Heard:
    """Opinions on what a claim is about; ``on_side`` and ``opposed`` hold one for each review that is on one side."""

    on_side: tuple[Opinion, ...] = ()
    opposed: tuple[Opinion, ...] = ()
    elsewhere: tuple[Opinion, ...] = ()  # on the claim's side, but of another product
    exact: bool = True  # whether they say just what the claim says, not only that it is good or bad


class Tallied(NamedTuple):
    """Reviews that speak of a thing: how many, and one opinion of each that only praises, only blames, uses a word."""

    reviews: int
    good: tuple[Opinion, ...]
    bad: tuple[Opinion, ...]
    using: tuple[Opinion, ...]


@dataclass
class Shelf:
    """The reviews of one language and their opinions, ready to be asked."""

    lang: str
    reviews: Sequence[Review]
    opinions: Sequence[Opinion]
    texts: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.texts = {review.id: review.text for review in self.reviews}

    @cached_property
    def kinds(self) -> list[list[Opinion]]:
        """Opinions that cannot be told apart by what they are about, together, so that each kind is matched once."""
        groups: dict[tuple[str | None, ...], list[Opinion]] = defaultdict(list)
        for one in self.opinions:
            groups[one.text.lower(), one.aspect, one.category, one.about, one.entity].append(one)
        topics(self.lang).learn(name for key in groups for name in key[:2] if name)
        return list(groups.values())

    def hear(self, claim: Statement) -> Heard:
        """What is said of the claim's thing, and on which side each review is."""
        like = topics(self.lang)
        on_topic = [kind for kind in self.kinds if like.match(claim.opinion, kind[0])]
        here = [one for kind in on_topic if same_side(claim.opinion, kind[0]) for one in kind]
        there = [one for kind in on_topic if not same_side(claim.opinion, kind[0]) for one in kind]
        elsewhere = tuple(one for one in there if one.polarity * claim.sign > 0)
        wanted = self.meanings(claim.words)
        if wanted:
            just = [(one, poles) for one in here if (poles := wanted & self._poles(one, wanted))]
            against = [one for one in here if self._poles(one, wanted) & {(name, -pole) for name, pole in wanted}]
            if just or against:
                return Heard(*_sides([one for one, _ in just], against), elsewhere)
        good = [one for one in here if one.polarity * claim.sign > 0]
        bad = [one for one in here if one.polarity * claim.sign < 0]
        return Heard(*_sides(good, bad), elsewhere, exact=not wanted)

    @cached_property
    def things(self) -> Mapping[str, Mapping[str, Sequence[Opinion]]]:
        """Opinions on the product and its parts as summaries count them: by the name of the thing, and by review."""
        found: dict[str, dict[str, list[Opinion]]] = defaultdict(lambda: defaultdict(list))
        ours: dict[str, list[Opinion]] = defaultdict(list)
        for one in self.opinions:
            if one.about in OURS:
                ours[one.review_id].append(one)
        for name, said in ours.items():
            for one in drop_repeated_words(said):
                if named := topic_of(one, self.lang, text=self.texts[name]):
                    found[named[0]][name].append(one)
        return found

    def tally(self, thing: str, word: str = "") -> Tallied:
        """What is said of a thing, by its name alone; and how many use a word for it."""
        sides = self.things.get(topic_key(thing, self.lang) if thing else OVERALL, {})
        good = [said[0] for said in sides.values() if all(one.polarity > 0 for one in said)]
        bad = [said[0] for said in sides.values() if all(one.polarity < 0 for one in said)]
        meant = _said(word, self.lang)
        using = [[one for one in said if meant & self._words(one)][:1] for said in sides.values()] if word else []
        return Tallied(len(sides), tuple(good), tuple(bad), tuple(one for some in using for one in some))

    def _words(self, opinion: Opinion) -> set[Said]:
        text = self.texts[opinion.review_id]
        return {said for span in opinion.opinion_words for said in _said(text[slice(*span)], self.lang)}

    def meanings(self, words: str) -> set[Said]:
        """What opinion words say beyond good and bad."""
        return {
            (one.meaning.dimension, one.meaning.pole)
            for one in find_meanings(words, self.lang)
            if not one.meaning.vague
        }

    def _poles(self, opinion: Opinion, wanted: set[Said]) -> set[Said]:
        text = self.texts[opinion.review_id]
        found = {said for start, end in opinion.opinion_words for said in self.meanings(text[start:end])}
        return {said for said in found if said[0] in {name for name, _ in wanted}}

    # --- sentences by their words

    @cached_property
    def sentences(self) -> list[tuple[str, Span, frozenset[str]]]:
        """Every sentence of the reviews: whose, where, and the stems of its words."""
        spans = ((review, span) for review in self.reviews for span in language(self.lang).sentences(review.text))
        return [(review.id, span, self.stems(review.text[slice(*span)])) for review, span in spans]

    @cached_property
    def index(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for place, (_, _, words) in enumerate(self.sentences):
            for word in words:
                found[word].append(place)
        return found

    def stems(self, text: str) -> frozenset[str]:
        if self.lang == "zh":
            return frozenset(run[at : at + 2] for run in HAN.findall(text) for at in range(len(run) - 1))
        stop = language(self.lang).stop_words
        return frozenset(stem(word) for word in WORD.findall(text.lower()) if word not in stop)

    def nearest(self, sentence: str, *, count: int) -> list[tuple[str, Span, float]]:
        """Sentences that share most words with this one, rare words counting more: whose, where, and which share."""
        words = self.stems(sentence)
        rarity = {word: 1 / (1 + len(self.index.get(word, ()))) ** 0.5 for word in words}
        score: dict[int, float] = defaultdict(float)
        for word in words:
            for place in self.index.get(word, ()):
                score[place] += rarity[word]
        best = sorted(score, key=lambda place: (-score[place] / (len(self.sentences[place][2]) + 4) ** 0.3, place))
        found = []
        for place in best[:count]:
            owner, span, own = self.sentences[place]
            found.append((owner, span, len(words & own) / len(words)))
        return found

    def having(self, name: str, *, count: int) -> list[tuple[str, Span, float]]:
        """Sentences, one a review, that have all words of a name."""
        words = self.stems(name)
        places = set.intersection(*(set(self.index.get(word, ())) for word in words)) if words else set()
        first = {self.sentences[place][0]: place for place in sorted(places, reverse=True)}
        return [(owner, self.sentences[place][1], 1.0) for owner, place in list(first.items())[:count]]


def _said(words: str, lang: str) -> set[Said]:
    """What words say, vague ones too; a word without a meaning in our tables says itself."""
    return {(one.meaning.dimension, one.meaning.pole) for one in find_meanings(words, lang)} or {(words.lower(), 1)}


def _sides(good: Iterable[Opinion], bad: Iterable[Opinion]) -> tuple[tuple[Opinion, ...], tuple[Opinion, ...]]:
    """One opinion for each review that is on one side; those that say both are on neither."""
    one_side, other_side = ({one.review_id: one for one in reversed(list(side))} for side in (good, bad))
    both = one_side.keys() & other_side.keys()
    return tuple(one for name, one in one_side.items() if name not in both), tuple(
        one for name, one in other_side.items() if name not in both
    )
