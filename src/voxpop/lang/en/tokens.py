"""Split English text into words with exact offsets, as Universal Dependencies does, but keep "wi-fi" whole."""

from __future__ import annotations

import re

from voxpop.lang.emoji import EMOJI, EMOTICON
from voxpop.lang.foreign_words import parse_foreign
from voxpop.lang.memo import Memo
from voxpop.lang.scripts import UNSPACED_LETTERS, starts_unspaced, unspaced_language
from voxpop.types import Span

MARKS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f"
_LETTER = rf"(?:[^\W_{UNSPACED_LETTERS}][{MARKS}]*)"
_TITLES = "Mr|Mrs|Ms|Dr|St|Prof|Sr|Jr|Mt|Ft|Rev|Gen|Capt|Sgt|Lt|Col|Gov|Sen|Rep"
_ABBREVIATIONS = (
    f"{_TITLES}|etc|vs|approx|appt|apt|dept|est|Inc|Ltd|Co|Corp|Bros|Ave|Blvd|Rd"
    "|Jan|Feb|Aug|Sept|Oct|Nov|Dec|min|hrs|lbs|oz|tel"
)
# Lengths are bounded so that hostile input ("a.a.a.a…") costs linear time.
_PATTERNS = (
    r"[A-Za-z]+(?=[\s,]|$)",  # most words: none of what follows begins with one and goes on with a space or a comma
    r"https?://[^\s<>\"]{1,2000}[^\s<>\".,!?)\]…]|www\.[^\s<>\"]{1,2000}[^\s<>\".,!?)\]…]",
    r"[\w+][\w.+-]{0,63}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}",
    r"(?<![\w.])[A-Za-z0-9-]{1,63}\.(?:com|net|org|edu|gov|co\.uk)(?![\w-])(?:/[^\s]{0,500}[^\s.,!?)])?",
    EMOJI,
    EMOTICON,
    rf"(?<![\w'’])(?:{_ABBREVIATIONS}|{_ABBREVIATIONS.lower()})\.(?=\s*[\w,;)]|\s*$)",
    r"(?<![\w.])(?:[A-Za-z]\.){2,6}",
    r"[A-Za-z]?\d+(?:[.,:/]\d+)+(?:st|nd|rd|th|s)?|(?<!\w)[.]\d+",
    r"(?<!\w)[A-Z]{1,3}&[A-Z]{1,3}(?!\w)",
    rf"[{UNSPACED_LETTERS}]+",
    rf"{_LETTER}+(?:['’`´‐‑-]{_LETTER}+)*",
    r"[.!?…。！？]+|-{2,}|\*{2,}|_{2,}|={2,}|~{2,}|''|``|<{2,}|>{2,}",
    rf"\S[{MARKS}\u200d\ufe0e\ufe0f]*",
)
_TOKEN = re.compile("|".join(_PATTERNS))

TITLES = frozenset(f"{word}." for word in _TITLES.lower().split("|"))
_TAIL = re.compile(r"(?:n['’`´]t|['’`´](?:s|m|d|re|ve|ll|em))$", re.IGNORECASE)
_JOINED = {  # contractions without an apostrophe, and where they are split
    "aint": 2, "arent": 3, "cant": 2, "couldnt": 5, "didnt": 3, "doesnt": 4, "dont": 2, "hadnt": 3, "hasnt": 3,
    "havent": 4, "isnt": 2, "shouldnt": 6, "wasnt": 3, "werent": 4, "wont": 2, "wouldnt": 5, "cannot": 3, "gonna": 3,
    "wanna": 3, "gotta": 3, "gimme": 3, "lemme": 3, "im": 1, "ive": 1, "thats": 4, "theyre": 4, "youre": 3, "hes": 2,
    "shes": 3, "theres": 5, "whats": 4,
}  # fmt: skip


def _cut(word: str) -> int:
    """Return where a contraction is split ("does|n't", "it|'s", "can|not"), or 0 if a word is none."""
    lower = word.lower()
    if lower in _JOINED:
        return _JOINED[lower]
    tail = _TAIL.search(word)
    return tail.start() if tail else 0


_CUTS = Memo(_cut)


def tokens(text: str) -> list[Span]:
    """Return the spans of words and marks. Every character that is not white space is in exactly one."""
    spans = []
    mixed = not text.isascii()
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        word = text[start:end]
        if mixed and starts_unspaced(word):
            foreign = parse_foreign(word, unspaced_language(word))
            spans += [Span(start + part.start, start + part.end) for sentence in foreign for part in sentence.tokens]
            continue
        if cut := _CUTS[word]:
            spans.append(Span(start, start + cut))
            start += cut
        spans.append(Span(start, end))
    return spans
