"""Negation in English. ``NEGATORS`` is the general list; the others are what one reader of it looks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

NEGATORS = (  # turn the opinion words that they reach over (extract)
    "not", "n't", "nt", "never", "no", "nor", "neither", "none", "nobody", "nothing", "nowhere", "cannot", "hardly",
    "barely", "scarcely", "rarely", "seldom", "without", "far from", "anything but", "lack of", "lacks", "lacked",
    "lacking", "lack", "devoid of", "instead of", "rather than", "ain't", "don't", "doesn't", "didn't", "isn't",
    "wasn't", "aren't", "weren't", "won't", "wouldn't", "can't", "couldn't", "shouldn't", "haven't", "hasn't",
    "hadn't", "dont", "doesnt", "didnt", "isnt", "wasnt", "arent", "werent", "wont", "wouldnt", "cant", "couldnt",
    "shouldnt", "havent", "hasnt", "hadnt", "free of", "free from", "no longer", "not even", "less than",
    "nothing too", "not that", "not all that", "not exactly", "not particularly", "not really", "not quite",
    "never once", "never ever", "never , ever", "zero", "yet to", "not have", "not have a", "not have an",
    "not have any", "not come with", "not include", "not offer", "not provide", "keep it from", "keep this from",
    "keep them from", "keep me from", "prevent it from", "stop it from",
)  # fmt: skip
EXPRESSION_NEGATORS = frozenset((  # turn the meaning of the expression after them (summarize.meanings)
    "not", "n't", "nt", "never", "no", "hardly", "barely", "isnt", "wasnt", "dont", "doesnt", "didnt", "cannot",
    "without", "less",
))  # fmt: skip
SENTENCE_NEGATORS = frozenset(("not", "n't", "never", "no", "hardly"))  # turn a whole sentence (check.align)
NEGATED_OPINION = re.compile(  # ends the text before an opinion that is negated
    r"(?:\b(?:not|never|no|hardly|barely|cannot|without|less|nor)|n['’]t)\W+(?:\w+\W+)?$", re.IGNORECASE
)
NEGATED_COMPARISON = re.compile(  # ends the text before a comparative that is negated
    r"(?:\b(?:not|no|never|hardly|without)\b|n[’']t\b)[^.!?]*$", re.IGNORECASE
)


def count_negations(words: Sequence[str], text: str) -> int:
    """Count the negations of a sentence, given as its words in lower case and as its text."""
    return sum(word in SENTENCE_NEGATORS or word.endswith(("n't", "n’t")) for word in words)
