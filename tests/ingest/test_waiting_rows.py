"""What is told from many reviews is told from all of them, so that the order of the rows changes nothing."""

from __future__ import annotations

import random

import pytest

import voxpop
from voxpop import Settings
from voxpop.ingest import waiting_rows
from voxpop.ingest.waiting_rows import WaitingRows
from voxpop.types import Rejected, Review

PHONES = [f"I love this phone, its screen is sharp. Number {n}." for n in range(40)]
HOTELS = [f"This hotel was noisy and the staff were rude. Visit {n}." for n in range(40)]


def reviews(texts: list[str]) -> list[Review]:
    return [Review(id=str(n), text=text, lang="en") for n, text in enumerate(texts)]


def test_rows_come_back_in_order_from_memory_and_from_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [*reviews(PHONES), Rejected(step="stars", reason="No number."), *reviews(HOTELS)]
    assert list(WaitingRows(rows)) == rows
    monkeypatch.setattr(waiting_rows, "MEMORY", 1000)
    assert list(WaitingRows(rows)) == rows


def test_the_order_of_the_rows_changes_nothing() -> None:
    """Blocks of different products, in either order, in more parts than one."""
    texts = [*PHONES * 4, *HOTELS * 4]
    rows = [Review(id=str(n), text=f"{text} {n}", lang="en") for n, text in enumerate(texts)]
    shuffled = random.Random(1).sample(rows, len(rows))
    settings = Settings(fast=True, curation=voxpop.settings.Curation.off())
    found = [voxpop.analyze(given, settings=settings, workers=1) for given in (rows, shuffled)]
    first, second = ({(each.review_id, each.start, each.about) for each in analysis.mentions} for analysis in found)
    assert first == second
    assert [aspect.name for aspect in found[0].aspects] == [aspect.name for aspect in found[1].aspects]
