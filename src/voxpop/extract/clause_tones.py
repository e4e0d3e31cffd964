"""The tone of a text, clause by clause, whatever the clauses are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from voxpop.extract.clauses import phrase_runs, split_clauses
from voxpop.extract.lexicon_matching import match_lexicon
from voxpop.extract.lexicon_tables import Role, lexicon_tables
from voxpop.extract.opinion_expressions import find_opinions
from voxpop.lang import language
from voxpop.types import Sentence, Span, Token

LONGEST_VOID = 2  # words; three stop words may be a verdict, as "not for me"


class ClauseTone(NamedTuple):
    """A clause, the sentence it stands in (counted from 0) and how good or bad its words are together."""

    span: Span
    sentence: int
    value: float  # 0: nothing good or bad is said
    thing: bool = False  # whether it names something ("lovely mug") or only feels ("lovely!")


def clause_tones(text: str, *, lang: str) -> list[ClauseTone]:
    """Return every clause of a text in order, read with the word tables of its language."""
    sentences = language(lang).parse([text])[0]
    return [
        feeling for number, sentence in enumerate(sentences) for feeling in sentence_tones(sentence, number, lang=lang)
    ]


def is_void(tokens: Sequence[Token], *, lang: str) -> bool:
    """Return whether words say nothing by themselves: one or two that damp others ("a bit"), or stop words.

    A verb, a noun or what is good or bad is something.
    """
    words = [(at, token) for at, token in enumerate(tokens) if token.tag not in ("PUNCT", "SYM")]
    if not 0 < len(words) <= LONGEST_VOID:
        return False
    marks = match_lexicon(tokens, lexicon_tables(lang))
    damping = {at for mark in marks if mark.entry.roles & Role.DAMPER for at in range(mark.first, mark.last)}
    for at, token in words:
        is_filler = token.text.lower() in language(lang).stop_words and token.tag not in ("VERB", "NOUN", "PROPN")
        if at not in damping and not is_filler:
            return False
    sentence = Sentence(tokens[0].start, tokens[-1].end, tuple(tokens))
    return not any(tone.value for tone in sentence_tones(sentence, lang=lang))


class _Worth(NamedTuple):
    first: int  # token
    value: float


def sentence_tones(sentence: Sentence, number: int = 0, *, lang: str) -> list[ClauseTone]:
    """Return the clauses of one sentence that was parsed."""
    tokens = sentence.tokens
    things = phrase_runs(sentence)
    tones = []
    for clause in split_clauses(tokens, match_lexicon(tokens, lexicon_tables(lang)), things):
        values = [
            _Worth(opinion.first, opinion.worth(opinion.mark.entry.value)) for opinion in find_opinions(tokens, clause)
        ]
        for first, last, value in _pieces(clause.first, clause.last, values):
            span = Span(tokens[first].start, tokens[last - 1].end)
            tones.append(ClauseTone(span, number, max(-1.0, min(1.0, value)), bool(clause.runs)))
    return tones


def _pieces(first: int, last: int, values: Sequence[_Worth]) -> Iterator[tuple[int, int, float]]:
    """A clause whole, or cut before each opinion that turns against the one before it: "lovely soup, awful noise"."""
    total = 0.0
    for place, value in values:
        if total * value < 0 and place > first:
            yield first, place, total
            first, total = place, 0.0
        total += value
    if last > first:
        yield first, last, total
