from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from voxpop.web.report.marks import pieces

from .documents import quote


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
    cut = pieces(found)
    assert "".join(piece.text for piece in cut) == text
    aspect, opinion, at = set(), set(), 0
    for piece in cut:
        places = set(range(at, at + len(piece.text)))
        aspect |= places if piece.aspect else set()
        opinion |= places if piece.opinion else set()
        at += len(piece.text)
    assert aspect == positions([found["aspect_words"]], base, len(text))
    assert opinion == positions(found["opinion_words"], base, len(text))


def test_words_on_both_sides_of_an_overlap_keep_their_own_mark() -> None:
    found: Any = {**quote("[a] {b}", 0.5), "start": 10, "end": 16, "context": "abcdef", "context_start": 10}
    found |= {"aspect_words": [11, 14], "opinion_words": [[13, 15]]}
    assert [(piece.text, piece.css) for piece in pieces(found)] == [
        ("a", ""), ("bc", "a"), ("d", "a o"), ("e", "o"), ("f", ""),
    ]  # fmt: skip


def test_the_context_around_a_quote_is_told_from_the_quote() -> None:
    found: Any = quote("The [room] was {clean}.", 0.5)
    assert "".join(piece.text for piece in pieces(found) if piece.quoted) == "The room was clean."


def test_without_a_context_the_quote_itself_is_shown() -> None:
    found: Any = {**quote("The [room] was {clean}.", 0.5), "context": ""}
    assert [(piece.text, piece.css) for piece in pieces(found) if piece.css] == [("room", "a"), ("clean", "o")]
