"""Expressions of other languages in the midst of a text: Chinese praise in English, "so bad" in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from voxpop.extract.clauses import phrase_runs, split_clauses
from voxpop.extract.lexicon_matching import match_lexicon
from voxpop.extract.lexicon_tables import lexicon_tables
from voxpop.extract.opinion_expressions import find_opinions
from voxpop.lang import LANGUAGES, language
from voxpop.lang.foreign_words import parse_foreign
from voxpop.lang.memo import Memo


class ForeignExpression(NamedTuple):
    """Praise or blame with what turns and strengthens it, and how good it is; or a thing, which has no value."""

    start: int
    end: int
    value: float | None


def foreign_expressions(text: str, lang: str) -> Iterator[ForeignExpression]:
    """Yield the expressions of other languages in a text of this one."""
    for code in LANGUAGES:
        for match in _runs(code).finditer(text) if code != lang else ():
            for start, end, value in _EXPRESSIONS[match[0], code]:
                yield ForeignExpression(match.start() + start, match.start() + end, value)


@cache
def _runs(code: str) -> re.Pattern[str]:
    return re.compile(language(code).script.RUN)


def _expressions(key: tuple[str, str]) -> list[ForeignExpression]:
    run, code = key
    expressions: list[ForeignExpression] = []
    for sentence in parse_foreign(run, code):
        tokens, things = sentence.tokens, phrase_runs(sentence)[0]
        for clause in split_clauses(tokens, match_lexicon(tokens, lexicon_tables(code)), things):
            for opinion in find_opinions(tokens, clause):
                start, end = opinion.spans[0].start, opinion.spans[-1].end
                expressions.append(ForeignExpression(start, end, opinion.worth(opinion.mark.entry.value)))
        names = [ForeignExpression(tokens[thing.first].start, tokens[thing.last - 1].end, None) for thing in things]
        expressions += [name for name in names if not any(_overlap(name, other) for other in expressions)]
    return expressions


_EXPRESSIONS = Memo(_expressions, limit=10_000)


def _overlap(first: ForeignExpression, second: ForeignExpression) -> bool:
    return first.start < second.end and second.start < first.end
