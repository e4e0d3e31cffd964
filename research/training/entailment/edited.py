"""Hypotheses that are a clause of the text itself, as it stands or with one change: the opinion, a number, the thing.

Of a changed and an unchanged clause either may stand in the premise, so that the change alone tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from research.factuality.edits import alike, another_number, denial, opposite
from research.training.entailment.facts import Fact, KnownSentence
from research.training.entailment.worded import CONTRADICTED, ENTAILED, NEUTRAL, parts
from research.training.entailment.words import PairWords
from voxpop.types import NOWHERE, Span

CLAUSES = {
    "en": re.compile(r"(?:,\s+(?:but|and|yet|so|while|although)|;|\s+(?:but|although)|(?<=[.!?]))\s+", re.IGNORECASE),
    "zh": re.compile(r"[，。！？；,!?;~～\s]+(?:但是?|不过|而且|可是|只是)?"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Edit:
    """Two versions of a text, of the clause that differs, and how one stands to the other."""

    text: str
    changed_text: str
    clause: str
    changed: str
    label: str
    kind: str


def clauses(text: str, lang: str) -> list[Span]:
    """Where the clauses of a text stand, marks that divide them left out."""
    spans, start = [], 0
    for found in CLAUSES[lang].finditer(text):
        spans.append(Span(start, found.start()))
        start = found.end()
    spans.append(Span(start, len(text)))
    return [span for span in spans if len(text[slice(*span)].strip()) > (12 if lang == "en" else 3)]


def clause_of(text: str, span: Span, lang: str) -> Span | None:
    return next((each for each in clauses(text, lang) if each.start <= span.start and span.end <= each.end), None)


def changed(text: str, clause: Span, at: Span, by: str, label: str, kind: str) -> Edit:
    """The text and its clause with other words at a place."""
    start, end = clause
    new = text[start : at.start] + by + text[at.end : end]
    return Edit(text, text[: at.start] + by + text[at.end :], text[start:end], new, label, kind)


class Editing:
    """Makes edits of a text of one language."""

    def __init__(self, words: PairWords, pool: Mapping[str, Sequence[str]], draw: Random) -> None:
        self.words, self.pool, self.draw, self.lang = words, pool, draw, words.lang

    def edits(self, text: KnownSentence) -> Iterator[Edit]:
        for fact in text.facts:
            if fact.opinion != NOWHERE:
                yield from self.turned(text.text, fact)
            if fact.aspect != NOWHERE:
                yield from self.swapped(text, fact)
        yield from self.numbers(text.text)

    def turned(self, text: str, fact: Fact) -> Iterator[Edit]:
        """The opinion words replaced by their opposite, or denied."""
        clause = clause_of(text, fact.opinion, self.lang)
        if clause is None:
            return
        if turn := opposite(text, fact.opinion, self.words.antonyms, self.lang, self.draw):
            yield changed(text, clause, *turn, CONTRADICTED, "antonym")
        if turn := denial(text, clause, fact.opinion, self.lang, self.draw):
            yield changed(text, clause, *turn, CONTRADICTED, "negation")

    def swapped(self, text: KnownSentence, fact: Fact) -> Iterator[Edit]:
        """Another thing of the same domain in its place, one that the text does not speak of."""
        clause = clause_of(text.text, fact.aspect, self.lang)
        other = self.draw.choice(self.pool[text.domain])
        old = text.text[slice(*fact.aspect)]
        known = any(part in text.text.lower() for part in parts(other, self.lang))
        if clause and not known and len(old.split()) <= 3 and old.endswith("s") == other.endswith("s"):
            yield changed(text.text, clause, fact.aspect, alike(old, other), NEUTRAL, "aspect")

    def numbers(self, text: str) -> Iterator[Edit]:
        turn = another_number(text, self.lang, self.draw)
        clause = clause_of(text, turn[0], self.lang) if turn else None
        if turn and clause:
            yield changed(text, clause, *turn, CONTRADICTED, "number")


def pairs_of(edit: Edit, draw: Random) -> Iterator[tuple[str, str, str]]:
    """Premise, hypothesis, label: once with the clause as it stands, once with the other one."""
    one, other = (edit.text, edit.clause), (edit.changed_text, edit.changed)
    if draw.random() < 0.5:
        one, other = other, one
    yield one[0], ended(one[1]), ENTAILED
    yield one[0], ended(other[1]), edit.label


def ended(clause: str) -> str:
    """A clause as a sentence of its own."""
    clause = clause.strip(" ,，;；、")
    whole = clause[0].upper() + clause[1:]
    return whole if whole[-1] in ".!?。！？…~～" else whole + ("." if whole.isascii() else "。")
