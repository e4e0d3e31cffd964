"""Which few quotes stand for many: short, typical, and different from each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median

from voxpop.lang.punctuation import (
    CLAUSE_BREAKS,
    CLOSING_BRACKETS,
    IDEOGRAPHIC_SPACE,
    OPENING_BRACKETS,
    SENTENCE_ENDS,
    TILDES,
)
from voxpop.types import Opinion, Quote, Span

_EITHER = " \t\r\n-–—*" + IDEOGRAPHIC_SPACE + CLAUSE_BREAKS
BEFORE = frozenset(_EITHER + SENTENCE_ENDS + CLOSING_BRACKETS + TILDES + "…\"”’'")  # no quote begins with these
AFTER = frozenset(_EITHER + OPENING_BRACKETS)  # or ends with these
TOO_ALIKE = 0.5  # share of common character pairs from which two quotes say the same


def quote(opinion: Opinion, text: str) -> Quote:
    """The stretch of the review that shows why the opinion was read so, without stray marks and space at its ends."""
    spans = (Span(opinion.start, opinion.end), *opinion.opinion_words)
    first, last = min(span.start for span in spans), max(span.end for span in spans)
    start, end = min(opinion.evidence.start, first), max(opinion.evidence.end, last)
    if opinion.evidence.end == opinion.evidence.start:
        start, end = first, last
    start, end = trimmed(text, Span(start, end), inside=Span(first, last))
    return Quote(opinion.review_id, start, end, text[start:end], opinion.polarity, spans[0], opinion.opinion_words)


def trimmed(text: str, span: Span, *, inside: Span | None = None) -> Span:
    """A span without stray marks and white space at its ends; the part of it that is ``inside`` stays whole."""
    start, end = span
    first, last = inside or (end, start)
    while start < first and text[start] in BEFORE:
        start += 1
    while end > max(last, start) and text[end - 1] in AFTER:
        end -= 1
    return Span(start, end)


def choose_quotes(opinions: Sequence[Opinion], text_of: Mapping[str, str], *, count: int = 3) -> tuple[Quote, ...]:
    """The best ``count`` quotes of opinions that share an aspect and a verdict; ``text_of`` a review, by its id."""
    if not opinions or not count:
        return ()
    quotes = [quote(opinion, text_of[opinion.review_id]) for opinion in opinions]
    words_of = [tuple(text_of[q.review_id][s:e].lower() for s, e in q.opinion_words) for q in quotes]
    frequency = Counter(word for words in words_of for word in set(words))
    usual = max(median(len(q.text) for q in quotes), 1)

    def worth(index: int) -> tuple[float, str, int]:
        q, words = quotes[index], words_of[index]
        typical = sum(frequency[word] for word in words) / max(len(words), 1) / len(quotes)
        brief = min(1.0, usual / max(len(q.text), 1)) * min(1.0, 2 * len(q.text) / usual)
        return -(0.2 + typical) * brief * (0.3 + abs(q.polarity)), q.review_id, q.start

    chosen: list[Quote] = []
    for index in sorted(range(len(quotes)), key=worth):
        if all(alike(quotes[index].text, other.text) < TOO_ALIKE for other in chosen):
            chosen.append(quotes[index])
            if len(chosen) == count:
                break
    return tuple(chosen)


def alike(a: str, b: str) -> float:
    """Share of character pairs that two texts have in common, 0 … 1."""
    pairs_a, pairs_b = ({text[i : i + 2].lower() for i in range(len(text) - 1)} for text in (a, b))
    either = len(pairs_a | pairs_b)
    return len(pairs_a & pairs_b) / either if either else float(a == b)
