from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from voxpop.extract.decode import tagged_spans
from voxpop.extract.reader_output import OPINION
from voxpop.types import ReaderOutput

from .fake import FakeReader

O, B, I = (0.9, 0.05, 0.05), (0.1, 0.8, 0.1), (0.1, 0.2, 0.7)  # noqa: E741


def reading(spans: list[tuple[int, int]], tags: list[tuple[float, float, float]]) -> ReaderOutput:
    rows = np.array([(*tag, 1, 0, 0, 1, 0, 0) for tag in tags], np.float32).reshape(-1, 9)
    none = np.zeros(0, np.float32)
    return ReaderOutput(np.array(spans, np.int32).reshape(-1, 2), rows, none, none, none, none)


def test_terms_are_whole_words() -> None:
    text = "tasty dumplings here"
    spans = [(0, 5), (6, 10), (10, 15), (16, 20)]
    found = tagged_spans(reading(spans, [O, B, I, O]), text)
    assert [text[start:end] for start, end in found] == ["dumplings"]
    half = tagged_spans(reading(spans, [O, B, (0.6, 0.2, 0.2), O]), text)  # its second piece alone would not do
    assert [text[start:end] for start, end in half] == ["dumplings"]


def test_a_term_that_follows_another_begins_anew() -> None:
    text = "food drinks"
    spans = [(0, 4), (5, 8), (8, 11)]
    assert len(tagged_spans(reading(spans, [B, I, I]), text)) == 1
    assert len(tagged_spans(reading(spans, [B, B, I]), text)) == 2  # by its first piece


def test_chinese_characters_are_words() -> None:
    text = "味道好"
    found = tagged_spans(reading([(0, 1), (1, 2), (2, 3)], [B, I, O]), text)
    assert [text[start:end] for start, end in found] == ["味道"]


def test_no_pieces_no_terms() -> None:
    assert tagged_spans(reading([], []), "") == []


@given(st.text(max_size=60), st.sampled_from([0.05, 0.5]))
def test_spans_lie_in_the_text_in_order_and_apart(text: str, threshold: float) -> None:
    read = FakeReader().read([text])[0]
    for which in (slice(0, 3), OPINION):
        reached = 0
        for start, end in tagged_spans(read, text, which, threshold=threshold):
            assert reached <= start < end <= len(text)
            reached = end
