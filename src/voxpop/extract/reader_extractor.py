"""Sentiment by the reader: which words are aspect terms, what is said of each, and which categories stand behind it.

One pass of the model over a review gives everything, and terms a second look. Every noun phrase that shares words with
a term is judged with it, and one that does not is only mentioned, unless an opinion in its clause has nothing else to
be about. Categories that are present but named by no term are read from where the model looked for them. Where the
reader has heads for single sentences, each sentence has categories of its own.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from copy import copy
from itertools import groupby
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from voxpop.extract.categories import EVEN, CategoryClassifier, ReviewCategories, category_classifier
from voxpop.extract.decode import tagged_spans
from voxpop.extract.lexicon_tables import lexicon_tables
from voxpop.extract.predicted_stars import predict_stars
from voxpop.extract.reader_output import OPINION, POLARITY, TERM, Floats
from voxpop.extract.sentence_heads import SentenceHeads
from voxpop.extract.sentence_layout import SentenceLayout, TokenSpan
from voxpop.extract.threads import one_thread
from voxpop.lang import language
from voxpop.lang.phrases import NOUNS
from voxpop.types import ExtractedTerm, Extraction, Judgement, Phrase, ReaderOutput, Sentence, Span, Token

WEAK = 0.1  # the chance of being a term from which a phrase takes an opinion that has no other home
OPINED = 0.5  # what attention on the opinion words counts for a term's category, where on the term it counts 1
FOCUS = 5.0  # times the attention that a piece of a review gets on average; of a sentence by itself, once is enough
LOOKS = 0.25  # of all its attention, on the term and its opinion words, is enough in any case
CORE = 0.6  # the share of a sentence's attention that makes one of its clauses the evidence
Sums = NDArray[np.float64]


class ReaderModel(Protocol):
    """What this room needs of a reader."""

    @property
    def config(self) -> dict[str, Any]: ...
    @property
    def sentences(self) -> SentenceHeads | None: ...
    def read(self, texts: Sequence[str], *, hidden: bool = False) -> list[ReaderOutput]: ...


class SecondLook(Protocol):
    """Whose tags and feelings of terms take the place of the reader's, where a language has such weights."""

    threshold: float

    def __call__(self, reading: ReaderOutput, text: str) -> ReaderOutput: ...


class ReaderExtractor:
    """Hears reviews of one language with one pass of the model over each."""

    def __init__(
        self,
        lang: str,
        model: ReaderModel,
        topics: CategoryClassifier | None = None,
        *,
        terms: SecondLook | None = None,
    ) -> None:
        self.model, self.terms = model, terms
        self.topics: CategoryClassifier = topics or category_classifier(model.config, model.sentences)
        tagged = float(model.config.get("term", EVEN))
        self.term = terms.threshold if terms else tagged
        self.opinion = float(model.config.get("opinion", tagged))
        self.stars = model.config.get("stars", {})
        self.tables = lexicon_tables(lang)
        self.language = language(lang)

    def extract(
        self, texts: Sequence[str], parsed: Sequence[Sequence[Sentence]], *, states: bool = False
    ) -> list[Extraction]:
        readings = self.model.read(texts, hidden=states or self.topics.hidden or self.terms is not None)
        with one_thread():
            heard = [self._hear(*one) for one in zip(texts, parsed, readings, strict=True)]
        return [one._replace(reading=it) for one, it in zip(heard, readings, strict=True)] if states else heard

    def names(self, tokens: Sequence[Token]) -> bool:
        """Whether words can name a thing: "it" and "😀" cannot, whatever the tags say, nor "just" in a Chinese text."""
        return any(map(self._names, tokens))

    def _names(self, token: Token) -> bool:
        if token.text.lower() in self.language.stop_words or not token.text[0].isalnum():
            return False
        return token.tag in NOUNS or not self.language.foreign(token.text)

    def _hear(self, text: str, sentences: Sequence[Sentence], reading: ReaderOutput) -> Extraction:
        if not sentences or not len(reading.spans):
            return Extraction(sentences, [], [() for _ in sentences])
        looked = reading if self.terms is None else self.terms(reading, text)
        page = ReadingSums(looked, self.topics(reading))
        terms = tagged_spans(looked, text, TERM, threshold=self.term)
        opinions = tagged_spans(reading, text, OPINION, threshold=self.opinion)
        pages = self._pages(page, reading, sentences)
        heard = [SentenceExtractor(self, own, one, _within(terms, one), _within(opinions, one), text)
                 for own, one in zip(pages, sentences, strict=True)]  # fmt: skip
        said = [said for ear in heard for said in ear.said()]
        said += [_implicit(ears, place) for ears in _together(heard) for place in _silent(ears)]
        return Extraction(
            [ear.sentence for ear in heard],
            said,
            [ear.phrases for ear in heard],
            predict_stars(reading.stars, self.stars),
        )

    def _pages(self, page: ReadingSums, reading: ReaderOutput, sentences: Sequence[Sentence]) -> list[ReadingSums]:
        """For each sentence the page of the review, or one of its own where it can be asked by itself."""
        parts = [slice(*page.pieces(_whole(sentence))) for sentence in sentences]
        topics = self.topics.within(reading, parts)
        if topics is None:
            return [page] * len(parts)
        return [page.of(own, pieces) for own, pieces in zip(topics, parts, strict=True)]


class ReadingSums:
    """A reading with sums along its pieces, so that any stretch has its mean at once."""

    def __init__(self, reading: ReaderOutput, topics: ReviewCategories) -> None:
        self.starts, self.ends = (side.tolist() for side in reading.spans.T)
        self._chances = _along(1.0 - reading.tags[:, TERM.start : TERM.start + 1])
        self._felt = _along(reading.tags[:, POLARITY])
        self.topics, self._attended, self._first = topics, _along(topics.attention.T), 0
        self.enough = FOCUS / len(self.starts)  # attention on a term, from which a category looks at it

    def of(self, topics: ReviewCategories, pieces: slice) -> ReadingSums:
        """The same page, with the categories of one of its sentences: to them its own pieces are all there is."""
        page = copy(self)
        page.topics, page._attended, page._first = topics, _along(topics.attention.T), pieces.start
        page.enough = 1 / max(1, pieces.stop - pieces.start)
        return page

    def chance(self, span: Span) -> float:
        """That the words of a span are part of a term."""
        return float(self._mean(self._chances, [span])[0])

    def felt(self, span: Span) -> Judgement:
        """How a term at this place is felt about; the evidence comes later."""
        return _judged(self._mean(self._felt, [span]))

    def attended(self, spans: Sequence[Span]) -> Sums:
        """For each category, how much of its attention lies on these spans, in relation to their length."""
        return self._mean(self._attended, spans, begin=self._first)

    def mass(self, place: int, span: Span) -> float:
        """The attention of one category on all of a span."""
        first, last = (piece - self._first for piece in self.pieces(span))
        return float(self._attended[last, place] - self._attended[first, place])

    def _mean(self, sums: Sums, spans: Sequence[Span], *, begin: int = 0) -> Sums:
        total, count = np.zeros(sums.shape[1]), 0
        for span in spans:
            first, last = self.pieces(span)
            total += sums[last - begin] - sums[first - begin]
            count += last - first
        return total / max(count, 1)

    def pieces(self, span: Span) -> tuple[int, int]:
        first = bisect_right(self.ends, span.start)
        return first, max(first, bisect_left(self.starts, span.end))


class Target(NamedTuple):
    """Something that is judged: its words, the opinion words about it, and whether it is a tagged term."""

    stretch: TokenSpan
    opinions: list[TokenSpan]
    tagged: bool


class SentenceExtractor:
    """What one sentence says."""

    def __init__(
        self,
        by: ReaderExtractor,
        page: ReadingSums,
        sentence: Sentence,
        terms: Sequence[Span],
        opinions: Sequence[Span],
        text: str,
    ) -> None:
        self.page, self.text = page, text
        layout = SentenceLayout(sentence, by.tables)
        tagged = [one for one in layout.fit(terms) if by.names(sentence.tokens[one.first : one.last])]
        self.opinions = layout.fit(opinions)
        self.phrases = tuple(Phrase(one.first, one.last, self._term(layout, one, by.language.joiner)) for one in tagged)
        known = {phrase[:2] for phrase in sentence.phrases}
        whole = [phrase for phrase, one in zip(self.phrases, tagged, strict=True) if layout.whole(one)]
        if extra := [phrase for phrase in whole if phrase[:2] not in known]:
            sentence = Sentence(sentence.start, sentence.end, sentence.tokens, (*sentence.phrases, *extra))
            layout = SentenceLayout(sentence, by.tables)
        self.sentence, self.layout = sentence, layout
        self.things = self._things(tagged)
        self.categories = [self._category(thing) for thing in self.things]

    def _term(self, layout: SentenceLayout, stretch: TokenSpan, joiner: str) -> str:
        """The term as the text room writes terms; where it ends in the midst of words, as it stands."""
        if layout.whole(stretch):
            return joiner.join(token.text.lower() for token in layout.tokens[stretch.first : stretch.last])
        return self.text[slice(*stretch.span)].lower()

    @property
    def places(self) -> set[int]:
        """The categories that a term in this sentence stands for; other phrases may turn out to be no aspects."""
        named = zip(self.things, self.categories, strict=True)
        return {place for thing, place in named if thing.tagged and place is not None}

    def _things(self, tagged: list[TokenSpan]) -> list[Target]:
        """The terms, and the phrases that take an opinion no term of its clause can take."""
        taken = {token for one in tagged for token in range(one.first, one.last)}
        free = [run for run in self.layout.runs if not taken & set(range(run.first, run.last))]
        inside = [(run, rest) for run in free if (rest := self._rest(run)) is not None]
        named = {run for run, _ in inside}
        things = [Target(one, [], True) for one in tagged]
        spare = [run for run in free if run not in named and self.page.chance(run.span) >= WEAK]
        for opinion in self.opinions:
            stretches = [thing.stretch for thing in things]
            place = self.layout.nearest(opinion, stretches, far=False)
            if place is None and (run := self.layout.nearest(opinion, spare, far=False)) is not None:
                things.append(Target(spare.pop(run), [], False))
                place = len(things) - 1
            elif place is None and not any(opinion.start <= one.start < opinion.end for one in named):
                place = self.layout.nearest(opinion, stretches)
            if place is not None:
                things[place].opinions.append(opinion)
        return [*things, *(Target(run, [rest], False) for run, rest in inside)]

    def _rest(self, run: TokenSpan) -> TokenSpan | None:
        """Return what is said of a phrase that an opinion begins with, as Chinese ones do ("taste good")."""
        for opinion in self.opinions:
            if opinion.start <= run.start and run.end < opinion.end and run.last < opinion.last:
                return TokenSpan(self.layout.starts[run.last], opinion.end, run.last, opinion.last)
        return None

    def _category(self, thing: Target) -> int | None:
        """The present category that looks most at the thing and, half as much, at what is said of it.

        None where all look elsewhere: on SemEval-16 reviews such guesses are wrong more often than right.
        """
        attended = self.page.attended([thing.stretch.span])
        attended += OPINED * self.page.attended([opinion.span for opinion in thing.opinions])
        if not len(attended):
            return None
        best = int(attended.argmax())
        mass = sum(self.page.mass(best, one.span) for one in (thing.stretch, *thing.opinions))
        return best if attended[best] >= self.page.enough or mass >= LOOKS else None

    def said(self) -> list[ExtractedTerm]:
        names = self.page.topics.names
        categories = [None if place is None else names[place] for place in self.categories]
        judgements = [self._judgement(thing) for thing in self.things]
        found = []
        for phrase in self.sentence.phrases:
            stretch = self.layout.stretch(phrase.first, phrase.last)
            place = self._home(stretch)
            if place is None:
                nothing = Judgement(None, (), self.layout.evidence([stretch]), 0.0)
                found.append(ExtractedTerm(*stretch.span, phrase.term, nothing))
            else:
                exact = self.things[place].tagged and self.things[place].stretch.span == stretch.span
                found.append(ExtractedTerm(*stretch.span, phrase.term, judgements[place], categories[place], exact))
        for place, phrase in enumerate(self.phrases):  # the tagged come first among the things, in the same order
            stretch = self.things[place].stretch
            if not self.layout.whole(stretch):
                found.append(ExtractedTerm(*stretch.span, phrase.term, judgements[place], categories[place], True))
        return found

    def _home(self, stretch: TokenSpan) -> int | None:
        """The thing that a phrase shares most with."""
        shared = [
            min(stretch.end, thing.stretch.end) - max(stretch.start, thing.stretch.start) for thing in self.things
        ]
        best = max(range(len(shared)), key=shared.__getitem__, default=None)
        return best if best is not None and shared[best] > 0 else None

    def _judgement(self, thing: Target) -> Judgement:
        words = tuple(sorted(opinion.span for opinion in thing.opinions))
        evidence = self.layout.evidence([thing.stretch, *thing.opinions])
        return self.page.felt(thing.stretch.span)._replace(opinion_words=words, evidence=evidence)


def _together(heard: Sequence[SentenceExtractor]) -> list[list[SentenceExtractor]]:
    """Sentences that share a page."""
    return [list(ears) for _, ears in groupby(heard, key=lambda ear: id(ear.page))]


def _silent(ears: Sequence[SentenceExtractor]) -> list[int]:
    """The categories present on a page that no term stands for."""
    topics = ears[0].page.topics
    return sorted(set(range(len(topics.names))) - topics.faint - {place for ear in ears for place in ear.places})


def _implicit(ears: Sequence[SentenceExtractor], place: int) -> ExtractedTerm:
    """A category that no term stands for, quoted from where the model looked for it."""
    page = ears[0].page
    ear = max(ears, key=lambda ear: page.mass(place, _whole(ear.sentence)))
    evidence = _whole(ear.sentence)
    clause = max(ear.layout.clauses(), key=lambda span: page.mass(place, span), default=evidence)
    if page.mass(place, clause) >= CORE * page.mass(place, evidence):
        evidence = clause
    inside = [one.span for one in ear.opinions if evidence.start <= one.start and one.end <= evidence.end]
    words = sorted(inside, key=lambda span: -page.attended([span])[place])[:1]
    judgement = _judged(page.topics.polarity[place])._replace(opinion_words=tuple(words), evidence=evidence)
    return ExtractedTerm(*evidence, "", judgement, page.topics.names[place])


def _judged(chances: Floats | Sums) -> Judgement:
    """The likeliest of good, neutral and bad is the verdict; its size is how far good and bad are apart."""
    best = int(chances.argmax())
    polarity = 0.0 if best == 1 else float(chances[0] - chances[2])
    return Judgement(polarity, (), Span(0, 0), round(float(chances[best]), 3))


def _along(values: Floats) -> Sums:
    """Sums of the rows before each place and before the end."""
    zero = np.zeros((1, values.shape[1]))
    return np.concatenate([zero, values.cumsum(axis=0, dtype=np.float64)])


def _within(spans: Sequence[Span], sentence: Sentence) -> Sequence[Span]:
    """Of spans in order, those that begin in a sentence."""
    return spans[bisect_left(spans, Span(sentence.start, 0)) : bisect_left(spans, Span(sentence.end, 0))]


def _whole(sentence: Sentence) -> Span:
    return Span(sentence.start, sentence.end)
