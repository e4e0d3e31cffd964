"""Which English opinion words mean the same: word forms. The table of meanings is ``data/meanings.tsv``."""

from __future__ import annotations

import re

SPEAKER_ADJECTIVES = frozenset((  # describe the one who speaks, not the thing
    "glad", "excited", "happy", "sure", "sorry", "proud", "lucky", "hungry", "impressed", "surprised", "thankful",
    "grateful", "afraid", "worried", "upset", "favorite", "favourite", "only", "main", "able", "willing", "unable",
    "hopeful", "confident", "relieved", "ecstatic", "fond", "sad", "angry", "jealous", "tempted", "hesitant",
    "skeptical",
))  # fmt: skip
_COMPARATIVE = re.compile(r"(?:([bdgmnprt])\1|([a-z])i?)(?:er|est)$")


def base_forms(word: str) -> tuple[str, ...]:
    """Return what a comparative or superlative may be of: "clean" for "cleaner", "comfy" for "comfiest"."""
    match = _COMPARATIVE.search(word)
    if not match:
        return ()
    stem = word[: match.start()]
    if match[1]:
        return stem + match[1], stem + match[1] * 2
    plain = word[: match.end(2)]
    return (plain + "y",) if word[match.end(2)] == "i" else (plain, plain + "e")
