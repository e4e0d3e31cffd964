"""How Chinese sentences turn from the product to another one and back (patterns in ``focus_shifts.toml``)."""

from __future__ import annotations

from voxpop.types import Sentence, Token

FRAME = "(?:{})"
STANDARDS = frozenset(("比", "不如", "跟", "和", "与", "像", "没有", "比起", "相比"))
OWNING: frozenset[str] = frozenset()
RELATIVE_PRONOUNS: frozenset[str] = frozenset()
VERBLESS_SENTENCE_CONTINUES = False


def is_past(verb: Token) -> bool:
    """Return False: Chinese verbs have no tense."""
    return False


def points_elsewhere(sentence: Sentence) -> bool:
    """Return False: the patterns find words for other places."""
    return False
