"""Where clauses begin and which things are in them."""

from __future__ import annotations

import pytest

from voxpop.extract.clauses import LONGEST, phrase_runs, split_clauses
from voxpop.extract.lexicon_matching import match_lexicon
from voxpop.extract.lexicon_tables import lexicon_tables
from voxpop.lang import language


def parts(code: str, text: str) -> list[str]:
    sentence = language(code).parse([text])[0][0]
    things = phrase_runs(sentence)
    found = split_clauses(sentence.tokens, match_lexicon(sentence.tokens, lexicon_tables(code)), things)
    return [text[sentence.tokens[one.first].start : sentence.tokens[one.last - 1].end] for one in found]


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        ("en", "Good food but slow service", ["Good food", "but slow service"]),
        ("en", "The food is good, the service is slow", ["The food is good", ", the service is slow"]),
        ("en", "Great food, service and view", ["Great food, service and view"]),
        ("zh", "味道好，服务差", ["味道好", "，服务差"]),
        ("zh", "味道好但是贵", ["味道好", "但是贵"]),
    ],
)
def test_cuts(code: str, text: str, expected: list[str]) -> None:
    assert parts(code, text) == expected


def test_overlapping_phrases_are_one_run() -> None:
    sentence = language("en").parse(["The battery life is short."])[0][0]
    assert len(sentence.phrases) > 1
    assert len(phrase_runs(sentence)) == 1


def test_endless_clauses_are_cut() -> None:
    text = "the food was good and " * 200
    sentence = language("en").parse([text])[0][0]
    things = phrase_runs(sentence)
    found = split_clauses(sentence.tokens, match_lexicon(sentence.tokens, lexicon_tables("en")), things)
    assert max(one.last - one.first for one in found) <= LONGEST + 10
