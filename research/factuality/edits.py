"""Small edits that change what a sentence states: an antonym, a negation, another number. For attacks and training."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

from voxpop.types import Span

BE = re.compile(r"\b(is|are|was|were|does|do|did|can|could|will|would)\b(?! not\b)(?!n't)", re.IGNORECASE)
NOT = re.compile(r"\b(is|are|was|were|does|do|did|ca|could|wo|would|have|has|had)(?:n['’]t| not)\b", re.IGNORECASE)
UNDENIED = "不没太非还挺蛮就算有都最"  # opinions that begin so are not denied by one more character
DENIALS = ("并不", "一点也不", "不")
WORD = {"en": re.compile(r"[A-Za-z']+"), "zh": re.compile(r".+")}
DIGITS = re.compile(r"(?<![\d.,:#A-Za-z-])\d{1,4}(?![\d.,:]*\d)(?![A-Za-z、.)）-])")
COUNTED = {
    "en": ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "twenty", "thirty"],
    "zh": list("两三四五六七八九十"),
}
NUMBER = {
    "en": re.compile(rf"\b({'|'.join(COUNTED['en'])})\b", re.IGNORECASE),
    "zh": re.compile(r"([两三四五六七八九十])(?=[个位块元分份天次年月小人道种盘只斤点])"),
}

Change = tuple[Span, str]  # a stretch of a text and the words to put there


@cache
def opposites(lang: str) -> Mapping[str, tuple[str, ...]]:
    """Return words with those that say the opposite."""
    pairs: dict[str, list[str]] = defaultdict(list)
    for line in Path(__file__).with_name(f"antonyms-{lang}.tsv").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            first, second = line.split("\t")
            pairs[first].append(second)
            pairs[second].append(first)
    return {word: tuple(dict.fromkeys(others)) for word, others in pairs.items()}


def opposite(text: str, where: Span, known: Mapping[str, Sequence[str]], lang: str, draw: Random) -> Change | None:
    """The first word of an opinion that has an opposite, and the opposite; in Chinese, the end of the opinion."""
    words = text[slice(*where)]
    for found in WORD[lang].finditer(words):
        if others := known.get(found.group().lower()):
            at = Span(where.start + found.start(), where.start + found.end())
            return at, alike(found.group(), draw.choice(others))
    ends = [key for key in known if len(key) > 1 and words.endswith(key)] if lang == "zh" else []
    end = max(ends, key=len, default="")
    if end and not words[: -len(end)].endswith(("不", "没")):
        return Span(where.end - len(end), where.end), draw.choice(known[end])
    return None


def denial(text: str, clause: Span, opinion: Span, lang: str, draw: Random) -> Change | None:
    """A "not" to put in before an opinion, or one that is there to take away."""
    return _denied_zh(text, opinion, draw) if lang == "zh" else _denied_en(text, clause, opinion)


def _denied_zh(text: str, opinion: Span, draw: Random) -> Change | None:
    length = opinion.end - opinion.start
    if text[opinion.start] not in UNDENIED and length <= 4:
        return Span(opinion.start, opinion.start), draw.choice(DENIALS)
    if text[opinion.start] == "不" and length > 2:
        return Span(opinion.start, opinion.start + 1), "很"
    return None


def _denied_en(text: str, clause: Span, opinion: Span) -> Change | None:
    before = text[clause.start : opinion.start]
    denials, verbs = list(NOT.finditer(before)), list(BE.finditer(before))
    if denials and len(before) - denials[-1].end() < 20:
        last = denials[-1]
        verb = {"ca": "can", "wo": "will"}.get(last.group(1).lower(), last.group(1))
        if verb.lower() not in ("do", "does", "did"):
            return Span(clause.start + last.start(), clause.start + last.end()), verb
    elif len(verbs) == 1 and len(before) - verbs[0].end() < 12:
        return Span(clause.start + verbs[0].end(), clause.start + verbs[0].end()), " not"
    return None


def another_number(text: str, lang: str, draw: Random) -> Change | None:
    """One of the numbers in a text, and another one."""
    found = [*DIGITS.finditer(text), *NUMBER[lang].finditer(text)]
    if not found:
        return None
    at = draw.choice(found)
    return Span(at.start(), at.end()), _other(at.group(), lang, draw)


def _other(number: str, lang: str, draw: Random) -> str:
    if number.isdigit():
        value = int(number)
        near = (value * 2, value * 3, value + 5, value // 2, value + 10, value + 1)
        return str(draw.choice([each for each in near if each != value]))
    return alike(number, draw.choice([each for each in COUNTED[lang] if each != number.lower()]))


def alike(old: str, new: str) -> str:
    """The new words with a capital where the old ones had one."""
    return new[0].upper() + new[1:] if old[:1].isupper() and old[1:2].islower() else new


def applied(text: str, change: Change) -> str:
    (start, end), words = change
    return text[:start] + words + text[end:]
