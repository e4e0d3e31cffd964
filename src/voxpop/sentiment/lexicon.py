"""Sentiment from words and rules: what a clause says, which of its things it is said of, how strongly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from voxpop.errors import choose
from voxpop.registry import Registry
from voxpop.sentiment import Engine, Judgement
from voxpop.sentiment.clauses import Clause, Run, clauses, runs
from voxpop.sentiment.linking import LENT, NEAR, Link, Linker, absences
from voxpop.sentiment.opinions import Opinion, opinions
from voxpop.sentiment.scan import scan
from voxpop.sentiment.tables import tables
from voxpop.text import LANGUAGES
from voxpop.types import Sentence, Span, Token

ENGINES: Registry[Callable[[str], Engine]] = Registry("sentiment engine")
NEUTRAL = 0.08  # polarities smaller than this are none


@ENGINES.register("lexicon")
class LexiconEngine:
    """Reads sentiment from the tables of one language; needs no weights."""

    name = "lexicon"

    def __init__(self, code: str) -> None:
        self.tables = tables(choose("language", code, LANGUAGES))
        self._groups = lru_cache(maxsize=20_000)(self.tables.groups_of)

    def judge(self, sentence: Sentence) -> list[Judgement]:
        """One judgement for each of ``sentence.phrases``, in their order."""
        if not sentence.phrases:
            return []
        marks = scan(sentence.tokens, self.tables)
        things, number = runs(sentence)
        parts = clauses(sentence.tokens, marks, things)
        linker = Linker(sentence.tokens, marks, things)
        said = [opinions(sentence.tokens, part) for part in parts]
        if self.tables.names:
            said = [[one for one in found if not _in_name(one, things)] for found in said]
        for part, found in zip(parts, said, strict=True):
            for run, opinion in absences(sentence.tokens, part, things, found):
                linker.links[run].append(Link(opinion, 1.0, part))
            linker.clause(part, found)
        _borrow(parts, said, linker.links, topics=self.tables.topics)
        homes = {run: part for part in parts for run in part.runs}
        for part, found in zip(parts, said, strict=True):
            for run, thing in enumerate(things):
                if run not in homes and part.first <= thing.first < part.last:
                    homes[run] = part
                    linker.links[run].extend(
                        Link(one, 1.0, part)
                        for one in found
                        if one.mark.first <= thing.first and thing.last <= one.mark.last
                    )
        return [
            self._judgement(sentence, linker.links[run], homes[run], phrase.term)
            for run, phrase in zip(number, sentence.phrases, strict=True)
        ]

    def _judgement(self, sentence: Sentence, links: Sequence[Link], home: Clause, term: str) -> Judgement:
        total = mass = 0.0
        spans: list[Span] = []
        for link in links:
            value = link.opinion.worth(self._base(link.opinion, term))
            if value:
                total += link.weight * value * abs(value)
                mass += link.weight * abs(value)
                spans.extend(link.opinion.spans)
        if not mass:
            return Judgement(None, (), _evidence(sentence.tokens, home), 0.0)
        polarity = max(-1.0, min(1.0, total / mass))
        sure = max(link.weight for link in links)
        return Judgement(
            0.0 if abs(polarity) < NEUTRAL else polarity,
            tuple(sorted(set(spans))),
            _evidence(sentence.tokens, home, links),
            round(sure * (0.4 + 0.6 * min(1.0, abs(polarity) / 0.5)), 3),
        )

    def _base(self, opinion: Opinion, term: str) -> float:
        """The bare value of an opinion word, for the thing it is said of."""
        entry = opinion.mark.entry
        values = self.tables.context.get(entry.text)
        if values is None or entry.kind == "idiom":
            return entry.value
        return next((values[group] for group in self._groups(term) if group in values), entry.value)


def _in_name(opinion: Opinion, things: Sequence[Run]) -> bool:
    """Whether a one-letter opinion word is part of a longer noun phrase and so of what the thing is called."""
    mark = opinion.mark
    alone = opinion.spans == ((mark.start, mark.end),)
    inside = any(thing.first <= mark.first and mark.last <= thing.last for thing in things)
    return mark.end - mark.start == 1 and alone and inside


def _borrow(
    parts: Sequence[Clause], said: Sequence[Sequence[Opinion]], links: list[list[Link]], *, topics: bool
) -> None:
    """Hands opinions over clause borders.

    A clause that names nothing speaks of the last thing named ("The pasta came late, cold and bland"), or else of
    what comes next. Where a language works by topics, a thing named alone is what the clauses after it speak of.
    """
    last: int | None = None
    for part, found in zip(parts, said, strict=True):
        if part.runs:
            last = part.runs[-1]
        elif found and last is not None:
            links[last].extend(Link(one, NEAR, part) for one in found)
    for i, part in enumerate(parts):
        for run in part.runs:
            if not links[run] and (k := _lender(parts, said, i, topics=topics)) is not None:
                links[run].extend(Link(one, LENT, parts[k]) for one in said[k])


def _lender(parts: Sequence[Clause], said: Sequence[Sequence[Opinion]], i: int, *, topics: bool) -> int | None:
    """The clause after clause ``i`` that speaks of a thing in it of which nothing is said there."""
    for k in range(i + 1, len(parts)):
        if said[k]:
            return k if topics or not parts[k].runs else None
    return None


def _evidence(tokens: Sequence[Token], home: Clause, links: Sequence[Link] = ()) -> Span:
    """The clause of the thing, stretched over the clauses its opinions come from."""
    first = min([home.first, *(link.clause.first for link in links)])
    last = max([home.last, *(link.clause.last for link in links)])
    while first < last - 1 and tokens[first].tag == "PUNCT":
        first += 1
    while last > first + 1 and tokens[last - 1].tag == "PUNCT":
        last -= 1
    return Span(tokens[first].start, tokens[last - 1].end)


@cache
def engine(code: str, name: str = "lexicon") -> Engine:
    """The engine of that name for a language: ``engine("en").judge(sentence)``."""
    return ENGINES[name](code)
