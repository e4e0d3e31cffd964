"""Kobayashi and Malon's Table 4, ReviewNLI and the attacks, on a handful of items that can be counted by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from research.papers.kobayashi2022_coref import factuality
from research.papers.kobayashi2022_coref.factuality import (
    attacks_table,
    caught_at,
    cut_keeping,
    people_table,
    substitutions_table,
    table_4,
)
from research.papers.kobayashi2022_coref.factuality_scores import OURS, ROUGE, score_sentence, scores
from research.papers.kobayashi2022_coref.factuality_sets import TRUE, CheckedItem, attacked, by_language, substituted


def items(labels: str, kind: str = "s", lang: str = "en") -> list[CheckedItem]:
    """One for each letter: "t" is consistent, "f" is not."""
    pairs = {"t": ("main", "main"), "f": ("main", "competing")}
    source, claim = "The room was clean. We left.", "The room was clean."
    return [
        CheckedItem(f"{kind}{at}", source, claim, letter == "t", lang, pairs[letter])
        for at, letter in enumerate(labels)
    ]


def scored(labels: str, values: list[float], kind: str = "s") -> tuple[list[CheckedItem], dict[str, np.ndarray]]:  # type: ignore[type-arg]
    return items(labels, kind), {OURS: np.array(values), ROUGE: np.array(values) / 2}


def test_the_threshold_keeps_what_it_should() -> None:
    values = np.arange(10) / 10
    assert cut_keeping(values, [True] * 10) == pytest.approx(0.09)
    assert (values >= cut_keeping(values, [True] * 10)).sum() == 9


def test_table_4_has_the_papers_rows_and_our_accuracies() -> None:
    dev, test = scored("ttff", [0.9, 0.8, 0.3, 0.2], "d"), scored("tttfff", [0.9, 0.9, 0.1, 0.2, 0.3, 0.85])
    table = table_4(dev, test)
    assert len(table.rows) == 9
    rows = {row[:2]: dict(zip(table.columns, row, strict=True)) for row in table.rows}
    assert rows["main", "main"]["n"] == 3
    assert rows["main", "main"][OURS] == pytest.approx(2 / 3)
    assert rows["main", "competing"][OURS] == pytest.approx(2 / 3)
    assert rows["main", "competing"]["paper"] == 0.20
    assert rows["interacting", "main"][OURS] is None


def test_substitutions_are_counted_by_language_and_together() -> None:
    dev, test = scored("ttff", [0.9, 0.8, 0.3, 0.2], "d"), scored("ttff", [0.9, 0.7, 0.8, 0.1])
    table = substitutions_table(dev, test)
    first = dict(zip(table.columns, table.rows[0], strict=True))
    assert (first["language"], first["system"], first["AUC"]) == ("both", OURS, 0.75)
    assert {row[0] for row in table.rows} == {"both", "en"}


def test_the_threshold_of_reviewnli_comes_from_dev() -> None:
    dev, test = scored("ttff", [0.9, 0.8, 0.3, 0.2], "d"), scored("ttff", [0.9, 0.4, 0.6, 0.1])
    row = dict(zip(people_table(dev, test).columns, people_table(dev, test).rows[0], strict=True))
    assert row["balanced accuracy"] == pytest.approx(0.5)
    assert row["on dev"] == 1


def test_attacks_are_counted_as_caught_and_true_sentences_as_accepted() -> None:
    def lies(values: list[float], prefix: str) -> tuple[list[CheckedItem], dict[str, np.ndarray]]:  # type: ignore[type-arg]
        kinds = [TRUE, TRUE, "negation", "number"]
        made = [CheckedItem(f"{prefix}{at}", "a", "b", kind == TRUE, "en", (kind,)) for at, kind in enumerate(kinds)]
        return made, {OURS: np.array(values), ROUGE: np.array(values)}

    table = attacks_table(lies([0.9, 0.8, 0.2, 0.2], "d"), lies([0.9, 0.7, 0.1, 0.95], "t"), "en")
    assert {row[0]: row[-1] for row in table.rows} == {TRUE: 0.5, "negation": 1.0, "number": 0.0}
    assert {row[0]: row[-2] for row in table.rows} == {TRUE: 1.0, "negation": 1.0, "number": 0.0}  # at .5


def test_every_system_scores_every_item() -> None:
    made = [CheckedItem("1", "The room was clean. We left.", "The room was clean.", True, "en"),
            CheckedItem("2", "The room was clean. We left.", "The room was not clean.", False, "en")]  # fmt: skip
    found = scores(made, ours=score_sentence)
    assert list(found) == [OURS, ROUGE]
    assert found[ROUGE][0] == pytest.approx(1.0)
    assert all(true > false for true, false in found.values())


def test_the_sets_are_apart_and_both_labels_are_there() -> None:
    dev, test = substituted("dev"), substituted("test")
    assert not {one.id.rpartition(":")[0] for one in dev} & {one.id.rpartition(":")[0] for one in test}
    for lang, places in by_language(test).items():
        assert {test[at].consistent for at in places} == {True, False}, lang


def test_a_report_has_all_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    labels = "ttff"

    def lies(split: str, *, seed: int) -> list[CheckedItem]:
        return [CheckedItem(f"{split}{lang}{at}", "a", "b", kind == TRUE, lang, (kind,))
                for lang in ("en", "zh") for at, kind in enumerate((TRUE, "number"))]  # fmt: skip

    monkeypatch.setattr(factuality, "substituted", lambda split: items(labels, split))
    monkeypatch.setattr(factuality, "judged", lambda data, split: items(labels, split))
    monkeypatch.setattr(factuality, "attacked", lies)
    monkeypatch.setattr(factuality, "scores", lambda made, ours: {OURS: np.linspace(0.9, 0.1, len(made))})
    monkeypatch.setattr(factuality, "signatures", dict)
    monkeypatch.setattr(factuality, "opinion_tables", lambda data, seed, draws: {})
    report = factuality.run(tmp_path, seed=1)
    assert list(report.tables) == ["Table 4", "Substitutions", "ReviewNLI", "Attacks, English", "Attacks, Chinese"]
    assert "Table 4" in report.to_markdown()


def test_attacks_come_from_the_reviews_of_a_split(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("research.papers.kobayashi2022_coref.factuality_sets.LANGS", ("zh",))
    monkeypatch.setattr("research.papers.kobayashi2022_coref.factuality_sets.reviews", _few)
    found = attacked("dev", seed=1)
    assert found
    verbatim = [item for item in found if item.claim in item.source]
    assert verbatim
    assert {item.kind for item in verbatim} == {(TRUE,)}
    assert len(verbatim) < sum(item.consistent for item in found)  # others are told as what someone says


def _few(lang: str, *, split: str) -> list[object]:
    from research.papers.kobayashi2022_coref.annotated import reviews

    return list(reviews(lang, split=split)[:4])


def test_what_is_caught_where_nine_in_ten_are_accepted() -> None:
    true = np.array([True] * 10 + [False] * 4)
    values = np.array([0.1, *np.linspace(0.5, 0.9, 9), 0.05, 0.2, 0.49, 0.6], np.float32)
    assert caught_at(values, true) == 0.75  # the threshold is the second lowest of the consistent ones
    assert caught_at(values, true, kept=1.0) == 0.25
