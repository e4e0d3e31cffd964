"""What the system refuses is said in a sentence, with exit code 1: full disks, closed streams, endless names."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX")
LONG = "x" * 300
ANALYZE = "analyze reviews.txt --fast --overwrite --workers 1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [f"The room number {i} was clean and the staff were friendly." for i in range(9)]
    (tmp_path / "reviews.txt").write_text("\n".join(rows), encoding="utf-8")
    return tmp_path


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = ["bash", "-c", line.replace("voxpop", f"{sys.executable} -P -m voxpop", 1)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("voxpop analyze - <&-", "There is no standard input to read from"),
        ("voxpop check - --against cafe.voxpop <&-", "There is no standard input to read from"),
        (f"voxpop analyze {LONG}.txt -o a.voxpop", "File name too long"),
        (f"voxpop {ANALYZE} -o {LONG}.voxpop", "the file name is too long"),
        (f"voxpop {ANALYZE} --report {LONG}.html", "the file name is too long"),
        (f"voxpop report {LONG}.voxpop", "the file name is too long"),
        (f"voxpop edits {LONG}.voxpop", "the file name is too long"),
    ],
)
def test_a_sentence_and_exit_code_1(line: str, message: str, folder: Path) -> None:
    done = shell(line, folder)
    assert done.returncode == 1, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert "bug" not in done.stderr
    assert len(done.stderr) < 1500


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("option", ["", "--json"])
def test_output_that_cannot_be_written_leaves_the_analysis(option: str, folder: Path) -> None:
    done = shell(f"voxpop {ANALYZE} {option} > /dev/full", folder)
    assert done.returncode == 1, done.stderr
    assert "there is no room left on the disk" in done.stderr
    assert f"Written: {folder.resolve() / 'reviews.voxpop'}." in done.stderr
    assert "Exception ignored" not in done.stderr
    assert (folder / "reviews.voxpop").is_file()


def test_a_truncated_file_is_warned_of(folder: Path) -> None:
    (folder / "cut.csv").write_text('id,text\n1,The room was clean.\n2,"The staff were fri', encoding="utf-8")
    done = shell("voxpop analyze cut.csv --fast --json", folder)
    assert done.returncode == 0, done.stderr
    assert "Warning: cut.csv: Line 3" in done.stderr
    assert '"step": "truncated"' in done.stdout


def test_a_killed_worker_costs_its_shard_alone(folder: Path) -> None:
    rows = [f"The room number {i} was clean and the staff were friendly." for i in range(700)]
    (folder / "many.txt").write_text("\n".join(rows), encoding="utf-8")
    options = ["analyze", "many.txt", "--fast", "--curate", "off", "--workers", "2", "--json"]
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "voxpop", *options], cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    ) as run:
        deadline = time.monotonic() + 300
        while not (workers := children(run.pid)) and time.monotonic() < deadline:
            time.sleep(0.05)
        os.kill(workers[0], signal.SIGKILL)
        printed, told = run.communicate(timeout=300)
    assert run.returncode == 0, told
    assert json.loads(printed)["counts"]["reviews"] == 700
    assert {path.name for path in folder.iterdir()} == {"many.txt", "reviews.txt", "many.voxpop"}


def children(process: int) -> list[int]:
    try:
        lists = [file.read_text().split() for file in Path(f"/proc/{process}/task").glob("*/children")]
    except OSError:
        return []
    return [int(pid) for each in lists for pid in each]


@pytest.mark.skipif(shutil.which("unshare") is None, reason="no unshare")
def test_shared_memory_is_not_needed(folder: Path) -> None:
    rows = [f"The room number {i} was clean and the staff were friendly." for i in range(1100)]
    (folder / "many.txt").write_text("\n".join(rows), encoding="utf-8")
    if subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "-o", "ro", "x", "/dev/shm"]).returncode:
        pytest.skip("mounting is not allowed here")
    options = "analyze many.txt --fast --curate off --workers 2"
    line = f"mount -t tmpfs -o ro x /dev/shm && {sys.executable} -P -m voxpop {options}"
    command = ["unshare", "-rm", "bash", "-c", line]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
