"""A reader completes each tutorial by copy and paste, and sees what the page shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import tutorials


@pytest.mark.slow
@pytest.mark.parametrize("page", tutorials.PAGES, ids=lambda page: page.stem)
def test_a_tutorial_runs_and_prints_what_it_shows(page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tutorial"
    folder.mkdir()
    steps = tutorials.steps(page)
    assert any(step.shown for step in steps)
    for step in steps:
        printed = tutorials.run(step, folder)
        assert step.shown is None or step.shown.strip(), f"the output of {step.code} is not shown"
        wrong = list(tutorials.differences(tutorials.shape(step.shown or ""), tutorials.shape(printed)))
        assert not wrong, f"{step.code}\n{wrong[0]}\nIf the change is meant: python -m tests.tutorials {page}"


def test_shown_output_is_held_against_the_printed_one() -> None:
    printed = "one\ntwo  \nthree\nfour\n"
    assert not list(tutorials.differences("one\n…\nthree\n", printed))
    assert list(tutorials.differences("three\n…\none\n", printed))
    assert list(tutorials.differences("tw\n", printed))
    assert tutorials.shape("room  211 +0.45 ███\n“clean” (3)\n…") == "room\n\n…"
    assert tutorials.renewed("one\n…\nthree x\n", printed) == "one\n…\nthree\n"
