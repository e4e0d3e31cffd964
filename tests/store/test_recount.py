"""A row counted anew is the row that the pipeline counted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from voxpop.analysis import analyze
from voxpop.examples import path as example
from voxpop.settings import Settings
from voxpop.store import Store
from voxpop.store.recount import recount

from .edited import analysis


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_rows_of_an_analysis(tmp_path: Path, lang: str) -> None:
    settings = Settings(sentiment="lexicon", limit=80)
    analyze(example(lang), output=tmp_path / "x.voxpop", settings=settings, workers=1).close()
    store = Store.open(tmp_path / "x.voxpop")
    rows = list(store.aspects)
    assert rows
    assert [recount(store, row, keep_order=True) for row in rows] == rows
    store.close()


def test_terms_stand_by_frequency_and_nobodys_row_is_none(tmp_path: Path) -> None:
    store = Store.open(analysis(tmp_path / "x.voxpop"))
    room = next(row for row in store.aspects if row.name == "room")
    again = recount(store, room)
    assert again is not None
    assert again.terms == ("rooms", "room")  # said twice, said once
    assert recount(store, replace(room, name="nobody")) is None
    store.close()
