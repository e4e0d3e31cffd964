"""The opinions of the reviews of one language, and how many reviews are on which side of a statement."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from voxpop.aspects.likeness import Likeness
from voxpop.check.quantity import SideCounts
from voxpop.check.statements import Statement
from voxpop.lang import language
from voxpop.lang.opinion_lexicon import find_meanings
from voxpop.types import OURS, RIVALS, Comparison, Opinion, Product, Review, Span

Key = tuple[str, ...]
Pole = tuple[str, int]  # what an opinion word speaks of, and which end of it
PRODUCT_SHARE = 0.3  # of the opinions on a word that are on the product as a whole, from which it means the product


class SideEvidence(NamedTuple):
    """One opinion or comparison for each review that is on a side of a statement. Reviews on both sides are on neither.

    ``saying`` and ``denying`` hold those that say just what the statement says, or the opposite of it.
    """

    saying: tuple[Opinion, ...] = ()
    denying: tuple[Opinion, ...] = ()
    agreeing: tuple[Opinion, ...] = ()
    opposing: tuple[Opinion, ...] = ()


@dataclass
class OpinionTable:
    """The reviews of one language with their opinions and comparisons."""

    lang: str
    reviews: Sequence[Review]
    opinions: Sequence[Opinion]
    comparisons: Sequence[Comparison] = ()
    product: Product | None = None

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The texts of the reviews by id."""
        return {review.id: review.text for review in self.reviews}

    def counts(self, evidence: SideEvidence) -> SideCounts:
        """Return how many reviews are on which side."""
        return SideCounts(len(evidence.saying), len(evidence.agreeing), len(evidence.opposing), len(self.reviews))

    def find(self, statement: Statement) -> SideEvidence:
        """Return the opinions that support a statement, and those that oppose it."""
        if statement.comparison:
            return self._find_comparisons(statement)
        details = frozenset(word for word in statement.details if not self._is_product(word))
        on_topic = [opinion for group in self._groups.values() for opinion in self._matching(group, statement)]
        if not on_topic and statement.entity is None:  # it may be named in what is said, and not as the topic of it
            words = name_key(statement.topic, self.lang)
            ours = (opinion for opinion in self.opinions if opinion.about in OURS)
            on_topic = [opinion for opinion in ours if self._clause_has(opinion, words)]
        good, bad = _by_sign(on_topic, statement.sign)
        sides = _sides(good, bad)
        if not details:
            return SideEvidence(*sides, *sides)
        if self.is_on_product(statement):  # what is said of a product may be said under any category
            on_topic = [opinion for opinion in self.opinions if opinion.about in OURS and self._is_unnamed(opinion)]
            good, bad = _by_sign([*on_topic, *good, *bad], statement.sign)
        saying = [opinion for opinion in good if self._says(opinion, details)]
        denying = [opinion for opinion in bad if self._denies(opinion, details)]
        return SideEvidence(*_sides(saying, denying), *sides)

    # --- opinions on a topic

    @cached_property
    def _groups(self) -> dict[tuple[str, str, str | None], list[Opinion]]:
        """Opinions with the same words and category, together, so that each group is matched once."""
        groups: dict[tuple[str, str, str | None], list[Opinion]] = defaultdict(list)
        for opinion in self.opinions:
            groups[opinion.text.lower(), opinion.aspect, opinion.category].append(opinion)
        _learn_keys((name for key in groups for name in key[:2]), self.lang)
        return groups

    def _matching(self, group: Sequence[Opinion], statement: Statement) -> Iterator[Opinion]:
        """Yield the opinions of a group that are on the topic of a statement, and on its product."""
        if not self._is_on_topic(group[0], statement):
            return
        wanted = (statement.entity or "").lower()
        for opinion in group:
            own = (opinion.entity or "").lower()
            if opinion.about in OURS if not wanted else opinion.about in RIVALS and _is_part(wanted, own):
                yield opinion

    def is_on_product(self, statement: Statement) -> bool:
        """Whether a statement names nothing but the product under review."""
        return statement.entity is None and (not statement.topic or self._is_product(statement.topic))

    def _is_unnamed(self, opinion: Opinion) -> bool:
        """Whether an opinion names nothing but the product."""
        return not is_named(opinion) or self._is_product(opinion.text)

    def _is_on_topic(self, opinion: Opinion, statement: Statement) -> bool:
        topic = statement.topic
        if self.is_on_product(statement):
            category = statement.category or ""
            if category not in self._vague:
                return category in self._categories(opinion)
            return (opinion.category or "") in self._vague and self._is_unnamed(opinion)
        if statement.entity and topic.lower() in statement.entity.lower():
            return True
        wanted = name_key(topic, self.lang)
        if is_named(opinion) and _covers(wanted, name_key(opinion.text, self.lang), self.lang):
            return True
        if opinion.aspect != opinion.category and _is_same(wanted, name_key(opinion.aspect, self.lang), self.lang):
            return True
        return any(_is_same(wanted, name_key(name, self.lang), self.lang) for name in self._categories(opinion))

    def _categories(self, opinion: Opinion) -> set[str]:
        """Return the name of an opinion's category and of those that it is a finer one of."""
        return language(self.lang).topic_names.with_general(opinion.category) - {""}

    @property
    def _vague(self) -> frozenset[str]:
        return language(self.lang).topic_names.VAGUE_CATEGORIES

    def _is_product(self, topic: str) -> bool:
        """Whether words mean the product under review as a whole."""
        key = name_key(topic, self.lang)
        own = [self.product.name, *self.product.aliases] if self.product else []
        if topic.lower() in language(self.lang).topic_names.PRODUCT_NAMES:
            return True
        if any(
            name and topic.lower().startswith(name.lower()) and len(key) <= len(name_key(name, self.lang))
            for name in own
        ):
            return True
        return len(key) == 1 and self._product_share.get(key[-1], 0.0) >= PRODUCT_SHARE

    @cached_property
    def _product_share(self) -> dict[str, float]:
        """For each word that ends a name, the share of the opinions on it that are on the product as a whole."""
        counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        for opinion in self.opinions:
            if opinion.polarity and is_named(opinion) and (key := name_key(opinion.text, self.lang)):
                counts[key[-1]][0] += opinion.about == "main" or opinion.category in self._vague
                counts[key[-1]][1] += 1
        return {word: main / total for word, (main, total) in counts.items() if total > 1}

    # --- what exactly is said

    def _says(self, opinion: Opinion, details: Iterable[str]) -> bool:
        """Whether the sentence of an opinion has these words, or others that mean the same."""
        return all(self._has(opinion, word) or _poles(word, self.lang) & self._poles_of(opinion) for word in details)

    def _denies(self, opinion: Opinion, details: Iterable[str]) -> bool:
        """Whether an opinion of the other side has these words in its clause, or one that means the opposite."""
        poles = {(name, -end) for detail in details for name, end in _poles(detail, self.lang)}
        return self._clause_has(opinion, details) or bool(poles & self._poles_of(opinion))

    def _clause_has(self, opinion: Opinion, words: Iterable[str]) -> bool:
        """Whether the clause of an opinion, as it was read, has all of these words."""
        start, end = _extent(opinion)
        if opinion.evidence.end:
            start, end = min(start, opinion.evidence.start), max(end, opinion.evidence.end)
        clause = self.texts[opinion.review_id][start:end]
        return all(_has_word(clause, word, self.lang) for word in words)

    def _has(self, opinion: Opinion, word: str) -> bool:
        return _has_word(self._sentence(opinion), word, self.lang)

    def _sentence(self, opinion: Opinion) -> str:
        """Return the sentence in which an opinion stands."""
        text = self.texts[opinion.review_id]
        spans = self._sentences_of(opinion.review_id)
        start, end = _extent(opinion)
        at = bisect_right(spans, start, key=lambda span: span.start) - 1
        return text[min(spans[at].start, start) : max(spans[at].end, end)] if at >= 0 else text[start:end]

    @cached_property
    def _sentences_of(self) -> Callable[[str], list[Span]]:
        """The sentences of a review by its id, each review cut once."""
        return cache(lambda review_id: language(self.lang).sentences(self.texts[review_id]))

    def _poles_of(self, opinion: Opinion) -> frozenset[Pole]:
        text = self.texts[opinion.review_id]
        return frozenset(p for span in opinion.opinion_words for p in _poles(text[slice(*span)], self.lang))

    # --- comparisons

    def _find_comparisons(self, statement: Statement) -> SideEvidence:
        """Return the comparisons with the rival that a statement names, as opinions on it."""
        assert statement.comparison is not None
        wanted, sign = statement.comparison.rival.lower(), statement.comparison.sign
        if not sign:
            return SideEvidence()
        own = [
            each for each in self.comparisons if wanted in (each.entity or "").lower() or wanted in each.text.lower()
        ]
        details = [word for word in statement.details if word.lower() not in wanted]
        better, worse = ([each for each in own if each.verdict == side] for side in (sign, -sign))
        saying = [each for each in better if all(_has_word(each.text, word, self.lang) for word in details)]
        good, bad, exact = (list(map(_as_opinion, side)) for side in (better, worse, saying))
        return SideEvidence(*_sides(exact, bad), *_sides(good, bad))


def _as_opinion(comparison: Comparison) -> Opinion:
    """Return a comparison as an opinion, whose words are those that compare."""
    words = (comparison.opinion,) if comparison.opinion else ()
    place = comparison.object or Span(comparison.start, comparison.end)
    return Opinion(
        comparison.review_id, place.start, place.end, comparison.text, comparison.entity or "",
        float(comparison.verdict or 0), None, words, Span(comparison.start, comparison.end),
    )  # fmt: skip


def _extent(opinion: Opinion) -> Span:
    """Return from where to where the words of an opinion reach."""
    spans = (Span(opinion.start, opinion.end), *opinion.opinion_words)
    return Span(min(span.start for span in spans), max(span.end for span in spans))


def _is_part(name: str, other: str) -> bool:
    """Whether one of two names is a part of the other."""
    return bool(name and other) and (name in other or other in name)


def is_named(opinion: Opinion) -> bool:
    """Whether the words of an opinion are the name of a thing, and not only what is said of it."""
    return Span(opinion.start, opinion.end) not in opinion.opinion_words


def _by_sign(opinions: Sequence[Opinion], sign: int) -> tuple[list[Opinion], list[Opinion]]:
    """Return the opinions on one side, and those on the other."""
    good, bad = ([opinion for opinion in opinions if opinion.polarity * side > 0] for side in (sign, -sign))
    return good, bad


def _sides(good: Iterable[Opinion], bad: Iterable[Opinion]) -> tuple[tuple[Opinion, ...], tuple[Opinion, ...]]:
    """Return one opinion for each review that is on one side; those that say both are on neither."""
    praising, blaming = ({opinion.review_id: opinion for opinion in reversed(list(side))} for side in (good, bad))
    both = praising.keys() & blaming.keys()
    return (
        tuple(opinion for id, opinion in praising.items() if id not in both),
        tuple(opinion for id, opinion in blaming.items() if id not in both),
    )


# --- names of things

_KEYS: dict[tuple[str, str], Key] = {}


def _learn_keys(names: Iterable[str], lang: str) -> None:
    """Parse names ahead, all at once."""
    here = language(lang)
    new = sorted({name.lower() for name in names if (name.lower(), lang) not in _KEYS})
    for name, parsed in zip(new, here.parse(new), strict=True):
        tokens = [token for sentence in parsed for token in sentence.tokens]
        words = [token for token in tokens if token.text[0].isalnum()]
        content = tuple(token.lemma for token in words if token.lemma not in here.stop_words)
        _KEYS[name, lang] = content or tuple(token.lemma for token in words)


def name_key(name: str, lang: str) -> Key:
    """Return the content words of a name."""
    if (name.lower(), lang) not in _KEYS:
        _learn_keys([name], lang)
    return _KEYS[name.lower(), lang]


def _covers(wanted: Key, key: Key, lang: str) -> bool:
    """Whether a name has all words of another and means the same kind of thing: "customer service" for "service"."""
    if not wanted or not key:
        return False
    if not language(lang).script.IS_SPACED:
        return "".join(key).endswith("".join(wanted)) or _is_same(wanted, key, lang)
    return (set(wanted) <= set(key) and wanted[-1] == key[-1]) or _is_same(wanted, key, lang)


@cache
def _is_same(a: Key, b: Key, lang: str) -> bool:
    """Whether two names are of one thing: the same words, or single words that are near synonyms."""
    if a == b:
        return bool(a)
    return len(a) == len(b) == 1 and _likeness(lang)(a, b) >= language(lang).topic_names.SIMILARITY


@cache
def _likeness(lang: str) -> Likeness:
    return Likeness(language(lang))


# --- words


@cache
def _poles(words: str, lang: str) -> frozenset[Pole]:
    """Return what words mean beyond good and bad."""
    return frozenset((meaning.dimension, meaning.pole) for meaning in find_meanings(words, lang) if not meaning.vague)


@cache
def _has_word(text: str, word: str, lang: str) -> bool:
    """Whether a sentence has a word, in whatever form."""
    here = language(lang)
    if not here.script.IS_SPACED:
        return word in text
    return here.stems.index_terms(word) <= here.stems.index_terms(text)
