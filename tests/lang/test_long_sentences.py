from __future__ import annotations

import pytest

from voxpop.lang import language
from voxpop.lang.sentence_parts import LONGEST, Words, split


def test_only_what_is_too_long_is_cut() -> None:
    count = 2 * LONGEST + 5
    words = Words(list(range(count)), list(range(1, count + 1)), ["a"] * count)
    ranges = [(0, 3), (3, LONGEST + 3), (LONGEST + 3, count)]
    assert [(part.starts[0], *map(len, part)) for part in split(words, ranges)] == [
        (0, 3, 3, 3),
        (3, LONGEST, LONGEST, LONGEST),
        (LONGEST + 3, LONGEST, LONGEST, LONGEST),
        (2 * LONGEST + 3, 2, 2, 2),
    ]
    assert list(split(Words([], [], []), [])) == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [("zh", "味道很好服务很差" * 1000), ("en", "the room was great and the wifi bad " * 1000)],
)
def test_a_review_without_a_full_stop_is_not_one_sentence(lang: str, text: str) -> None:
    (parsed,) = language(lang).parse([text])
    assert max(len(sentence.tokens) for sentence in parsed) == LONGEST
    assert [(one.start, one.end) for one in parsed] == [tuple(span) for span in language(lang).sentences(text)]
    assert "".join(token.text for one in parsed for token in one.tokens) == text.replace(" ", "")
