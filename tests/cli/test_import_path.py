"""Commands import nothing from the working directory, in any of their processes."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

SCRIPT = Path(sysconfig.get_path("scripts")) / "voxpop"


def hostile_folder(folder: Path, spared: set[str]) -> Path:
    """Every module of the standard library, as a file that tells when it is imported; and some of our libraries."""
    names = {*sys.stdlib_module_names, "duckdb", "numpy", "onnxruntime", "pyarrow", "rich", "typer"} - spared
    for name in names:
        (folder / f"{name}.py").write_text(f"open({str(folder / 'imported.txt')!r}, 'a').write({name!r} + ' ')\n")
    rows = (f"Room {i} was clean, and the staff of floor {i % 7} were friendly to us." for i in range(1100))
    (folder / "reviews.txt").write_text("\n".join(rows), encoding="utf-8")
    return folder


def loaded_by_python_itself(folder: Path) -> set[str]:
    """What python -m imports before any code of the module that it runs."""
    (folder / "first.py").write_text("import sys; print(*sys.modules)")
    command = [sys.executable, "-m", "first"]
    return {
        name.partition(".")[0]
        for name in subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.split()
    }


@pytest.mark.parametrize("command", [[sys.executable, "-m", "voxpop"], [str(SCRIPT)]], ids=["module", "script"])
def test_analyze_in_a_hostile_folder(command: list[str], tmp_path: Path) -> None:
    if not Path(command[0]).is_file():
        pytest.skip("voxpop is not installed as a script here")
    folder = hostile_folder(tmp_path, spared=loaded_by_python_itself(tmp_path) if "-m" in command else set())
    options = ["analyze", "reviews.txt", "--fast", "--curate", "off", "--workers", "2", "--json"]
    done = subprocess.run([*command, *options], cwd=folder, capture_output=True, text=True, timeout=300)
    imported = tmp_path / "imported.txt"
    assert not imported.exists(), imported.read_text()
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "reviews.voxpop").is_file()
