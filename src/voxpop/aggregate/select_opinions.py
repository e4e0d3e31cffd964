"""From mentions to opinions: no word of a review counts twice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise

import numpy as np
import pyarrow as pa

from voxpop.arrow_tables import OPINIONS, RowsWithTexts, texts_of
from voxpop.lang import language
from voxpop.lang.memo import Memo
from voxpop.types import Mention, Opinion

NOTHING: Mapping[str, str] = {}


def means_product(term: str, of_product: Collection[str], lang: str) -> bool:
    """Whether a term is one of those that mean the product, another form of it, or a compound with it as its head."""
    if not language(lang).script.IS_SPACED:
        return term.endswith(tuple(of_product))
    head = term.rpartition(" ")[2]
    return term in of_product or head in of_product or language(lang).lemmas.lemma(head, "NOUN") in of_product


class AspectOfTerm:
    """Tells which aspect a term names: as a whole, or by its last words ("reception team" is on the team).

    Stop words part a term, and its first part that names an aspect counts ("view of the boats" is on the view). A part
    that means the product names none.
    """

    def __init__(self, aspect_of: Mapping[str, str], lang: str, of_product: Collection[str] = ()) -> None:
        """The terms of ``aspect_of`` name aspects; those ``of_product`` mean the product."""
        here, self._lang, self._of_product = language(lang), lang, of_product
        normal = {here.normalize(term): name for term, name in aspect_of.items()}
        self._aspect_of, self._joiner, self._stop_words = normal, here.joiner, here.stop_words
        self._by_lemmas = {
            here.joiner.join(here.lemmas.lemma(word, "NOUN") for word in term.split()): name
            for term, name in reversed(normal.items())
        }
        self._found: Memo[tuple[str, ...], str | None] = Memo(self._by_words)

    def __call__(self, term: str, lemmas: Sequence[str]) -> str | None:
        return self._aspect_of.get(term) or self._found[tuple(lemmas)]

    def _by_words(self, lemmas: tuple[str, ...]) -> str | None:
        """Return the aspect that the last words name, the most of them that name one."""
        for is_stop, group in groupby(lemmas, self._stop_words.__contains__):
            words = [] if is_stop else list(group)
            if not means_product(self._joiner.join(words), self._of_product, self._lang):
                for first in range(len(words)):
                    if aspect := self._by_lemmas.get(self._joiner.join(words[first:])):
                        return aspect
        return None


def select_in_texts(tables: RowsWithTexts, *, aspect_of: AspectOfTerm, of_category: Mapping[str, str]) -> pa.Table:
    """Return the opinions among the mentions of some reviews, which come in any order."""
    mentions, texts = tables
    mentions = mentions.sort_by([("review", "ascending"), ("start", "ascending"), ("end", "descending")])
    places = zip(texts_of(mentions, texts), *(mentions[name].to_pylist() for name in ("start", "end")), strict=True)
    own = pa.array([text[start:end] for text, start, end in places], pa.string())
    return select_opinions(mentions.append_column("text", own), aspect_of, of_category)


def select_opinions(mentions: pa.Table, aspect_of: AspectOfTerm, of_category: Mapping[str, str] = NOTHING) -> pa.Table:
    """Return the opinions among the mentions of some reviews, in the order of the texts.

    Praise or blame that is on no aspect by its term is on that which ``of_category`` names for its category, if any.
    What is on no aspect and in no category is not counted. Mentions come by review and start, longest first.
    """
    names = ("start", "end", "term", "lemmas", "polarity", "category")
    starts, ends, terms, lemmas, polarities, categories = (mentions[name].to_pylist() for name in names)
    aspects = [
        aspect_of(term, words) or (of_category.get(category or "") if polarity else None) or None
        for term, words, polarity, category in zip(terms, lemmas, polarities, categories, strict=True)
    ]
    review = mentions["review"].to_numpy()
    bounds = np.flatnonzero(np.diff(review, prepend=-1, append=-1)).tolist()
    spans = list(zip(starts, ends, strict=True))
    chosen: list[int] = []
    for first, last in pairwise(bounds):
        counted = [place for place in range(first, last) if aspects[place] or categories[place]]
        chosen += non_overlapping(counted, spans, terms, polarities)
    opinions = mentions.append_column("aspect", pa.array(aspects, pa.string())).take(pa.array(chosen, pa.int64()))
    return opinions.select(OPINIONS.names).cast(OPINIONS)


def non_overlapping(
    places: Sequence[int], spans: Sequence[tuple[int, int]], terms: Sequence[str], polarities: Sequence[float]
) -> list[int]:
    """Return which of the mentions of a review count, by their places in columns, so that no word counts twice.

    Those with a term go first, then those whose target has no name: these may stand around a term, or in the place of
    one that is neutral.
    """
    chosen = {spans[place]: place for place in _without_overlaps((place for place in places if terms[place]), spans)}
    for place in _without_overlaps((place for place in places if not terms[place]), spans):
        named = chosen.get(spans[place])
        if named is None or (polarities[place] and not polarities[named]):
            chosen[spans[place]] = place
    return sorted(chosen.values(), key=spans.__getitem__)


def _without_overlaps(places: Iterable[int], spans: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Yield the mentions that overlap no earlier one."""
    reached = 0
    for place in places:
        start, end = spans[place]
        if start >= reached:
            reached = end
            yield place


def opinion_on(mention: Mention, aspect: str) -> Opinion:
    """Return what a mention says as an opinion on an aspect, or on its category where ``aspect`` is empty."""
    return Opinion(
        mention.review_id,
        mention.start,
        mention.end,
        mention.text,
        aspect,
        mention.polarity,
        mention.category,
        mention.opinion_words,
        mention.evidence,
        mention.about,
        mention.confidence,
        mention.entity,
    )
