"""A quote cut into pieces, so that the page can mark words without ever handling an offset itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from voxpop.schema import Quote


class Piece(NamedTuple):
    """A stretch of a quote's context whose characters all carry the same marks."""

    text: str
    aspect: bool = False
    opinion: bool = False
    quoted: bool = True  # inside the quote, not only in the context around it

    @property
    def css(self) -> str:
        return " ".join(name for name, on in (("a", self.aspect), ("o", self.opinion)) if on)


def pieces(quote: Quote) -> list[Piece]:
    """The context of a quote in pieces; joined, their texts are the context again, character for character."""
    text, base = shown(quote)
    aspect = _inside([quote["aspect_words"]], base, len(text))
    opinion = _inside(quote["opinion_words"], base, len(text))
    quoted = _inside([(quote["start"], quote["end"])], base, len(text)) or [(0, len(text))]
    cuts = sorted({0, len(text), *(edge for span in (*aspect, *opinion, *quoted) for edge in span)})
    return [
        Piece(text[start:end], _covers(aspect, start), _covers(opinion, start), _covers(quoted, start))
        for start, end in pairwise(cuts)
    ]


def shown(quote: Quote) -> tuple[str, int]:
    """What the page shows of a quote and where it begins: the context, or the bare quote when there is none."""
    return (quote["context"], quote["context_start"]) if quote["context"] else (quote["text"], quote["start"])


def _inside(spans: Iterable[Sequence[int]], base: int, length: int) -> list[tuple[int, int]]:
    """Spans of the review as spans of its context, clipped; empty ones fall away."""
    clipped = ((max(0, start - base), min(length, end - base)) for start, end in spans)
    return [(start, end) for start, end in clipped if start < end]


def _covers(spans: list[tuple[int, int]], at: int) -> bool:
    return any(start <= at < end for start, end in spans)
