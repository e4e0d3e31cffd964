"""The names that documents and users rely on."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import pytest

import voxpop
from voxpop.cli.app import COMMANDS
from voxpop.errors import OptionError, choose

NAMES = {
    "Analysis", "Aspect", "Claim", "Mention", "Opinion", "Quote", "Rejected", "Review", "Settings", "VoxpopError",
    "analyze", "open", "read_reviews",
}  # fmt: skip


def test_public_names_are_these_and_all_load() -> None:
    assert set(voxpop.__all__) == NAMES
    assert all(getattr(voxpop, name) is not None for name in NAMES)
    with pytest.raises(AttributeError, match="no attribute 'analyse'"):
        voxpop.analyse  # noqa: B018


@pytest.mark.parametrize(
    ("kind", "promised"),
    [
        ("Review", "id text stars date product lang predicted_stars"),
        ("Opinion", "review_id start end text aspect category polarity opinion_words about confidence"),
        ("Aspect", "id name terms mentions reviews positive neutral negative mean low high quotes"),
        ("Claim", "text aspect supporting opposing quotes verdict"),
    ],
)
def test_fields_that_are_promised(kind: str, promised: str) -> None:
    fields = {field.name for field in dataclasses.fields(getattr(voxpop, kind))}
    assert set(promised.split()) <= fields


def test_commands() -> None:
    assert {"analyze", "aspects", "report", "demo", "models"} <= set(COMMANDS)


def test_importing_one_room_does_not_wake_the_others() -> None:
    code = "import sys, voxpop.metrics; print(*(m for m in ('duckdb', 'jieba', 'pandas', 'torch') if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_choose_guesses_what_was_meant() -> None:
    with pytest.raises(OptionError, match=r"Unknown method 'frek'. Did you mean 'freq'\? Accepted: freq, hl."):
        choose("method", "frek", ["hl", "freq"])


def test_an_analysis_needs_neither_measures_nor_web_nor_research() -> None:
    code = (
        "import sys, voxpop.analysis; unwanted = ('voxpop.metrics', 'voxpop.web', 'research', 'jieba')\n"
        "print(*(name for name in sys.modules if name.startswith(unwanted)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
