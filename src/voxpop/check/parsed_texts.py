"""Reviews and sentences of a summary, parsed, extracted and resolved in the same way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from voxpop.aggregate.select_opinions import opinion_on
from voxpop.entities.names import is_surely_name, names_in_texts
from voxpop.entities.review_mentions import resolved_review
from voxpop.extract.extractors import extractor
from voxpop.lang import language
from voxpop.types import (
    Comparison,
    ExtractedTerm,
    Extraction,
    NameMention,
    NameReading,
    Opinion,
    Phrase,
    Product,
    Review,
    Sentence,
    Span,
    Token,
)

LEAST_POLARITY = 0.05  # the size of polarity from which a term is praised or blamed


@dataclass(frozen=True, slots=True)
class ParsedText:
    """A text with its sentences, opinions, names and comparisons."""

    id: str
    text: str
    lang: str
    sentences: tuple[Sentence, ...]
    opinions: tuple[Opinion, ...]
    names: tuple[NameMention, ...]  # of products
    product: Product | None = None
    comparisons: tuple[Comparison, ...] = ()
    targets: tuple[Span, ...] = ()

    @property
    def tokens(self) -> list[Token]:
        """The tokens of all sentences."""
        return [token for sentence in self.sentences for token in sentence.tokens]

    def phrases(self, sentence: Sentence) -> list[Phrase]:
        """Return the noun phrases of a sentence, and the targets in it."""
        phrases = {phrase[:2]: phrase for phrase in language(self.lang).parser.noun_phrases(sentence)}
        for start, end in self.targets:
            places = [place for place, token in enumerate(sentence.tokens) if token.start < end and start < token.end]
            if places:
                first, last = places[0], places[-1] + 1
                phrases[first, last] = Phrase(first, last, self.text[start:end].lower())
        return list(phrases.values())


def parse_texts(
    texts: Sequence[str],
    lang: str,
    *,
    ids: Sequence[str] | None = None,
    product: Product | None = None,
    fast: bool = False,
) -> list[ParsedText]:
    """Parse texts, find the names in them and extract their opinions."""
    parsed = language(lang).parse(texts)
    names = names_in_texts(texts, parsed, lang=lang, products=[product or Product()] * len(texts))
    extractions = extractor(lang, fast=fast).extract(texts, parsed, names)
    ids = ids or [str(number) for number in range(1, len(texts) + 1)]
    rows = zip(ids, texts, extractions, names, strict=True)
    return [_make_parsed_text(*row, lang=lang, product=product) for row in rows]


def _make_parsed_text(
    id: str, text: str, extraction: Extraction, names: Sequence[NameMention], *, lang: str, product: Product | None
) -> ParsedText:
    sure = sure_names(names, lang)
    others = tuple(NameReading(name.start, name.end, 1.0) for name in sure if name.role != "main")
    chosen = extraction._replace(terms=select_terms(extraction.terms), names=others)
    resolved = resolved_review(Review(id=id, text=text), chosen, product)
    opinions = tuple(opinion_on(mention, mention.term or mention.category or "") for mention in resolved.mentions)
    compared = tuple(resolved.comparisons)
    targets = tuple(Span(term.start, term.end) for term in extraction.terms if term.term)
    return ParsedText(id, text, lang, tuple(extraction.sentences), opinions, tuple(sure), product, compared, targets)


def sure_names(names: Sequence[NameMention], lang: str) -> list[NameMention]:
    """Return the names that can be nothing else."""
    return [name for name in names if name.role == "main" or is_surely_name(name.entity, lang)]


def select_terms(terms: Sequence[ExtractedTerm]) -> list[ExtractedTerm]:
    """Return the terms with praise or blame, each place once: those with words first, longer before shorter."""
    judged = [term for term in terms if abs(term.judgement.polarity) >= LEAST_POLARITY]
    selected: list[ExtractedTerm] = []
    for term in sorted(judged, key=lambda term: (not term.term, term.start - term.end)):
        if all(term.end <= other.start or other.end <= term.start for other in selected):
            selected.append(term)
    return sorted(selected)
