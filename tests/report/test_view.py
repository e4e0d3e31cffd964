from __future__ import annotations

from typing import Any

import pytest

from voxpop.report.view import flat_settings, rows, star_text, verdict
from voxpop.report.words import words

from .documents import build, quote

ENGLISH = words("en")


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0.1, 0.5, "positive"), (-0.5, -0.1, "negative"), (-0.1, 0.5, "mixed"), (0.0, 0.5, "mixed"), (-0.5, 0.0, "mixed")],
)
def test_an_aspect_is_mixed_unless_its_interval_leaves_zero(low: float, high: float, expected: str) -> None:
    found: Any = {"low": low, "high": high}
    assert verdict(found) == expected


def test_a_quote_that_is_both_best_and_evidence_is_there_once() -> None:
    document: Any = build(scale=2)
    (row, *_) = rows(document, ENGLISH)
    found = document["aspects"][0]
    assert row.shown == len(found["evidence"])
    assert len(row.best) == len(found["quotes"])


def test_best_quotes_outside_the_evidence_are_not_lost() -> None:
    document: Any = build(scale=2)
    document["aspects"][0] |= {"quotes": [quote("The [room] is {superb}.", 0.9, number=999)], "evidence": []}
    (row, *_) = rows(document, ENGLISH)
    assert [voice.review_id for voice in row.sides[0].voices] == ["r999"]


def test_two_things_said_in_one_place_are_two_quotes() -> None:
    document: Any = build(scale=2)
    both = [quote("The [room] is {big} and {loud}.", polarity) for polarity in (0.5, -0.5)]
    document["aspects"][0] |= {"quotes": [], "evidence": both}
    (row, *_) = rows(document, ENGLISH)
    assert [len(side.voices) for side in row.sides] == [1, 0, 1]


def test_the_product_is_named_where_there_are_several() -> None:
    document: Any = build(scale=2)
    first, second = document["aspects"][0]["evidence"][:2]
    first["product"], second["product"] = "Harbour View", "Hill Top"
    document["aspects"][0]["quotes"] = []
    voices = [voice for side in rows(document, ENGLISH)[0].sides for voice in side.voices]
    assert {"Harbour View", "Hill Top"} <= {voice.product for voice in voices}
    for found in document["aspects"][0]["evidence"] + document["aspects"][1]["evidence"]:
        found["product"] = "Harbour View"
    document["aspects"] = document["aspects"][:2]
    assert {voice.product for side in rows(document, ENGLISH)[0].sides for voice in side.voices} == {None}


def test_stars_are_drawn_when_whole_and_written_when_not() -> None:
    assert [star_text(stars) for stars in (5, 1.0, 3.5)] == ["★★★★★", "★☆☆☆☆", "3.5 ★"]


def test_settings_are_flat_and_readable() -> None:
    settings = {"top": 20, "limit": None, "columns": {"text": "body"}, "curation": {"mask": True}, "files": ["a", "b"]}
    assert list(flat_settings(settings, ENGLISH)) == [
        ("top", "20"), ("limit", "not set"), ("columns.text", "body"), ("curation.mask", "on"), ("files", "a, b"),
    ]  # fmt: skip
