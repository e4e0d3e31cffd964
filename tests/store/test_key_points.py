"""Key points of a file: counted by reviews from the opinions as they are, so that edits change them."""

from __future__ import annotations

from pathlib import Path

import pytest

import voxpop
from voxpop.analysis import Analysis
from voxpop.store.change import changing
from voxpop.store.edit_log import do

TEXTS = [
    "The staff were rude. The room was clean.", "Rude staff, but a clean room.", "Staff is so rude!",
    "The breakfast was cold.", "Clean room and rude staff.", "The room was very clean.", "Breakfast was cold again.",
]  # fmt: skip


@pytest.fixture(scope="module")
def analysis(tmp_path_factory: pytest.TempPathFactory) -> Analysis:
    path = tmp_path_factory.mktemp("key-points") / "hotel.voxpop"
    return voxpop.analyze(TEXTS, lang="en", workers=1, output=path)


def test_a_key_point_counts_the_reviews_behind_its_quotes(analysis: Analysis) -> None:
    points = {(point.kind, point.aspect): point for point in analysis.key_points}
    rude = points["complaint", "staff"]
    assert (rude.reviews, rude.of, rude.lang) == (4, 7, "en")
    assert points["praise", "room"].reviews == 4
    texts = {review.id: review.text for review in analysis.reviews}
    for point in analysis.key_points:
        assert len({quote.review_id for quote in point.quotes}) == len(point.quotes) == point.reviews
        assert any(point.text in text for text in texts.values())
        for quote in point.quotes:
            assert quote.text == texts[quote.review_id][quote.start : quote.end]
            assert (quote.polarity < 0) == (point.kind == "complaint")


def test_limits(analysis: Analysis) -> None:
    points = analysis._store.key_points(limit=1, quotes=2)
    assert sorted(point.kind for point in points) == ["complaint", "praise"]
    assert all(len(point.quotes) == 2 and point.reviews == 4 for point in points)


def test_edits_change_them(analysis: Analysis, tmp_path: Path) -> None:
    path = tmp_path / "edited.voxpop"
    analysis.save(path)
    with changing(path) as store:
        do(store, "hide", {"id": "en:staff"}, who="me")
    with voxpop.open(path) as edited:
        assert not [point for point in edited.key_points if point.aspect == "staff"]
        assert [point for point in edited.key_points if point.aspect == "room"]


def test_the_small_reader_finds_them_too() -> None:
    with voxpop.analyze(TEXTS, lang="en", workers=1, fast=True) as read:
        assert {point.aspect for point in read.key_points} >= {"room", "staff"}
