"""Where clauses begin."""

from __future__ import annotations

from itertools import pairwise

import pytest

from voxpop.extract.clauses import LONGEST, clause_starts
from voxpop.extract.sentence_layout import SentenceLayout
from voxpop.lang import language


def parts(lang: str, text: str) -> list[str]:
    page = SentenceLayout(language(lang).parse([text])[0][0], lang)
    starts = [page.starts[place] for place in clause_starts(page.tokens, page.texts, page.tags, lang)]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "Good food but slow service", ["Good food ", "but slow service"]),
        ("en", "The food is good, the service is slow", ["The food is good", ", the service is slow"]),
        ("en", "Great food, service and view", ["Great food, service and view"]),
        ("en", "We came back even though it was full", ["We came back ", "even though it was full"]),
        ("en", "We had a salad after yoga", ["We had a salad after yoga"]),
        ("en", "It was good though", ["It was good though"]),
        ("en", "Cute and handy :)", ["Cute and handy :)"]),
        ("zh", "味道好，服务差", ["味道好", "，服务差"]),
        ("zh", "味道好但是贵", ["味道好", "但是贵"]),
        ("zh", "我相信学而思的服务", ["我相信学而思的服务"]),
        ("zh", "国货强 支持花西子", ["国货强 ", "支持花西子"]),
    ],
)
def test_cuts(lang: str, text: str, expected: list[str]) -> None:
    assert parts(lang, text) == expected


def test_endless_clauses_are_cut() -> None:
    page = SentenceLayout(language("en").parse(["the food was good and " * 200])[0][0], "en")
    starts = clause_starts(page.tokens, page.texts, page.tags, "en")
    assert max(end - start for start, end in pairwise(starts)) <= LONGEST + 10
