from __future__ import annotations

import pytest

from voxpop.lang import language
from voxpop.lang.long_sentences import LONGEST, cut


def test_only_what_is_too_long_is_cut() -> None:
    assert list(cut([(0, 3), (3, LONGEST + 3), (LONGEST + 3, 2 * LONGEST + 5)])) == [
        (0, 3),
        (3, LONGEST + 3),
        (LONGEST + 3, 2 * LONGEST + 3),
        (2 * LONGEST + 3, 2 * LONGEST + 5),
    ]
    assert list(cut([])) == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [("zh", "味道很好服务很差" * 1000), ("en", "the room was great and the wifi bad " * 1000)],
)
def test_a_review_without_a_full_stop_is_not_one_sentence(lang: str, text: str) -> None:
    (parsed,) = language(lang).parse([text])
    assert max(len(sentence.tokens) for sentence in parsed) == LONGEST
    assert [(one.start, one.end) for one in parsed] == [tuple(span) for span in language(lang).sentences(text)]
    assert "".join(token.text for one in parsed for token in one.tokens) == text.replace(" ", "")
