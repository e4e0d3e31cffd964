"""Opinion words joined by meaning, so that "spotless" and "immaculate" are counted as "clean"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from voxpop.lang import language
from voxpop.lang.data import read_lines
from voxpop.types import Token

MAX_EXPRESSION_WORDS = 4  # words of an expression
GOODNESS = "quality"  # the dimension of words such as "great" and "poor", in every language


class Meaning(NamedTuple):
    """What an opinion word speaks of, which end of it, and whether that is good (1), bad (−1) or neither (0)."""

    dimension: str
    pole: int
    good: int
    vague: bool = False  # says only that it is good or bad


@cache
def meaning_table(lang: str) -> dict[str, Meaning]:
    """Return every listed expression of a language with its meaning."""
    meanings: dict[str, Meaning] = {}
    for line in read_lines(lang, "meanings.tsv"):
        name, *poles = line.split("\t")
        for pole, words in zip((1, -1), poles, strict=True):
            meaning = Meaning(name.strip("~?"), pole, 0 if name.startswith("~") else pole, name.endswith("?"))
            for word in words.split(", "):
                meanings.setdefault(word, meaning)
    return meanings


@lru_cache(maxsize=50_000)
def find_meanings(words: str, lang: str) -> tuple[Meaning, ...]:
    """Return the meanings of the words of one opinion, each once."""
    return meanings_of_tokens(
        [token for sentence in language(lang).parse([words])[0] for token in sentence.tokens], lang
    )


def meanings_of_tokens(tokens: Sequence[Token], lang: str) -> tuple[Meaning, ...]:
    """Return the meanings of the tokens of one opinion, each once; "not clean" is the opposite of "clean"."""
    found: list[Meaning] = []
    negators = language(lang).negation.EXPRESSION_NEGATORS
    negated, place = False, 0
    while place < len(tokens):
        size, meaning = longest_match(tokens[place:], lang)
        if meaning is None:
            negated = negated or not negators.isdisjoint((tokens[place].lemma, tokens[place].text.lower()))
            place += 1
            continue
        found.append(meaning._replace(pole=-meaning.pole, good=-meaning.good) if negated else meaning)
        negated, place = False, place + size
    return tuple(dict.fromkeys(found))


def says_how_good(tokens: Sequence[Token], lang: str) -> bool:
    """Return whether words say how good something is, as "great" and "poor" do, without a negation and no more."""
    found, negators = meanings_of_tokens(tokens, lang), language(lang).negation.EXPRESSION_NEGATORS
    is_plain = negators.isdisjoint(word for token in tokens for word in (token.lemma, token.text.lower()))
    return bool(found) and is_plain and all(meaning.dimension == GOODNESS for meaning in found)


def says_only_good_or_bad(words: str, lang: str) -> bool:
    """Return whether words praise or blame without telling what for: all that they say is "great" or "bad"."""
    tokens = [token for sentence in language(lang).parse([words])[0] for token in sentence.tokens]
    rest = [token for token in tokens if token.tag != "PUNCT" and token.text.lower() not in language(lang).stop_words]
    matches = [longest_match([token], lang)[1] for token in rest]
    return bool(matches) and all(meaning is not None and meaning.vague for meaning in matches)


def longest_match(tokens: Sequence[Token], lang: str) -> tuple[int, Meaning | None]:
    """Return the longest known expression at the beginning of the tokens, and how many of them it takes."""
    for size in range(min(MAX_EXPRESSION_WORDS, len(tokens)), 0, -1):
        if meaning := look_up_meaning(tokens[:size], lang):
            return size, meaning
    return 0, None


def look_up_meaning(tokens: Sequence[Token], lang: str) -> Meaning | None:
    """Return the meaning of an expression from the table."""
    listed, joiner = meaning_table(lang), language(lang).joiner
    for form in (joiner.join(t.text.lower() for t in tokens), joiner.join(t.lemma for t in tokens)):
        for word in (form, form.replace("-", " "), *language(lang).lemmas.base_forms(form)):
            if word in listed:
                return listed[word]
    return None
