"""Hard cases for a reader: hand-written sentences with marked terms, and texts with noise added on purpose.

A line of a contrast file is "The [food|+] was great but the [service|-] slow." under a heading "# but"; a line without
marks has its verdict after a tab.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from voxpop.errors import InputError
from voxpop.types import Span

SIGNS = {"+": 1, "0": 0, "-": -1}
_MARK = re.compile(r"\[([^\[\]|]+)\|([+0-])\]")
_WORD = {"en": re.compile(r"[A-Za-z]{4,}"), "zh": re.compile(r"[\u4e00-\u9fff]")}


@dataclass(frozen=True, slots=True)
class ContrastCase:
    """A text, a term in it (or None for the text as a whole) and how it is felt about."""

    kind: str
    text: str
    term: Span | None
    gold: int

    def __post_init__(self) -> None:
        if self.term is not None and not self.text[self.term.start : self.term.end].strip():
            raise InputError(f"The case {self.text!r} marks no words.")


def read_cases(path: Path) -> list[ContrastCase]:
    kind = ""
    found: list[ContrastCase] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if line.startswith("# "):
            kind = line[2:]
        elif line:
            cases = list(_cases(kind, line))
            if not kind or not cases:
                raise InputError(f"{path}, line {number}: no heading above it, or neither [term|+] nor a verdict.")
            found += cases
    return found


def _cases(kind: str, line: str) -> Iterator[ContrastCase]:
    body, _, verdict = line.partition("\t")
    if verdict in SIGNS:
        yield ContrastCase(kind, body, None, SIGNS[verdict])
        return
    text, ends = "", 0
    marks: list[tuple[Span, int]] = []
    for match in _MARK.finditer(line):
        text += line[ends : match.start()]
        marks.append((Span(len(text), len(text) + len(match[1])), SIGNS[match[2]]))
        text, ends = text + match[1], match.end()
    text += line[ends:]
    for term, gold in marks:
        yield ContrastCase(kind, text, term, gold)


# --- spoiling


def upper(case: ContrastCase) -> ContrastCase:
    return replace(case, text="".join(letter if len(letter.upper()) > 1 else letter.upper() for letter in case.text))


def wide(case: ContrastCase) -> ContrastCase:
    """ASCII as full-width characters, as Chinese keyboards write it."""
    return replace(case, text="".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in case.text))


def mistyped(case: ContrastCase, dice: random.Random, *, share: float, lang: str) -> ContrastCase:
    """That share of the words with a letter dropped, doubled or swapped; in Chinese, of characters round the term."""
    pieces: list[str] = []
    moved = list(range(len(case.text) + 1))
    done = grown = 0
    for match in _WORD[lang].finditer(case.text):
        inside = lang == "zh" and case.term is not None and case.term.start <= match.start() < case.term.end
        if inside or dice.random() >= share:
            continue
        wrong = _slip(match[0], dice)
        pieces += [case.text[done : match.start()], wrong]
        done = match.end()
        grown += len(wrong) - len(match[0])
        for place in range(match.end(), len(moved)):
            moved[place] = place + grown
    text = "".join([*pieces, case.text[done:]])
    term = case.term and Span(moved[case.term.start], moved[case.term.end])
    return replace(case, text=text, term=term)


def _slip(word: str, dice: random.Random) -> str:
    if len(word) == 1:
        return dice.choice(("", word * 2))
    at = dice.randrange(1, len(word) - 1)
    return dice.choice((word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:],
                        word[:at] + word[at + 1] + word[at] + word[at + 2 :]))  # fmt: skip


def buried(case: ContrastCase, filler: Sequence[str], dice: random.Random, *, size: int, lang: str) -> ContrastCase:
    """The case somewhere among sentences that say nothing, ``size`` words (Chinese: characters) long together."""
    length: Callable[[str], int] = len if lang == "zh" else lambda text: len(text.split())
    lines: list[str] = []
    while sum(map(length, lines)) < size:
        lines += dice.sample(filler, len(filler))
    gap = "" if lang == "zh" else " "
    at = dice.randrange(len(lines) + 1)
    before = "".join(line + gap for line in lines[:at])
    text = before + case.text + "".join(gap + line for line in lines[at:])
    term = case.term and Span(case.term.start + len(before), case.term.end + len(before))
    return replace(case, text=text, term=term)
