"""Statements that people grouped by what they say: ``research/data/key-points-LANG.jsonl.xz``.

A line refers to one opinion of the annotated corpus: ``id`` and ``span`` of the passage, the place of the ``opinion`` in
it, and the ``group``, a short statement in the customers' language; null where no other statement of the domain says the
same. Groups hold within one domain and one sign. A domain may have been grouped in two rounds, by two annotators: a statement
of round 2 can be in a group of round 1, but nobody looked whether one of round 1 belongs to a group that round 2 made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from research.annotation.corpus import DATA, read_corpus
from research.training.opinions.texts import HELD_OUT, rows

NAME = "key-points"
SECOND = "key-points-second"  # of some of them, by another annotator


@dataclass(frozen=True, slots=True)
class GroupedStatement:
    """A statement of the corpus: its passage, its words, and what it was grouped under."""

    domain: str
    passage: str  # the id of the passage
    text: str
    target: tuple[int, int] | None
    words: tuple[int, int]
    sign: int
    group: str | None
    round: int = 1


def read_grouped(lang: str, data: Path, *, held_out: bool) -> list[GroupedStatement]:
    """Return the statements of the held-out domains, or those of all others, in the order of the file."""
    passages = {(record["id"], tuple(record["span"])): record for record in read_corpus(lang, data)}
    lines: list[dict[str, Any]] = list(rows(DATA / f"{NAME}-{lang}.jsonl.xz"))
    chosen = [line for line in lines if (line["domain"] in HELD_OUT[lang]) == held_out]
    return [
        _statement(line, passages[line["id"], tuple(line["span"])])
        for line in chosen
        if (line["id"], tuple(line["span"])) in passages
    ]


def read_twice(lang: str, data: Path) -> list[tuple[GroupedStatement, str | None]]:
    """Return the statements that two annotators grouped, as the first did, each with the group of the second."""
    second = {_place(line): line["group"] for line in rows(DATA / f"{SECOND}-{lang}.jsonl.xz")}
    passages = {(record["id"], tuple(record["span"])): record for record in read_corpus(lang, data)}
    lines: list[dict[str, Any]] = list(rows(DATA / f"{NAME}-{lang}.jsonl.xz"))
    return [
        (_statement(line, passages[_place(line)[:2]]), second[_place(line)])
        for line in lines
        if _place(line) in second and _place(line)[:2] in passages
    ]


def _place(line: dict[str, Any]) -> tuple[str, tuple[int, ...], int]:
    return line["id"], tuple(line["span"]), line["opinion"]


def _statement(line: dict[str, Any], passage: dict[str, Any]) -> GroupedStatement:
    opinion = passage["opinions"][line["opinion"]]
    target, words = (tuple(opinion[name]) if opinion[name] else None for name in ("target", "words"))
    sign = 1 if opinion["polarity"] > 0 else -1
    return GroupedStatement(
        line["domain"], line["id"], passage["text"], target, words or target or (0, 0), sign, line["group"],
        line.get("round", 1),
    )  # fmt: skip


def blocks(statements: Sequence[GroupedStatement]) -> dict[tuple[str, int, int], list[int]]:
    """Return the places of the statements of each domain, sign and round: only of these is it known whether they say the same."""
    found: dict[tuple[str, int, int], list[int]] = {}
    for place, statement in enumerate(statements):
        found.setdefault((statement.domain, statement.sign, statement.round), []).append(place)
    return found


def lists(statements: Sequence[GroupedStatement]) -> list[list[int]]:
    """Return the places of the statements that one annotator grouped together: of one domain and round."""
    found: dict[tuple[str, int], list[int]] = {}
    for place, statement in enumerate(statements):
        found.setdefault((statement.domain, statement.round), []).append(place)
    return [found[key] for key in sorted(found)]
