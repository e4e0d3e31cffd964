from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from voxpop.types import Opinion, Span
from voxpop.web.views.marked_text import quote_pieces, review_pieces, search_pieces, span_pieces

from ..documents import quote

TEXT = "The 🛏️ room was not clean, but 服务 great."


@st.composite
def quotes(draw: st.DrawFn) -> dict[str, Any]:
    """A review of any characters with any spans in it, some of them over others, and any context around the quote."""
    review = draw(st.text(min_size=1, max_size=60) | st.text("饭很好🙂👩‍🍳e\u0301<&\r\n ", min_size=1, max_size=60))

    def span() -> list[int]:
        return sorted(draw(st.tuples(st.integers(0, len(review)), st.integers(0, len(review)))))

    start, end = span()
    first = draw(st.integers(0, start))
    last = draw(st.integers(end, len(review)))
    return {
        **quote("[a] {b}", 0.5),
        "start": start,
        "end": end,
        "text": review[start:end],
        "aspect_words": span(),
        "opinion_words": [span() for _ in range(draw(st.integers(0, 4)))],
        "context": review[first:last],
        "context_start": first,
    }


def positions(spans: list[list[int]], base: int, length: int) -> set[int]:
    return {place - base for start, end in spans for place in range(start, end)} & set(range(length))


@given(quotes())
def test_pieces_are_the_text_and_carry_exactly_the_marks(found: Any) -> None:
    text, base = (found["context"], found["context_start"]) if found["context"] else (found["text"], found["start"])
    cut = quote_pieces(found)
    assert "".join(piece.text for piece in cut) == text
    aspect, opinion, at = set(), set(), 0
    for piece in cut:
        places = set(range(at, at + len(piece.text)))
        aspect |= places if piece.aspect else set()
        opinion |= places if piece.opinion else set()
        at += len(piece.text)
    whole = found["aspect_words"] == [found["start"], found["end"]]
    assert aspect == (set() if whole else positions([found["aspect_words"]], base, len(text)))
    assert opinion == positions(found["opinion_words"], base, len(text))


def test_words_on_both_sides_of_an_overlap_keep_their_own_mark() -> None:
    found: Any = {**quote("[a] {b}", 0.5), "start": 10, "end": 16, "context": "abcdef", "context_start": 10}
    found |= {"aspect_words": [11, 14], "opinion_words": [[13, 15]]}
    assert [(piece.text, piece.css) for piece in quote_pieces(found)] == [
        ("a", ""), ("bc", "a"), ("d", "a o"), ("e", "o"), ("f", ""),
    ]  # fmt: skip


def test_the_context_around_a_quote_is_told_from_the_quote() -> None:
    found: Any = quote("The [room] was {clean}.", 0.5)
    assert "".join(piece.text for piece in quote_pieces(found) if piece.is_quoted) == "The room was clean."


def test_without_a_context_the_quote_itself_is_shown() -> None:
    found: Any = {**quote("The [room] was {clean}.", 0.5), "context": ""}
    assert [(piece.text, piece.css) for piece in quote_pieces(found) if piece.css] == [("room", "a"), ("clean", "o")]


def opinion(start: int, end: int, polarity: float, *words: Span) -> Opinion:
    return Opinion("r", start, end, TEXT[start:end], "x", polarity, opinion_words=words, evidence=Span(0, len(TEXT)))


def test_opinions_are_marked_where_they_stand() -> None:
    first, last = TEXT.index("room"), TEXT.index("服务")
    said = [opinion(first, first + 4, -0.9, Span(16, 25)), opinion(last, last + 2, 0.8, Span(last + 3, last + 8))]
    found = [(s.text, s.css, s.first) for s in review_pieces(TEXT, said) if s.css]
    assert found == [
        ("room", "negative a", 0),
        (TEXT[16:25], "negative o", None),
        ("服务", "positive a", 1),
        ("great", "positive o", None),
    ]


spans = st.tuples(st.integers(0, 30), st.integers(0, 30)).map(lambda pair: Span(min(pair), max(pair)))


@given(st.text(max_size=30), st.lists(st.tuples(spans, st.lists(spans, max_size=3), st.floats(-1, 1)), max_size=5))
def test_nothing_is_lost_or_added(text: str, drawn: list[tuple[Span, list[Span], float]]) -> None:
    def within(span: Span) -> Span:
        return Span(min(span.start, len(text)), min(span.end, len(text)))

    said = [
        Opinion("r", *within(span), text[slice(*within(span))], "x", polarity, opinion_words=tuple(map(within, words)))
        for span, words, polarity in drawn
    ]
    assert "".join(s.text for s in review_pieces(text, said)) == text
    assert "".join(s.text for s in span_pieces(text, [span for span, _, _ in drawn])) == text


@given(st.text(max_size=40), st.lists(st.text(max_size=3), max_size=3))
def test_searching_marks_and_keeps(text: str, words: list[str]) -> None:
    found = search_pieces(text, [word.lower() for word in words])
    assert "".join(s.text for s in found) == text


def test_searched_words_are_marked() -> None:
    assert [s.text for s in search_pieces("Wifi and WIFI", ["wifi"]) if s.opinion] == ["Wifi", "WIFI"]
