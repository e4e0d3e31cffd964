"""Extraction by the opinion reader: one pass of the model over a review gives every opinion in it.

A noun phrase that shares words with a target is judged with it; one that does not is only mentioned. An opinion whose
target has no name becomes a term without words, quoted from its evidence.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import fmean
from typing import NamedTuple, cast

import numpy as np

from voxpop.extract.custom_categories import CustomHeads
from voxpop.extract.lexicon_tables import lexicon_tables
from voxpop.extract.meaning import meanings
from voxpop.extract.named_terms import PARTS, about_read, about_unread
from voxpop.extract.opinion_decoding import (
    ABOUT_RIVAL,
    OUTSIDE,
    DecodedOpinion,
    Floats,
    Thresholds,
    TokenScores,
    calibrated_confidence,
    decode_opinions,
    token_spans,
    what_about,
    word_starts,
)
from voxpop.extract.opinion_model import ComparisonScores, OpinionModel, TextScores
from voxpop.extract.predicted_stars import predict_stars
from voxpop.extract.sentence_layout import SentenceLayout, TokenSpan
from voxpop.lang import language
from voxpop.lang.mention_candidates import NameMention
from voxpop.timings import stage
from voxpop.types import (
    About,
    ExtractedComparison,
    ExtractedTerm,
    Extraction,
    Judgement,
    NameReading,
    Phrase,
    Preference,
    Sentence,
    Span,
)

OVERALL = "overall"
LOOSE = Thresholds(inside=0.3, span=0.3)  # for words of comparisons and rivals, which are judged as a whole


class Target(NamedTuple):
    """A target in one sentence: its words, and all opinions on it."""

    words: TokenSpan
    opinions: list[DecodedOpinion]


class OpinionExtractor:
    """Extracts from reviews of one language with one pass of the model over each.

    ``heads`` are a user's own categories, in place of the model's. Of the model's, only the ``allowed`` are given.
    """

    def __init__(
        self,
        lang: str,
        model: OpinionModel,
        heads: CustomHeads | None = None,
        *,
        allowed: frozenset[str] | None = None,
    ) -> None:
        self.model, self.heads = model, heads
        self.meanings = meanings(lang, model)
        self.tables = lexicon_tables(lang)
        self.language = language(lang)
        self.stars = model.config.get("stars", {})
        names = self.language.topic_names.CATEGORY_NAMES
        self.names = heads.categories if heads else [names.get(category, category) for category in model.categories]
        self.overall = names.get(OVERALL, OVERALL)
        self.mask = np.ones(len(self.names), np.float32)
        if heads is None and allowed is not None:
            self.mask = np.array([category in allowed for category in model.categories], np.float32)

    def extract(
        self,
        texts: Sequence[str],
        parsed: Sequence[Sequence[Sentence]],
        names: Sequence[Sequence[NameMention]] | None = None,
    ) -> list[Extraction]:
        """Extract from each of some parsed reviews, in which these names of products stand."""
        names = names or [()] * len(texts)
        return [self._extract(*review) for review in zip(texts, parsed, names, strict=True)]

    def _extract(self, text: str, sentences: Sequence[Sentence], names: Sequence[NameMention]) -> Extraction:
        if not sentences:
            return Extraction(sentences, [])
        with stage("model"):
            scores = self.model.read(text, hidden=self.heads is not None or self.meanings is not None)
        windows = scores.windows if self.heads is None else with_categories(scores, self.heads.by_token(scores))
        opinions = [opinion for window in windows for opinion in decode_opinions(window, text, self.model.thresholds)]
        by_sentence: list[list[DecodedOpinion]] = [[] for _ in sentences]
        starts = [sentence.start for sentence in sentences]
        for opinion in opinions:
            place = bisect_right(starts, (opinion.target or opinion.words or (0, 0))[0]) - 1
            by_sentence[max(place, 0)].append(opinion)
        terms: list[ExtractedTerm] = []
        implicit: list[ExtractedTerm] = []
        tagged: list[tuple[Phrase, ...]] = []
        laid_out: list[Sentence] = []
        for sentence, ours in zip(sentences, by_sentence, strict=True):
            layout = SentenceLayout(sentence, self.tables)
            targets, nameless = group_by_target(ours, layout)
            sentence, phrases, named = self._named(layout, targets, text, names)
            laid_out.append(sentence)
            tagged.append(phrases)
            terms += named
            implicit += map(self._implicit, nameless)
        return Extraction(
            laid_out,
            terms + implicit,
            tagged,
            predict_stars(scores.stars, self.stars),
            comparisons=surest(self._comparisons(scores, text, sentences, names)),
            statements=self.meanings.statements(opinions, scores, sentences) if self.meanings else (),
            names=tuple(read_names(scores, names)),
        )

    def _named(
        self, layout: SentenceLayout, targets: Sequence[Target], text: str, names: Sequence[NameMention]
    ) -> tuple[Sentence, tuple[Phrase, ...], list[ExtractedTerm]]:
        """Return the sentence with its targets among its phrases, these, and every phrase with its judgement."""
        sentence = layout.sentence
        phrases = tuple(
            Phrase(target.words.first, target.words.last, self._term(layout, target.words, text)) for target in targets
        )
        by_words = {phrase[:2]: phrase for phrase in (*sentence.phrases, *phrases)}  # a target may end inside a word
        sentence = Sentence(sentence.start, sentence.end, sentence.tokens, tuple(by_words.values()))
        judged = [self._judged(target, layout) for target in targets]
        return sentence, phrases, [self._phrase(phrase, layout, targets, judged, names) for phrase in sentence.phrases]

    def _phrase(
        self,
        phrase: Phrase,
        layout: SentenceLayout,
        targets: Sequence[Target],
        judged: Sequence[tuple[Judgement, str | None, About]],
        names: Sequence[NameMention],
    ) -> ExtractedTerm:
        span = layout.stretch(phrase.first, phrase.last)
        best, best_fit = None, (False, 0)
        for place, target in enumerate(targets):
            if (fit := _fit(span, target.words)) > best_fit:
                best, best_fit = place, fit
        if best is None:
            unjudged = Judgement(None, (), layout.evidence(span.first, span.last), 0.0)
            return ExtractedTerm(span.start, span.end, phrase.term, unjudged, about=about_unread(names, span.end))
        judgement, category, about = judged[best]
        is_tagged, _ = best_fit
        start, end = (targets[best].words if is_tagged else span)[:2]
        return ExtractedTerm(start, end, phrase.term, judgement, category, is_tagged, about_read(about, names, end))

    def _judged(self, target: Target, layout: SentenceLayout) -> tuple[Judgement, str | None, About]:
        """Return what is said of a target: the mean of all opinions on it."""
        words = tuple(sorted({Span(*opinion.words) for opinion in target.opinions if opinion.words}))
        inside = layout.fit(
            [span for span in words if span.start >= layout.sentence.start and span.end <= layout.sentence.end]
        )
        covered = [target.words, *inside]
        evidence = layout.evidence(min(span.first for span in covered), max(span.last for span in covered))
        evidence = Span(
            min([evidence.start, *(span.start for span in words)]), max([evidence.end, *(span.end for span in words)])
        )
        polarity = fmean(opinion.polarity for opinion in target.opinions)
        confidence = fmean(self._confidence(opinion) for opinion in target.opinions)
        category, about = self._labels(target.opinions)
        return Judgement(polarity, words, evidence, confidence), category, about

    def _implicit(self, opinion: DecodedOpinion) -> ExtractedTerm:
        words = Span(*cast(tuple[int, int], opinion.words))
        category, about = self._labels([opinion])
        judgement = Judgement(opinion.polarity, (words,), words, self._confidence(opinion))
        return ExtractedTerm(*words, "", judgement, category, about=about)

    def _confidence(self, opinion: DecodedOpinion) -> float:
        return calibrated_confidence(opinion, self.model.config.get("confidence", ()))

    def _labels(self, opinions: Sequence[DecodedOpinion]) -> tuple[str | None, About]:
        """Return the name of the category, if any, and what the opinions are about; only as a whole it is no part."""
        weights, scores = opinions[0].category, opinions[0].about
        for opinion in opinions[1:]:
            weights, scores = weights + opinion.category, scores + opinion.about
        weights = weights * self.mask
        best = int(weights.argmax())
        category = self.names[best] if weights[best] else None
        about: About = self.model.config["about"][what_about(scores, self.model.thresholds)]
        return category, about if category == self.overall else PARTS.get(about, about)

    def _term(self, layout: SentenceLayout, span: TokenSpan, text: str) -> str:
        """Return the term as ``lang`` writes terms; where it ends inside a word, as it stands."""
        if layout.whole(span):
            return self.language.joiner.join(token.text.lower() for token in layout.tokens[span.first : span.last])
        return self.language.normalize(text[slice(*span.span)]).lower()

    def _comparisons(
        self, scores: TextScores, text: str, sentences: Sequence[Sentence], names: Sequence[NameMention]
    ) -> Iterator[ExtractedComparison]:
        """Yield the comparisons with another product named in the same sentence whose verdict is sure."""
        starts = [sentence.start for sentence in sentences]
        own = [name for name in names if name.role == "main"]
        for window, compared in zip(scores.windows, scores.comparisons, strict=True):
            words = word_starts(window.spans, text)
            rivals = token_spans(compared.rival, words, LOOSE)
            for first, last in token_spans(compared.words, words, LOOSE):
                place, end = int(window.spans[first, 0]), int(window.spans[last - 1, 1])
                sentence = sentences[max(bisect_right(starts, place) - 1, 0)]
                nearest = min(rivals, key=lambda span: abs(span[0] - first), default=None)
                if nearest is None:
                    continue
                rival = Span(int(window.spans[nearest[0], 0]), int(window.spans[nearest[1] - 1, 1]))
                preference, sure = self._verdict(window, compared, (first, last), nearest)
                is_other = not any(name.start < rival.end and rival.start < name.end for name in own)
                is_here = sentence.start <= rival.start < sentence.end
                if is_other and is_here and sure >= self.model.thresholds.comparison:
                    found = Span(sentence.start, sentence.end), Span(place, end)
                    yield ExtractedComparison(*found, preference, rival, sure)

    def _verdict(
        self, window: TokenScores, compared: ComparisonScores, words: tuple[int, int], rival: tuple[int, int]
    ) -> tuple[Preference, float]:
        """Return how the product fares, and how sure that is: every head that bears on it must agree.

        "Better" is as likely as the words praise the product or blame another; "worse" is its opposite.
        """
        inside = slice(*words)
        ways = dict(zip(self.model.config["directions"], compared.direction[inside].mean(0).tolist(), strict=True))
        about, felt = window.about[inside].mean(0), window.polarity[inside].mean(0)
        ours, theirs, blame, praise = about[0], about[1], felt[:2].sum(), felt[3:].sum()
        agrees = {"better": praise * ours + blame * theirs, "worse": blame * ours + praise * theirs, "different": 0.0}
        way: Preference = max(ways, key=ways.__getitem__)
        named = (1 - compared.words[inside, OUTSIDE].mean()) * (1 - compared.rival[slice(*rival), OUTSIDE].mean())
        return way, float(named * ways[way] * agrees.get(way, 1.0))


def surest(comparisons: Iterable[ExtractedComparison]) -> tuple[ExtractedComparison, ...]:
    """Return each verdict of a sentence on a rival once, by the words in which it is surest."""
    best: dict[tuple[Span, Preference, Span | None], ExtractedComparison] = {}
    for comparison in comparisons:
        verdict = comparison.sentence, comparison.preference, comparison.rival
        if verdict not in best or comparison.confidence > best[verdict].confidence:
            best[verdict] = comparison
    return tuple(best.values())


def read_names(scores: TextScores, names: Sequence[NameMention]) -> Iterator[NameReading]:
    """Yield the names that are not the product's, each as likely a rival's as the model reads it as both of two things:

    the name of what the product is compared with, and words about a competing product.
    """
    for name in names:
        if name.role == "main":
            continue
        for window, compared in zip(scores.windows, scores.comparisons, strict=True):
            pieces = (window.spans[:, 0] < name.end) & (window.spans[:, 1] > name.start)
            if pieces.any():
                chance = (1 - compared.rival[pieces, OUTSIDE].mean()) * window.about[pieces, ABOUT_RIVAL].mean()
                yield NameReading(name.start, name.end, float(np.sqrt(chance)))
                break


def _fit(phrase: TokenSpan, target: TokenSpan) -> tuple[bool, int]:
    """Return whether a phrase and a target have the same words, and how many characters they share."""
    shared = min(phrase.end, target.end) - max(phrase.start, target.start)
    return phrase[2:] == target[2:], shared


def group_by_target(
    opinions: Sequence[DecodedOpinion], layout: SentenceLayout
) -> tuple[list[Target], list[DecodedOpinion]]:
    """Return the targets of a sentence with all opinions on each, and the opinions whose target has no words."""
    targets: dict[tuple[int, int], Target] = {}
    nameless: list[DecodedOpinion] = []
    for opinion in opinions:
        fitted = layout.fit([Span(*opinion.target)]) if opinion.target else []
        if fitted:
            words = fitted[0]
            targets.setdefault((words.first, words.last), Target(words, [])).opinions.append(opinion)
        elif opinion.words:
            nameless.append(opinion)
    return list(targets.values()), nameless


def with_categories(scores: TextScores, categories: Floats) -> list[TokenScores]:
    """Return the windows of a text with other scores of categories for their tokens."""
    ends = np.cumsum([len(window.spans) for window in scores.windows])[:-1]
    return [
        replace(window, category=part) for window, part in zip(scores.windows, np.split(categories, ends), strict=True)
    ]
