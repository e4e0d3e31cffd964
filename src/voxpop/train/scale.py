"""What people write into a cell to say how a review feels about a category."""

from __future__ import annotations

from typing import Any

from voxpop.ingest.cells import is_missing
from voxpop.train.learn import MIXED, NOT_MENTIONED

WORDS = {
    1: ("1", "+1", "positive", "pos", "good", "正面", "正向", "积极", "好评"),
    0: ("0", "neutral", "neu", "中性", "中立"),
    -1: ("-1", "negative", "neg", "bad", "负面", "负向", "消极", "差评"),
    MIXED: ("conflict", "mixed", "both"),
    NOT_MENTIONED: ("-2", "na", "n/a", "nan", "none", "not mentioned", "未提及", "-"),
}
VALUE = {word: value for value, words in WORDS.items() for word in words}
ACCEPTED = (
    "1, 0, -1 and -2, or positive, neutral, negative (正面, 中性, 负面), mixed; an empty cell or -2 where the review "
    "does not mention it"
)


def read_label(value: Any) -> int | None:
    """The label that a cell holds, None where it holds none that we know.

    >>> [read_label(value) for value in ("positive", -1.0, "", "−2", "3")]
    [1, -1, -2, -2, None]
    """
    if is_missing(value):
        return NOT_MENTIONED
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    word = str(value).strip().lower().replace("−", "-").removesuffix(".0")
    return VALUE.get(word)
