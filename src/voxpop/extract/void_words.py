"""Words that say nothing by themselves, such as "so": no opinion where they are on nothing, and no label."""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.lang import language
from voxpop.lang.opinion_lexicon import meanings_of_tokens
from voxpop.types import Token

MAX_VOID_WORDS = 2  # words; three stop words may be a verdict, as "not for me"
TELLING = frozenset({"INTJ", "NOUN", "PROPN", "VERB"})  # tags of stop words that say something, as "wow", but for "no"


def is_void(tokens: Sequence[Token], *, lang: str) -> bool:
    """Return whether words are one or two stop words that name nothing, and mean nothing good or bad."""
    words = [token for token in tokens if token.tag not in ("PUNCT", "SYM")]
    if not 0 < len(words) <= MAX_VOID_WORDS:
        return False
    stop_words, negators = language(lang).stop_words, language(lang).negation.NEGATORS
    for token in words:
        word = token.text.lower()
        is_no = token.tag == "INTJ" and word in negators
        if word not in stop_words or (token.tag in TELLING and not is_no):
            return False
    return not meanings_of_tokens(words, lang)
