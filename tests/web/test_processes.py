"""Processes that the app starts import nothing from the working directory."""

from __future__ import annotations

from pathlib import Path

import pytest

from voxpop.web.processes import start

CHILD = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import random'], check=True)"


@pytest.mark.parametrize("arguments", [("random",), ("timeit", "-n1", "-r1", CHILD)], ids=["itself", "its child"])
def test_the_working_directory_is_no_place_to_import_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "random.py").write_text("raise SystemExit('imported')")
    monkeypatch.chdir(tmp_path)
    errors = tmp_path / "errors.txt"
    with errors.open("wb") as stream, start(*arguments, stdout=stream, stderr=stream) as process:
        assert process.wait(60) == 0
    assert "imported" not in errors.read_text()
