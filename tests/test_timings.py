"""Processor time by stage: what a stage inside another takes counts there alone, and workers send theirs along."""

from __future__ import annotations

from pathlib import Path
from time import process_time

from typer.testing import CliRunner

from voxpop.cli.app import app
from voxpop.timings import STAGES, add, stage, take


def spend(seconds: float) -> None:
    begun = process_time()
    while process_time() < begun + seconds:
        pass


def test_a_stage_inside_another_counts_alone() -> None:
    take()
    with stage("parse"):
        spend(0.02)
        with stage("model"):
            spend(0.5)
    taken = take()
    assert 0.02 <= taken["parse"] < 0.5 <= taken["model"]
    assert take() == {}


def test_what_other_processes_took_is_added() -> None:
    take()
    add({"parse": 1.0})
    add({"parse": 0.5, "model": 2.0})
    assert take() == {"parse": 1.5, "model": 2.0}


def test_the_end_of_an_analysis_shows_them_if_asked(tmp_path: Path) -> None:
    reviews, output = tmp_path / "a.csv", tmp_path / "a.voxpop"
    reviews.write_text("text\n" + "\n".join(f"The soup of day {day} was great." for day in range(30)), "utf-8")
    arguments = ["analyze", str(reviews), "-o", str(output), "--fast", "--workers", "1", "--timings"]
    shown = CliRunner().invoke(app, arguments)
    assert shown.exit_code == 0
    assert all(words in shown.stderr for words in STAGES.values())
