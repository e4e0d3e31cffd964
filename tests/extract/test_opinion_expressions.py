"""What modifiers do to an opinion word."""

from __future__ import annotations

import pytest

from voxpop.extract.clauses import split_clauses
from voxpop.extract.lexicon_matching import match_lexicon
from voxpop.extract.lexicon_tables import lexicon_tables
from voxpop.extract.opinion_expressions import OpinionExpression, find_opinions
from voxpop.lang import language


def found(code: str, text: str) -> list[OpinionExpression]:
    tokens = language(code).parse([text])[0][0].tokens
    return [
        one
        for part in split_clauses(tokens, match_lexicon(tokens, lexicon_tables(code)), [])
        for one in find_opinions(tokens, part)
    ]


def worth(code: str, text: str) -> float:
    (one,) = found(code, text)
    return one.worth(one.mark.entry.value)


@pytest.mark.parametrize(
    ("code", "smaller", "bigger"),
    [
        ("en", "It was not good", "It was good"),
        ("en", "It was bad", "It was not bad"),
        ("en", "It was good", "It was extremely good"),
        ("en", "It was somewhat good", "It was good"),
        ("en", "It was terrible", "It was slightly terrible"),
        ("en", "It was not terrible", "It was terrific"),
        ("en", "It was too salty", "It was not too salty"),
        ("zh", "不干净", "干净"),
        ("zh", "干净", "非常干净"),
        ("zh", "太贵", "不贵"),
        ("zh", "一点都不干净", "不脏"),
    ],
)
def test_order(code: str, smaller: str, bigger: str) -> None:
    assert worth(code, smaller) < worth(code, bigger)


def test_negation_is_shared_by_joined_words_of_one_sign() -> None:
    assert [one.negated for one in found("en", "It was not clean or tidy")] == [True, True]
    assert [one.negated for one in found("en", "It was barely comfortable and dirty")] == [True, False]


def test_negation_stops_at_a_comma() -> None:
    assert [one.negated for one in found("en", "It was not clean, great")] == [True, False]


def test_too_before_a_word_without_value() -> None:
    assert worth("en", "It was too orange") < 0


def test_spans_join_words_that_touch() -> None:
    text = "It was not very good"
    (one,) = found("en", text)
    assert [text[start:end] for start, end in one.spans] == ["not very good"]
