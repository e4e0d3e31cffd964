"""Which word people use most for an aspect: "clean" for the rooms, "slow" for the check-in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from voxpop.lang.punctuation import CLAUSE_BREAKS
from voxpop.schema import Quote
from voxpop.web.views.marked_text import shown_text

LONGEST = 18  # characters of an opinion that still fits in a box
FEWEST = 2  # times a word must be used before it stands for what people say
SHARE = 2  # times more often on its own side than on the other
PAUSE = re.compile(f"[{CLAUSE_BREAKS}]")


def typical_word(quotes: Sequence[Quote], *, name: str, sign: int) -> str | None:
    """Return the opinion most often given on one side, unless it is rare or almost as common on the other side.

    Only quotes that use the aspect's own name count: walls may be thin, but noise is not.
    """
    quotes = [quote for quote in quotes if _has_name(quote, name)]
    ours = Counter(word for quote in quotes if quote["polarity"] * sign > 0 for word in opinion_words(quote))
    others = Counter(word for quote in quotes if quote["polarity"] * sign <= 0 for word in opinion_words(quote))
    for word, count in ours.most_common():
        if count >= FEWEST and count >= SHARE * others[word]:
            return word
    return None


def opinion_words(quote: Quote) -> set[str]:
    """Return the opinion of a quote in lower case. Neighbouring words are one: "not" and "clean" are "not clean".

    In a list ("sea view, comfy bed") only what stands with the aspect's own words counts, or the view would be comfy.
    """
    text, base = shown_text(quote)
    spans = sorted((start - base, end - base) for start, end in quote["opinion_words"])
    spans = [(start, end) for start, end in spans if 0 <= start < end <= len(text)]
    gaps = [text[end:start] for (_, end), (start, _) in pairwise(spans)]
    if not spans or any(gap.strip() for gap in gaps):
        return set()  # "never had a bad meal" praises with two words, and neither stands for it alone
    start, end = spans[0][0], max(end for _, end in spans)
    first, last = (offset - base for offset in quote["aspect_words"])
    if PAUSE.search(text[last:start] if start >= last else text[end:first]):
        return set()
    word = " ".join(text[start:end].lower().split())
    return {word} if 0 < len(word) <= LONGEST else set()


def _has_name(quote: Quote, name: str) -> bool:
    """Return whether the aspect words hold the name or are part of it; hyphens and spaces do not matter."""
    text, base = shown_text(quote)
    start, end = quote["aspect_words"]
    if (start, end) == (quote["start"], quote["end"]):
        return False  # it is about a category as a whole
    words, name = _letters(text[max(0, start - base) : max(0, end - base)]), _letters(name)
    return bool(words) and (words in name or name in words)


def _letters(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum())
