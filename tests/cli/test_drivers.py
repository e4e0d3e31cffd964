"""voxpop drivers, as it is typed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from voxpop.analysis import analyze
from voxpop.settings import Curation, Settings
from voxpop.types import Review

SETTINGS = Settings(fast=True, curation=Curation.off())


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("drivers") / "hotel.voxpop"
    texts = (("The room was dirty.", 1.0), ("The room was clean.", 4.0), ("It was in town, as they said.", 4.0)) * 30
    reviews = [Review(id=str(n), text=text, stars=stars, lang="en") for n, (text, stars) in enumerate(texts)]
    analyze(reviews, output=path, settings=SETTINGS, workers=1).close()
    return path


def voxpop(*arguments: str, width: int = 80) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "voxpop", "drivers", *arguments]
    environment = {**os.environ, "COLUMNS": str(width)}
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, env=environment)


@pytest.mark.parametrize("width", [80, 115, 140])
def test_the_table(file: Path, width: int) -> None:
    done = voxpop(str(file), width=width)
    assert done.returncode == 0, done.stderr
    row = next(line for line in done.stdout.splitlines() if line.startswith("room"))
    assert "+1.00" in row
    assert "-3.00" in row
    assert "must-have" in row
    assert "…" not in row
    assert "90 reviews, 3.00 stars; complaints and praise explain 100% of their differences." in done.stdout


def test_json(file: Path) -> None:
    found = json.loads(voxpop(str(file), "--json").stdout)
    (room,) = found["aspects"]
    assert (found["stars"], found["reviews"], found["mean"]) == ("given", 90, 3.0)
    assert room["complaints"]["reviews"] == 30
    assert room["won_back"]["low"] < room["won_back"]["value"] < room["won_back"]["high"]


def test_nothing_to_say_is_said(tmp_path: Path) -> None:
    path = tmp_path / "few.voxpop"
    analyze(["The room was dirty."], output=path, settings=SETTINGS, workers=1).close()
    done = voxpop(str(path))
    assert done.returncode == 0
    assert "No aspect is judged often enough" in done.stdout
    assert voxpop(str(tmp_path / "none.voxpop")).returncode == 1
