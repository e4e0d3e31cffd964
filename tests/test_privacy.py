"""Nothing leaves the machine, and nothing is written but what was asked for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import voxpop

REVIEWS = "The room was clean but the staff were rude.\n这家餐厅的菜很好吃，服务也不错。\n"
SOCKETS = """
import sys
def refuse(event, args):
    if event.startswith("socket."):
        raise SystemExit(f"{event} {args}")
sys.addaudithook(refuse)
from voxpop.cli import main
main()
"""


def has_own_network() -> bool:
    """Whether a process without any network can be started here."""
    command = ["unshare", "-rn", "true"]
    return shutil.which("unshare") is not None and subprocess.run(command, capture_output=True).returncode == 0


@pytest.mark.parametrize("given", [None, "0"], ids=["by default", "unless asked for"])
def test_telemetry_is_off_before_onnxruntime_is_imported(given: str | None) -> None:
    code = "import voxpop, os, sys; print(os.environ['ORT_DISABLE_TELEMETRY'], 'onnxruntime' in sys.modules)"
    environment = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    environment |= {"ORT_DISABLE_TELEMETRY": given} if given else {}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [given or "1", "False"]


def test_an_analysis_writes_nothing_into_the_home_folder_and_opens_no_socket(tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "folder"
    home.mkdir()
    folder.mkdir()
    (folder / "reviews.txt").write_text(REVIEWS, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "XDG_"))}
    environment |= {"HOME": str(home), "PYTHONPATH": str(Path(voxpop.__file__).parent.parent)}
    command = [
        sys.executable,
        "-B",
        "-c",
        SOCKETS,
        "analyze",
        "reviews.txt",
    ]
    if has_own_network():
        command = ["unshare", "-rn", *command]
    trace = tmp_path / "trace.txt"
    if shutil.which("strace"):
        command = ["strace", "-f", "-qq", "-e", "trace=socket", "-o", str(trace), *command]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert [*home.rglob("*")] == []
    assert {path.name for path in folder.iterdir()} == {"reviews.txt", "reviews.voxpop"}
    if trace.exists():
        assert "AF_INET" not in trace.read_text()
