"""The mentions and comparisons of a review, put together from what was extracted and what was resolved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from voxpop.entities.comparisons import DetectedComparison
from voxpop.entities.mentions import ResolvedMention
from voxpop.entities.resolve import Resolution, resolve_reviews
from voxpop.lang import language
from voxpop.types import Comparison, Extraction, Mention, Product, ResolvedReview, Review, Span

Named = TypeVar("Named", Mention, Comparison)
PRAISED_SIGN = {"better": 1, "worse": -1}  # the sign of the words that a comparison uses for its subject


def resolve(
    reviews: Sequence[Review],
    extractions: Sequence[Extraction],
    *,
    lang: str,
    products: Sequence[Product | None],
    inferred: Product | None = None,
    texts: Sequence[str] | None = None,
) -> list[ResolvedReview]:
    """Resolve what the mentions of some reviews of one language refer to, and find their comparisons.

    ``texts`` are the texts as they were read, where parts of a review are not to be read.
    """
    read = [review.text for review in reviews] if texts is None else texts
    resolutions = resolve_reviews(read, extractions, lang=lang, products=products, inferred=inferred)
    rows = zip(reviews, extractions, resolutions, products, strict=True)
    return [
        with_written_names(resolved_review(review, extraction, resolution), review.text, lang, product)
        for review, extraction, resolution, product in rows
    ]


def resolved_review(review: Review, extraction: Extraction, resolution: Resolution) -> ResolvedReview:
    """Return the mentions of a review with the entity of each, and its comparisons."""
    comparisons = tuple(_comparison(review, compared) for compared in resolution.comparisons)
    return ResolvedReview(tuple(_mentions(review, extraction, resolution)), comparisons)


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


def _mentions(review: Review, extraction: Extraction, resolution: Resolution) -> Iterator[Mention]:
    """Yield the extracted terms first, then the pronouns and names that are none of them."""
    rest = {(found.start, found.end): found for found in resolution.discourse.mentions}
    for start, end, term, judgement, category, tagged, _ in extraction.terms:
        found = resolution.owners.at(start, end) if term else None
        if found is not None:
            rest.pop((found.start, found.end), None)
        about, entity = resolution.owners.about(found, start, end)
        misread = _is_said_of_the_other_side(judgement.polarity, start, end, resolution.comparisons)
        yield Mention(
            review.id,
            start,
            end,
            review.text[start:end],
            term,
            None if misread else judgement.polarity,
            judgement.opinion_words,
            judgement.evidence,
            about,
            judgement.confidence,
            category,
            tagged,
            "noun" if found is None else found.kind,
            None if found is None else found.cluster,
            None if found is None else found.part_of,
            entity,
        )
    for found in rest.values():
        yield _mention_without_term(review, found)


def _mention_without_term(review: Review, found: ResolvedMention) -> Mention:
    return Mention(
        review.id,
        found.start,
        found.end,
        review.text[found.start : found.end],
        term="",
        polarity=None,
        evidence=Span(found.start, found.end),
        about=found.about,
        confidence=found.confidence,
        kind=found.kind,
        cluster=found.cluster,
        part_of=found.part_of,
        entity=found.entity,
    )


def _is_said_of_the_other_side(
    polarity: float | None, start: int, end: int, comparisons: Sequence[DetectedComparison]
) -> bool:
    """Return whether the polarity belongs to the other side of a comparison.

    "Much better than the Vado" does not praise the Vado. The comparison itself is counted.
    """
    return polarity is not None and any(
        compared.object is not None
        and start < compared.object.end
        and compared.object.start < end
        and polarity * PRAISED_SIGN.get(compared.preference, 0) > 0
        for compared in comparisons
    )


def _comparison(review: Review, compared: DetectedComparison) -> Comparison:
    return Comparison(
        review.id,
        compared.start,
        compared.end,
        review.text[compared.start : compared.end],
        compared.preference,
        compared.subject,
        compared.object,
        compared.aspect,
        compared.opinion,
        compared.verdict,
        compared.entity,
        compared.confidence,
    )
