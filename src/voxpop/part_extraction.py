"""What workers do: some reviews are parsed, extracted and resolved, each by itself, and become the columns of a part.

A worker imports this and not ``pipeline.py``, so that it starts without what only the finished file needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from voxpop.arrow_tables import comparison_table, mention_table, sentence_table, statement_table
from voxpop.entities.names import names_in_texts
from voxpop.entities.product_titles import is_number
from voxpop.entities.review_mentions import resolved_review
from voxpop.entities.rivals import count_names
from voxpop.extract.domains import Domain
from voxpop.extract.extractors import extractor
from voxpop.extract.form_labels import ignore_labels
from voxpop.ingest.boilerplate import Boilerplate, MarkedText
from voxpop.lang import DEFAULT, language
from voxpop.settings import Settings
from voxpop.timings import stage
from voxpop.types import (
    ExtractedPart,
    Extraction,
    NameUse,
    Product,
    ResolvedReview,
    Review,
    Spellings,
)


def extract_part(
    reviews: list[Review],
    *,
    settings: Settings,
    boilerplate: Boilerplate | None = None,
    domains: Mapping[str, Domain] | None = None,
) -> ExtractedPart:
    """Extract some reviews. What repeats over the rows of the file (``boilerplate``) is not read.

    ``domains`` holds what is known of the kind of product of each language.
    """
    boilerplate, domains = boilerplate or Boilerplate(), domains or {}
    marked = [boilerplate.read(review.text) for review in reviews]
    extractions: list[Extraction] = [Extraction((), ())] * len(reviews)
    resolved = list(map(ResolvedReview, reviews))
    spellings: dict[str, Spellings] = {}
    names: dict[str, dict[str, NameUse]] = {}
    for lang, places in places_by_language(reviews).items():
        ours = [reviews[place] for place in places]
        named = [product_of(review, settings) for review in ours]
        texts = [marked[place] for place in places]
        extracted = extract_marked(texts, lang, settings, named, domains.get(lang))
        with stage("resolve"):
            about = [resolved_review(*each) for each in zip(ours, extracted, named, strict=True)]
            names[lang] = count_names([review.text for review in ours], extracted)
            spellings[lang] = spellings_of(about, lang)
        for place, extraction, review in zip(places, extracted, about, strict=True):
            extractions[place], resolved[place] = extraction, review
    with stage("pack"):
        return ExtractedPart(
            [with_predicted_stars(*pair) for pair in zip(reviews, extractions, strict=True)],
            sentence_table([extraction.sentences for extraction in extractions]),
            mention_table([review.terms for review in resolved]),
            comparison_table([review.comparisons for review in resolved]),
            statement_table([extraction.statements for extraction in extractions]),
            spellings,
            Counter(phrase for text in marked for phrase in text.phrases),
            names,
        )


def extract_marked(
    texts: Sequence[MarkedText],
    lang: str,
    settings: Settings,
    products: Sequence[Product],
    domain: Domain | None = None,
) -> list[Extraction]:
    """Extract from texts without boilerplate; labels of forms are no opinions."""
    read = [text.text for text in texts]
    with stage("parse"):
        parsed = language(lang).parse(read)
    with stage("names"):
        names = names_in_texts(read, parsed, lang=lang, products=products)
    allowed = None if domain is None else domain.categories
    kind = domain.kind if domain and domain.is_sure else None
    reader = extractor(lang, fast=settings.fast, categories=settings.categories, allowed=allowed, kind=kind)
    with stage("decode"):
        extracted = reader.extract(read, parsed, names)
    return [
        ignore_labels(extraction, text.text, labels=text.labels, empty_labels=text.empty_labels)
        for extraction, text in zip(extracted, texts, strict=True)
    ]


def spellings_of(resolved: Sequence[ResolvedReview], lang: str) -> Spellings:
    """Return how some reviews write the terms of their mentions, where they do not as the word lists would."""
    spellings = Spellings()
    for each in resolved:
        text = each.review.text
        spellings.reviews += language(lang).variants.is_variant(text)
        for start, end, term, *_ in each.terms:
            form = text[start:end].lower()
            if term and form != term and language(lang).normalize(form) == term:
                spellings.add(term, form)
    return spellings


def places_by_language(reviews: Sequence[Review]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for place, review in enumerate(reviews):
        places.setdefault(review.lang or DEFAULT, []).append(place)
    return places


def extract(texts: Sequence[str], lang: str, settings: Settings) -> list[Extraction]:
    """Parse texts and extract their opinions."""
    reader = extractor(lang, fast=settings.fast, categories=settings.categories)
    return reader.extract(texts, language(lang).parse(texts))


def product_of(review: Review, settings: Settings) -> Product:
    """Return the product of a review: that of all reviews, or that of its row unless it is a mere number.

    Without either, an alias is as good as a name.
    """
    own = review.product if review.product and not is_number(review.product) else None
    return Product(settings.product or own or next(iter(settings.aliases), None), settings.aliases)


def with_predicted_stars(review: Review, extraction: Extraction) -> Review:
    """Return the review with the stars that its text deserves."""
    if extraction.predicted_stars is None:
        return review
    stars, low, high, chances = extraction.predicted_stars
    return replace(review, predicted_stars=stars, predicted_low=low, predicted_high=high, star_probabilities=chances)
