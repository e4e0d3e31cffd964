from __future__ import annotations

from research.papers.tay2019_rouge.notes import STANDING, notes
from voxpop.metrics.score_table import Table

COLUMNS = ("measure", "ours", "low", "high", "paper", "paper within")


def test_notes_are_counted_from_the_tables() -> None:
    rows = (
        ("R-1", 0.6, 0.55, 0.7, 0.4, "no"),
        ("R-2", 0.1, 0.05, 0.2, None, None),
        ("R-L", 0.51, 0.4, 0.6, 0.45, "yes"),
        ("R-SU4", 0.3, 0.2, 0.4, 0.35, "yes"),
    )
    found = notes({"Table 11": Table(COLUMNS, rows), "Table 3": Table(("what", "ours"), (("n", 1),))})
    assert found[0] == "Table 11: 2 of the paper's 3 figures lie within our interval."
    assert "above it in 2 of 3 rows, and in 2 of them the interval excludes one half" in found[1]
    assert found[2:] == STANDING
