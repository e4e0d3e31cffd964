"""Synonym and antonym versions of a text (Tay et al., 2019, experiment 2): sentiment-bearing words are exchanged.

A sentiment-bearing word is an adjective, adverb or verb to whose first sense SentiWordNet gives a score; that the
first sense decides is our reading of Table 6. Its synonym and antonym come from WordNet, in a small table of our own
(``research/experiments/rouge`` makes it), where the paper asked Wiktionary.
"""

from __future__ import annotations

import lzma
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from research import datasets
from research.papers.base import DATA
from research.papers.tay2019_rouge.masking import CANDIDATE, exchange, masked
from voxpop.errors import InputError
from voxpop.lang import language
from voxpop.types import Token

SOURCE = "wordnet_pairs.tsv"
SENTIWORDNET = "SentiWordNet_3.0.0.txt.xz"
BLOCKS = (("a", 18156), ("n", 82115), ("r", 3621), ("v", 13767))
"""The file has no column for the part of speech: its rows stand in the order of WordNet 3.0, in these numbers."""

KINDS = {"a": "adjectives", "r": "adverbs", "v": "verbs"}
_TAGS = {"ADJ": "a", "ADV": "r", "VERB": "v", "AUX": "v"}
_MODALS = frozenset(("can", "could", "may", "might", "must", "ought", "shall", "should", "will", "would"))

Scored = dict[tuple[str, str], set[int]]  # word and part of speech: the senses with a positive or negative score


class WordPair(NamedTuple):
    sense: int
    synonym: str
    antonym: str
    route: str  # "direct", or "cluster" where WordNet relates them through similar adjectives


@dataclass(frozen=True, slots=True)
class Versions:
    """A text with its sentiment-bearing words exchanged, and how many of its words were."""

    synonym: str
    antonym: str
    replaced: int
    words: int


def forms(token: Token) -> list[tuple[str, str]]:
    """What to look a token up under: as written, then its base form, with WordNet's part of speech."""
    pos = "r" if token.lemma == "not" else _TAGS.get(token.tag)
    if pos is None or (token.tag == "AUX" and token.lemma in _MODALS):
        return []
    return [(form, pos) for form in dict.fromkeys((token.text.lower(), token.lemma))]


def scored_senses(data: str | Path | None = None) -> Scored:
    """Senses that SentiWordNet calls positive or negative to any degree."""
    path = datasets.find("sentiwordnet", data) / SENTIWORDNET
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        lines = [line.rstrip("\n") for line in stream]
    if len(lines) != sum(size for _, size in BLOCKS):
        raise InputError(f"{path} has {len(lines)} rows; SentiWordNet 3.0 has {sum(size for _, size in BLOCKS)}.")
    parts = (pos for pos, size in BLOCKS for _ in range(size))
    found: Scored = {}
    for place, (line, pos) in enumerate(zip(lines, parts, strict=True), start=1):
        try:
            positive, negative, terms = line.split("\t")
            if float(positive) or float(negative):
                for word, _, sense in (term.rpartition("#") for term in terms.split()):
                    found.setdefault((word, pos), set()).add(int(sense))
        except ValueError:
            raise InputError(f"{path}, row {place}: a positive score, a negative score and words with their senses are "
                             f"expected, separated by tabs, not {line!r}.") from None  # fmt: skip
    return found


@cache
def pairs() -> dict[tuple[str, str], tuple[WordPair, ...]]:
    """Synonym and antonym per sense of a word, the most frequent sense first."""
    lines = DATA.joinpath(SOURCE).read_text("utf-8").splitlines()
    found: dict[tuple[str, str], tuple[WordPair, ...]] = {}
    for line in lines[1:]:
        word, pos, sense, synonym, antonym, route = line.split("\t")
        found[word, pos] = (*found.get((word, pos), ()), WordPair(int(sense), synonym, antonym, route))
    return found


class Swapper:
    """Finds sentiment-bearing words and exchanges them. ``direct`` keeps to what WordNet states outright."""

    def __init__(self, scored: Scored, *, direct: bool = False) -> None:
        self.scored = scored
        self.direct = direct

    def bears_sentiment(self, token: Token) -> bool:
        return any(1 in self.scored.get(form, ()) for form in forms(token))

    def pair(self, token: Token) -> WordPair | None:
        """Of the senses with a synonym and an antonym, the first with a sentiment score, or else the first."""
        if token.tag == "AUX" or not self.bears_sentiment(token):
            return None
        for form in forms(token):
            options = [pair for pair in pairs().get(form, ()) if not self.direct or pair.route == "direct"]
            senses = self.scored.get(form, set())
            if options:
                return next((pair for pair in options if pair.sense in senses), options[0])
        return None

    def versions(self, text: str, tokens: Sequence[Token], topic: str) -> Versions:
        """With the aspect terms masked as in a candidate; those are not exchanged."""
        hidden = masked(tokens, topic)
        swaps = {token: pair for token in tokens if token not in hidden and (pair := self.pair(token))}
        return Versions(
            _exchanged(text, hidden, {token: pair.synonym for token, pair in swaps.items()}),
            _exchanged(text, hidden, {token: pair.antonym for token, pair in swaps.items()}),
            len(swaps),
            sum(map(is_word, tokens)),
        )


def is_word(token: Token) -> bool:
    return token.tag not in ("PUNCT", "SYM")


def tokens_of(texts: Sequence[str]) -> list[list[Token]]:
    return [[token for sentence in text for token in sentence.tokens] for text in language("en").parse(texts)]


def _exchanged(text: str, hidden: Sequence[Token], swaps: Mapping[Token, str]) -> str:
    return exchange(text, sorted([*((token, CANDIDATE) for token in hidden), *swaps.items()]))
