"""One pass over the reviews: how many praise or blame what, with which words and when. Memory stays flat."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date as Date
from heapq import nsmallest
from typing import NamedTuple
from zlib import crc32

from voxpop.aggregate.tally import lottery
from voxpop.lang import language
from voxpop.summarize.meanings import Saying, denied, sayings
from voxpop.summarize.topics import OURS, names_it, topic
from voxpop.types import Comparison, Opinion, Review

SAMPLE = 200  # opinions of each kind kept to choose quotes from
WATCHED = 5000  # reviews whose texts are compared
PAUSE = re.compile(r"[,;:.!?，、；：。！？\n]")
OTHER = re.compile(r"\b(?:and|but|while|with)\s+(?:the|our|my|a|an|its|their)\b", re.IGNORECASE)  # begins another thing
Told = tuple[Review, Sequence[Opinion], Sequence[Comparison]]  # a review and what was found in it


class Heard(NamedTuple):
    """An opinion, and the month of its review; empty where that has no date."""

    opinion: Opinion
    month: str


@dataclass(slots=True)
class Voices:
    """Reviews that say one thing: how many, when, their stars, and one opinion of each of some of them."""

    reviews: int = 0
    months: Counter[str] = field(default_factory=Counter)
    stars: float = 0.0
    starred: int = 0
    sample: list[Heard] = field(default_factory=list)

    def add(self, review: Review, opinion: Opinion) -> None:
        self.reviews += 1
        if month := month_of(review):
            self.months[month] += 1
        stars = review.stars if review.stars is not None else review.predicted_stars
        if stars is not None:
            self.stars, self.starred = self.stars + stars, self.starred + 1
        self.sample.append(Heard(opinion, month))
        if len(self.sample) > 2 * SAMPLE:
            self.sample = nsmallest(SAMPLE, self.sample, key=lambda heard: lottery(heard.opinion))

    def opinions(self, *, since: str = "") -> list[Opinion]:
        """Those kept, or of them those since a month."""
        return [opinion for opinion, month in self.sample if month >= since]

    def since(self, month: str) -> int:
        return sum(n for day, n in self.months.items() if day >= month)


@dataclass(slots=True)
class Wording:
    """Reviews that say one thing with words of one meaning, and those words."""

    voices: Voices = field(default_factory=Voices)
    forms: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Topic:
    """What is said of one thing. A review that both praises and blames it is torn, and on neither side."""

    key: str
    names: Counter[str] = field(default_factory=Counter)
    spelled: Counter[str] = field(default_factory=Counter)  # as written within sentences
    praise: Voices = field(default_factory=Voices)
    blame: Voices = field(default_factory=Voices)
    torn: int = 0
    torn_months: Counter[str] = field(default_factory=Counter)
    words: defaultdict[tuple[str, int, int], Wording] = field(default_factory=lambda: defaultdict(Wording))
    poles: Counter[tuple[str, int]] = field(default_factory=Counter)  # reviews at each end of a dimension
    vague: set[str] = field(default_factory=set)  # dimensions that only say good or bad
    categories: Counter[str] = field(default_factory=Counter)

    @property
    def voiced(self) -> int:
        """Reviews that say something good or bad of it."""
        return self.praise.reviews + self.blame.reviews + self.torn

    def name(self, opinion: Opinion, name: str, text: str) -> None:
        """Note what it is called."""
        self.names[name] += 1
        if opinion.category:
            self.categories[opinion.category] += 1
        if within(opinion, text):
            self.spelled[opinion.text] += 1

    def add(self, review: Review, opinions: Sequence[Opinion], lang: str) -> None:
        """Add what one review says of it, all of it good or bad."""
        signs = {opinion.polarity > 0 for opinion in opinions}
        if len(signs) > 1:
            self.torn += 1
            if month := month_of(review):
                self.torn_months[month] += 1
        else:
            side = self.praise if signs.pop() else self.blame
            side.add(review, max(opinions, key=lambda opinion: (abs(opinion.polarity), -opinion.start)))
        self._add_words(review, opinions, lang)

    def _add_words(self, review: Review, opinions: Sequence[Opinion], lang: str) -> None:
        said: dict[tuple[str, int, int], tuple[Opinion, set[str]]] = {}
        for opinion in (opinion for opinion in opinions if names_it(opinion, self.key, lang)):
            for meaning, word in sayings_of(opinion, review.text, lang):
                if meaning.vague:
                    self.vague.add(meaning.dimension)
                key = meaning.dimension, meaning.pole, 1 if opinion.polarity > 0 else -1
                said.setdefault(key, (opinion, set()))[1].add(word)
        ends = {(dimension, pole) for dimension, pole, _ in said}
        self.poles.update(end for end in ends if (end[0], -end[1]) not in ends)
        for key, (opinion, words) in said.items():
            if (key[0], -key[1]) not in ends:
                self.words[key].voices.add(review, opinion)
                self.words[key].forms.update(word for word in words if word)


def once(opinions: Sequence[Opinion]) -> list[Opinion]:
    """Without those on a category alone whose words are already said of an aspect: "slow lift" is no second "slow"."""
    named = {span for opinion in opinions if opinion.aspect != opinion.category for span in opinion.opinion_words}
    return [
        opinion
        for opinion in opinions
        if opinion.aspect != opinion.category
        or not opinion.opinion_words
        or not named.issuperset(opinion.opinion_words)
    ]


def month_of(review: Review) -> str:
    return f"{review.date:%Y-%m}" if review.date else ""


def sayings_of(opinion: Opinion, text: str, lang: str) -> list[Saying]:
    """What the opinion words say, where that fits the verdict and they stand with the aspect's own words."""
    found: list[Saying] = []
    for start, end in opinion.opinion_words:
        if denied(text, start, lang) or not together(opinion, start, end, text, lang):
            continue
        for saying in sayings(text[start:end], lang):
            if saying.meaning.good * opinion.polarity >= 0:
                found.append(saying)
    return found


def together(opinion: Opinion, start: int, end: int, text: str, lang: str) -> bool:
    """Whether nothing but other opinion words and small words stands between a word and the pause before its thing."""
    first, last = (end, opinion.start) if end <= opinion.start else (opinion.end, start)
    if first >= last:
        return True
    between = list(text[first:last])
    for left, right in opinion.opinion_words:
        for place in range(max(left, first), min(right, last)):
            between[place - first] = " "
    rest = "".join(between)
    parts = PAUSE.split(rest)
    return not OTHER.search(rest) and all(
        small(part, lang) for part in (parts[1:] if start >= opinion.end else parts[:-1])
    )


def small(part: str, lang: str) -> bool:
    """Whether a stretch holds nothing but words that mean nothing by themselves."""
    words = part.lower().split()
    return all(word in language(lang).stop_words for word in words)


@dataclass(slots=True)
class Rival:
    """Reviews that hold the product against another: those that find it better, worse, and neither or both."""

    name: str
    better: list[Comparison] = field(default_factory=list)  # one of each review
    worse: list[Comparison] = field(default_factory=list)
    neither: int = 0

    @property
    def voiced(self) -> int:
        return len(self.better) + len(self.worse) + self.neither

    def add(self, comparisons: Sequence[Comparison]) -> None:
        """Add what one review says."""
        signs = {one.verdict for one in comparisons}
        if signs == {1}:
            self.better.append(comparisons[0])
        elif signs == {-1}:
            self.worse.append(comparisons[0])
        else:
            self.neither += 1


@dataclass(slots=True)
class Book:
    """Everything the reviews of one language say of the product, topic by topic, and how many they are."""

    lang: str
    by: str = "terms"  # whether topics are aspects, or categories
    stride: int = 1
    reviews: int = 0
    voiced: int = 0  # reviews with an opinion on anything
    first: Date | None = None
    last: Date | None = None
    stars: float = 0.0
    starred: int = 0
    topics: dict[str, Topic] = field(default_factory=dict)
    texts: set[int] = field(default_factory=set)  # of the watched reviews
    watched: int = 0
    rivals: dict[str, Rival] = field(default_factory=dict)

    def add(self, review: Review, opinions: Sequence[Opinion]) -> None:
        self._note(review)
        felt = [opinion for opinion in opinions if opinion.polarity and opinion.about in OURS]
        if self.by != "categories":
            felt = once(felt)
        self.voiced += bool(felt)
        by_topic: dict[str, list[Opinion]] = {}
        for opinion in felt:
            if (found := topic(opinion, self.lang, by=self.by, text=review.text)) is not None:
                key, name = found
                self.topics.setdefault(key, Topic(key)).name(opinion, name, review.text)
                by_topic.setdefault(key, []).append(opinion)
        for key, said in by_topic.items():
            self.topics[key].add(review, said, self.lang)

    def compare(self, comparisons: Sequence[Comparison]) -> None:
        """Add the comparisons of one review in which the product takes part."""
        by_name: dict[str, list[Comparison]] = {}
        for one in comparisons:
            if one.entity and one.verdict is not None:
                by_name.setdefault(one.entity, []).append(one)
        for name, ours in by_name.items():
            self.rivals.setdefault(name.lower(), Rival(name)).add(ours)

    def _note(self, review: Review) -> None:
        self.reviews += 1
        if crc32(review.id.encode("utf-8", "surrogatepass")) % self.stride == 0:
            self.watched += 1
            self.texts.add(hash(" ".join(review.text.split())))
        if review.stars is not None:
            self.stars, self.starred = self.stars + review.stars, self.starred + 1
        if (day := review.date) is not None:
            self.first = min(day, self.first or day)
            self.last = max(day, self.last or day)


def within(opinion: Opinion, text: str) -> bool:
    """Whether the aspect's words stand inside a sentence, where a capital letter is part of the name."""
    before = text[: opinion.start].rstrip()
    return bool(before) and before[-1] not in ".!?:;\n…-–—\"'“(*" and opinion.end - opinion.start <= 40


def collect(said: Iterable[Told], *, lang: str, by: str = "terms", total: int = 0) -> Book:
    """The book of the reviews in a language; ``total`` is about how many there are."""
    book = Book(lang, by=by, stride=max(1, total // WATCHED))
    for review, opinions, comparisons in said:
        if (review.lang or "en") == lang:
            book.add(review, opinions)
            book.compare(comparisons)
    return book
