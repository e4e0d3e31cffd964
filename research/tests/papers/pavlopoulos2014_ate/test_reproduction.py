from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from research.papers import REPRODUCTIONS, Report
from research.papers.pavlopoulos2014_ate import published as paper
from research.papers.pavlopoulos2014_ate import reproduction as ate
from research.papers.pavlopoulos2014_ate.sets import GoldSet
from research.tests.papers.drawn import lines
from voxpop.aspects import METHODS
from voxpop.metrics.score_table import Table
from voxpop.types import Term

TOY = GoldSet("toy", ["…"] * 4, [["soup", "wine list"], ["soup", "wine list"], ["soup", "beer", "fork"], ["beer"]])


@pytest.fixture(scope="session")
def ate_report(data_dir: Path) -> Report:
    return ate.run(data_dir, seed=7, draws=2)


def column(table: Table, name: str) -> list[Any]:
    return [row[table.columns.index(name)] for row in table.rows]


def terms(*texts: str) -> list[Term]:
    return [Term(text, 1, float(len(texts) - place)) for place, text in enumerate(texts)]


def test_the_gold_list_scores_100_and_worse_lists_less() -> None:
    gold = list(TOY.gold)
    assert gold == ["soup", "beer", "wine list"]
    assert ate.judge(TOY, terms(*gold))["awp"].value == 1
    late = ate.judge(TOY, terms("table", *gold))["awp"].value
    assert 0 < late < 1
    assert ate.judge(TOY, terms(*gold[:1]))["awp"].value < 1
    mixed = [*gold, "table", "chair", "fork"]
    assert ate.judge(TOY, terms(*mixed))["awp"].value == 1, "what follows the last gold term costs nothing"
    assert ate.judge(TOY, terms(*mixed[::-1]))["awp"].value < 0.5
    assert ate.judge(TOY, terms("fork", "table"))["awp"].value == 0, "tagged once is no gold term"


def test_figures_of_a_set_by_hand() -> None:
    assert list(ate.set_figures(TOY).values()) == [4, 1, 3, 0, 1, 3, 1, 2]


def test_a_thinned_curve_keeps_its_ends() -> None:
    points = np.array([[0, 1], [0.0001, 1], [0.5, 0.9], [0.5001, 0.9], [0.5002, 0.9]])
    assert ate.thinned(points).tolist() == [[0, 1], [0.5, 0.9], [0.5002, 0.9]]


@pytest.mark.slow
def test_every_table_is_there_with_the_papers_figures(ate_report: Report) -> None:
    methods, sets = len(METHODS), 4
    pairs = methods * (methods - 1) // 2
    lengths = {name: len(table.rows) for name, table in ate_report.tables.items()}
    assert lengths["Table 2"] == lengths["nDCG"] == sets * methods
    assert lengths["Significance"] == sets * pairs
    table = ate_report.tables["Table 2"]
    ours = {(row[0], row[1]): row[-1] for row in table.rows}
    assert ours["restaurants", "hl+w2v"] == 66.80
    assert ours["hotels", "freq"] == 30.11
    assert ours["laptops", "prominent"] is None
    assert len(set(column(table, "method"))) == methods
    assert [row[0] for row in ate_report.tables["Section 2.2, the sets"].rows] == list(paper.SECTION_2)


@pytest.mark.slow
def test_awp_of_our_best_method_reaches_the_figures_set(ate_report: Report) -> None:
    found = {(row[0], row[1]): row[2] for row in ate_report.tables["Table 2"].rows}
    for name, least in (("restaurants", 80), ("hotels", 60), (ate.PARTS, 60), ("laptops", 45)):
        assert max(found[name, method] for method in METHODS) >= least


@pytest.mark.slow
def test_at_the_recall_that_all_reach_precision_is_at_least_awp(ate_report: Report) -> None:
    table = ate_report.tables["Table 2 at the recall that all reach"]
    awp = {(row[0], row[1]): row[2] for row in ate_report.tables["Table 2"].rows}
    for name, method, precision, level, recall in table.rows:
        assert float(precision or 0) >= awp[name, method] - 1e-9, "interpolated precision falls with recall"
        assert 0 < float(level or 0) <= 1
        assert method not in paper.TABLE_2 or float(recall or 0) >= float(level or 0) - 1e-9


@pytest.mark.slow
def test_p_values_and_shares_are_in_range(ate_report: Report) -> None:
    table = ate_report.tables["Significance"]
    for p in (*column(table, "p, terms"), *column(table, "p, sentences")):
        assert 1 / 11 <= p <= 1, "10 rounds: never below (0 + 1) / (10 + 1)"
    for name in ("nDCG", "Precision and recall", "Figure 3 as a table"):
        values = [cell for row in ate_report.tables[name].rows for cell in row if isinstance(cell, float)]
        assert min(values) >= 0
        assert max(values) <= 1
    assert column(table, "same sign").count(None) == 4 * 10 - 3 * 6


@pytest.mark.slow
def test_differences_equal_those_of_table_2(ate_report: Report) -> None:
    awp = {(row[0], row[1]): row[2] for row in ate_report.tables["Table 2"].rows}
    for name, methods, difference, *_ in ate_report.tables["Significance"].rows:
        one, two = str(methods).split(" − ")
        assert difference == pytest.approx(awp[name, one] - awp[name, two])


@pytest.mark.slow
def test_notes_tell_the_order_and_the_signs(ate_report: Report) -> None:
    notes = " ".join(ate_report.notes)
    signs = column(ate_report.tables["Significance"], "same sign")
    assert f"Of 18 differences that follow from the paper's Table 2, {signs.count('yes')} have the same sign" in notes
    assert all(f"Table 2, {name}:" in notes for name in paper.SETS)
    assert all(word in notes for word in ("MEMD", "SemEval-14", "GloVe"))


@pytest.mark.slow
def test_figures_are_drawings_of_every_line(ate_report: Report, tmp_path: Path) -> None:
    for name, count in (("Figure 2", 5), ("Figure 3", 4 * len(METHODS))):
        root = ElementTree.parse(ate_report.figures[name].save(tmp_path / "plot.svg")).getroot()
        assert lines(root) == count


@pytest.mark.slow
def test_the_report_is_json_without_nan(ate_report: Report) -> None:
    found = json.loads(json.dumps(ate_report.to_json(), allow_nan=False))
    assert found["settings"]["rounds"] == 10
    assert "least:2" in found["settings"]["signature"]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_report(data_dir: Path, ate_report: Report) -> None:
    assert REPRODUCTIONS["ate"](data_dir, seed=7, draws=2).to_json() == ate_report.to_json()


def test_multiword_share() -> None:
    assert ate.multiword_share(["battery life", "screen", "price"], 3) == pytest.approx(1 / 3)
    assert ate.multiword_share(["battery life", "screen"], 1) == 1
    assert ate.multiword_share([], 5) == 0
