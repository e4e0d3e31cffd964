"""voxpop compare, as it is typed."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from voxpop.analysis import analyze
from voxpop.settings import Curation, Settings
from voxpop.types import Review

GOOD, BAD = "The room was clean and lovely.", "The room was dirty and awful."


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("compared") / "hotels.voxpop"
    reviews = [
        Review(id=f"{name}{n}", text=text, stars=stars, product=name, lang="en", date=date(2024, month, 1 + n % 28))
        for name, text, stars, month in (("North", GOOD, 5.0, 3), ("South", BAD, 1.0, 9))
        for n in range(20)
    ]
    settings = Settings(fast=True, curation=Curation.off())
    analyze(reviews, output=path, settings=settings, workers=1).close()
    return path


def voxpop(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "voxpop", "compare", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)


def test_two_products_of_one_file(file: Path) -> None:
    done = voxpop(str(file), "--product", "North", "--product", "South")
    assert done.returncode == 0, done.stderr
    assert "North: 20 reviews, 5.00 stars" in done.stdout
    assert "room is liked better in North" in done.stdout
    assert "There are more stars in North (5.00) than in South (1.00)." in done.stdout


def test_two_periods_as_json(file: Path) -> None:
    done = voxpop(str(file), "--period", "..2024-06-30", "--period", "2024-07-01..", "--json")
    found = json.loads(done.stdout)
    assert found["a"]["reviews"] == found["b"]["reviews"] == 20
    kinds = {(one["aspect"], one["kind"]) for one in found["differences"]}
    assert {("", "stars"), ("en:room", "feeling")} <= kinds


def test_a_file_with_itself(file: Path) -> None:
    done = voxpop(str(file), str(file))
    assert "Nothing differs beyond chance." in done.stdout


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ([], "One file alone cannot be compared"),
        (["--period", "spring"], "A period is written as"),
        (["--product", "North", "--product", "West"], "no reviews in 'West'"),
        (["--product", "a", "--product", "b", "--product", "c"], "two sides"),
    ],
)
def test_wrong_calls_are_told(file: Path, options: list[str], told: str) -> None:
    done = voxpop(str(file), *options)
    assert done.returncode == 1
    assert told in done.stderr.replace("\n", " ")
