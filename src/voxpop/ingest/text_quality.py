"""Recognise texts without content: no letters, repetition, random keys; and by its shape what no customer writes.

That are web addresses, lines of a log, program code and rows of numbers. Measure the share of a script.
"""

from __future__ import annotations

import re

from voxpop.lang.emoji import EMOTICON
from voxpop.lang.scripts import SCRIPTS, SPACED_LETTERS, UNSPACED_LETTERS

LONGEST = 400  # characters; nobody writes more of nothing
REPEATED = 2000  # characters in which repetition is looked for
LONGEST_STRETCH, STRETCHES = 12, 5  # characters of what is repeated, and how often at least
BEGINNING = 120  # characters, in which a text that repeats itself mostly shows it
LEAST_NUMBERS = 3
LEAST_MARKS, MARKS = 4, 0.1  # marks of programs, and their share of the characters
DIGITS_PER_LETTER = 3  # from which a text is numbers
_ADDRESSES = re.compile(r"(?:(?:https?://|ftp://|www\.)\S+\s*)+", re.I)
_LOG = re.compile(
    r"\[?\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}\S*\s.{0,60}?\b"
    r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b"
    r"|\d{1,3}(?:\.\d{1,3}){3} \S+ \S+ \["  # of a web server
    r"|[A-Z][a-z]{2} {1,2}\d{1,2} \d{2}:\d{2}:\d{2} \S+ \S+?(?:\[\d+\])?: "  # of a system
    r"|\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\]?[ :].*\d{2}:\d{2}:\d{2}"
    r"|\s*at [\w$.<>]+\([\w$]+\.\w+:\d+\)|Traceback \(most recent call last\)|\s*File \"[^\"]+\", line \d+"
)
_CODE = re.compile(
    r"\s*(?:(?:async )?def \w+\(.*\).*:|class \w+(?:\(.*\))?:|@\w[\w.]*(?:\(.*\))?"
    r"|(?:if|elif|while|for|with|except|switch|catch)\b.*[)\]\w\"']\s*[:{]|else\s*[:{]|try\s*[:{]|return\b.*;?"
    r"|(?:export |public |private |protected |static |async )*(?:function|void|int|class|interface)\b.*[({]\s*"
    r"|(?:const|let|var)\s+\w+\s*=.*|#include\s*[<\"].+|<\?php.*|<!DOCTYPE.*|</?[a-z][^<>]*>|//.*|/\*.*|\*/"
    r"|[\w.\[\]\"']+\s*[-+*/|&]?=\s*[\w.]*[(\[{\"'].*|[\w.]+\(.*\)\s*;?|.*[)\w\]\"']\s*;|.*[){=]\s*\{|\}.*"
    r"|(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|DROP TABLE)\b.*)\s*"
)
_SYNTAX = re.compile(r"[(){}\[\]<>=;:_\"'/\\#@*]|\bimport\b|\b(?:SELECT|INSERT|UPDATE|CREATE)\b")
_EMOTICON = re.compile(EMOTICON)
_IMPORT = re.compile(r"from [\w.]+ import \S.*|import [\w.]+ as \w+")
_MARKS = "(){}[]<>=;_|%"
_MARK = re.compile(rf"([{re.escape(_MARKS)}])\1*")  # several in a row are one
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[a-z]+")
_REPEATED = re.compile(rf"(.{{1,{LONGEST_STRETCH}}}?)\1{{{STRETCHES - 1},}}")
_NOT_WORD = re.compile(r"[\W_]+")
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_MASHED = frozenset(row[i : i + 4] for keys in _ROWS for row in (keys, keys[::-1]) for i in range(len(row) - 3))
_VOWELLESS = re.compile(r"[bcdfghjklmnpqrstvwxz]{6,}")
_UNIT = {  # what counts as one piece of text: a word, or a letter of a script without spaces
    code: re.compile(f"[{script.LETTERS}]{'+' if script.IS_SPACED else ''}") for code, script in SCRIPTS.items()
}
_ANY_UNIT = re.compile(f"[{UNSPACED_LETTERS}]|[{SPACED_LETTERS}]+|[^\\W\\d_{SPACED_LETTERS}{UNSPACED_LETTERS}]+")


def low_quality(text: str) -> str | None:
    """Return why a text is not worth reading, or None."""
    if not _LETTER.search(text):
        return "It has no letters, only marks, digits or emoji."
    if _is_repeated(text[:REPEATED]):
        return "It is one stretch of text over and over."
    if len(text) <= LONGEST and _is_mash(text):
        return "It is keys hit at random."
    shape = shape_of(text)
    return f"It is {shape}." if shape else None


def _is_repeated(text: str) -> bool:
    beginning = _NOT_WORD.sub("", text[:BEGINNING]).lower()
    if len(beginning) >= LONGEST_STRETCH * STRETCHES and not _REPEATED.match(beginning):
        return False
    dense = _NOT_WORD.sub("", text).lower()
    match = _REPEATED.match(dense)
    return match is not None and len(dense) - match.end() < len(match[1])


def _is_mash(text: str) -> bool:
    runs = _WORD.findall(text.lower())
    words = [word for word in runs if len(word) > 5]
    letters = sum(map(len, runs)) if text.isascii() else len(_LETTER.findall(text))
    if letters > 2 * sum(map(len, words)) or not words:
        return False
    mashed = [word for word in words if _VOWELLESS.search(word) or _row_share(word) >= 0.5]
    return 2 * len(mashed) > len(words)


def _row_share(word: str) -> float:
    """Return how much of a word lies along a row of keys."""
    grams = [word[i : i + 4] for i in range(len(word) - 3)]
    return sum(gram in _MASHED for gram in grams) / len(grams)


def script_share(text: str, lang: str) -> float:
    """Return which share of the pieces of a text (words, letters without spaces) is in the language's script."""
    if text.isascii() and _UNIT[lang].match("a"):
        return 1.0
    pieces = len(_ANY_UNIT.findall(text))
    return len(_UNIT[lang].findall(text)) / pieces if pieces else 1.0


def shape_of(text: str) -> str | None:
    """Return what a text is if it cannot be a review, in words that fit "It is …"."""
    text = text.strip()
    if not text or len(text) > LONGEST:
        return None
    if _ADDRESSES.fullmatch(text):
        return "a web address"
    if _LOG.match(text):
        return "a line of a log"
    if _is_code(text):
        return "program code"
    if len(_NUMBER.findall(text)) >= LEAST_NUMBERS:
        digits = sum(map(str.isdigit, text))
        if digits >= DIGITS_PER_LETTER * len(_LETTER.findall(text)):
            return "a row of numbers"
    return None


def _is_code(text: str) -> bool:
    """Return whether every line is one of a program, or much of the text is marks that only programs use so often."""
    if not text.isascii():
        return False
    if _IMPORT.fullmatch(text):
        return True
    size = len("".join(text.split()))
    if sum(map(text.count, _MARKS)) > MARKS * size:  # few texts come so far
        marks = _MARK.findall(_EMOTICON.sub("", text))
        if len(marks) >= LEAST_MARKS and len(set(marks)) > 1 and len(marks) > MARKS * size:
            return True
    lines = [line for line in text.splitlines() if line.strip()]
    return all(map(_CODE.fullmatch, lines)) and 2 * len(_SYNTAX.findall(text)) >= len(text.split())
