"""How English sentences turn from the product to another one and back (patterns in ``focus_shifts.toml``)."""

from __future__ import annotations

import re

from voxpop.types import Sentence, Token

FRAME = r"\b(?:{})"
STANDARDS = frozenset(
    ("than", "as", "unlike", "versus", "vs", "vs.", "compared", "instead", "over", "from", "like", "beat", "with")
)
OWNING = frozenset(("on", "of", "at", "in", "from"))
RELATIVE_PRONOUNS = frozenset(("whose", "which", "where", "who"))
VERBLESS_SENTENCE_CONTINUES = True
_PRESENT = re.compile(r"(?!was$)\w*s|are|\w+ing|['’]\w+")  # forms of the present that are not the base form


def is_past(verb: Token) -> bool:
    """Return whether a verb is in the past: what was may be why the product was given up."""
    return verb.text != verb.lemma and not _PRESENT.fullmatch(verb.text)


def points_elsewhere(sentence: Sentence) -> bool:
    """Return whether "there" is a place: "the food there is good", "never ate there", not "there is good food"."""
    tokens = sentence.tokens
    for before, there, after in zip(tokens, tokens[1:], (*tokens[2:], None), strict=False):
        if there.lemma == "there" and (before.tag in ("NOUN", "PROPN") or before.lemma == "over"):
            return True
        if there.lemma == "there" and before.tag == "VERB" and (after is None or after.lemma != "be"):
            return True
    return False
