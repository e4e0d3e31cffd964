"""The reviews of one language and their opinions, indexed by topic and by the words of their sentences."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import nsmallest
from typing import NamedTuple

from voxpop.check.antonyms import opposites
from voxpop.check.statements import Statement
from voxpop.check.topic_matching import has_same_owner, topic_matcher
from voxpop.lang import language
from voxpop.summarize.meanings import find_meanings
from voxpop.summarize.topic_counts import drop_repeated_words
from voxpop.summarize.topic_keys import OVERALL, topic_key, topic_of
from voxpop.types import OURS, Opinion, Review, Span

Pole = tuple[str, int]  # what an opinion word speaks of, and which end of it


@dataclass(frozen=True, slots=True)
class MatchedOpinions:
    """Opinions on what a statement is about; ``supporting`` and ``opposing`` hold one for each review on that side."""

    supporting: tuple[Opinion, ...] = ()
    opposing: tuple[Opinion, ...] = ()
    elsewhere: tuple[Opinion, ...] = ()  # on the side of the statement, but about another product
    exact: bool = True  # whether they say just what the statement says, not only that it is good or bad


class TopicOpinions(NamedTuple):
    """Reviews on a topic: how many, and one opinion of each that only praises, only blames, or uses a word."""

    reviews: int
    good: tuple[Opinion, ...]
    bad: tuple[Opinion, ...]
    using: tuple[Opinion, ...]


class NearSentence(NamedTuple):
    """A sentence of a review, and the share of the words asked for that it has."""

    review_id: str
    span: Span
    share: float


@dataclass
class OpinionIndex:
    """The reviews of one language and their opinions."""

    lang: str
    reviews: Sequence[Review]
    opinions: Sequence[Opinion]
    texts: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.texts = {review.id: review.text for review in self.reviews}

    # --- opinions that match a statement

    @cached_property
    def groups(self) -> list[list[Opinion]]:
        """Opinions that are about the same thing in the same words, together, so that each group is matched once."""
        groups: dict[tuple[str | None, ...], list[Opinion]] = defaultdict(list)
        for opinion in self.opinions:
            key = opinion.text.lower(), opinion.aspect, opinion.category, opinion.about, opinion.entity
            groups[key].append(opinion)
        topic_matcher(self.lang).learn(name for key in groups for name in key[:2] if name)
        return list(groups.values())

    def match(self, statement: Statement) -> MatchedOpinions:
        """Return the opinions on what a statement is about, and on which side each review is."""
        matcher, claimed = topic_matcher(self.lang), self._as_reviews_read(statement.opinion)
        on_topic = [group for group in self.groups if matcher.match(claimed, group[0])]
        ours = [group for group in on_topic if has_same_owner(claimed, group[0])]
        theirs = [group for group in on_topic if not has_same_owner(claimed, group[0])]
        opinions = [opinion for group in ours for opinion in group]
        elsewhere = tuple(opinion for group in theirs for opinion in group if opinion.polarity * statement.sign > 0)
        wanted = _poles(statement.words, self.lang, vague=False)
        if wanted:
            opposite = {(name, -pole) for name, pole in wanted}
            poles = [(opinion, self._clear_poles(opinion)) for opinion in opinions]
            saying_so = [opinion for opinion, own in poles if own & wanted]
            denying = [opinion for opinion, own in poles if own & opposite]
            if saying_so or denying:
                return MatchedOpinions(*_sides(saying_so, denying), elsewhere)
        good = [opinion for opinion in opinions if opinion.polarity * statement.sign > 0]
        bad = [opinion for opinion in opinions if opinion.polarity * statement.sign < 0]
        return MatchedOpinions(*_sides(good, bad), elsewhere, exact=not wanted)

    def _as_reviews_read(self, claimed: Opinion) -> Opinion:
        """Return a claimed opinion on the product as one on a part of it, where reviews mean a part by that name."""
        if claimed.about != "main" or not claimed.aspect or claimed.aspect == claimed.category:
            return claimed
        same = [group for group in self.groups if topic_matcher(self.lang).is_same(claimed.text, group[0].text)]
        parts = sum(len(group) for group in same if group[0].about != "main")
        return replace(claimed, about="part_of_main") if 2 * parts > sum(map(len, same)) else claimed

    def _clear_poles(self, opinion: Opinion) -> set[Pole]:
        """Return what the opinion words mean beyond good and bad."""
        text = self.texts[opinion.review_id]
        return {pole for span in opinion.opinion_words for pole in _poles(text[slice(*span)], self.lang, vague=False)}

    # --- opinions by topic, as summaries count them

    @cached_property
    def topics(self) -> Mapping[str, Mapping[str, Sequence[Opinion]]]:
        """Opinions on the product and its parts by topic and by review."""
        by_review: dict[str, list[Opinion]] = defaultdict(list)
        for opinion in self.opinions:
            if opinion.about in OURS:
                by_review[opinion.review_id].append(opinion)
        topics: dict[str, dict[str, list[Opinion]]] = defaultdict(lambda: defaultdict(list))
        for id, opinions in by_review.items():
            for opinion in drop_repeated_words(opinions):
                if topic := topic_of(opinion, self.lang):
                    topics[topic[0]][id].append(opinion)
        return topics

    def count_topic(self, name: str, word: str = "") -> TopicOpinions:
        """Return the opinions on a topic, by its name alone, and those that use a word for it."""
        reviews = self.topics.get(topic_key(name, self.lang) if name else OVERALL, {}).values()
        good = [ours[0] for ours in reviews if all(opinion.polarity > 0 for opinion in ours)]
        bad = [ours[0] for ours in reviews if all(opinion.polarity < 0 for opinion in ours)]
        using: list[Opinion] = []
        if word:
            wanted = _poles(word, self.lang) or {(word.lower(), 1)}
            for ours in reviews:
                using += [opinion for opinion in ours if wanted & self._words(opinion)][:1]
        return TopicOpinions(len(reviews), tuple(good), tuple(bad), tuple(using))

    def _words(self, opinion: Opinion) -> set[Pole]:
        """Return the poles of the opinion words; a word without a meaning in our tables means itself."""
        text = self.texts[opinion.review_id]
        words = [text[slice(*span)] for span in opinion.opinion_words]
        return {pole for word in words for pole in _poles(word, self.lang) or {(word.lower(), 1)}}

    # --- sentences by their words

    @cached_property
    def sentences(self) -> SentenceIndex:
        """The sentences of the reviews, indexed by their words."""
        return SentenceIndex(self.lang, self.reviews)


class SentenceIndex:
    """Sentences of reviews that can be looked up by their words, kept in arrays because there may be millions."""

    def __init__(self, lang: str, reviews: Sequence[Review]) -> None:
        self._reviews, self._language = reviews, language(lang)
        self._owners, self._starts, self._ends, self._sizes = (array("I") for _ in range(4))
        self._places: dict[str, array[int]] = {}  # for each term, the numbers of the sentences that have it
        for number, review in enumerate(reviews):
            for start, end in self._language.sentences(review.text):
                self._add(number, start, end)

    def _add(self, number: int, start: int, end: int) -> None:
        terms = self._terms(self._reviews[number].text[start:end])
        place = len(self._owners)
        self._owners.append(number)
        self._starts.append(start)
        self._ends.append(end)
        self._sizes.append(len(terms))
        for term in terms:
            self._places.setdefault(term, array("I")).append(place)

    def _terms(self, text: str) -> frozenset[str]:
        return self._language.stems.index_terms(text)

    def _near(self, place: int, share: float) -> NearSentence:
        span = Span(self._starts[place], self._ends[place])
        return NearSentence(self._reviews[self._owners[place]].id, span, share)

    def nearest(self, sentence: str, *, count: int) -> list[NearSentence]:
        """Return the sentences that share most words with this one; rare words count more."""
        terms = self._terms(sentence)
        score: dict[int, float] = defaultdict(float)
        shared: Counter[int] = Counter()
        for term in terms:
            places = self._places.get(term, array("I"))
            shared.update(places)
            for place in places:
                score[place] += 1 / (1 + len(places)) ** 0.5
        best = nsmallest(count, score, key=lambda place: (-score[place] / (self._sizes[place] + 4) ** 0.3, place))
        return [self._near(place, shared[place] / len(terms)) for place in best]

    def containing(self, name: str, *, count: int) -> list[NearSentence]:
        """Return sentences, one a review, that have all words of a name."""
        terms = self._terms(name)
        places = set.intersection(*(set(self._places.get(term, ())) for term in terms)) if terms else set()
        first = {self._owners[place]: place for place in sorted(places, reverse=True)}
        return [self._near(place, 1.0) for place in list(first.values())[:count]]


def _poles(words: str, lang: str, *, vague: bool = True) -> set[Pole]:
    """Return what words mean; without ``vague`` ones, which only say good or bad."""
    matches, side = find_meanings(words, lang), 1
    negator = max(filter(words.startswith, language(lang).negation.EXPRESSION_NEGATORS), key=len, default="")
    if negator and not matches:  # the words may have been cut elsewhere than behind the negation
        matches, side = find_meanings(words.removeprefix(negator).strip(), lang), -1
    meanings = [match.meaning for match in matches if vague or not match.meaning.vague]
    poles = {(meaning.dimension, side * meaning.pole) for meaning in meanings}
    opposite_words = {other for match in matches for other in opposites(lang).get(match.word, ())}
    return poles | {
        (other.meaning.dimension, -side * other.meaning.pole)
        for word in opposite_words
        for other in find_meanings(word, lang)
        if vague or not other.meaning.vague
    }


def _sides(good: Iterable[Opinion], bad: Iterable[Opinion]) -> tuple[tuple[Opinion, ...], tuple[Opinion, ...]]:
    """Return one opinion for each review that is on one side; those that say both are on neither."""
    praising, blaming = ({opinion.review_id: opinion for opinion in reversed(list(side))} for side in (good, bad))
    both = praising.keys() & blaming.keys()
    return (
        tuple(opinion for id, opinion in praising.items() if id not in both),
        tuple(opinion for id, opinion in blaming.items() if id not in both),
    )
