"""What exactly is said: opinion words joined by meaning, so that "spotless" and "immaculate" are counted as "clean"."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from voxpop.extract.lexicon_tables import lexicon_tables
from voxpop.lang import language
from voxpop.types import Token

SPEAKERS = frozenset({
    "glad", "excited", "happy", "sure", "sorry", "proud", "lucky", "hungry", "impressed", "surprised", "thankful",
    "grateful", "afraid", "worried", "upset", "favorite", "favourite", "only", "main", "able", "willing", "unable",
    "hopeful", "confident", "relieved", "ecstatic", "fond", "sad", "angry", "jealous", "tempted", "hesitant",
    "skeptical",
})  # fmt: skip
REACH = 12  # characters before an opinion that are looked at for a negation
LONGEST = 4  # words of an expression
TAIL = re.compile(r"(?:([bdgmnprt])\1|([a-z])i?)(?:er|est)$")


class Meaning(NamedTuple):
    """What an opinion word speaks of, which end of it, and whether that is good (1), bad (−1) or neither (0)."""

    dimension: str
    pole: int
    good: int
    vague: bool = False  # says only that it is good or bad


class Saying(NamedTuple):
    meaning: Meaning
    word: str  # as a summary may show it; empty where it may not


@cache
def table(lang: str) -> dict[str, Saying]:
    """Every listed expression of a language."""
    found: dict[str, Saying] = {}
    for line in (files(__package__) / "data" / f"meanings-{lang}.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, *poles = line.split("\t")
            for pole, words in zip((1, -1), poles, strict=True):
                meaning = Meaning(name.strip("~?"), pole, 0 if name.startswith("~") else pole, name.endswith("?"))
                for word in words.split(", "):
                    plain = word.rstrip("*")
                    found.setdefault(plain, Saying(meaning, "" if word.endswith("*") else plain))
    return found


@lru_cache(maxsize=50_000)
def sayings(words: str, lang: str) -> tuple[Saying, ...]:
    """What the words of one opinion say, each meaning once; "not clean" is the opposite of "clean"."""
    tokens = [token for sentence in language(lang).parse([words])[0] for token in sentence.tokens]
    found: dict[Meaning, Saying] = {}
    negators = language(lang).negation.EXPRESSION_NEGATORS
    negated, place = False, 0
    while place < len(tokens):
        if (size := expression(tokens[place:], lang)) and (match := look_up(tokens[place : place + size], lang)):
            meaning, word = match
            if negated:
                meaning = meaning._replace(pole=-meaning.pole, good=-meaning.good)
                word = ""
            found.setdefault(meaning, Saying(meaning, word))
            negated, place = False, place + size
        else:
            negated = negated or not negators.isdisjoint((tokens[place].lemma, tokens[place].text.lower()))
            place += 1
    return tuple(found.values())


def expression(tokens: list[Token], lang: str) -> int:
    """How many tokens the longest known expression at the beginning takes; 0: there is none."""
    sizes = range(min(LONGEST, len(tokens)), 0, -1)
    return next((size for size in sizes if look_up(tokens[:size], lang)), 0)


def look_up(tokens: list[Token], lang: str) -> Saying | None:
    """The meaning of some tokens as one expression: from the table, or of an adjective the lexicon knows, its own."""
    listed, joiner = table(lang), language(lang).joiner
    for form in (joiner.join(t.text.lower() for t in tokens), joiner.join(t.lemma for t in tokens)):
        for word in (form, form.replace("-", " "), *positive(form, lang)):
            if word in listed:
                return listed[word]
    if len(tokens) == 1 and tokens[0].tag == "ADJ" and (good := value(tokens[0].lemma, lang)) and fits(tokens[0].lemma):
        return Saying(Meaning(f"={tokens[0].lemma}", 1, good), tokens[0].lemma)
    return None


def fits(word: str) -> bool:
    """Whether an adjective says something of a thing, not of the one who speaks."""
    return word not in SPEAKERS


def positive(form: str, lang: str) -> tuple[str, ...]:
    """ "cleaner" and "cleanest" as "clean", "comfier" as "comfy"."""
    if lang != "en" or not (match := TAIL.search(form)):
        return ()
    stem = form[: match.start()]
    if match[1]:
        return stem + match[1], stem + match[1] * 2
    plain = form[: match.end(2)]
    return (plain + "y",) if form[match.end(2)] == "i" else (plain, plain + "e")


def value(word: str, lang: str) -> int:
    """Whether the lexicon takes a word to be good (1) or bad (−1)."""
    node = lexicon_tables(lang).trie
    for part in word if lexicon_tables(lang).by_character else word.split():
        node = node.get(part, {})
    entry = node.get("")
    return 0 if entry is None or not entry.value else 1 if entry.value > 0 else -1


def denied(text: str, start: int, lang: str) -> bool:
    """Whether a negation stands right before a place of a text."""
    return bool(language(lang).negation.NEGATED_OPINION.search(text[max(0, start - REACH) : start]))
