"""Hypotheses that are a clause of the text itself, as it stands or with one change: the opinion, a number, the thing.

Of a changed and an unchanged clause either may stand in the premise, so that the change alone tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from voxpop.models.branch.pair_facts import Fact, Told
from voxpop.models.branch.pair_worded import CONTRADICTED, ENTAILED, NEUTRAL, parts
from voxpop.models.branch.pair_words import Words
from voxpop.types import NOWHERE, Span

CLAUSES = {
    "en": re.compile(r"(?:,\s+(?:but|and|yet|so|while|although)|;|\s+(?:but|although)|(?<=[.!?]))\s+", re.IGNORECASE),
    "zh": re.compile(r"[，。！？；,!?;~～\s]+(?:但是?|不过|而且|可是|只是)?"),
}  # fmt: skip
UNDENIED = "不没太非还挺蛮就算有都最"  # opinions that begin so are not denied by one more character
WORD = {"en": re.compile(r"[A-Za-z']+"), "zh": re.compile(r".+")}
BE = re.compile(r"\b(is|are|was|were|does|do|did|can|could|will|would)\b(?! not\b)(?!n't)", re.IGNORECASE)
NOT = re.compile(r"\b(is|are|was|were|does|do|did|ca|could|wo|would|have|has|had)(?:n['’]t| not)\b", re.IGNORECASE)
DIGITS = re.compile(r"(?<![\d.,:#A-Za-z-])\d{1,4}(?![\d.,:]*\d)(?![A-Za-z、.)）-])")
NUMBERS = {
    "en": (
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "twelve",
        "twenty",
        "thirty",
        "fifty",
    ),
    "zh": ("两", "三", "四", "五", "六", "七", "八", "九", "十"),
}
MEASURED = re.compile(r"([两三四五六七八九十])(?=[个位块元分份天次年月小人道种盘只斤点])")


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

    def __init__(self, words: Words, pool: Mapping[str, Sequence[str]], draw: Random) -> None:
        self.words, self.pool, self.draw, self.lang = words, pool, draw, words.lang

    def edits(self, text: Told) -> Iterator[Edit]:
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
        for at, others in self.known(text, fact.opinion):
            yield changed(text, clause, at, alike(text[slice(*at)], self.draw.choice(others)), CONTRADICTED, "antonym")
        yield from self.denied(text, clause, fact.opinion)

    def known(self, text: str, where: Span) -> Iterator[tuple[Span, Sequence[str]]]:
        """The first place among opinion words that has an opposite; in Chinese, their end."""
        words = text[slice(*where)]
        for found in WORD[self.lang].finditer(words):
            others = self.words.antonyms.get(found.group().lower())
            if others:
                yield Span(where.start + found.start(), where.start + found.end()), others
                return
        ends = [key for key in self.words.antonyms if len(key) > 1 and words.endswith(key)] if self.lang == "zh" else []
        end = max(ends, key=len, default="")
        if end and not words[: -len(end)].endswith(("不", "没")):
            yield Span(where.end - len(end), where.end), self.words.antonyms[end]

    def denied(self, text: str, clause: Span, opinion: Span) -> Iterator[Edit]:
        """A "not" put in before the opinion or taken away."""
        found = self.denied_zh(text, opinion) if self.lang == "zh" else denied_en(text, clause, opinion)
        if found:
            yield changed(text, clause, *found, CONTRADICTED, "negation")

    def denied_zh(self, text: str, opinion: Span) -> tuple[Span, str] | None:
        length = opinion.end - opinion.start
        if text[opinion.start] not in UNDENIED and length <= 4:
            return Span(opinion.start, opinion.start), self.draw.choice(("并不", "一点也不", "不"))
        if text[opinion.start] == "不" and length > 2:
            return Span(opinion.start, opinion.start + 1), "很"
        return None

    def swapped(self, text: Told, fact: Fact) -> Iterator[Edit]:
        """Another thing of the same domain in its place, one that the text does not speak of."""
        clause = clause_of(text.text, fact.aspect, self.lang)
        other = self.draw.choice(self.pool[text.domain])
        old = text.text[slice(*fact.aspect)]
        known = any(part in text.text.lower() for part in parts(other, self.lang))
        if clause and not known and len(old.split()) <= 3 and old.endswith("s") == other.endswith("s"):
            yield changed(text.text, clause, fact.aspect, alike(old, other), NEUTRAL, "aspect")

    def numbers(self, text: str) -> Iterator[Edit]:
        pattern = re.compile(rf"\b({'|'.join(NUMBERS['en'])})\b", re.IGNORECASE) if self.lang == "en" else MEASURED
        found = [*DIGITS.finditer(text), *pattern.finditer(text)]
        if not found:
            return
        at = self.draw.choice(found)
        clause = clause_of(text, Span(at.start(), at.end()), self.lang)
        if clause:
            yield changed(text, clause, Span(at.start(), at.end()), self.other(at.group()), CONTRADICTED, "number")

    def other(self, number: str) -> str:
        if number.isdigit():
            value = int(number)
            return str(
                self.draw.choice(
                    [
                        each
                        for each in (value * 2, value * 3, value + 5, value // 2, value + 10, value + 1)
                        if each != value
                    ]
                )
            )
        return alike(number, self.draw.choice([each for each in NUMBERS[self.lang] if each != number.lower()]))


def denied_en(text: str, clause: Span, opinion: Span) -> tuple[Span, str] | None:
    """Where a "not" stands that governs the opinion and what is left without it, or where one could stand."""
    before = text[clause.start : opinion.start]
    denials, verbs = list(NOT.finditer(before)), list(BE.finditer(before))
    if denials and len(before) - denials[-1].end() < 20:
        last = denials[-1]
        verb = {"ca": "can", "wo": "will"}.get(last.group(1).lower(), last.group(1))
        if verb.lower() not in ("do", "does", "did"):
            return Span(clause.start + last.start(), clause.start + last.end()), verb
    elif len(verbs) == 1 and len(before) - verbs[0].end() < 12:
        return Span(clause.start + verbs[0].end(), clause.start + verbs[0].end()), " not"
    return None


def alike(old: str, new: str) -> str:
    """The new words with a capital where the old ones had one."""
    return new[0].upper() + new[1:] if old[:1].isupper() and old[1:2].islower() else new


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
