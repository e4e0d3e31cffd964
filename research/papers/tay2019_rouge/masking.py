"""Hides the words for a topic's aspect, so that they can neither help nor hurt a score (Tay et al., 2019, section 4.1).

The worked examples of Tay et al. (2019) (Tables 4 and 10) show what a mask does there: it still counts as a word of its text,
but matches nothing, not even another mask. So references and candidates get masks of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.lang.en.lemmas import lemma
from voxpop.types import Token

REFERENCE, CANDIDATE = "maskr", "maskc"
EXTRA = {"accuracy": ("accurate",), "eyesight-issues": ("eye",), "gas": ("mileage",)}
"""Two aspects are never named by their own word (the paper's footnote 2); one has a name of two words."""


def aspect_terms(topic: str) -> frozenset[str]:
    """``aspect_terms("battery-life_amazon_kindle")`` is {"battery", "life"}: base forms, and forms as written."""
    aspect = topic.split("_")[0]
    names = (*aspect.split("-"), *EXTRA.get(aspect, ()))
    return frozenset(form for name in names for form in (name, lemma(name, "NOUN")))


def masked(tokens: Sequence[Token], topic: str) -> list[Token]:
    """The tokens that name the topic's aspect."""
    terms = aspect_terms(topic)
    return [token for token in tokens if token.lemma in terms or token.text.lower() in terms]


def mask(text: str, tokens: Sequence[Token], topic: str, *, word: str) -> str:
    return exchange(text, [(token, word) for token in masked(tokens, topic)])


def exchange(text: str, swaps: Sequence[tuple[Token, str]]) -> str:
    """The text with other words in the place of these tokens, which stand in its order."""
    pieces, end = [], 0
    for token, word in swaps:
        pieces += [text[end : token.start], word.capitalize() if token.text[:1].isupper() else word]
        end = token.end
    return "".join([*pieces, text[end:]])
