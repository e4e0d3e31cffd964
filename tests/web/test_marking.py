"""Marked texts are the texts."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from voxpop.types import Opinion, Span
from voxpop.web.heat import warmed
from voxpop.web.marking import marked, searched, stretches

TEXT = "The 🛏️ room was not clean, but 服务 great."


def opinion(start: int, end: int, polarity: float, *words: Span) -> Opinion:
    return Opinion("r", start, end, TEXT[start:end], "x", polarity, opinion_words=words, evidence=Span(0, len(TEXT)))


def test_opinions_are_marked_where_they_stand() -> None:
    first, last = TEXT.index("room"), TEXT.index("服务")
    said = [opinion(first, first + 4, -0.9, Span(16, 25)), opinion(last, last + 2, 0.8, Span(last + 3, last + 8))]
    found = [(s.text, s.css, s.first) for s in marked(TEXT, said) if s.css]
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
    assert "".join(s.text for s in marked(text, said)) == text
    assert "".join(s.text for s in stretches(text, [span for span, _, _ in drawn])) == text


@given(st.text(max_size=40), st.lists(st.text(max_size=3), max_size=3))
def test_searching_marks_and_keeps(text: str, words: list[str]) -> None:
    found = searched(text, [word.lower() for word in words])
    assert "".join(s.text for s in found) == text


def test_searched_words_are_marked() -> None:
    assert [s.text for s in searched("Wifi and WIFI", ["wifi"]) if s.words] == ["Wifi", "WIFI"]


@given(st.text(min_size=1, max_size=30), st.data())
def test_heat_covers_the_text(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), min_size=2))) if len(text) > 1 else [0, len(text)]
    pieces = list(pairwise(cuts))
    shares = data.draw(st.lists(st.floats(0, 1), min_size=len(pieces), max_size=len(pieces)))
    found = warmed(text, pieces, shares)
    assert "".join(one.text for one in found) == text
    assert all(0 <= one.level <= 6 for one in found)
