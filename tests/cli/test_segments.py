"""voxpop segments, as it is typed."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from voxpop.web.labels import DEFAULT_LABELS
from voxpop.web.views.segments_view import shown_name


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("segments") / "hotels.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(["review", "stars", "hotel name", "app version"])
        for n in range(30):
            rows.writerow([f"The room was clean and lovely, stay {n}.", 5, "North", "1.9"])
            rows.writerow([f"The room was dirty and awful, stay {n}.", 1, "South", "1.11" if n < 2 else "1.10"])
    return path


def voxpop(*arguments: str, folder: Path, width: int = 100) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": str(width)}
    command = [sys.executable, "-m", "voxpop", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, env=environment, cwd=folder)


def test_analyze_with_segments_and_the_command(table: Path) -> None:
    options = ("--fast", "--curate", "off", "--product-column", "hotel name", "--workers", "1")
    done = voxpop("analyze", table.name, *options, "--segment", "product", folder=table.parent)
    assert done.returncode == 0, done.stderr
    assert "North: 5.00 stars, elsewhere 1.00." in done.stdout
    again = voxpop("segments", "hotels.voxpop", "--by", "product", folder=table.parent)
    assert again.returncode == 0, again.stderr
    assert "South: room is liked less" in again.stdout
    assert again.stdout.splitlines()[0].split() == ["product", "North", "South"]
    found = json.loads(voxpop("segments", "hotels.voxpop", "--by", "product", "--json", folder=table.parent).stdout)
    assert found["schema"] == "voxpop/1"
    assert {one["kind"] for one in found["differences"]} >= {"stars", "feeling"}


def test_the_newest_version_comes_first_and_no_segment_is_left_out(table: Path) -> None:
    done = voxpop("segments", "hotels.voxpop", "--by", "version", folder=table.parent, width=50)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[0] == ["app", "version", "1.11", "1.10"]
    assert lines[1] == ["reviews", "2", "28"]
    assert ["app", "version", "1.9"] in lines
    assert "1.11: " not in done.stdout  # two reviews are too few to test


def test_the_head_of_a_source_is_its_file_or_sheet() -> None:
    name = "exports/year.xlsx/January"
    assert shown_name(name, "source", DEFAULT_LABELS) == "January"
    assert shown_name(name, "product", DEFAULT_LABELS) == name


def test_an_unknown_column_is_said(table: Path) -> None:
    done = voxpop("segments", "hotels.voxpop", "--by", "country", folder=table.parent)
    assert done.returncode == 1
    assert "Unknown column 'country'" in done.stderr


def test_without_a_column_those_that_can_be_named_are_listed(table: Path) -> None:
    done = voxpop("segments", "hotels.voxpop", folder=table.parent)
    assert done.returncode == 1
    assert "Columns that do: product" in " ".join(done.stderr.split())
