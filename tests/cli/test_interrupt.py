from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
BUSY = "import time; time.sleep(60)"
SWALLOW = """
class Swallows:
    def __del__(self):
        signal.raise_signal(number)
        time.sleep(60)  # an exception in here would be lost
Swallows()
"""


@pytest.fixture(autouse=True)
def ctrl_c_is_not_ignored() -> Iterator[None]:
    """In the background of a shell it is, in all processes that are started there."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def run(code: str, number: int, folder: Path) -> subprocess.CompletedProcess[str]:
    start = f"import signal, time; from voxpop.cli.interrupt import *; end_on_signals(); number = {number}\n"
    command = [sys.executable, "-c", start + code]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("code", [f"signal.raise_signal(number); {BUSY}", SWALLOW], ids=["busy", "swallow"])
def test_a_signal_ends_the_process_with_a_sentence(number: int, code: str, tmp_path: Path) -> None:
    done = run(code, number, tmp_path)
    assert done.returncode == 128 + number
    assert done.stderr == "Stopped before the end. Nothing was written.\n"


def test_what_was_written_is_said_and_what_is_unfinished_is_removed(tmp_path: Path) -> None:
    code = f"""
from voxpop.atomic_files import Replacement, atomic_write
atomic_write("page.html", "whole")
half = Replacement("other.html")
half.path.write_text("hal")
signal.raise_signal(number); {BUSY}
"""
    done = run(code, signal.SIGINT, tmp_path)
    assert done.returncode == 130
    assert done.stderr == f"Stopped before the end. Written: {tmp_path.resolve() / 'page.html'}.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_signal_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    code = "import signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    code += "from voxpop.cli.interrupt import *; end_on_signals(); signal.raise_signal(signal.SIGHUP)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=300).returncode == 0


def test_a_server_ends_in_its_own_way(tmp_path: Path) -> None:
    code = """
raise_on_signals()
try:
    signal.raise_signal(number)
except (KeyboardInterrupt, SystemExit) as error:
    time.sleep(1)
    print(repr(error))
"""
    assert run(code, signal.SIGINT, tmp_path).stdout == "KeyboardInterrupt()\n"
    assert run(code, signal.SIGTERM, tmp_path).stdout == "SystemExit(143)\n"


@pytest.mark.slow
def test_an_analysis_that_is_stopped_at_random_moments() -> None:
    tries = import_module("tests.cli.interrupt_many_times")
    ends = list(tries.interrupt(4, fast=True, limit=60))
    assert not [end for end in ends if end.problems], tries.summary(ends)
