from __future__ import annotations

import shlex
from dataclasses import asdict
from itertools import combinations, pairwise
from typing import Any

import pytest

from voxpop.settings import CURATION_STEPS, Columns, Curation, Settings, curation_from
from voxpop.web.views.repeat_command import command


def run(settings: Settings, **changes: Any) -> Any:
    return {"sources": ["a.csv"], "settings": asdict(settings), **changes}


def test_only_what_was_asked_for_is_in_the_command() -> None:
    assert command(run(Settings())) == "voxpop analyze INPUT --top 20"
    asked = Settings(product="Joe's", lang="en", method="hl", columns=Columns(text="my text"), similarity=0.5, limit=9)
    assert shlex.split(str(command(run(asked))))[3:] == [
        "--product", "Joe's", "--lang", "en", "--method", "hl", "--top", "20", "--similarity", "0.5", "--limit", "9",
        "--text-column", "my text",
    ]  # fmt: skip


@pytest.mark.parametrize("preset", ["default", "paper", "off"])
def test_the_command_asks_the_command_line_for_the_same_curation(preset: str) -> None:
    skips = [list(chosen) for size in (0, 1, 2) for chosen in combinations(CURATION_STEPS, size)]
    for skip in skips:
        wanted = curation_from(preset, skip)
        words = shlex.split(str(command(run(Settings(curation=wanted)))))
        options = list(pairwise(words))
        asked = next((value for name, value in options if name == "--curate"), "default")
        assert curation_from(asked, [value for name, value in options if name == "--skip"]) == wanted


def test_there_is_no_command_for_what_only_python_can_ask() -> None:
    assert command(run(Settings(curation=Curation(min_chars=7)))) is None


def test_there_is_no_command_without_sources() -> None:
    assert command(run(Settings(), sources=[])) is None
