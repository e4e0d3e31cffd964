from __future__ import annotations

from typing import Any

import pytest

from voxpop.web.labels import labels
from voxpop.web.rendering import star_text
from voxpop.web.report import render
from voxpop.web.views.aspect_rows import aspect_rows, flat_settings, on_side
from voxpop.web.views.chart_shapes import SIDES, verdict
from voxpop.web.views.marked_text import quote_pieces

from ..documents import build, quote, tree

ENGLISH = labels("en")


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0.1, 0.5, "positive"), (-0.5, -0.1, "negative"), (-0.1, 0.5, "mixed"), (0.0, 0.5, "mixed"), (-0.5, 0.0, "mixed")],
)
def test_an_aspect_is_mixed_unless_its_interval_leaves_zero(low: float, high: float, expected: str) -> None:
    found: Any = {"low": low, "high": high}
    assert verdict(found) == expected


def test_a_quote_that_is_both_best_and_evidence_is_there_once() -> None:
    document: Any = build(scale=2)
    (row, *_) = aspect_rows(document["aspects"])
    found = document["aspects"][0]
    assert len(row.quotes) == len(found["evidence"])
    assert len(row.best) == len(found["quotes"])


def test_best_quotes_outside_the_evidence_are_not_lost() -> None:
    document: Any = build(scale=2)
    document["aspects"][0] |= {"quotes": [quote("The [room] is {superb}.", 0.9, number=999)], "evidence": []}
    (row, *_) = aspect_rows(document["aspects"])
    assert [voice["review_id"] for voice in row.quotes] == ["r999"]


def test_two_things_said_in_one_place_are_two_quotes() -> None:
    document: Any = build(scale=2)
    both = [quote("The [room] is {big} and {loud}.", polarity) for polarity in (0.5, -0.5)]
    document["aspects"][0] |= {"quotes": [], "evidence": both}
    (row, *_) = aspect_rows(document["aspects"])
    assert [len(on_side(row.quotes, side)) for side in SIDES] == [1, 0, 1]


def test_the_product_is_named_where_there_are_several() -> None:
    document: Any = build(scale=2)
    first, second = document["aspects"][0]["evidence"][:2]
    first["product"], second["product"] = "Harbour View", "Hill Top"
    document["aspects"][0]["quotes"] = []
    assert "<span>Harbour View</span>" in render(document)
    for found in document["aspects"][0]["evidence"] + document["aspects"][1]["evidence"]:
        found["product"] = "Harbour View"
    document["aspects"] = document["aspects"][:2]
    assert "<span>Harbour View</span>" not in render(document)


def test_stars_are_drawn_when_whole_and_written_when_not() -> None:
    assert [star_text(stars) for stars in (5, 1.0, 3.5)] == ["★★★★★", "★☆☆☆☆", "3.5 ★"]


def test_settings_are_flat_and_readable() -> None:
    settings = {"top": 20, "limit": None, "columns": {"text": "body"}, "curation": {"mask": True}, "files": ["a", "b"]}
    assert list(flat_settings(settings, ENGLISH)) == [
        ("top", "20"), ("limit", "not set"), ("columns.text", "body"), ("curation.mask", "on"), ("files", "a, b"),
    ]  # fmt: skip


def test_a_tree_is_shown_row_by_row_under_its_category() -> None:
    document: Any = tree()
    found = aspect_rows(document["aspects"])
    names = [row.aspect["name"] for row in found]
    assert names[:4] == ["place", *(under["name"] for under in document["aspects"][0]["aspects"])]
    assert [row.under for row in found[:5]] == [None, "place", "place", "place", None]
    assert found[1].title == f"place · {names[1]}"
    assert len({row.anchor for row in found}) == len(found)


def test_stars_of_the_text_are_shown_with_their_interval() -> None:
    assert "reads like 4.2 ★ (3 to 5)" in render(tree())
    assert "reads like" not in render(build(scale=2))


def test_a_quote_that_is_all_about_its_category_has_no_aspect_words() -> None:
    document: Any = tree()
    found = quote("We paid {far too much}.", -0.8)
    found["aspect_words"] = [found["start"], found["end"]]
    document["aspects"][-1] |= {"quotes": [found], "evidence": [found]}
    (voice,) = aspect_rows(document["aspects"])[-1].best
    assert not any(piece.aspect for piece in quote_pieces(voice))
    assert [piece.text for piece in quote_pieces(voice) if piece.opinion] == ["far too much"]
