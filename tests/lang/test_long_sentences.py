from __future__ import annotations

import pytest

from voxpop.lang import language
from voxpop.lang.sentence_parts import LONGEST, split
from voxpop.types import Span


def test_only_what_is_too_long_is_cut() -> None:
    text = "a" * (2 * LONGEST + 5)
    tokens = [Span(place, place + 1) for place in range(len(text))]
    ranges = [(0, 3), (3, LONGEST + 3), (LONGEST + 3, 2 * LONGEST + 5)]
    sentences = list(split(text, tokens, lambda *_: ranges))
    assert [(spans[0].start, len(spans), len(words)) for spans, words in sentences] == [
        (0, 3, 3),
        (3, LONGEST, LONGEST),
        (LONGEST + 3, LONGEST, LONGEST),
        (2 * LONGEST + 3, 2, 2),
    ]
    assert list(split("", [], lambda *_: [])) == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [("zh", "味道很好服务很差" * 1000), ("en", "the room was great and the wifi bad " * 1000)],
)
def test_a_review_without_a_full_stop_is_not_one_sentence(lang: str, text: str) -> None:
    (parsed,) = language(lang).parse([text])
    assert max(len(sentence.tokens) for sentence in parsed) == LONGEST
    assert [(one.start, one.end) for one in parsed] == [tuple(span) for span in language(lang).sentences(text)]
    assert "".join(token.text for one in parsed for token in one.tokens) == text.replace(" ", "")
