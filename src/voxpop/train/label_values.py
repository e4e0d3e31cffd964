"""What people write into a cell to say how a review feels about a category."""

from __future__ import annotations

from typing import Any

from voxpop.ingest.cells import is_missing
from voxpop.lang import DEFAULT, LANGUAGES, language, normalize
from voxpop.train.head_training import MIXED, NOT_MENTIONED

CODES = {1: ("1", "+1"), 0: ("0",), -1: ("-1",), NOT_MENTIONED: ("-2", "-")}
WORDS = {1: "POSITIVE", 0: "NEUTRAL", -1: "NEGATIVE", MIXED: "MIXED", NOT_MENTIONED: "NOT_MENTIONED"}
LABELS = [language(code).label_words for code in (DEFAULT, *(code for code in LANGUAGES if code != DEFAULT))]
VALUES = {word: value for value, words in CODES.items() for word in words} | {
    word: value for value, name in WORDS.items() for labels in LABELS for word in getattr(labels, name)
}
NAMED = [", ".join(words[0] for words in (labels.POSITIVE, labels.NEUTRAL, labels.NEGATIVE)) for labels in LABELS]
ACCEPTED = (
    f"1, 0, -1 and -2, or {NAMED[0]} ({'; '.join(NAMED[1:])}), {LABELS[0].MIXED[0]}; an empty cell or -2 where the "
    "review does not mention it"
)


def read_label(value: Any) -> int | None:
    """Return the label that a cell holds, or None where it holds none that is known.

    >>> [read_label(value) for value in ("positive", -1.0, "", "−2", "3")]
    [1, -1, -2, -2, None]
    """
    if is_missing(value):
        return NOT_MENTIONED
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    word = normalize(str(value)).strip().lower().replace("−", "-").removesuffix(".0")
    return VALUES.get(word)
