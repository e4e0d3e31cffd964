"""The lexicon engine on hand-written sentences and arbitrary ones."""

from __future__ import annotations

import pytest

from voxpop.sentiment.lexicon import engine
from voxpop.text import language


def signs(code: str, text: str) -> dict[str, int]:
    found = {}
    for sentence in language(code).parse([text])[0]:
        for phrase, judgement in zip(sentence.phrases, engine(code).judge(sentence), strict=True):
            polarity = judgement.polarity or 0.0
            found[phrase.term] = (polarity > 0) - (polarity < 0)
    return found


@pytest.mark.parametrize(
    ("code", "text", "term", "sign"),
    [
        ("en", "The food was great.", "food", 1),
        ("en", "The food was not great.", "food", -1),
        ("en", "The food was great, but the service was slow.", "service", -1),
        ("zh", "味道不错，但是服务员态度差。", "味道", 1),
        ("zh", "味道不错，但是服务员态度差。", "服务员", -1),
    ],
)
def test_sign(code: str, text: str, term: str, sign: int) -> None:
    assert signs(code, text)[term] == sign
