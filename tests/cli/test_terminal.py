"""What a shell sees of voxpop: help, colour, pipes, exit codes, completion, what to do next."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.store.test_audit_queue import written

from voxpop.cli.analyze import is_poor, next_steps
from voxpop.cli.app import COMMANDS, PANELS
from voxpop.cli.console import damage_lines

ESCAPE = "\x1b["


def voxpop(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "voxpop", *map(str, arguments)]
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, env={**clean, **environment})


def test_help_imports_no_command() -> None:
    code = "import sys; from voxpop.cli.app import app; app(['--help'], standalone_mode=False); print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.split()
    assert "voxpop.cli.app" in modules
    assert not {"numpy", "duckdb", "pyarrow", "onnxruntime", "voxpop.cli.analyze", "voxpop.pipeline"} & set(modules)


def test_help_groups_the_commands_and_shows_examples() -> None:
    told = voxpop("--help", COLUMNS="100").stdout
    assert all(f"─ {panel} ─" in told for panel in PANELS)
    assert all(f"│ {command} " in told for command in COMMANDS)
    assert "voxpop analyze reviews.csv" in told
    assert "Exit codes: 0 success" in told
    assert "--install-completion" in told


def test_options_stand_in_panels() -> None:
    told = voxpop("analyze", "--help", COLUMNS="100").stdout
    assert all(f"─ {panel} ─" in told for panel in ("The product", "The table", "How files are read", "How it runs"))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["analize", "reviews.csv"], "Did you mean 'analyze'?"),
        (["analyze", "reviews.csv", "--lamg", "zh"], "--lang"),
        (["annotate", "invit"], "invite"),
        (["cafe.csv"], "voxpop analyze cafe.csv"),
        (["cafe.voxpop"], "voxpop serve cafe.voxpop"),
        (["drivers"], "Missing argument 'FILE'"),
    ],
)
def test_a_wrong_call_says_what_was_meant(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("cafe.csv", "cafe.voxpop"):
        (tmp_path / name).write_text("", "utf-8")
    done = voxpop(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in " ".join(done.stderr.replace("│", "").split())


def test_a_missing_analysis_is_looked_for_nearby(tmp_path: Path) -> None:
    file = written(tmp_path / "cafe.voxpop")
    done = voxpop("drivers", tmp_path / "caffe.voxpop")
    assert done.returncode == 1
    assert f"Did you mean {file.name!r}?" in done.stderr


def test_a_pipe_gets_no_colour_and_no_progress(tmp_path: Path) -> None:
    file = written(tmp_path / "cafe.voxpop")
    for environment in ({}, {"NO_COLOR": "1"}, {"TERM": "dumb"}):
        done = voxpop("audit", file, "-p", "0.5", **environment)
        assert done.returncode == 0, done.stderr
        assert ESCAPE not in done.stdout + done.stderr
    coloured = voxpop("audit", file, "-p", "0.5", FORCE_COLOR="1")
    assert ESCAPE in coloured.stdout
    assert "\x1b[?25l" not in coloured.stderr  # the cursor is hidden only while a progress bar is drawn


def test_a_reader_that_leaves_is_not_told(tmp_path: Path) -> None:
    file = written(tmp_path / "cafe.voxpop")
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "voxpop", "audit", str(file), "-p", "0.5", "--json"]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=300)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_shell_can_complete_commands_and_options() -> None:
    shown = voxpop(_VOXPOP_COMPLETE="complete_bash", COMP_WORDS="voxpop an", COMP_CWORD="1").stdout.split()
    assert shown == ["analyze", "annotate"]
    options = voxpop(_VOXPOP_COMPLETE="complete_bash", COMP_WORDS="voxpop drivers --j", COMP_CWORD="2").stdout.split()
    assert options == ["--json"]


def test_doctor_says_versions_machine_weights_and_what_to_do() -> None:
    done = voxpop("doctor", "--json")
    checks = {check["name"]: check for check in json.loads(done.stdout)}
    assert {"versions", "extras", "processors", "memory", "temporary folder", "this folder", "weights"} <= set(checks)
    assert "reader-en" in checks["weights"]["found"]
    assert all(check["advice"] for check in checks.values() if check["state"] == "problem")


def document(*, reviews: int = 100, rows: int = 12, kind: str | None = "hotel", stars: float | None = 4.0) -> Any:
    return {
        "run": {"sources": ["reviews.csv"], "columns": [], "settings": {}, "domain": {"en": {"kind": kind}}},
        "counts": {"reviews": reviews},
        "aspects": [{}] * rows,
        "stars": {"mean": stars},
    }


def test_the_end_of_a_run_points_on() -> None:
    assert not is_poor(document())
    steps = list(next_steps(document(), "cafe.voxpop", report=None))
    assert steps == ["voxpop serve cafe.voxpop", "voxpop report cafe.voxpop", "voxpop drivers cafe.voxpop"]
    app = document()
    app["run"]["columns"] = [{"roles": {"text": "content", "version": "appVersion"}}]
    assert "voxpop segments cafe.voxpop --by version" in next_steps(app, "cafe.voxpop", report=None)
    assert "voxpop report cafe.voxpop" not in next_steps(document(), "cafe.voxpop", report=Path("cafe.html"))


@pytest.mark.parametrize("poor", [document(kind=None), document(rows=2)])
def test_after_a_poor_table_it_points_to_own_categories(poor: Any) -> None:
    assert is_poor(poor)
    first, second, *_ = next_steps(poor, "cafe.voxpop", report=None)
    assert first.startswith("voxpop edit cafe.voxpop --add")
    assert second == "voxpop annotate new labels --reviews reviews.csv"


def test_what_hurts_most_needs_two_complaints_and_says_whose_stars_it_means() -> None:
    def row(name: str, complaints: int, loss: float) -> dict[str, object]:
        return {"name": name, "damage": {"complaints": complaints, "share": 0.1, "cost": None, "loss": loss}}

    rows = [row("bill", 9, 0.2), row("phone", 1, 0.3)]
    given, predicted = (
        damage_lines({"aspects": rows, "stars": {"mean": mean}})  # type: ignore[typeddict-item]
        for mean in (4.0, None)
    )
    assert given == ["", "Hurts most: bill (9 reviews, −0.20 stars)"]
    assert predicted == ["", "Hurts most (stars predicted from the texts): bill (9 reviews, −0.20 stars)"]
