"""Texts cut into pieces whose characters all carry the same marks, so that a template never handles an offset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from voxpop.schema import Quote
from voxpop.types import Opinion, Span, side_of


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Some characters of a text and the marks on them."""

    text: str
    aspect: bool = False
    opinion: bool = False
    is_quoted: bool = True  # False in the context around a quote
    side: str = ""
    first: int | None = None  # the opinion that begins here, by its place in a list: where a link to it leads

    @property
    def css(self) -> str:
        marks = ((self.side, bool(self.side)), ("a", self.aspect), ("o", self.opinion))
        return " ".join(name for name, is_on in marks if is_on)


def quote_pieces(quote: Quote) -> list[TextPiece]:
    """Cut the context of a quote. Joined, the pieces are the context again, character for character.

    A quote about its category as a whole, whose aspect words are all of it, has no aspect words to mark.
    """
    text, base = (quote["context"], quote["context_start"]) if quote["context"] else (quote["text"], quote["start"])
    span = [quote["start"], quote["end"]]
    aspect = [] if list(quote["aspect_words"]) == span else _within([quote["aspect_words"]], base, len(text))
    opinion = _within(quote["opinion_words"], base, len(text))
    quoted = _within([span], base, len(text)) or [Span(0, len(text))]
    return [
        TextPiece(text[start:end], _covers(aspect, start), _covers(opinion, start), _covers(quoted, start))
        for start, end in _cut(text, [*aspect, *opinion, *quoted])
    ]


def review_pieces(text: str, opinions: Sequence[Opinion]) -> list[TextPiece]:
    """Cut a whole review where its opinions begin and end."""
    spans = [Span(opinion.start, opinion.end) for opinion in opinions]
    is_implicit = [opinion.evidence == span and not opinion.opinion_words for opinion, span in zip(opinions, spans)]  # noqa: B905
    linked: set[int] = set()
    pieces = []
    for start, end in _cut(
        text, [span for at, opinion in enumerate(opinions) for span in (spans[at], *opinion.opinion_words)]
    ):
        on = [at for at, span in enumerate(spans) if _covers([span], start) and not is_implicit[at]]
        judged = [at for at, opinion in enumerate(opinions) if _covers(opinion.opinion_words, start)]
        first = next((at for at, span in enumerate(spans) if span.start == start and at not in linked), None)
        linked |= set() if first is None else {first}
        side = side_of(opinions[(on or judged)[0]].polarity) if on or judged else ""
        pieces.append(TextPiece(text[start:end], bool(on), bool(judged), side=side, first=first))
    return pieces


def search_pieces(text: str, words: Iterable[str]) -> list[TextPiece]:
    """Cut a text around the words that were searched for, in upper or lower case."""
    lower = text.lower()
    if len(lower) != len(text):  # a letter that grows when it is made small would shift every offset
        return [TextPiece(text)]
    return span_pieces(text, [Span(at, at + len(word)) for word in words if word for at in _places(lower, word)])


def span_pieces(text: str, spans: Iterable[Span]) -> list[TextPiece]:
    """Cut a text around some spans, marked as opinion words."""
    inside = [span for span in spans if 0 <= span.start < span.end <= len(text)]
    return [TextPiece(text[start:end], opinion=_covers(inside, start)) for start, end in _cut(text, inside)]


def _cut(text: str, spans: Iterable[Span]) -> Iterator[tuple[int, int]]:
    """Yield the stretches between all edges of spans."""
    edges = {0, len(text), *(edge for span in spans for edge in span if 0 <= edge <= len(text))}
    return pairwise(sorted(edges))


def _covers(spans: Iterable[Span], at: int) -> bool:
    return any(span.start <= at < span.end for span in spans)


def _within(spans: Iterable[Sequence[int]], base: int, length: int) -> list[Span]:
    """Return spans of the review as spans of its context, clipped; empty ones fall away."""
    clipped = (Span(max(0, start - base), min(length, end - base)) for start, end in spans)
    return [span for span in clipped if span.start < span.end]


def _places(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))
