"""What docs/web.md and examples/ tell programs to do is done here, word for word."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from voxpop.analysis import analyze
from voxpop.settings import Settings
from voxpop.types import Review

ROOT = Path(__file__).resolve().parents[2]
ROWS = [
    ("The coffee was great, but the service was slow.", 4),
    ("Awful latte, friendly staff.", 2),
    ("Slow service again. The coffee was cold and the latte bitter.", 1),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server with cafe.voxpop, and a folder with reviews.csv."""
    home = tmp_path_factory.mktemp("programs")
    reviews = [Review(id=str(n), text=text, stars=stars, lang="en") for n, (text, stars) in enumerate(ROWS * 4)]
    analyze(reviews, output=home / "cafe.voxpop", settings=Settings(fast=True), workers=1).close()
    rows = "".join(f'"{text}",{stars}\n' for text, stars in ROWS)
    (home / "reviews.csv").write_text(f"text,stars\n{rows}", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "voxpop",
        "serve",
        str(home / "cafe.voxpop"),
        "--port",
        "0",
        "--folder",
        str(home / "up"),
    ]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
    assert running.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+", running.stdout.readline())
    assert found
    yield found[0], home
    running.terminate()
    running.communicate(timeout=300)


def commands() -> list[str]:
    page = (ROOT / "docs" / "web.md").read_text(encoding="utf-8").replace("\\\n", "")
    return re.findall(r"^curl .+$", page, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl here")
def test_the_curl_commands_of_the_docs(place: tuple[str, Path]) -> None:
    base, home = place
    job = ""
    assert len(commands()) >= 15
    for line in commands():
        if "JOB/result" in line:
            wait(base, job)
        typed = line.replace("http://127.0.0.1:8000", base).replace("JOB", job).replace("curl ", "curl -fsS ", 1)
        done = subprocess.run(shlex.split(typed), cwd=home, capture_output=True, encoding="utf-8", timeout=300)
        assert done.returncode == 0, (line, done.stderr)
        if "file=@" in line:
            job = json.loads(done.stdout)["id"]
        elif "analyze" in line:
            assert json.loads(done.stdout)["opinions"], line
        elif "-o " not in line:
            json.loads(done.stdout)
    assert "coffee" in (home / "coffee.csv").read_text(encoding="utf-8-sig")


@pytest.mark.slow
def test_the_client_in_the_examples(place: tuple[str, Path]) -> None:
    base, home = place
    command = [sys.executable, "-W", "error", str(ROOT / "examples" / "client.py"), base, str(home / "reviews.csv")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stderr
    assert re.search(r"coffee +\d+ reviews", done.stdout), done.stdout


def wait(base: str, job: str) -> None:
    import time

    for _ in range(300):
        with urlopen(f"{base}/api/v1/jobs/{job}") as answer:
            state = json.load(answer)["state"]
        if state not in ("waiting", "running"):
            break
        time.sleep(0.3)
    assert state == "done"
