"""Counts for a summary, made in one pass: how many reviews praise or blame what, with which words and when.

Memory does not grow with the number of reviews.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date as Date
from heapq import nsmallest
from typing import NamedTuple
from zlib import crc32

from voxpop.aggregate.quotes import lottery
from voxpop.lang import DEFAULT, language
from voxpop.lang.punctuation import CLAUSE_BREAKS, SENTENCE_ENDS
from voxpop.summarize.meanings import MeaningMatch, find_meanings, is_negated
from voxpop.summarize.topic_keys import names_topic, topic_of
from voxpop.types import OURS, Comparison, Opinion, Review

SAMPLE = 200  # opinions of each kind kept to choose quotes from
COMPARED = 5000  # reviews whose texts are compared
PAUSE = re.compile(rf"[{CLAUSE_BREAKS}{SENTENCE_ENDS}\n]")


class ReviewFindings(NamedTuple):
    """A review, its opinions and its comparisons."""

    review: Review
    opinions: Sequence[Opinion]
    comparisons: Sequence[Comparison]


class DatedOpinion(NamedTuple):
    """An opinion, and the month of its review; empty where that has no date."""

    opinion: Opinion
    month: str


@dataclass(slots=True)
class ReviewCount:
    """A count of reviews that say the same: how many, when, their stars, and a sample of one opinion of each."""

    reviews: int = 0
    months: Counter[str] = field(default_factory=Counter)
    stars: float = 0.0
    starred: int = 0
    sample: list[DatedOpinion] = field(default_factory=list)

    def add(self, review: Review, opinion: Opinion) -> None:
        """Count a review, with the opinion that says so."""
        self.reviews += 1
        if month := month_of(review):
            self.months[month] += 1
        stars = review.stars if review.stars is not None else review.predicted_stars
        if stars is not None:
            self.stars, self.starred = self.stars + stars, self.starred + 1
        self.sample.append(DatedOpinion(opinion, month))
        if len(self.sample) > 2 * SAMPLE:
            self.sample = nsmallest(SAMPLE, self.sample, key=lambda dated: lottery(dated.opinion))

    def opinions(self, *, since: str = "") -> list[Opinion]:
        """Return the sample, or the part of it since a month."""
        return [opinion for opinion, month in self.sample if month >= since]

    def since(self, month: str) -> int:
        """Return how many reviews there are since a month."""
        return sum(n for day, n in self.months.items() if day >= month)


@dataclass(slots=True)
class WordCount:
    """A count of reviews that use words of one meaning, and those words."""

    count: ReviewCount = field(default_factory=ReviewCount)
    forms: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class TopicCounts:
    """The counts of one topic. A review that both praises and blames it is mixed, and on neither side."""

    key: str
    names: Counter[str] = field(default_factory=Counter)
    spelled: Counter[str] = field(default_factory=Counter)  # as written stands_within_sentence sentences
    praise: ReviewCount = field(default_factory=ReviewCount)
    blame: ReviewCount = field(default_factory=ReviewCount)
    mixed: int = 0
    mixed_months: Counter[str] = field(default_factory=Counter)
    words: defaultdict[tuple[str, int, int], WordCount] = field(default_factory=lambda: defaultdict(WordCount))
    poles: Counter[tuple[str, int]] = field(default_factory=Counter)  # reviews at each end of a dimension
    vague: set[str] = field(default_factory=set)  # dimensions that only say good or bad
    categories: Counter[str] = field(default_factory=Counter)

    @property
    def reviews(self) -> int:
        """The number of reviews that praise or blame it."""
        return self.praise.reviews + self.blame.reviews + self.mixed

    def add_name(self, opinion: Opinion, name: str, text: str) -> None:
        """Count a name of the topic."""
        self.names[name] += 1
        if opinion.category:
            self.categories[opinion.category] += 1
        if stands_within_sentence(opinion, text):
            self.spelled[opinion.text] += 1

    def add(self, review: Review, opinions: Sequence[Opinion], lang: str) -> None:
        """Add the opinions of one review on the topic, none of them neutral."""
        signs = {opinion.polarity > 0 for opinion in opinions}
        if len(signs) > 1:
            self.mixed += 1
            if month := month_of(review):
                self.mixed_months[month] += 1
        else:
            side = self.praise if signs.pop() else self.blame
            side.add(review, max(opinions, key=lambda opinion: (abs(opinion.polarity), -opinion.start)))
        self._add_words(review, opinions, lang)

    def _add_words(self, review: Review, opinions: Sequence[Opinion], lang: str) -> None:
        used: dict[tuple[str, int, int], tuple[Opinion, set[str]]] = {}
        for opinion in (opinion for opinion in opinions if names_topic(opinion, self.key, lang)):
            for meaning, word in meanings_of(opinion, review.text, lang):
                if meaning.vague:
                    self.vague.add(meaning.dimension)
                key = meaning.dimension, meaning.pole, 1 if opinion.polarity > 0 else -1
                used.setdefault(key, (opinion, set()))[1].add(word)
        ends = {(dimension, pole) for dimension, pole, _ in used}
        self.poles.update(end for end in ends if (end[0], -end[1]) not in ends)
        for key, (opinion, words) in used.items():
            if (key[0], -key[1]) not in ends:
                self.words[key].count.add(review, opinion)
                self.words[key].forms.update(word for word in words if word)


def drop_repeated_words(opinions: Sequence[Opinion]) -> list[Opinion]:
    """Return the opinions without those on a category whose words are those of an opinion on an aspect."""
    named = {span for opinion in opinions if opinion.aspect != opinion.category for span in opinion.opinion_words}
    return [
        opinion
        for opinion in opinions
        if opinion.aspect != opinion.category
        or not opinion.opinion_words
        or not named.issuperset(opinion.opinion_words)
    ]


def month_of(review: Review) -> str:
    """Return the month of a review, as in "2024-05"; empty without a date."""
    return f"{review.date:%Y-%m}" if review.date else ""


def meanings_of(opinion: Opinion, text: str, lang: str) -> list[MeaningMatch]:
    """Return the meanings of the opinion words that fit the polarity and stand with the words of the aspect."""
    matches: list[MeaningMatch] = []
    for start, end in opinion.opinion_words:
        if is_negated(text, start, lang) or not belongs_together(opinion, start, end, text, lang):
            continue
        meanings = find_meanings(text[start:end], lang)
        matches += [match for match in meanings if match.meaning.good * opinion.polarity >= 0]
    return matches


def belongs_together(opinion: Opinion, start: int, end: int, text: str, lang: str) -> bool:
    """Whether only opinion words and function words stand between an opinion word and the pause before its aspect."""
    first, last = (end, opinion.start) if end <= opinion.start else (opinion.end, start)
    if first >= last:
        return True
    between = list(text[first:last])
    for left, right in opinion.opinion_words:
        for place in range(max(left, first), min(right, last)):
            between[place - first] = " "
    rest = language(lang).normalize("".join(between))
    parts = PAUSE.split(rest)
    return not language(lang).meanings.NEXT_ASPECT.search(rest) and all(
        is_function_words(part, lang) for part in (parts[1:] if start >= opinion.end else parts[:-1])
    )


def is_function_words(part: str, lang: str) -> bool:
    """Whether a stretch of text holds nothing but function words."""
    words = part.lower().split()
    return all(word in language(lang).stop_words for word in words)


@dataclass(slots=True)
class RivalCounts:
    """The counts of comparisons with another product: reviews that find ours better, worse, and neither or both."""

    name: str
    better: list[Comparison] = field(default_factory=list)  # one of each review
    worse: list[Comparison] = field(default_factory=list)
    neither: int = 0

    @property
    def reviews(self) -> int:
        """The number of reviews that compare."""
        return len(self.better) + len(self.worse) + self.neither

    def add(self, comparisons: Sequence[Comparison]) -> None:
        """Add the comparisons of one review."""
        signs = {comparison.verdict for comparison in comparisons}
        if signs == {1}:
            self.better.append(comparisons[0])
        elif signs == {-1}:
            self.worse.append(comparisons[0])
        else:
            self.neither += 1


@dataclass(slots=True)
class SummaryCounts:
    """The counts of all reviews of one language, topic by topic."""

    lang: str
    by: str = "terms"  # whether topics are aspects, or categories
    stride: int = 1
    reviews: int = 0
    with_opinion: int = 0  # reviews with an opinion on anything
    first: Date | None = None
    last: Date | None = None
    stars: float = 0.0
    starred: int = 0
    topics: dict[str, TopicCounts] = field(default_factory=dict)
    texts: set[int] = field(default_factory=set)  # of the compared reviews
    compared: int = 0
    rivals: dict[str, RivalCounts] = field(default_factory=dict)

    def add(self, review: Review, opinions: Sequence[Opinion]) -> None:
        """Count a review and its opinions on the product."""
        self._note(review)
        judged = [opinion for opinion in opinions if opinion.polarity and opinion.about in OURS]
        if self.by != "categories":
            judged = drop_repeated_words(judged)
        self.with_opinion += bool(judged)
        by_topic: dict[str, list[Opinion]] = {}
        for opinion in judged:
            if (topic := topic_of(opinion, self.lang, by=self.by)) is not None:
                key, name = topic
                self.topics.setdefault(key, TopicCounts(key)).add_name(opinion, name, review.text)
                by_topic.setdefault(key, []).append(opinion)
        for key, ours in by_topic.items():
            self.topics[key].add(review, ours, self.lang)

    def compare(self, comparisons: Sequence[Comparison]) -> None:
        """Add the comparisons of one review in which the product takes part."""
        by_name: dict[str, list[Comparison]] = {}
        for comparison in comparisons:
            if comparison.entity and comparison.verdict is not None:
                by_name.setdefault(comparison.entity, []).append(comparison)
        for name, ours in by_name.items():
            self.rivals.setdefault(name.lower(), RivalCounts(name)).add(ours)

    def _note(self, review: Review) -> None:
        self.reviews += 1
        if crc32(review.id.encode("utf-8", "surrogatepass")) % self.stride == 0:
            self.compared += 1
            self.texts.add(hash(" ".join(review.text.split())))
        if review.stars is not None:
            self.stars, self.starred = self.stars + review.stars, self.starred + 1
        if (day := review.date) is not None:
            self.first = min(day, self.first or day)
            self.last = max(day, self.last or day)


def stands_within_sentence(opinion: Opinion, text: str) -> bool:
    """Whether the words of the aspect stand inside a sentence, where a capital letter is part of the name."""
    before = text[: opinion.start].rstrip()
    return bool(before) and before[-1] not in ".!?:;\n…-–—\"'“(*" and opinion.end - opinion.start <= 40


def count_topics(findings: Iterable[ReviewFindings], *, lang: str, by: str = "terms", total: int = 0) -> SummaryCounts:
    """Count the reviews in a language; ``total`` is about how many there are in all."""
    counts = SummaryCounts(lang, by=by, stride=max(1, total // COMPARED))
    for review, opinions, comparisons in findings:
        if (review.lang or DEFAULT) == lang:
            counts.add(review, opinions)
            counts.compare(comparisons)
    return counts
