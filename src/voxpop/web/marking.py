"""A text cut into stretches whose characters all carry the same marks, so that a template never handles an offset."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from voxpop.types import Opinion, Span


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some characters, and the opinions (by their place in a list) whose aspect or opinion words they are."""

    text: str
    aspects: tuple[int, ...] = ()
    words: tuple[int, ...] = ()
    side: str = ""
    first: int | None = None  # the opinion that begins here: where a link to it leads

    @property
    def css(self) -> str:
        return " ".join(name for name, on in ((self.side, self.side), ("a", self.aspects), ("o", self.words)) if on)


def side_of(polarity: float) -> str:
    return "positive" if polarity > 0 else "negative" if polarity < 0 else "neutral"


def marked(text: str, opinions: Sequence[Opinion]) -> list[Stretch]:
    """A review with all its opinions; joined, the stretches are the text again."""
    aspects = [Span(one.start, one.end) for one in opinions]
    implicit = [one.evidence == span and not one.opinion_words for one, span in zip(opinions, aspects, strict=True)]
    edges = {
        edge
        for one, span in zip(opinions, aspects, strict=True)
        for spot in (span, *one.opinion_words)
        for edge in spot
    }
    met: set[int] = set()
    found = []
    for start, end in pairwise(sorted({0, len(text), *(edge for edge in edges if 0 <= edge <= len(text))})):
        on = [n for n, span in enumerate(aspects) if covers(span, start) and not implicit[n]]
        said = [n for n, one in enumerate(opinions) if any(covers(span, start) for span in one.opinion_words)]
        begins = next((n for n, span in enumerate(aspects) if span.start == start and n not in met), None)
        met |= set() if begins is None else {begins}
        side = side_of(opinions[(on or said)[0]].polarity) if on or said else ""
        found.append(Stretch(text[start:end], tuple(on), tuple(said), side, begins))
    return found


def covers(span: Span, at: int) -> bool:
    return span.start <= at < span.end


def searched(text: str, words: Iterable[str]) -> list[Stretch]:
    """A text with the words that were searched for; case is no matter."""
    lower = text.lower()
    if len(lower) != len(text):  # a letter that grows when it is made small would shift every offset
        return [Stretch(text)]
    return stretches(text, [Span(at, at + len(word)) for word in words if word for at in places(lower, word)])


def stretches(text: str, spans: Iterable[Span]) -> list[Stretch]:
    """A text with some spans marked."""
    inside = [span for span in spans if 0 <= span.start < span.end <= len(text)]
    edges = {0, len(text), *(edge for span in inside for edge in span)}
    return [
        Stretch(text[start:end], words=(0,) if any(covers(span, start) for span in inside) else ())
        for start, end in pairwise(sorted(edges))
    ]


def places(text: str, word: str) -> Iterable[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))
