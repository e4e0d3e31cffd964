from __future__ import annotations

import math
import os
import signal
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from research.fuzz import inputs, runner, targets
from research.fuzz.runner import Count, Plan, run, run_together, table
from research.fuzz.targets import TARGETS, Target
from voxpop.errors import VoxpopError
from voxpop.settings import Settings

QUICK = (
    "readers",
    "sources",
    "encodings",
    "cells",
    "columns",
    "sentences",
    "text_rules",
    "spans",
    "edits",
    "quantities",
)


def raise_error(chance: Random, folder: Path) -> int:
    raise ZeroDivisionError("bad")


def kill_itself(chance: Random, folder: Path) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def test_the_runner_counts_and_keeps_bad_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TARGETS, "readers", Target(raise_error, 1))
    counts = run(Plan(["readers"], 1, tmp_path / "kept", most=3))
    assert (counts["readers"].inputs, counts["readers"].bad) == (3, 3)
    assert "ZeroDivisionError: bad" in (tmp_path / "kept" / "readers-1-0.txt").read_text()
    assert "| readers | 3 |" in table(counts)


def test_a_process_that_dies_is_a_bad_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "work", die_at_once)
    counts = run_together(Plan(["cells"], 1, tmp_path / "kept", most=5), 1)
    assert counts["cells"].bad == 1
    assert "exit code -9" in (tmp_path / "kept" / "cells-1-0.txt").read_text()


def die_at_once(plan: Plan, pipe: object) -> None:
    if plan.first == 0:
        TARGETS["cells"] = Target(kill_itself, 1)
    runner.run(plan, lambda counts, place: pipe.send((counts, place)))  # type: ignore[attr-defined]


def test_time_that_grows_with_the_square_is_bad() -> None:
    assert not targets.grows_too_fast([0.1])
    assert not targets.grows_too_fast([0.1, 1.5])
    assert not targets.grows_too_fast([0.001, 0.1])
    assert targets.grows_too_fast([0.1, 10.0])


@pytest.mark.parametrize("target", QUICK)
def test_cases_of_each_target_are_good(target: str, tmp_path: Path) -> None:
    counts = run(Plan([target], 5, tmp_path / "kept", most=60, slow=math.inf))  # how fast, research.fuzz itself tells
    assert not list((tmp_path / "kept").glob("*"))
    assert counts[target].bad == 0


@pytest.mark.parametrize(("name", "data"), inputs.kept_files())
def test_the_kept_files_are_read(name: str, data: bytes) -> None:
    with suppress(VoxpopError):
        targets.check_rows(targets.in_memory(name, data), Settings(), curate=True)


def test_the_same_case_is_the_same_input() -> None:
    assert inputs.file(Random("readers-1-7")) == inputs.file(Random("readers-1-7"))
    assert len({inputs.file(Random(f"readers-1-{number}"))[1] for number in range(50)}) > 40


def test_counts_of_several_processes_add_up() -> None:
    total = Count(1, 0, 1, 0.5, 0.1, "a")
    total.add(Count(2, 1, 0, 0.5, 0.3, "b"))
    assert total == Count(3, 1, 1, 1.0, 0.3, "b")
