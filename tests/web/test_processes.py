"""Processes that the app starts import nothing from the working directory."""

from __future__ import annotations

import subprocess
from pathlib import Path

from voxpop.web.processes import environment, python


def test_the_working_directory_is_no_place_to_import_from(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("raise SystemExit('imported')")
    for command in (python("random"), [python("random")[0], "-c", "import random"]):
        done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, check=False)
        assert b"imported" not in done.stderr
        assert done.returncode == 0
