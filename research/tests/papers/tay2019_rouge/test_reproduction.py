from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from research.papers import REPRODUCTIONS, Report
from research.papers.tay2019_rouge import published as paper
from research.papers.tay2019_rouge import reproduction as rouge
from research.tests.papers.drawn import boxes
from voxpop.errors import InputError
from voxpop.metrics.score_table import Table

TABLES = {
    "Table 3": 5, "Annotation": 6, "Tables 4 and 10, worked examples": 6, "Table 5, recall": 16, "Table 5, f1": 16,
    "Table 6": 3, "Table 7": 5, "Table 8": 4, "Experiment 2": 4, "Table 9": 16, "Table 9, direct relations only": 16,
    "Table 11": 16, "Table 11 by reading": 12,
}  # fmt: skip


def column(table: Table, name: str) -> list[Any]:
    return [row[table.columns.index(name)] for row in table.rows]


def test_every_table_is_there_with_the_papers_figures(report: Report) -> None:
    assert {name: len(table.rows) for name, table in report.tables.items()} == TABLES
    printed = [figure for row in paper.TABLE_5["f1"].values() for figure in row]
    assert column(report.tables["Table 5, f1"], "paper") == printed


def test_table_3_equals_the_papers(report: Report) -> None:
    table = report.tables["Table 3"]
    assert column(table, "ours") == column(table, "paper")


def test_shares_lie_in_their_intervals_and_in_range(report: Report) -> None:
    for name in ("Table 5, recall", "Table 5, f1", "Table 9", "Table 9, direct relations only"):
        table = report.tables[name]
        for ours, low, high in zip(*(column(table, key) for key in ("ours", "low", "high")), strict=True):
            assert 0 <= low <= ours <= high <= 1


def test_findings_of_the_paper_that_hold_here_too(report: Report) -> None:
    recall, f1 = (dict(zip(*_named(report.tables[f"Table 5, {figure}"]), strict=True)) for figure in ("recall", "f1"))
    for configuration in paper.CONFIGURATIONS:
        assert f1[configuration, "R-1"] > recall[configuration, "R-1"]
        assert f1[configuration, "R-2"] < f1[configuration, "R-1"] / 2
    assert f1["Stemming", "R-1"] > f1["None", "R-1"] > f1["StopWordRemoval", "R-1"]
    assert min(column(report.tables["Table 9"], "ours")) > 0.8


def _named(table: Table) -> tuple[list[tuple[str, str]], list[float]]:
    names = list(zip(column(table, "configuration"), column(table, "measure"), strict=True))
    return names, column(table, "ours")


def test_coverage_of_wordnet_brackets_the_papers(report: Report) -> None:
    wide, _, narrow, _ = column(report.tables["Experiment 2"], "ours")
    assert narrow < paper.TRIPLETS_9 < wide


def test_the_report_is_json_without_nan(report: Report) -> None:
    text = json.dumps(report.to_json(), allow_nan=False)
    found = json.loads(text)
    assert set(found) == {"reproduction", "title", "tables", "notes", "figures", "settings"}
    assert set(found["tables"]["Table 11"]["rows"][0]) >= {
        "configuration",
        "measure",
        "ours",
        "low",
        "high",
        "paper",
    }
    assert found["settings"]["draws"] == 40
    assert "stop:nltk" in found["settings"]["StopWordRemoval, rougeSU4"]
    box = found["figures"]["Figure 1"]["boxes"]["None"]["R-1"]["Summ-SameAsp"]
    assert all(math.isfinite(value) for value in box.values())


def test_the_notes_say_how_often_the_paper_lies_within(report: Report) -> None:
    yes = column(report.tables["Table 11"], "paper within").count("yes")
    assert f"Table 11: {yes} of the paper's 12 figures lie within our interval." in report.notes


def test_figure_1_is_a_drawing_of_32_boxes(report: Report, tmp_path: Path) -> None:
    path = report.figures["Figure 1"].save(tmp_path / "figure1.svg")
    root = ElementTree.parse(path).getroot()
    assert boxes(root) == 32


def test_the_same_seed_gives_the_same_report(opinosis_data: Path, report: Report) -> None:
    run = REPRODUCTIONS["rouge"]
    assert run(opinosis_data, seed=7, draws=40).to_json() == report.to_json()
    other = run(opinosis_data, seed=8, draws=40)
    assert other.tables["Table 5, f1"] != report.tables["Table 5, f1"]
    assert other.tables["Table 3"] == report.tables["Table 3"]


def test_missing_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="opinosis"):
        rouge.run(tmp_path)
