"""Which thing an opinion is about."""

from __future__ import annotations

import pytest

from voxpop.extract.lexicon import engine
from voxpop.lang import language


def words_of(code: str, text: str) -> dict[str, list[str]]:
    sentence = language(code).parse([text])[0][0]
    judged = zip(sentence.phrases, engine(code).judge(sentence), strict=True)
    return {phrase.term: [text[start:end] for start, end in one.opinion_words] for phrase, one in judged}


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        ("en", "Friendly staff and dirty rooms.", {"staff": ["Friendly"], "rooms": ["dirty"]}),
        ("en", "The food and service were great.", {"food": ["great"], "service": ["great"]}),
        ("en", "We loved the pool and the breakfast.", {"pool": ["loved"], "breakfast": ["loved"]}),
        ("en", "The quality of the food was great.", {"quality": ["great"], "food": ["great"]}),
        ("en", "The pizza was better than the pasta.", {"pizza": ["better"], "pasta": []}),
        ("en", "The food was great, but we ate at the bar.", {"food": ["great"], "bar": []}),
        ("en", "I had the soup, which was awful.", {"soup": ["awful"]}),
        ("zh", "味道好，服务差。", {"味道": ["好"], "服务": ["差"]}),
        ("zh", "味道和环境都不错。", {"味道": ["不错"], "环境": ["不错"]}),
    ],
)
def test_links(code: str, text: str, expected: dict[str, list[str]]) -> None:
    found = words_of(code, text)
    assert {term: found[term] for term in expected} == expected
