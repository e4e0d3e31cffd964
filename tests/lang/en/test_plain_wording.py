"""English without numbers."""

from __future__ import annotations

from datetime import date

import pytest

from voxpop.lang.en import plain_wording as plain
from voxpop.lang.summary_parts import TopicClaims
from voxpop.types import Claim, Finding


def claim(aspect: str, supporting: int, opposing: int = 0, kind: Finding = "praise", **facts: object) -> Claim:
    of = supporting + opposing
    return Claim("", aspect, supporting, opposing, kind=kind, of=of, **facts)  # type: ignore[arg-type]


def says(aspect: str, word: str, supporting: int = 5, opposing: int = 0) -> Claim:
    return claim(aspect, supporting, opposing, "says", word=word)


CHANGE = claim("wi-fi", 9, 1, "improved", first=date(2024, 11, 1))


@pytest.mark.parametrize(
    ("main", "said", "but", "other", "change", "expected"),
    [
        (claim("room", 9), ["clean", "quiet"], ["cold"], None, None,
         "The room is clean and quiet, though some find it cold."),
        (claim("eggs", 9), ["fresh"], [], None, None, "The eggs are fresh."),
        (claim("price", 9), [], [], None, None, "People like the price."),
        (claim("lift", 9, kind="blame"), [], [], claim("lift", 2), None,
         "People complain about the lift, though some praise it."),
        (claim("lift", 9, kind="blame"), ["slow"], [], claim("lift", 1), None,
         "The lift is slow, though one praises it."),
        (claim("wi-fi", 9, 9, "mixed"), ["fast"], ["slow"], None, CHANGE,
         "Some find the wi-fi fast, others slow; it has improved since November 2024."),
        (claim("wi-fi", 9, 9, "mixed"), [], [], None, None, "Opinions on the wi-fi are divided."),
        (claim("overall", 9), [], [], None, None, "It is well liked overall."),
        (claim("overall", 9, kind="blame"), [], [], None, None, "People are unhappy with it overall."),
        (claim("the Anchor", 9, kind="prefers", word="the Anchor"), [], [], None, None, "People prefer the Anchor."),
        (says("room", "clean", 1), [], [], None, None, "One finds the room clean."),
    ],
)  # fmt: skip
def test_sentences(
    main: Claim, said: list[str], but: list[str], other: Claim | None, change: Claim | None, expected: str
) -> None:
    words = [tuple(says(main.aspect, word) for word in side) for side in (said, but)]
    clauses = plain.write_topic(TopicClaims(main, *words, other, change), numbers="none", place=0)
    assert "".join(clause.text for clause in clauses) == expected
    assert all(clause.claims for clause in clauses)


def test_a_word_that_most_deny_is_not_stated() -> None:
    clauses = plain.write_topic(TopicClaims(claim("room", 9), (says("room", "big", 3, 4),)), numbers="none", place=1)
    assert "".join(clause.text for clause in clauses) == "The room is well liked."


def test_several_things() -> None:
    liked = [claim("room", 9), claim("eggs", 9), claim("bar", 9)]
    assert "".join(c.text for c in plain.write_list(liked, numbers="none", again=True)) == (
        "People also like the room, the eggs and the bar."
    )
    blamed = [claim("lift", 9, kind="blame"), claim("pool", 9, kind="blame")]
    assert "".join(c.text for c in plain.write_list(blamed, numbers="none", again=False)) == (
        "People complain about the lift and the pool."
    )
