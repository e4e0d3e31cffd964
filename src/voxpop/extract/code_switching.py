"""What is said in words of the other language in the midst of a text: 很好吃 in English, "so bad" in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from voxpop.extract.clauses import phrase_runs, split_clauses
from voxpop.extract.lexicon_matching import match_lexicon
from voxpop.extract.lexicon_tables import lexicon_tables
from voxpop.extract.opinion_expressions import find_opinions
from voxpop.lang.foreign_words import parse_foreign
from voxpop.lang.memo import Memo
from voxpop.lang.zh.script import LETTERS as HAN

ANY = "dish"  # what an unknown Chinese name in an English review is the name of, more often than not
OTHER = {  # for each language the one that is mixed into it, and what stretches of that look like
    "en": ("zh", re.compile(rf"[{HAN}]+")),
    "zh": ("en", re.compile(r"[A-Za-z]{2,}(?:['’ -]{1,2}[A-Za-z]+)*")),
}


class Expression(NamedTuple):
    """Praise or blame with what turns and strengthens it, and how good it is; or a thing, which has no value."""

    start: int
    end: int
    value: float | None


def mixed_in(text: str, lang: str) -> Iterator[Expression]:
    """The expressions of the other language in a text of this one."""
    other, stretches = OTHER[lang]
    for match in stretches.finditer(text):
        for start, end, value in _READ[match[0], other]:
            yield Expression(match.start() + start, match.start() + end, value)


def _read(key: tuple[str, str]) -> list[Expression]:
    run, code = key
    found: list[Expression] = []
    for sentence in parse_foreign(run, code):
        tokens, things = sentence.tokens, phrase_runs(sentence)[0]
        for clause in split_clauses(tokens, match_lexicon(tokens, lexicon_tables(code)), things):
            for one in find_opinions(tokens, clause):
                found.append(Expression(one.spans[0].start, one.spans[-1].end, one.worth(one.mark.entry.value)))
        named = [Expression(tokens[thing.first].start, tokens[thing.last - 1].end, None) for thing in things]
        found += [thing for thing in named if not any(thing.start < one.end and one.start < thing.end for one in found)]
    return found


_READ = Memo(_read, limit=10_000)


def in_english(name: str) -> str:
    """An English word for a thing of that kind: "waiter" for 服务员."""
    endings = (name[at:] for at in range(len(name)))
    return next((_names()[ending] for ending in endings if ending in _names()), ANY)


@cache
def _names() -> dict[str, str]:
    lines = files(__package__).joinpath("data", "things-zh.txt").read_text("utf-8").splitlines()
    rows = (line.split() for line in lines if not line.startswith("#"))
    return {name: word for word, *names in rows for name in names}
