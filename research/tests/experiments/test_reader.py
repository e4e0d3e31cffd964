from __future__ import annotations

from pathlib import Path

import pytest

from research.experiments.reader.evaluate import write_figures
from research.training.reader import ship
from voxpop.metrics.score_table import Table


def test_the_card_reads_what_the_evaluation_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    brief = Table(("figure", "reader", "must"), (("yelp-10k, stars, MAE", "0.440 (0.413–0.466)", "0.45"),
                                                 ("a, terms, F1", "88.3", None)))  # fmt: skip
    write_figures(brief, tmp_path / "figures-en.tsv")
    monkeypatch.setattr(ship, "DATA", tmp_path)
    assert ship.figures("en").rows == (("yelp-10k, stars, MAE", "0.440 (0.413–0.466)"), ("a, terms, F1", "88.3"))
