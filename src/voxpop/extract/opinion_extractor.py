"""Extraction by the opinion reader: one pass of the model over a review gives every opinion in it.

Each target becomes a term; an opinion whose target has no name becomes a term without words, quoted from its evidence.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import sqrt
from operator import attrgetter
from statistics import fmean
from typing import NamedTuple, cast

import numpy as np

from voxpop.extract.custom_categories import CustomHeads
from voxpop.extract.fine_categories import FineCategories
from voxpop.extract.named_terms import PARTS, about_read
from voxpop.extract.opinion_decoding import (
    ABOUT_RIVAL,
    OUTSIDE,
    DecodedOpinion,
    Floats,
    Places,
    Thresholds,
    TokenScores,
    by_window,
    characters,
    decode_windows,
    token_row,
    token_spans,
    what_about,
)
from voxpop.extract.opinion_model import ComparisonScores, OpinionModel, TextScores
from voxpop.extract.predicted_stars import predict_stars
from voxpop.extract.sentence_layout import SentenceLayout, TokenSpan
from voxpop.extract.statement_vectors import meanings
from voxpop.extract.void_words import is_void
from voxpop.lang import language
from voxpop.timings import stage
from voxpop.types import (
    About,
    ExtractedComparison,
    ExtractedStatement,
    ExtractedTerm,
    Extraction,
    Judgement,
    NameMention,
    NameReading,
    Preference,
    Sentence,
    Span,
    Token,
)

OVERALL = "overall"
MOST_CHARACTERS = 32_000  # of texts that are decoded together
LOOSE = Thresholds(inside=0.3, span=0.3)  # for words of comparisons and rivals, which are judged as a whole


class JudgedOpinion(NamedTuple):
    """An opinion with its labels: the name of its category, if any, and what it is about."""

    decoded: DecodedOpinion
    category: str | None
    about: About
    is_surely_rival: bool
    confidence: float


class Target(NamedTuple):
    """A target in one sentence: its words, and all opinions on it."""

    words: TokenSpan
    opinions: list[JudgedOpinion]


class TargetedSentence(NamedTuple):
    """A sentence with the targets in it, and the opinions whose target has no words."""

    layout: SentenceLayout
    targets: Sequence[Target]
    nameless: Sequence[JudgedOpinion]


class TextReading(NamedTuple):
    """What the model reads in one text: its scores, its opinions, and of each window what is compared with what."""

    scores: TextScores
    opinions: list[JudgedOpinion]
    compared: list[Places]  # words that compare, as ranges of tokens
    rivals: list[Places]  # names of rivals


class OpinionExtractor:
    """Extracts from reviews of one language with one pass of the model over each.

    ``heads`` are a user's own categories, in place of the model's. Of the model's, only the ``allowed`` are given, and
    ``fine`` divides some of them into finer ones.
    """

    def __init__(
        self,
        lang: str,
        model: OpinionModel,
        heads: CustomHeads | None = None,
        *,
        allowed: frozenset[str] | None = None,
        fine: FineCategories | None = None,
    ) -> None:
        self.model, self.heads, self.fine = model, heads, fine
        self.meanings = meanings(lang, model)
        self.language = language(lang)
        self.stars = model.config.get("stars", {})
        names = self.language.topic_names.CATEGORY_NAMES
        self.names = heads.categories if heads else [names.get(category, category) for category in model.categories]
        self.overall = names.get(OVERALL, OVERALL)
        self.mask = np.ones(len(self.names), np.float32)
        if heads is None and allowed is not None:
            self.mask = np.array([category in allowed for category in model.categories], np.float32)
        if fine:
            self.names = [*self.names, *fine.names]
            self.mask = np.append(self.mask, np.ones(len(fine.names), np.float32))

    def extract(
        self,
        texts: Sequence[str],
        parsed: Sequence[Sequence[Sentence]],
        names: Sequence[Sequence[NameMention]] | None = None,
    ) -> list[Extraction]:
        """Extract from each of some parsed reviews, in which these names of products stand."""
        names = names or [()] * len(texts)
        extractions = [Extraction(sentences, []) for sentences in parsed]
        for places in batches([len(text) if sentences else 0 for text, sentences in zip(texts, parsed, strict=True)]):
            ours = [texts[place] for place in places], [parsed[place] for place in places], [names[p] for p in places]
            for place, extraction in zip(places, self._extract(*ours), strict=True):
                extractions[place] = extraction
        return extractions

    def _extract(
        self,
        texts: Sequence[str],
        parsed: Sequence[Sequence[Sentence]],
        names: Sequence[Sequence[NameMention]],
    ) -> Iterator[Extraction]:
        readings = [
            reading._replace(opinions=self._without_void(self._in_whole_words(reading.opinions, sentences), sentences))
            for reading, sentences in zip(self._read(texts, parsed), parsed, strict=True)
        ]
        statements: Sequence[Sequence[ExtractedStatement]] = [()] * len(texts)
        if self.meanings:
            decoded = [[opinion.decoded for opinion in reading.opinions] for reading in readings]
            statements = self.meanings.statements(decoded, [reading.scores for reading in readings], parsed)
        targeted = [self._targets(each, reading.opinions) for each, reading in zip(parsed, readings, strict=True)]
        labels = self._target_labels([target for of_text in targeted for each in of_text for target in each.targets])
        columns = (texts, parsed, names, readings, statements, targeted)
        for text, sentences, own_names, reading, own, targets in zip(*columns, strict=True):
            yield Extraction(
                sentences,
                self._terms(text, targets, labels, own_names),
                predict_stars(reading.scores.stars, self.stars),
                comparisons=surest(self._comparisons(reading, sentences, own_names)),
                statements=own,
                names=tuple(read_names(reading.scores, own_names)),
            )

    def _without_void(self, opinions: Sequence[JudgedOpinion], sentences: Sequence[Sentence]) -> list[JudgedOpinion]:
        """Return the opinions but for those that name no target, and whose words say nothing by themselves."""
        starts = [sentence.start for sentence in sentences]
        return [
            opinion
            for opinion in opinions
            if opinion.decoded.target
            or not is_void(tokens_inside(opinion.decoded.words, sentences, starts), lang=self.language.code)
        ]

    def _in_whole_words(
        self, opinions: Sequence[JudgedOpinion], sentences: Sequence[Sentence]
    ) -> Sequence[JudgedOpinion]:
        """Return the opinions with their words extended to whole ones, but not into their targets.

        Where words are not spaced, the model may begin or end inside one.
        """
        if self.language.script.IS_SPACED:
            return opinions
        starts = [sentence.start for sentence in sentences]
        extended: list[JudgedOpinion] = []
        for opinion in opinions:
            words, target = opinion.decoded.words, opinion.decoded.target
            if words and (tokens := tokens_inside(words, sentences, starts)):
                start, end = min(words[0], tokens[0].start), max(words[1], tokens[-1].end)
                if not (target and start < target[1] and target[0] < end):
                    opinion = opinion._replace(decoded=opinion.decoded._replace(words=(start, end)))
            extended.append(opinion)
        return extended

    def _read(self, texts: Sequence[str], parsed: Sequence[Sequence[Sentence]]) -> list[TextReading]:
        """Return what the model reads in each text. Texts go through the model one by one, and are decoded together."""
        with stage("model"):
            needs_states = any((self.heads, self.meanings, self.fine))
            scores = self.model.read_all(texts, hidden=needs_states)
        windows = [
            window
            for each in scores
            for window in (each.windows if self.heads is None else with_categories(each, self.heads.by_token(each)))
        ]
        of_window = [text for text, each in zip(texts, scores, strict=True) for _ in each.windows]
        row = token_row([window.spans for window in windows], of_window)
        decoded = iter(decode_windows(windows, row, self.model.thresholds))
        opinions = [[one for window in islice(decoded, len(each.windows)) for one in window] for each in scores]
        finer = self.fine.divide(opinions, scores, parsed) if self.fine else opinions
        judged_opinions = self._judge(opinions, finer)
        every = [window for each in scores for window in each.comparisons]
        compared, rivals = (
            iter(by_window(token_spans(np.concatenate([getattr(window, name) for window in every]), row, LOOSE), row))
            for name in ("words", "rival")
        )
        readings: list[TextReading] = []
        for each, judged in zip(scores, judged_opinions, strict=True):
            count = len(each.windows)
            readings.append(TextReading(each, judged, list(islice(compared, count)), list(islice(rivals, count))))
        return readings

    def _judge(
        self, decoded: Sequence[Sequence[DecodedOpinion]], finer: Sequence[Sequence[DecodedOpinion]]
    ) -> list[list[JudgedOpinion]]:
        """Return the opinions of each text with their labels; ``finer`` are the same with finer categories."""
        every, fine = ([opinion for opinions in some for opinion in opinions] for some in (decoded, finer))
        if not every:
            return [[] for _ in decoded]
        confidences = np.array([opinion.confidence for opinion in every])
        if self.heads is None:
            chances = self._category_chances([o.category for o in every], [o.category for o in fine]) * confidences
            is_sure = chances >= self.model.thresholds.category
            confidences = np.where(is_sure, chances, confidences)
            categories = np.where(is_sure[:, None], np.array([o.category for o in fine], np.float32), np.float32(0))
            fine = [one._replace(category=category) for one, category in zip(fine, categories, strict=True)]
        labels = self._labels([opinion.category for opinion in fine], [opinion.about for opinion in fine])
        judged = iter(
            [JudgedOpinion(o, *label, sure) for o, label, sure in zip(fine, labels, confidences.tolist(), strict=True)]
        )
        return [list(islice(judged, len(opinions))) for opinions in decoded]

    def _category_chances(self, own: Sequence[Floats], fine: Sequence[Floats]) -> Floats:
        """Return the chance that the likeliest category is right if the opinion is, the model's own or a finer one.

        Only the categories that the kind of product can have count.
        """
        possible, divided = np.array(own) * self.mask[: len(own[0])], np.array(fine) * self.mask
        chances: Floats = np.maximum(possible.max(1), divided.max(1)) / np.maximum(possible.sum(1), 1e-9)
        return chances

    def _labels(
        self, categories: Sequence[Floats] | Floats, abouts: Sequence[Floats] | Floats
    ) -> Iterator[tuple[str | None, About, bool]]:
        """Yield the category of each opinion, if any, what it is about, and whether that is surely another product.

        Only as a whole it is no part.
        """
        weights = np.array(categories) * self.mask
        best = weights.argmax(1)
        is_any = weights[np.arange(len(best)), best] > 0
        scores = np.array(abouts)
        kinds = what_about(scores, self.model.thresholds)
        is_rival = scores[:, ABOUT_RIVAL] >= self.model.thresholds.rival * scores.sum(1)
        columns = (best.tolist(), is_any.tolist(), kinds.tolist(), is_rival.tolist())
        for place, has_category, kind, is_sure in zip(*columns, strict=True):
            category, about = self.names[place] if has_category else None, self.model.config["about"][kind]
            yield category, about if category == self.overall else PARTS.get(about, about), is_sure

    def _targets(self, sentences: Sequence[Sentence], opinions: Sequence[JudgedOpinion]) -> list[TargetedSentence]:
        """Return the sentences of a text with the targets of its opinions."""
        by_sentence: list[list[JudgedOpinion]] = [[] for _ in sentences]
        starts = [sentence.start for sentence in sentences]
        for opinion in opinions:
            place = bisect_right(starts, (opinion.decoded.target or opinion.decoded.words or (0, 0))[0]) - 1
            by_sentence[max(place, 0)].append(opinion)
        layouts = [SentenceLayout(sentence, self.language.code) for sentence in sentences]
        return [
            TargetedSentence(layout, *(group_by_target(ours, layout) if ours else ((), ())))
            for layout, ours in zip(layouts, by_sentence, strict=True)
        ]

    def _target_labels(self, targets: Sequence[Target]) -> Iterator[tuple[str | None, About, bool]]:
        """Yield the labels of each target; where several opinions are on it, those of all of them together."""
        several = [target for target in targets if len(target.opinions) > 1]
        merged: Iterator[tuple[str | None, About, bool]] = iter(())
        if several:
            every = [opinion.decoded for target in several for opinion in target.opinions]
            firsts = np.cumsum([0, *(len(target.opinions) for target in several)])[:-1]
            merged = self._labels(
                np.add.reduceat(np.array([opinion.category for opinion in every]), firsts),
                np.add.reduceat(np.array([opinion.about for opinion in every]), firsts),
            )
        for target in targets:
            first, *more = target.opinions
            yield next(merged) if more else (first.category, first.about, first.is_surely_rival)

    def _terms(
        self,
        text: str,
        sentences: Sequence[TargetedSentence],
        labels: Iterator[tuple[str | None, About, bool]],
        names: Sequence[NameMention],
    ) -> list[ExtractedTerm]:
        """Return the targets of a text as terms, then the opinions whose target has no words."""
        terms: list[ExtractedTerm] = []
        implicit: list[ExtractedTerm] = []
        for layout, targets, nameless in sentences:
            for target, (category, about, is_sure) in zip(targets, labels, strict=False):
                start, end, first, last = target.words
                about = about_read(about, names, end) if names else about
                tokens = layout.tokens[first:last]
                words = tuple([token.lemma for token in tokens]), tokens[-1].tag == "PROPN"
                term, judgement = self._term(layout, target.words, text), self._judgement(target, layout)
                terms.append(ExtractedTerm(start, end, term, judgement, category, about, is_sure, *words))
            implicit += map(_implicit, nameless)
        return terms + implicit

    def _judgement(self, target: Target, layout: SentenceLayout) -> Judgement:
        """Return what is said of a target: the mean of all opinions on it."""
        first, *more = target.opinions
        words = tuple(sorted({Span(*each.decoded.words) for each in target.opinions if each.decoded.words}))
        low, high = target.words[2:]
        for span in layout.fit(
            [span for span in words if span.start >= layout.sentence.start and span.end <= layout.sentence.end]
        ):
            low, high = min(low, span.first), max(high, span.last)
        evidence = layout.evidence(low, high)
        if words and (words[0].start < evidence.start or any(span.end > evidence.end for span in words)):
            evidence = Span(min(evidence.start, words[0].start), max(evidence.end, *(span.end for span in words)))
        if not more:
            return Judgement(first.decoded.polarity, words, evidence, first.confidence)
        polarity = fmean(opinion.decoded.polarity for opinion in target.opinions)
        return Judgement(polarity, words, evidence, fmean(opinion.confidence for opinion in target.opinions))

    def _term(self, layout: SentenceLayout, span: TokenSpan, text: str) -> str:
        """Return the term as ``lang`` writes terms; where it ends inside a word, as it stands."""
        if layout.whole(span):
            return self.language.joiner.join(token.text.lower() for token in layout.tokens[span.first : span.last])
        return self.language.normalize(text[slice(*span.span)]).lower()

    def _comparisons(
        self, reading: TextReading, sentences: Sequence[Sentence], names: Sequence[NameMention]
    ) -> Iterator[ExtractedComparison]:
        """Yield the comparisons with another product named in the same sentence whose verdict is sure."""
        scores = reading.scores
        windows = zip(scores.windows, scores.comparisons, reading.compared, reading.rivals, strict=True)
        for window, compared, words, rivals in windows:
            for first, last in words.tolist() if len(rivals) else ():
                nearest = min(rivals.tolist(), key=lambda span, first=first: abs(span[0] - first))  # type: ignore[misc]
                said, rival = (Span(*characters(window.spans, np.array([s]))[0]) for s in ((first, last), nearest))
                sentence = sentences[max(bisect_right(sentences, said.start, key=attrgetter("start")) - 1, 0)]
                preference, sure = self._verdict(window, compared, slice(first, last), slice(*nearest))
                is_own = any(n.role == "main" and n.start < rival.end and rival.start < n.end for n in names)
                is_here = sentence.start <= rival.start < sentence.end
                if is_here and not is_own and sure >= self.model.thresholds.comparison:
                    yield ExtractedComparison(Span(sentence.start, sentence.end), said, preference, rival, sure)

    def _verdict(
        self, window: TokenScores, compared: ComparisonScores, inside: slice, rival: slice
    ) -> tuple[Preference, float]:
        """Return how the product fares, and how sure that is: every head that bears on it must agree.

        "Better" is as likely as the words praise the product or blame another; "worse" is its opposite.
        """
        ways = dict(zip(self.model.config["directions"], compared.direction[inside].mean(0).tolist(), strict=True))
        about, felt = window.about[inside].mean(0), window.polarity[inside].mean(0)
        ours, theirs, blame, praise = about[0], about[1], felt[:2].sum(), felt[3:].sum()
        agrees = {"better": praise * ours + blame * theirs, "worse": blame * ours + praise * theirs, "different": 0.0}
        way: Preference = max(ways, key=ways.__getitem__)
        named = (1 - compared.words[inside, OUTSIDE].mean()) * (1 - compared.rival[rival, OUTSIDE].mean())
        return way, float(named * ways[way] * agrees.get(way, 1.0))


def tokens_inside(span: tuple[int, int] | None, sentences: Sequence[Sentence], starts: Sequence[int]) -> list[Token]:
    """Return the tokens that share characters with a span; ``starts`` are those of the sentences."""
    low, high = span or (0, 0)
    near = sentences[max(bisect_right(starts, low) - 1, 0) : bisect_left(starts, high)]
    return [token for sentence in near for token in sentence.tokens if token.end > low and token.start < high]


def surest(comparisons: Iterable[ExtractedComparison]) -> tuple[ExtractedComparison, ...]:
    """Return each verdict of a sentence on a rival once, by the words in which it is surest."""
    best: dict[tuple[Span, Preference, Span | None], ExtractedComparison] = {}
    for comparison in comparisons:
        verdict = comparison.sentence, comparison.preference, comparison.rival
        if verdict not in best or comparison.confidence > best[verdict].confidence:
            best[verdict] = comparison
    return tuple(best.values())


def batches(sizes: Sequence[int]) -> Iterator[list[int]]:
    """Yield the places of texts that are decoded together: few enough for memory to stay small, and no empty ones."""
    batch: list[int] = []
    total = 0
    for place, size in enumerate(sizes):
        if batch and total + size > MOST_CHARACTERS:
            yield batch
            batch, total = [], 0
        if size:
            batch.append(place)
            total += size
    if batch:
        yield batch


def read_names(scores: TextScores, names: Sequence[NameMention]) -> Iterator[NameReading]:
    """Yield the names that are not the product's, each as likely a rival's as the model reads it as both of two things:

    the name of what the product is compared with, and words about a competing product.
    """
    others = [name for name in names if name.role != "main"]
    edges = [window.spans.T.tolist() for window in scores.windows] if others else []
    for name in others:
        for (starts, ends), window, compared in zip(edges, scores.windows, scores.comparisons, strict=True):
            first, last = bisect_right(ends, name.start), bisect_left(starts, name.end)
            if first < last:
                rival, about = compared.rival[first:last, OUTSIDE], window.about[first:last, ABOUT_RIVAL]
                chance = (1 - rival.sum() / (last - first)) * about.sum() / (last - first)
                yield NameReading(name.start, name.end, sqrt(chance))
                break


def _implicit(opinion: JudgedOpinion) -> ExtractedTerm:
    """Return an opinion whose target has no words, as a term quoted from its evidence."""
    words = Span(*cast(tuple[int, int], opinion.decoded.words))
    judgement = Judgement(opinion.decoded.polarity, (words,), words, opinion.confidence)
    return ExtractedTerm(*words, "", judgement, opinion.category, opinion.about, opinion.is_surely_rival)


def group_by_target(
    opinions: Sequence[JudgedOpinion], layout: SentenceLayout
) -> tuple[list[Target], list[JudgedOpinion]]:
    """Return the targets of a sentence with all opinions on each, and the opinions whose target has no words."""
    targets: dict[tuple[int, int], Target] = {}
    nameless: list[JudgedOpinion] = []
    for opinion in opinions:
        fitted = layout.fit([Span(*opinion.decoded.target)]) if opinion.decoded.target else []
        if fitted:
            words = fitted[0]
            targets.setdefault((words.first, words.last), Target(words, [])).opinions.append(opinion)
        elif opinion.decoded.words:
            nameless.append(opinion)
    return list(targets.values()), nameless


def with_categories(scores: TextScores, categories: Floats) -> list[TokenScores]:
    """Return the windows of a text with other scores of categories for their tokens."""
    ends = np.cumsum([len(window.spans) for window in scores.windows])[:-1]
    return [
        replace(window, category=part) for window, part in zip(scores.windows, np.split(categories, ends), strict=True)
    ]
