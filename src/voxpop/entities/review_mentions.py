"""The mentions and comparisons of a review: what was extracted, with the names of the products that it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from voxpop.lang import language
from voxpop.lang.mention_candidates import NameMention
from voxpop.settings import SIDES
from voxpop.types import (
    Comparison,
    ExtractedComparison,
    ExtractedTerm,
    Extraction,
    Mention,
    Product,
    ResolvedReview,
    Review,
    Span,
)

Named = TypeVar("Named", Mention, Comparison)
VERDICTS = {"better": 1, "worse": -1, "equal": 0, "different": 0}


def resolve(
    reviews: Sequence[Review],
    extractions: Sequence[Extraction],
    names: Sequence[Sequence[NameMention]],
    *,
    lang: str,
    products: Sequence[Product | None],
) -> list[ResolvedReview]:
    """Return the mentions and comparisons of some reviews of one language. ``names`` are those that they hold."""
    return [
        with_written_names(resolved_review(review, extraction, found, product), review.text, lang, product)
        for review, extraction, found, product in zip(reviews, extractions, names, products, strict=True)
    ]


def resolved_review(
    review: Review, extraction: Extraction, names: Sequence[NameMention], product: Product | None
) -> ResolvedReview:
    """Return the mentions of a review with the entity of each, and its comparisons."""
    others = [name for name in names if name.role != "main"]
    own = product.name if product is not None else None
    mentions = [_mention(review, term, _entity(term, others, own)) for term in extraction.terms]
    return ResolvedReview(mentions, tuple(_comparisons(review, extraction, others)))


def with_written_names(resolved: ResolvedReview, text: str, lang: str, product: Product | None) -> ResolvedReview:
    """Return a review with the names of products as it writes them; that of the product as the user gave it."""
    if language(lang).normalize(text) == text:
        return resolved
    given = product.name if product is not None else None

    def as_written(found: Named) -> Named:
        if not found.entity or found.entity == given:
            return found
        return replace(found, entity=language(lang).as_written(found.entity, text))

    return ResolvedReview(tuple(map(as_written, resolved.mentions)), tuple(map(as_written, resolved.comparisons)))


def _entity(term: ExtractedTerm, others: Sequence[NameMention], own: str | None) -> str | None:
    """Return the name of what a term is about: our product's, or the nearest other name up to its end."""
    if term.about in SIDES["main"]:
        return own
    if term.about not in SIDES["competing"]:
        return None
    before = [name for name in others if name.start < term.end]
    return before[-1].entity if before else None


def _mention(review: Review, term: ExtractedTerm, entity: str | None) -> Mention:
    start, end, words, judgement, category, tagged, about = term
    return Mention(
        review.id,
        start,
        end,
        review.text[start:end],
        words,
        judgement.polarity,
        judgement.opinion_words,
        judgement.evidence,
        about,
        judgement.confidence,
        category,
        tagged,
        entity=entity,
    )


def _comparisons(review: Review, extraction: Extraction, others: Sequence[NameMention]) -> Iterator[Comparison]:
    """Yield the comparisons. The rival has a name where its words are one that was found."""
    for found in extraction.comparisons:
        rival = found.rival
        named = [name for name in others if rival and name.start < rival.end and rival.start < name.end]
        yield Comparison(
            review.id,
            found.sentence.start,
            found.sentence.end,
            review.text[slice(*found.sentence)],
            found.preference,
            object=rival,
            aspect=_aspect(found, extraction.terms),
            opinion=found.words,
            verdict=VERDICTS[found.preference],
            entity=named[0].entity if named else None,
            confidence=found.confidence,
        )


def _aspect(comparison: ExtractedComparison, terms: Sequence[ExtractedTerm]) -> Span | None:
    """Return the term that is compared: one whose opinion words overlap the words of the comparison."""
    start, end = comparison.words
    for term in terms:
        if term.term and any(words.start < end and start < words.end for words in term.judgement.opinion_words):
            return Span(term.start, term.end)
    return None
