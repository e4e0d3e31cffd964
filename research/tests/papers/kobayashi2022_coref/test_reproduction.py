from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from research.papers import REPRODUCTIONS, Report
from research.papers.kobayashi2022_coref import agreement as coref_agreement
from research.papers.kobayashi2022_coref import annotated
from research.papers.kobayashi2022_coref import published as paper
from research.papers.kobayashi2022_coref import reproduction as coref
from research.papers.kobayashi2022_coref.annotated import TYPES, MentionLabel
from research.papers.kobayashi2022_coref.notes import notes
from research.papers.kobayashi2022_coref.system import FoundMention, ReviewAnswer, answers
from voxpop.metrics.score_table import Table
from voxpop.settings import Settings

ENGLISH, CHINESE = annotated.reviews("en")[:9], annotated.reviews("zh")[:6]
SETS = {"en": ENGLISH, "zh": CHINESE}


def column(table: Table, name: str) -> list[Any]:
    return [row[table.columns.index(name)] for row in table.rows]


@pytest.fixture(scope="module")
def read() -> dict[str, list[ReviewAnswer]]:
    return {name: answers(given, settings=Settings(fast=True)) for name, given in SETS.items()}


def test_table_1_counts_documents_and_mentions() -> None:
    table = coref.size_table(SETS)
    assert column(table, "English")[0] == 9
    assert column(table, "English")[3] == sum(len(one.spans) for one in ENGLISH)
    assert column(table, "paper")[:4] == list(paper.TABLE_1.values())


def test_table_2_has_shares_that_add_up() -> None:
    table = coref.types_table(SETS)
    assert sum(row[2] for row in table.rows) == pytest.approx(1)
    assert sum(column(table, "paper's share")) == pytest.approx(1, abs=0.01)


def test_table_3_has_all_pairs_with_the_papers_rates() -> None:
    table = coref.substitution_table({"en": annotated.reviews("en")[:40], "zh": CHINESE})
    assert len(table.rows) == 9
    assert {(row[0], row[1]): row[-1] for row in table.rows} == paper.TABLE_3
    assert all(0 <= row[4] <= 1 for row in table.rows if row[4] is not None)


def test_voxpop_stands_beside_the_baselines(read: dict[str, list[ReviewAnswer]]) -> None:
    table = coref.systems_table(read, ENGLISH, draws=20, seed=1)
    assert len(table.rows) == 6
    for row in table.rows:
        four, low, high = row[5:8]
        assert low - 1e-9 <= four <= high + 1e-9
    assert len(set(column(table, "share of all"))) == 2  # one for each set
    each = coref.each_table(read)
    assert sum(column(each, "English")) == sum(len(one.types) for one in read["en"]) == column(table, "mentions")[0]


def test_gold_as_its_own_answer_is_perfect() -> None:
    """The measures themselves: mentions found just as annotated give 100 everywhere."""
    perfect = {name: [_perfect(one) for one in given] for name, given in SETS.items()}
    names = coref.names_table(perfect)
    assert column(names, "CoNLL") == [pytest.approx(100)] * 2
    assert column(names, "mentions") == [sum(len(one.spans) for one in given) for given in SETS.values()]
    systems = coref.systems_table(perfect, ENGLISH, draws=5, seed=1)
    assert {row[3:6] for row in systems.rows if row[1] == "voxpop"} == {(1, 1, 1)}


def _perfect(one: annotated.Annotated) -> ReviewAnswer:
    labels = zip(one.spans, one.settled, strict=True)
    return ReviewAnswer(
        one, tuple(FoundMention(*span, label.about, f"thing {label.cluster}") for span, label in labels)
    )


def test_readers_who_agree_have_kappa_1_and_one_who_errs_less() -> None:
    same = [replace(one, second=one.first) for one in ENGLISH]
    table = coref_agreement.agreement_table({"en": same}, draws=20, seed=1)
    assert column(table, "kappa") == [1, 1]
    assert column(table, "clusters, CoNLL F1") == [pytest.approx(1)] * 2
    wrong = [replace(one, second=(MentionLabel("other", 99), *one.first[1:])) for one in ENGLISH]
    (kappa, _), (low, _), (high, _) = (
        column(coref_agreement.agreement_table({"en": wrong}, draws=50, seed=1), name)
        for name in ("kappa", "low", "high")
    )
    assert low <= kappa <= high
    assert 0.5 < kappa < 1


def test_without_a_second_reading_nothing_is_claimed() -> None:
    once = [replace(one, second=()) for one in ENGLISH]
    assert coref_agreement.agreement_table({"en": once}, draws=5, seed=1).rows == ()


def test_columns_of_table_6_add_up() -> None:
    table = coref_agreement.confusion_table(ENGLISH)
    for about in TYPES:
        total = sum(column(table, coref_agreement.SHORT[about]))
        assert total == pytest.approx(100) or total == 0


def test_the_whole_report(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annotated, "reviews", lambda lang, **_: SETS[lang])
    monkeypatch.setattr(coref, "answers", lambda given: answers(given[:4], settings=Settings(fast=True)))
    monkeypatch.setattr("research.papers.kobayashi2022_coref.mixed_polarity.Settings", lambda: Settings(fast=True))
    report = REPRODUCTIONS["coref"](data_dir, seed=1, draws=8)
    assert isinstance(report, Report)
    assert "Coreference of names" in report.to_markdown()
    assert any("cannot be had" in note for note in notes(report.tables))
    for table in report.tables.values():
        assert len(set(table.columns)) == len(table.columns)  # or JSON would lose one
    stars = report.tables["Section 3.2, mixed sentiment"]
    assert column(stars, "reviews") == [8, 8]
