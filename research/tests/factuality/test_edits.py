"""Changes that turn what a sentence says."""

from __future__ import annotations

from random import Random

import pytest

from research.factuality.edits import alike, another_number, applied, denial, opposite, opposites
from voxpop.types import Span


def test_opposites_work_both_ways() -> None:
    for lang in ("en", "zh"):
        known = opposites(lang)
        assert all(word in known[other] for word, others in known.items() for other in others)
        assert all(word not in others for word, others in known.items())


@pytest.mark.parametrize(
    ("text", "opinion", "expected"),
    [
        ("The room was clean.", "clean", "The room was not clean."),
        ("The room wasn't clean.", "clean", "The room was clean."),
        ("It cannot be clean.", "clean", None),
    ],
)
def test_a_not_is_put_in_or_taken_away(text: str, opinion: str, expected: str | None) -> None:
    at = text.index(opinion)
    found = denial(text, Span(0, len(text)), Span(at, at + len(opinion)), "en", Random(1))
    assert (applied(text, found) if found else None) == expected


def test_an_opposite_keeps_its_capital() -> None:
    found = opposite("Clean rooms.", Span(0, 5), opposites("en"), "en", Random(1))
    assert found is not None
    assert applied("Clean rooms.", found) == "Dirty rooms."
    assert alike("GREAT", "bad") == "bad"


def test_another_number_is_another() -> None:
    for seed in range(20):
        found = another_number("We waited 20 minutes.", "en", Random(seed))
        assert found is not None
        assert found[1] != "20"
    assert another_number("No numbers here.", "en", Random(1)) is None
