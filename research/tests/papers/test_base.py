from __future__ import annotations

import json
from pathlib import Path

import pytest

from research.papers import REPRODUCTIONS, Figure, Report
from voxpop.errors import OptionError, OutputError
from voxpop.metrics.score_table import Table

REPORT = Report(
    name="toy",
    title="A toy",
    tables={"Table 1": Table(("what", "ours", "paper"), (("share", 0.5, 0.25), ("count", 3, None)))},
    notes=("They differ.",),
    figures={"Figure 1": Figure("A dot.", "<svg/>", {"boxes": {}})},
    settings={"seed": 1},
)


def test_a_report_prints_its_tables_notes_and_settings() -> None:
    text = REPORT.to_markdown()
    assert "| share | 0.500 | 0.250 |" in text
    assert "- They differ." in text
    assert "- seed: 1" in text


def test_a_figure_is_named_with_how_to_draw_it_and_has_no_empty_heading() -> None:
    text = REPORT.to_markdown()
    assert "## Figures\n\nDrawn with `--figure FILE.svg`:\n\n- Figure 1: A dot.\n" in text
    assert "## Figure 1" not in text


def test_a_report_is_plain_json() -> None:
    found = json.loads(json.dumps(REPORT.to_json()))
    assert found["reproduction"] == "toy"
    assert found["tables"]["Table 1"]["rows"][0] == {"what": "share", "ours": 0.5, "paper": 0.25}
    assert found["figures"]["Figure 1"]["caption"] == "A dot."


def test_a_figure_is_written_as_svg(tmp_path: Path) -> None:
    path = REPORT.figures["Figure 1"].save(tmp_path / "figure.svg")
    assert path.read_text(encoding="utf-8") == "<svg/>"


def test_a_figure_names_what_it_can_be_written_as(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"figure\.svg"):
        REPORT.figures["Figure 1"].save(tmp_path / "figure.png")
    with pytest.raises(OutputError, match="cannot be written"):
        REPORT.figures["Figure 1"].save(tmp_path / "no" / "figure.svg")


def test_an_unknown_reproduction_is_guessed() -> None:
    assert "rouge" in REPRODUCTIONS
    with pytest.raises(OptionError, match="Did you mean 'rouge'"):
        REPRODUCTIONS["rogue"]
