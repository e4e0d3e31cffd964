"""Which word people use most for an aspect: "clean" for the rooms, "slow" for the check-in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from voxpop.schema import Quote
from voxpop.web.report.marks import shown

LONGEST = 18  # characters of an opinion that still fits in a box
RAREST = 2  # times a word must be said before it speaks for people
PAUSE = re.compile(r"[,;:，、；：]")
SHARE = 2  # times more often on its own side than on the other


def typical_word(quotes: Sequence[Quote], *, name: str, sign: int) -> str | None:
    """The opinion most often given on one side, unless it is rare or almost as common on the other side.

    Only quotes that use the aspect's own name count: walls may be thin, but noise is not.
    """
    quotes = [quote for quote in quotes if _names(quote, name)]
    ours = Counter(word for quote in quotes if quote["polarity"] * sign > 0 for word in opinions(quote))
    others = Counter(word for quote in quotes if quote["polarity"] * sign <= 0 for word in opinions(quote))
    for word, count in ours.most_common():
        if count >= RAREST and count >= SHARE * others[word]:
            return word
    return None


def opinions(quote: Quote) -> Iterable[str]:
    """The distinct opinions of a quote in lower case. Neighbouring words are one: "not" and "clean" are "not clean".

    In a list ("sea view, comfy bed") only what stands with the aspect's own words counts, or the view would be comfy.
    """
    text, base = shown(quote)
    spans = sorted((start - base, end - base) for start, end in quote["opinion_words"])
    spans = [(start, end) for start, end in spans if 0 <= start < end <= len(text)]
    if not spans:
        return set()
    joined = [spans[0]]
    for (_, before), (start, end) in pairwise(spans):
        if not text[before:start].strip():
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    if len(joined) > 1:
        return set()  # "never had a bad meal" praises with two words, and neither speaks for it alone
    first, last = (offset - base for offset in quote["aspect_words"])
    apart = [text[last:start] if start >= last else text[end:first] for start, end in joined]
    near = [span for span, between in zip(joined, apart, strict=True) if not PAUSE.search(between)]
    words = {" ".join(text[start:end].lower().split()) for start, end in near}
    return {word for word in words if 0 < len(word) <= LONGEST}


def _names(quote: Quote, name: str) -> bool:
    """Whether the aspect words hold the name or stand in it, as "room" in "rooms"; hyphens and spaces are no matter."""
    text, base = shown(quote)
    start, end = quote["aspect_words"]
    said, name = _letters(text[max(0, start - base) : max(0, end - base)]), _letters(name)
    return bool(said) and (said in name or name in said)


def _letters(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum())
