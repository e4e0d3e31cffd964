"""Reviews and sentences of a summary, parsed, extracted and resolved in the same way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from voxpop.check.referents import Referents, referents
from voxpop.entities import Discourse
from voxpop.entities.owners import OpinionOwners
from voxpop.entities.product_inference import infer_product
from voxpop.entities.resolve import Resolution, has_scorer, resolve_reviews
from voxpop.extract.extractors import extractor
from voxpop.lang import language
from voxpop.types import ExtractedTerm, Extraction, Opinion, Product, Sentence

LEAST_POLARITY = 0.05  # the size of polarity from which a term is praised or blamed


@dataclass(frozen=True, slots=True)
class ParsedText:
    """A text with its sentences, opinions and resolved mentions."""

    id: str
    text: str
    lang: str
    sentences: tuple[Sentence, ...]
    opinions: tuple[Opinion, ...]
    discourse: Discourse
    product: Product | None = None
    referents: Callable[[], Referents | None] | None = field(default=None, repr=False, compare=False)

    def with_id(self, id: str) -> ParsedText:
        """Return the same text with another id."""
        if id == self.id:
            return self
        return replace(self, id=id, opinions=tuple(replace(opinion, review_id=id) for opinion in self.opinions))


def parse_texts(
    texts: Sequence[str],
    lang: str,
    *,
    ids: Sequence[str] | None = None,
    product: Product | None = None,
    sentiment: str = "auto",
) -> list[ParsedText]:
    """Parse texts, extract their opinions and resolve their mentions."""
    extractions = extractor(lang, sentiment).extract(texts, language(lang).parse(texts), states=has_scorer(lang))
    inferred = infer_product((extraction.sentences for extraction in extractions), lang=lang)
    resolved = resolve_reviews(texts, extractions, lang=lang, products=[product] * len(texts), inferred=inferred)
    ids = ids or [str(number) for number in range(1, len(texts) + 1)]
    rows = zip(ids, texts, extractions, resolved, strict=True)
    return [_make_parsed_text(*row, lang=lang, product=product) for row in rows]


def _make_parsed_text(
    id: str, text: str, extraction: Extraction, resolved: Resolution, *, lang: str, product: Product | None
) -> ParsedText:
    opinions = tuple(_make_opinion(id, text, term, resolved.owners) for term in select_terms(extraction.terms))
    chances = None if extraction.reading is None else partial(referents, text, lang, product)
    return ParsedText(id, text, lang, tuple(extraction.sentences), opinions, resolved.discourse, product, chances)


def select_terms(terms: Sequence[ExtractedTerm]) -> list[ExtractedTerm]:
    """Return the terms with praise or blame, each place once: a tagged term before a phrase, longer before shorter."""
    judged = [term for term in terms if abs(term.judgement.polarity or 0.0) >= LEAST_POLARITY]
    selected: list[ExtractedTerm] = []
    for term in sorted(judged, key=lambda term: (not term.tagged, not term.term, term.start - term.end)):
        if all(term.end <= other.start or other.end <= term.start for other in selected):
            selected.append(term)
    return sorted(selected)


def _make_opinion(id: str, text: str, term: ExtractedTerm, owners: OpinionOwners) -> Opinion:
    about, entity = owners.about(owners.at(term.start, term.end), term.start, term.end)
    judgement = term.judgement
    return Opinion(
        review_id=id,
        start=term.start,
        end=term.end,
        text=text[term.start : term.end],
        aspect=term.term or term.category or "",
        polarity=judgement.polarity or 0.0,
        category=term.category,
        opinion_words=judgement.opinion_words,
        evidence=judgement.evidence,
        about=about,
        confidence=judgement.confidence,
        entity=entity,
    )
