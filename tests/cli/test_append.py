from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from voxpop.cli.app import app

THINGS = ("room", "staff", "pool", "bed")


def rows(path: Path, first: int, last: int) -> Path:
    said = (f"r{n},The {THINGS[n % 4]} was {('clean', 'noisy')[n % 2]} on day {n * n}." for n in range(first, last))
    dated = (f"{line},2024-01-{n % 28 + 1:02}" for n, line in enumerate(said, first))
    path.write_text("\n".join(["id,text,date", *dated]), encoding="utf-8")
    return path


def test_new_reviews_are_told_and_counted(tmp_path: Path) -> None:
    file = tmp_path / "a.voxpop"
    start = [str(rows(tmp_path / "a.csv", 0, 20)), "-o", str(file), "--fast", "--skip", "near-duplicates", "--json"]
    run = CliRunner().invoke(app, ["analyze", *start], catch_exceptions=False)
    assert json.loads(run.stdout)["counts"]["reviews"] == 20
    more = ["append", str(file), str(rows(tmp_path / "b.csv", 15, 28)), "--since", "2024-01-19", "--json"]
    run = CliRunner().invoke(app, more, catch_exceptions=False)
    assert "8 new reviews; 2 rows set aside, or there before." in run.stderr
    assert json.loads(run.stdout)["counts"]["reviews"] == 28


def test_refresh_takes_no_other_input(tmp_path: Path) -> None:
    run = CliRunner().invoke(app, ["analyze", "x.csv", "--refresh", "a.voxpop"])
    assert run.exit_code == 2
    assert "no other input" in " ".join(run.stderr.replace("│", "").split())


def test_append_knows_the_options_that_its_messages_advise(tmp_path: Path) -> None:
    file = tmp_path / "a.voxpop"
    start = [str(rows(tmp_path / "a.csv", 0, 20)), "-o", str(file), "--fast", "--skip", "near-duplicates"]
    CliRunner().invoke(app, ["analyze", *start, "--text-column", "text", "--json"], catch_exceptions=False)
    more = tmp_path / "b.csv"
    dated = ["The lobby was dark.,2024-03-01", "The bar was loud.,2024-02-01", "The gym was small.,2023-01-01"]
    more.write_text("\n".join(["said,day", *dated, "The view was grand.,", "The pool was cold.,"]), encoding="utf-8")
    refused = CliRunner().invoke(app, ["append", str(file), str(more)])
    assert "has no column 'text' for the text" in str(refused.exception)
    options = ["--since", "2024-01-01", "--text-column", "said", "--json"]
    run = CliRunner().invoke(app, ["append", str(file), str(more), *options], catch_exceptions=False)
    assert "4 new reviews" in run.stderr
    assert "passed over: 1. Rows without a date, taken in all the same: 2." in run.stderr
    document = json.loads(run.stdout)
    assert document["counts"]["reviews"] == 24
    assert document["run"]["settings"]["columns"]["text"] == "text"  # the file's own settings stay
    out = tmp_path / "reviews.csv"
    run = CliRunner().invoke(app, ["export", str(file), "--to", str(out), "--since", "2024-02-01"])
    assert run.stdout.strip().endswith("reviews.csv: 2 rows")
    assert "Without a date, and so left out: 2 reviews." in run.stderr
