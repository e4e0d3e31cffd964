"""The mentions and comparisons of a review: what was extracted, with the names of the products that it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from voxpop.settings import SIDES
from voxpop.types import (
    About,
    Comparison,
    ExtractedComparison,
    ExtractedTerm,
    Extraction,
    NameReading,
    Product,
    ResolvedReview,
    ResolvedTerm,
    Review,
    Span,
)

SURE_NAME = 0.42  # the chance from which a name is a rival's in one review (research/log: rivals)
VERDICTS = {"better": 1, "worse": -1, "equal": 0, "different": 0}


def resolved_review(review: Review, extraction: Extraction, product: Product | None) -> ResolvedReview:
    """Return the mentions of a review with the entity of each, and its comparisons."""
    rivals = [name for name in extraction.names if name.chance >= SURE_NAME]
    own = product.name if product is not None else None
    terms = [_resolved_term(review, term, rivals, own) for term in extraction.terms]
    return ResolvedReview(review, terms, tuple(_comparisons(review, extraction)))


def _about_and_name(review: Review, term: ExtractedTerm, rivals: Sequence[NameReading]) -> tuple[About, str | None]:
    """Return what a term is about that is not about our product, and the nearest name of a rival up to its end.

    If no name of a rival stands before the term, it is about another product only where the model is sure of that;
    otherwise it counts for neither side.
    """
    if term.about not in SIDES["competing"]:
        return term.about, None
    before = [name for name in rivals if name.start < term.end]
    if before:
        return term.about, review.text[before[-1].start : before[-1].end]
    return (term.about if term.is_surely_rival else "other"), None


def _resolved_term(review: Review, term: ExtractedTerm, rivals: Sequence[NameReading], own: str | None) -> ResolvedTerm:
    start, end, words, (polarity, opinion_words, evidence, confidence), category, about, _, lemmas, is_name = term
    about, entity = (about, own) if about in SIDES["main"] else _about_and_name(review, term, rivals)
    return ResolvedTerm(
        start, end, words, polarity, opinion_words, evidence, about, confidence, category, entity, lemmas, is_name
    )


def _comparisons(review: Review, extraction: Extraction) -> Iterator[Comparison]:
    """Yield the comparisons. The rival has a name where its words are one that was found."""
    for found in extraction.comparisons:
        rival = found.rival
        names = [name for name in extraction.names if rival and name.start < rival.end and rival.start < name.end]
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
            entity=review.text[names[0].start : names[0].end] if names else None,
            confidence=found.confidence,
        )


def _aspect(comparison: ExtractedComparison, terms: Sequence[ExtractedTerm]) -> Span | None:
    """Return the term that is compared: one whose opinion words overlap the words of the comparison."""
    start, end = comparison.words
    for term in terms:
        if term.term and any(words.start < end and start < words.end for words in term.judgement.opinion_words):
            return Span(term.start, term.end)
    return None
