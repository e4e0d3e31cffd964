"""Statements as tables, and what other processes make of them: the same as one process does."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import voxpop
from voxpop import examples
from voxpop.aggregate import key_points
from voxpop.aggregate.key_points import PointFinder
from voxpop.aggregate.statement_tables import grouped_rows, sampled_rows, statements_of
from voxpop.arrow_tables import RowsWithTexts
from voxpop.engines import local
from voxpop.lang import LANGUAGES
from voxpop.store import rows
from voxpop.store.file_schema import TABLES

TEXTS = ["The room was cold.", "A cold room, then.", "Staff were kind and the room was cold."]
Place = tuple[int, int, int, int | None, int]
PLACES: list[Place] = [(0, 4, 17, 4, 13), (1, 2, 11, 7, 2), (2, 24, 37, None, 33)]


def statement(id: int, review: int, start: int, end: int, target: int | None, words: int) -> dict[str, Any]:
    """A complaint with words and perhaps a target of four letters."""
    return {
        "id": id, "review": review, "start": start, "end": end, "target_start": target,
        "target_end": None if target is None else target + 4, "words_start": words, "words_end": words + 4,
        "has_target": target is not None, "polarity": -1.0, "wish": False, "meaning": bytes([100] + [0] * 63),
    }  # fmt: skip


def tables() -> RowsWithTexts:
    """Complaints on a room; two opinions hold the first, of which one is on the whole."""
    held = [{**statement(number, *place), "of_whole": False} for number, place in enumerate(PLACES)]
    again = {**held[0], "of_whole": True}
    return pa.Table.from_pylist([*held[::-1], again]), pa.table({"seq": range(3), "text": TEXTS})


def test_each_statement_comes_once_with_its_words_and_what_is_around_them() -> None:
    statements = statements_of(tables())
    assert statements.review.tolist() == [0, 1, 2]
    assert statements.of_whole.tolist() == [True, False, False]  # if one of its opinions is
    assert statements.text == ["room was cold", "cold room", "room was cold"]
    assert statements.target == ["room", "room", ""]
    assert (statements.before[0], statements.after[0]) == ("The ", ".")


def test_no_batch_gives_more_than_a_sample_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first batches are given to workers before any sample is full."""
    assert [len(rows) for rows in sampled_rows((tables(), {}), lang="en").values()] == [3, 0, 0]
    monkeypatch.setattr(key_points, "SAMPLE", 2)
    assert [len(rows) for rows in sampled_rows((tables(), {}), lang="en").values()] == [2, 0, 0]


def test_what_workers_get_is_small_and_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    finder = PointFinder("en")
    finder.keep(sampled_rows((tables(), finder.highest), lang="en"))
    sent = pickle.dumps(finder.nearest)
    assert b"SampleGroup" not in sent
    found = grouped_rows(tables(), nearest=finder.nearest)
    assert found == grouped_rows(tables(), nearest=pickle.loads(sent))
    assert found["review"].to_pylist() == [0, 1, 2]


def read(path: Path, workers: int) -> dict[str, list[Any]]:
    """All tables of a file with the reviews of both demos, but for when it was made."""
    with voxpop.analyze([examples.path(lang) for lang in LANGUAGES], fast=True, workers=workers, output=path):
        pass
    with duckdb.connect(path, read_only=True) as file:
        found = {table: file.execute(f"FROM {table} ORDER BY rowid").fetchall() for table in TABLES}
    found["run"] = [row for row in found["run"] if row[0] != "created"]
    return found


def test_two_workers_write_what_one_process_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started = b""

    class Worker(local.Worker):
        def __init__(self, work: bytes) -> None:
            nonlocal started
            started += work
            super().__init__(work)

    monkeypatch.setattr(local, "Worker", Worker)
    monkeypatch.setattr(local, "MIN_ORDERED", 2)
    monkeypatch.setattr(rows, "RANGE", 40)
    alone = read(tmp_path / "1.voxpop", 1)
    assert not started
    together = read(tmp_path / "2.voxpop", 2)
    assert all(name in started for name in (b"select_in_texts", b"sampled_rows", b"grouped_rows"))
    assert len(alone["key_point_statements"]) > 500
    for table in TABLES:
        assert together[table] == alone[table], table
