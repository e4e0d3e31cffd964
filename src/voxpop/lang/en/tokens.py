"""Split English text into words with exact offsets, as Universal Dependencies does, but keep "wi-fi" whole."""

from __future__ import annotations

import re

from voxpop.lang import parse_foreign
from voxpop.lang.emoji import EMOJI, EMOTICON
from voxpop.lang.memo import Memo
from voxpop.lang.scripts import UNSPACED_LETTERS, starts_unspaced, unspaced_language
from voxpop.lang.sentence_parts import Words

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
_CHUNK = re.compile(r"\S+\s*").findall
_ENDS_IN_ABBREVIATION = re.compile(rf"(?:{_ABBREVIATIONS}|{_ABBREVIATIONS.lower()})\.\s*$").search
LONGEST_CHUNK = 40  # characters of those that are remembered

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


def tokens(text: str) -> Words:
    """Return the words and marks of a text. Every character that is not white space is in exactly one.

    No word goes beyond a space, so what stands between spaces is cut once and remembered.
    """
    found = starts, ends, words = Words([], [], [])
    at = len(text) - len(text.lstrip())
    for chunk in _CHUNK(text):
        pieces = _PIECES[chunk] if len(chunk) <= LONGEST_CHUNK else None
        if pieces is None:
            pieces = _pieces(chunk, text[at + len(chunk) : at + len(chunk) + 1])
        for start, end, word in pieces:
            starts.append(at + start)
            ends.append(at + end)
            words.append(word)
        at += len(chunk)
    return found


def _pieces(chunk: str, after: str = "") -> list[tuple[int, int, str]]:
    """Return the words of what stands between spaces, with the spaces and the character behind it."""
    pieces: list[tuple[int, int, str]] = []
    for match in _TOKEN.finditer(chunk + after):
        start, end = match.span()
        if start >= len(chunk):
            break
        word = match[0]
        if starts_unspaced(word):
            foreign = parse_foreign(word, unspaced_language(word))
            parts = [part for sentence in foreign for part in sentence.tokens]
            pieces += [(start + part.start, start + part.end, word[part.start : part.end]) for part in parts]
            continue
        if cut := _cut(word):
            pieces.append((start, start + cut, word[:cut]))
            start += cut
        pieces.append((start, end, chunk[start:end]))
    return pieces


def _context_free(chunk: str) -> list[tuple[int, int, str]] | None:
    """Return the words of a chunk; None if they depend on what stands behind it, as "etc." does."""
    return None if "." in chunk and _ENDS_IN_ABBREVIATION(chunk) else _pieces(chunk)


_PIECES = Memo(_context_free)
