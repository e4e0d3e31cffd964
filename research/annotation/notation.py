"""The notation that annotators write (``research/data/GUIDELINE.md``), parsed into spans of the passage.

A quote that occurs several times means the place nearest to the rest of its entry, unless ``{2}`` behind it says which.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from research.training.opinions.labels import CATEGORIES

SIGNS = {"++": 1.0, "+": 0.5, "0": 0.0, "-": -0.5, "--": -1.0}
FLAGS = {"r": "competing", "i": "interacting", "g": "generic", "o": "other"}
FACT = "f"
Span = tuple[int, int]
Annotation = dict[str, Any]


class NotationError(ValueError):
    """An entry that cannot be read, with the reason."""


def empty() -> Annotation:
    """Return the annotation of a passage that says nothing."""
    return {"stars": None, "opinions": [], "comparisons": [], "boilerplate": []}


def parse(lines: Sequence[str], texts: Mapping[int, str]) -> tuple[dict[int, Annotation], list[str]]:
    """Return the annotation of each passage by its number, and what is wrong with the lines."""
    found: dict[int, Annotation] = {}
    errors: list[str] = []
    number: int | None = None
    for place, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        head = re.fullmatch(r"@(\d+)(?:\s+([1-5]))?\s*(?:\[.*)?", line.strip())
        if head:
            number = int(head[1])
            if number not in texts:
                errors.append(f"line {place}: there is no passage {number}")
                number = None
            elif number in found:
                errors.append(f"line {place}: passage {number} stands twice")
            else:
                found[number] = {**empty(), "stars": int(head[2]) if head[2] else None}
        elif number is None:
            errors.append(f"line {place}: an entry before any passage: {line[:60]}")
        else:
            try:
                add_entry(found[number], [part.strip() for part in line.split("|")], plain(texts[number]))
            except NotationError as error:
                errors.append(f"@{number} line {place}: {error}: {line[:90]}")
    errors += [f"@{missing}: missing" for missing in texts if missing not in found]
    return found, errors


def plain(text: str) -> str:
    """Return the text as annotators saw it: on one line, character for character."""
    return text.replace("\r", " ").replace("\n", " ")


def add_entry(annotation: Annotation, fields: Sequence[str], text: str) -> None:
    """Add one entry to the annotation of its passage."""
    if fields[0] == "B":
        annotation["boilerplate"].append(places(text, "|".join(fields[1:]), "boilerplate")[0])
    elif fields[0] in ("C>", "C=", "C~"):
        annotation["comparisons"].append(comparison(fields, text))
    else:
        annotation["opinions"].append(opinion(fields, text, _reached(annotation)))


def opinion(fields: Sequence[str], text: str, reached: int) -> dict[str, Any]:
    """Return an opinion: sign, category, target, words, flags."""
    if fields[0] not in SIGNS:
        raise NotationError(f"the sign is none of {', '.join(SIGNS)}")
    if not 4 <= len(fields) <= 5:
        raise NotationError("an entry has four or five fields")
    flags = [flag for flag in re.split(r"[,\s]+", fields[4]) if flag] if len(fields) == 5 else []
    if unknown := [flag for flag in flags if flag != FACT and flag not in FLAGS]:
        raise NotationError(f"unknown flags {unknown}")
    targets = places(text, fields[2], "the target") if fields[2] else []
    words = places(text, fields[3], "the opinion words") if fields[3] else []
    if not words and (fields[0] != "0" or not targets):
        raise NotationError("a verdict needs opinion words, a neutral mention its target")
    target, evidence = nearest(targets, words, reached)
    return {
        "target": target, "words": evidence, "polarity": SIGNS[fields[0]], "category": category(fields[1]),
        "fact": FACT in flags, "about": next((FLAGS[flag] for flag in flags if flag in FLAGS), "main"),
    }  # fmt: skip


def comparison(fields: Sequence[str], text: str) -> dict[str, Any]:
    """Return a comparison: kind, winner, loser, category, words. ``*`` is the product, unnamed."""
    if len(fields) < 5:
        raise NotationError("a comparison has five fields")
    words = places(text, fields[4], "the words of the comparison")[0]
    sides = [
        None if side in ("*", "") else min(places(text, side, "a side"), key=lambda span: abs(span[0] - words[0]))
        for side in fields[1:3]
    ]
    return {
        "kind": fields[0][1],
        "winner": sides[0],
        "loser": sides[1],
        "category": category(fields[3]),
        "words": words,
    }


def category(name: str) -> str:
    """Return the name of a category, or raise."""
    if name not in CATEGORIES:
        raise NotationError(f"unknown category {name!r}")
    return name


def places(text: str, quote: str, what: str) -> list[Span]:
    """Return where a quote stands in the text, whole words before parts of words; raise if nowhere."""
    numbered = re.fullmatch(r"(.*?)\{(\d+)\}", quote, re.S)
    words = numbered[1] if numbered else quote
    found = [match.span() for match in re.finditer(f"(?={re.escape(words)})", text)] if words else []
    lowered = text.lower()
    if not found and words and len(lowered) == len(text):
        found = [match.span() for match in re.finditer(f"(?={re.escape(words.lower())})", lowered)]
    spans = [(start, start + len(words)) for start, _ in found]
    spans = [span for span in spans if _is_whole(text, *span)] or spans
    if numbered:
        spans = spans[int(numbered[2]) - 1 : int(numbered[2])]
    if not spans:
        raise NotationError(f"{what} {quote!r} does not stand in the passage")
    return spans


def _is_whole(text: str, start: int, end: int) -> bool:
    before = start > 0 and _is_latin(text[start - 1]) and _is_latin(text[start])
    after = end < len(text) and _is_latin(text[end]) and _is_latin(text[end - 1])
    return not before and not after


def _is_latin(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()


def nearest(targets: Sequence[Span], words: Sequence[Span], reached: int) -> tuple[Span | None, Span | None]:
    """Return the places of target and words that lie closest to each other and to where the reader has come."""
    if targets and words:
        pairs = [(target, evidence) for target in targets for evidence in words]
        return min(pairs, key=lambda pair: _cost(*pair, reached))
    ahead = min(
        words or targets, key=lambda span: span[0] - reached if span[0] >= reached else 1000 + reached - span[0]
    )
    return (None, ahead) if words else (ahead, None)


def _cost(target: Span, words: Span, reached: int) -> float:
    gap = max(target[0] - words[1], words[0] - target[1], 0)
    return 2 * gap + max(0, reached - max(target[0], words[0])) + 0.1 * abs(words[0] - reached)


def _reached(annotation: Annotation) -> int:
    if not annotation["opinions"]:
        return 0
    last = annotation["opinions"][-1]
    start: int = (last["words"] or last["target"])[0]
    return start
