"""Annotated passages of our own corpus as sentences with what they are known to say. Pairs are made from these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from research.annotation.corpus import read_corpus
from research.training.opinions.prepare import part_of
from research.training.samples.leakage import bare
from voxpop.types import NOWHERE, Span

OVERALL = "overall"
LONGEST = {"en": 700, "zh": 400}  # characters of a premise
SPLITS = {
    "train": "train",
    "seen": "dev",
    "dev": "dev",
}  # whole domains are kept out for tests: nothing is made of them


@dataclass(frozen=True, slots=True)
class Fact:
    """Something said: a thing by the words used for it or by its category, felt to be good (1) or bad (−1)."""

    polarity: int
    aspect: Span = NOWHERE
    opinion: Span = NOWHERE
    category: str | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Who is better than whom, in the words of the text."""

    winner: str
    loser: str


@dataclass(frozen=True, slots=True)
class KnownSentence:
    """A text with its facts and every category that it speaks of: others are not told."""

    id: str
    text: str
    split: str
    domain: str
    facts: tuple[Fact, ...]
    categories: frozenset[str]
    comparisons: tuple[Comparison, ...] = ()


def known_sentences(lang: str, data: Path) -> list[KnownSentence]:
    """Return every annotated passage of a language that is not kept for tests, once."""
    seen: set[str] = set()
    kept = []
    for record in read_corpus(lang, data):
        split, key = SPLITS.get(part_of(record, lang)), bare(record["text"])
        if split and key not in seen and len(record["text"]) <= LONGEST[lang]:
            seen.add(key)
            kept.append(from_record(record, split))
    return kept


def from_record(record: Mapping[str, Any], split: str) -> KnownSentence:
    """Return a passage's opinions as facts.

    The words of a statement of fact are a whole clause, so they are not used as opinion words. What is said of a rival
    or an accessory counts only where it is named.
    """
    text: str = record["text"]
    facts = [
        Fact(
            1 if each["polarity"] > 0 else -1,
            span(each["target"]),
            NOWHERE if each["fact"] else span(each["words"]),
            each["category"],
        )
        for each in record["opinions"]
        if each["polarity"] and (each["target"] or each["about"] == "main")
    ]
    compared = [
        Comparison(text[slice(*each["winner"])], text[slice(*each["loser"])])
        for each in record["comparisons"]
        if each["kind"] == ">" and each["winner"] and each["loser"]
    ]
    categories = frozenset(each["category"] for each in record["opinions"])
    return KnownSentence(record["id"], text, split, record["domain"], agreed(facts, text), categories, tuple(compared))


def span(found: Iterable[int] | None) -> Span:
    """Return a span of the corpus, which may be missing."""
    return Span(*found) if found else NOWHERE


def agreed(facts: Iterable[Fact], text: str) -> tuple[Fact, ...]:
    """Return facts without those on a thing that is called both good and bad, by its name or by its category."""
    known = list(dict.fromkeys(facts))
    sides: dict[str, set[int]] = defaultdict(set)
    for fact in known:
        sides[_thing(fact, text)].add(fact.polarity)
        sides[f"{fact.category}#"].add(fact.polarity)
    return tuple(
        fact for fact in known if len(sides[_thing(fact, text)]) == 1
        and (fact.aspect != NOWHERE or len(sides[f"{fact.category}#"]) == 1)
    )  # fmt: skip


def _thing(fact: Fact, text: str) -> str:
    return text[slice(*fact.aspect)].lower() if fact.aspect != NOWHERE else f"{fact.category}#"
