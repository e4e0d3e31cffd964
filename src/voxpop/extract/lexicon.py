"""Sentiment from words and rules: what a clause says, which of its things it is said of, how strongly."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache

from voxpop.errors import choose
from voxpop.extract.clauses import LexiconClause, PhraseRun, phrase_runs, split_clauses
from voxpop.extract.lexicon_matching import match_lexicon
from voxpop.extract.lexicon_tables import lexicon_tables
from voxpop.extract.linking import LENT, NEAR, OWN, Link, Linker
from voxpop.extract.opinion_expressions import OpinionExpression, find_opinions
from voxpop.lang import LANGUAGES
from voxpop.lang.punctuation import EXCLAMATION_MARKS, QUESTION_MARKS
from voxpop.types import Judgement, Sentence, Span, Token

NEUTRAL = 0.08  # polarities smaller than this are none
# what a sentence's last mark does to the size of its opinions
ENDINGS = dict.fromkeys(EXCLAMATION_MARKS, 1.1) | dict.fromkeys(QUESTION_MARKS, 0.5)
AHEAD = 3  # clauses that may still speak of a thing


class LexiconEngine:
    """Reads sentiment from the tables of one language; needs no weights."""

    def __init__(self, code: str) -> None:
        self.tables = lexicon_tables(choose("language", code, LANGUAGES))
        self._groups = lru_cache(maxsize=20_000)(self.tables.groups_of)

    def judge(self, sentence: Sentence) -> list[Judgement]:
        """Return one judgement for each of ``sentence.phrases``, in their order."""
        if not sentence.phrases:
            return []
        tokens = sentence.tokens
        marks = match_lexicon(tokens, self.tables)
        things, run_of_phrase = phrase_runs(sentence)
        clauses = split_clauses(tokens, marks, things)
        opinions = [find_opinions(tokens, clause) for clause in clauses]
        if self.tables.names:
            opinions = [_outside_names(clause_opinions, things) for clause_opinions in opinions]
        linker = Linker(tokens, marks, things)
        for clause, clause_opinions in zip(clauses, opinions, strict=True):
            linker.clause(clause, clause_opinions)
        _borrow(clauses, opinions, linker.links, topics=self.tables.topics)
        homes = _homes(clauses, opinions, things, linker.links)
        return [
            self._judgement(sentence, linker.links[run], home, self._subject(tokens, things, home, run, phrase.term))
            for run, phrase in zip(run_of_phrase, sentence.phrases, strict=True)
            for home in (homes[run],)
        ]

    def _subject(
        self, tokens: Sequence[Token], things: Sequence[PhraseRun], home: LexiconClause, run: int, term: str
    ) -> str:
        """Return what the opinions on a run are said of: another thing where the run only names one."""
        before = [other for other in home.runs if other < run]
        if run in home.runs or not before:
            return term
        first, last = things[before[-1]]
        return ("" if self.tables.by_character else " ").join(token.lemma for token in tokens[first:last])

    def _judgement(self, sentence: Sentence, links: Sequence[Link], home: LexiconClause, term: str) -> Judgement:
        total = mass = 0.0
        spans: list[Span] = []
        for link in links:
            base = self._base(link.opinion, term)
            value = 0.0 if base is None else link.opinion.worth(base)
            if value:
                total += link.weight * value * abs(value)
                mass += link.weight * abs(value)
                spans.extend(link.opinion.spans)
        if not mass:
            return Judgement(None, (), _evidence(sentence.tokens, home), 0.0)
        tone = ENDINGS.get(sentence.tokens[-1].text[0], 1.0)
        polarity = max(-1.0, min(1.0, tone * total / mass))
        return Judgement(
            0.0 if abs(polarity) < NEUTRAL else polarity,
            _outermost(spans),
            _evidence(sentence.tokens, home, links),
            _confidence(max(link.weight for link in links), abs(polarity)),
        )

    def _base(self, opinion: OpinionExpression, term: str) -> float | None:
        """The bare value of an opinion word for the thing it is said of. None: it is never said of such things."""
        entry = opinion.mark.entry
        values = self.tables.context.get(entry.text)
        if values is None or entry.kind == "idiom":
            return entry.value
        value = next((values[group] for group in self._groups(term) if group in values), entry.value)
        return None if value is False else value


def _confidence(weight: float, size: float) -> float:
    """Near the share of right signs on the development sets: higher for close links and for strong, unmixed words."""
    return round((0.6 + 0.35 * weight) * (0.6 + 0.4 * min(1.0, size / 0.5)), 3)


def _outermost(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Return the spans in order, without those inside another: "very" beside "very polite"."""
    outermost: list[Span] = []
    for span in sorted(set(spans), key=lambda span: (span.start, -span.end)):
        if not outermost or span.end > outermost[-1].end:
            outermost.append(span)
    return tuple(outermost)


def _outside_names(opinions: Sequence[OpinionExpression], things: Sequence[PhraseRun]) -> list[OpinionExpression]:
    """Leave out bare one-letter opinion words inside a noun phrase: they are part of what the thing is called."""
    outside = []
    for opinion in opinions:
        mark = opinion.mark
        run = things[max(0, bisect_right(things, mark.first, key=_first) - 1)]
        alone = mark.end - mark.start == 1 and opinion.spans == ((mark.start, mark.end),)
        if not (alone and run.first <= mark.first and mark.last <= run.last):
            outside.append(opinion)
    return outside


def _homes(
    clauses: Sequence[LexiconClause],
    opinions: Sequence[Sequence[OpinionExpression]],
    things: Sequence[PhraseRun],
    links: list[list[Link]],
) -> dict[int, LexiconClause]:
    """Return the clause of each run. Runs that only name an opinion are in none yet, and are judged by their name."""
    homes = {run: clause for clause in clauses for run in clause.runs}
    starts = [clause.first for clause in clauses]
    for run, (first, last) in enumerate(things):
        if run not in homes:
            place = bisect_right(starts, first) - 1
            homes[run] = clause = clauses[place]
            naming = (
                opinion for opinion in opinions[place] if opinion.mark.first <= first and last <= opinion.mark.last
            )
            links[run].extend(Link(opinion, OWN, clause) for opinion in naming)
    return homes


def _first(run: PhraseRun) -> int:
    return run.first


def _borrow(
    clauses: Sequence[LexiconClause],
    opinions: Sequence[Sequence[OpinionExpression]],
    links: list[list[Link]],
    *,
    topics: bool,
) -> None:
    """Hand opinions over clause borders.

    A clause that names nothing speaks of the last thing named ("The pasta came late, cold and bland"), or of the
    one before it of which nothing is said. Where a language works by topics, the first thing of a clause is what
    the clauses after it speak of.
    """
    last: int | None = None
    for clause, clause_opinions in zip(clauses, opinions, strict=True):
        if clause.runs:
            last = clause.runs[-1]
        elif clause_opinions and last is not None:
            links[last].extend(Link(opinion, NEAR, clause) for opinion in clause_opinions)
    for i, clause in enumerate(clauses):
        topic = clause.runs[0] if clause.runs else None
        if topic is not None and not links[topic] and (k := _lender(clauses, opinions, i, topics=topics)) is not None:
            links[topic].extend(Link(opinion, LENT, clauses[k]) for opinion in opinions[k])


def _lender(
    clauses: Sequence[LexiconClause], opinions: Sequence[Sequence[OpinionExpression]], i: int, *, topics: bool
) -> int | None:
    """Return the clause after clause ``i`` that speaks of a thing in it of which nothing is said there."""
    for k in range(i + 1, min(i + 1 + AHEAD, len(clauses))):
        if opinions[k]:
            return k if topics or not clauses[k].runs else None
    return None


def _evidence(tokens: Sequence[Token], home: LexiconClause, links: Sequence[Link] = ()) -> Span:
    """Return the clause of the thing, stretched over the clauses its opinions come from."""
    first = min([home.first, *(link.clause.first for link in links)])
    last = max([home.last, *(link.clause.last for link in links)])
    while first < last - 1 and tokens[first].tag == "PUNCT":
        first += 1
    while last > first + 1 and tokens[last - 1].tag == "PUNCT":
        last -= 1
    return Span(tokens[first].start, tokens[last - 1].end)


@cache
def engine(code: str) -> LexiconEngine:
    """Return the engine of a language: ``engine("en").judge(sentence)``."""
    return LexiconEngine(code)
