"""Find the ends of English sentences between tokens: reviews leave out spaces, capitals and full stops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from voxpop.lang.emoji import is_emoji, is_emoticon
from voxpop.lang.en.tokens import TITLES
from voxpop.lang.memo import Memo
from voxpop.lang.punctuation import SENTENCE_ENDS
from voxpop.lang.sentence_parts import Words

_CLOSERS = frozenset("\"'”’»)]}*")
_STOPS = frozenset(SENTENCE_ENDS + "…")
_SUBJECTS = frozenset(["i", "we", "they", "you", "she", "he"])
_NEVER_LAST = TITLES | {"e.g.", "i.e.", "vs.", "approx."}


def _kind(word: str) -> str:
    """Return what a token is at the end of a sentence: stop, dots, dot, bullet, closer, face, abbreviation, or ""."""
    if word in (".", "•"):
        return "dot" if word == "." else "bullet"
    if word[0] in _STOPS and all(letter in _STOPS for letter in word):
        return "dots" if set(word) <= {".", "…"} else "stop"
    if word in _CLOSERS:
        return "closer"
    if is_emoji(word) or is_emoticon(word):
        return "face"
    if word[-1] == "." and word[0].isalpha():
        return "abbreviation"
    return ""


_KINDS = Memo(_kind)


def boundaries(text: str, tokens: Words) -> Iterator[tuple[int, int]]:
    """Yield half-open ranges of tokens, one for each sentence."""
    starts, ends, words = tokens
    first, count = 0, len(words)
    kinds = list(map(_KINDS.__getitem__, words))
    for i in range(1, count):
        end = ends[i - 1]
        plain = text[end] == " " and starts[i] == end + 1 and not kinds[i - 1] and not kinds[i]
        if not plain and _starts(text, tokens, kinds, i, first):
            yield first, i
            first = i
    if first < count:
        yield first, count


def _starts(text: str, tokens: Words, kinds: Sequence[str], i: int, first: int) -> bool:
    """Return whether token ``i`` begins a new sentence, given that the current one began at ``first``."""
    words, before, start = tokens.texts, tokens.ends[i - 1], tokens.starts[i]
    if before < start and text[before:start] != " " and _breaks_line(text, tokens, i, first):
        return True
    if kinds[i] == "bullet":
        return True
    if kinds[i] == "face" or (before == start and kinds[i] in ("closer", "stop", "dots", "dot")):
        return False
    last = i - 1  # step back over closing quotes and faces to the mark that ends the sentence
    while last > first and kinds[last] in ("closer", "face"):
        last -= 1
    mark = kinds[last]
    upper = not words[i][0].islower()
    if mark == "stop":
        return upper or last == i - 1 or kinds[i - 1] == "face"
    if mark == "dots":
        return upper and words[i][0].isalnum() and words[i] != "I"
    if mark == "dot":
        return (upper or last == i - 1 or kinds[i - 1] == "face") and not _numbers(words, last, first)
    if mark == "abbreviation":  # only those in lower case can end a sentence: "p.m.", "etc."
        return last == i - 1 and words[i][0].isupper() and words[last].islower() and words[last] not in _NEVER_LAST
    return kinds[i - 1] == "face" and words[i][0].isupper() and words[last].lower() not in _SUBJECTS


def _breaks_line(text: str, tokens: Words, i: int, first: int) -> bool:
    """Return whether a line break ends the sentence. A long line that goes on in lower case was only wrapped."""
    starts, ends, words = tokens
    gap = text[ends[i - 1] : starts[i]]
    lines = len(gap.splitlines()) if gap[-1] not in "\r\n" else len(gap.splitlines()) + 1
    if lines < 2:
        return False
    wrapped = lines == 2 and words[i][0].islower() and words[i - 1][-1].isalnum()
    return not (wrapped and ends[i - 1] - starts[first] >= 60)


def _numbers(words: Sequence[str], dot: int, first: int) -> bool:
    """Return whether this full stop is part of a list number ("2. Breakfast") or a name ("Samuel L. Jackson")."""
    if dot == first:
        return False
    word = words[dot - 1]
    if dot - 1 == first and word.isdigit():
        return True
    return dot - 1 > first and len(word) == 1 and word.isupper() and word != "I" and words[dot - 2].istitle()
