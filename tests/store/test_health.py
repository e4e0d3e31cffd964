from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

import voxpop
from voxpop.cli.app import app
from voxpop.store.change import changing
from voxpop.store.health import check_file, check_run
from voxpop.store.run_folder import RunFolder, folder_of

ROWS = [f"The {('room', 'pool', 'bar')[n % 3]} was {('clean', 'cold')[n % 2]} on day {n * n}." for n in range(150)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("\n".join(ROWS), encoding="utf-8")
    options = {"fast": True, "domain": "hotel", "workers": 1, "keep_parts": True}
    voxpop.analyze(tmp_path / "a.txt", output=tmp_path / "a.voxpop", **options).close()  # type: ignore[arg-type]
    return tmp_path / "a.voxpop"


def test_a_sound_file_and_run(file: Path) -> None:
    assert [(check.name, check.state) for check in check_file(file)] == [("file", "good"), ("run", "good")]


def test_the_number_of_opinions_is_that_of_the_table(file: Path) -> None:
    with voxpop.open(file) as analysis:
        counts, rows = analysis.document()["counts"], analysis.document()["aspects"]
    told = f"{counts['reviews']} reviews, {counts['opinions']} opinions in the {len(rows)} rows of the table"
    assert told in next(iter(check_file(file))).found
    with changing(file) as store:
        store._all("DELETE FROM aspects WHERE id = ?", [rows[0]["id"]])
    fewer = counts["opinions"] - rows[0]["mentions"]
    found = next(iter(check_file(file))).found
    assert f"{fewer} opinions in the {len(rows) - 1} rows" in found
    assert f"(and {rows[0]['mentions']:,} on other products or in no row)" in found


def test_what_is_wrong_with_a_run_is_told_with_what_to_do(file: Path) -> None:
    folder = folder_of(file)
    os.truncate(folder / "part-00001.parquet", 500)
    (folder / ".part-00002.parquet.12.tmp").write_text("")
    (file.parent / "a.txt").unlink()
    checks = {check.name: check for check in check_run(folder)}
    assert {name: check.state for name, check in checks.items()} == {
        "run": "note", "parts": "problem", "input": "problem", "files": "note",
    }  # fmt: skip
    assert "part-00001.parquet" in checks["parts"].found
    assert checks["run"].advice.startswith("Run the same command again")
    (folder / "manifest.json").write_text("{")
    assert [check.found for check in check_run(folder)] == ["its manifest is damaged"]


def test_a_run_whose_file_was_not_finished_is_told(file: Path) -> None:
    (folder_of(file) / "shard-00000.parquet").write_bytes(b"")
    (check,) = check_run(folder_of(file))
    assert check.state == "note"
    assert check.advice.startswith("Run the same command again")


def test_a_run_that_is_going_on_is_told(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "x.run", {"settings": {}})
    assert [check.name for check in check_run(tmp_path / "x.run")] == ["lock", "run"]
    folder.close()


def test_files_of_other_weights_or_without_sense(file: Path) -> None:
    with changing(file) as store:
        store._write("INSERT INTO opinions BY NAME SELECT * REPLACE (99999 AS review) FROM opinions LIMIT 1")
        store._write("DELETE FROM run WHERE key = 'reading'")
        store.put({"engines": {}})
    states = {check.name: check.state for check in check_file(file)}
    assert states == {"file": "good", "tables": "problem", "append": "note", "weights": "note", "run": "good"}
    file.write_bytes(b"no database")
    assert [check.state for check in check_file(file)] == ["problem"]


def test_the_command_tells_of_the_installation() -> None:
    run = CliRunner().invoke(app, ["doctor", "--json"], catch_exceptions=False)
    checks = {check["name"]: check for check in json.loads(run.stdout)}
    assert set(checks) >= {"versions", "extras", "processors", "temporary folder", "weights"}
    assert checks["weights"]["state"] == "good"
    run = CliRunner().invoke(app, ["doctor", "nothing.voxpop"])
    assert run.exit_code == 1
    assert "There is no file nothing.voxpop" in run.stdout


def test_a_log_for_programs(file: Path) -> None:
    command = ["analyze", str(file.parent / "a.txt"), "-o", str(file), "--overwrite", "--fast", "--domain", "hotel"]
    command += ["--no-resume", "--log", "json"]
    run = CliRunner().invoke(app, [*command, "--json"], catch_exceptions=False)
    events = [json.loads(line) for line in run.stderr.splitlines()]
    assert {event["event"] for event in events} == {"file", "domain", "progress", "stage", "timings"}
    assert set(events[-1]["seconds"]) >= {"ingest", "model", "learn", "key points", "commit"}
    stages = {event["stage"]: event for event in events if event["event"] == "stage"}
    assert set(stages) == {"count", "read", "learn"}
    assert stages["read"]["done"] == stages["read"]["total"] == json.loads(run.stdout)["counts"]["reviews"]
    assert all(event["seconds"] >= 0 for event in stages.values())
    run = CliRunner().invoke(app, command)  # the table is for people, and so is what to do next
    notes = [json.loads(line) for line in run.stderr.splitlines()][-1:]
    assert [note["event"] for note in notes] == ["note"]
    run = CliRunner().invoke(app, ["analyze", str(file.parent / "nothing.csv"), "--log", "json"])
    assert (run.exit_code, json.loads(run.stderr)["event"]) == (1, "error")
    run = CliRunner().invoke(app, ["doctor", str(file)])
    assert "event" not in run.stderr
