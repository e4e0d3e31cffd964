"""Fixtures that every room's tests share."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples at every run, so that a test which passed here passes for whoever runs it next; to look for new
# ones: HYPOTHESIS_PROFILE=search make test. No deadline: speed is measured by benchmarks, and a machine may be busy.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("search", print_blob=True, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

ROOT = Path(__file__).resolve().parent


@pytest.fixture(autouse=True)
def no_fake_stays() -> Iterator[None]:
    """An extractor is made once in a process; one that a test made with a fake reader goes with the test."""
    yield
    if (module := sys.modules.get("voxpop.extract.extractors")) is not None:
        module.extractor.cache_clear()


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of real data sets, which are never part of the repository."""
    folder = Path(os.environ.get("VOXPOP_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"needs the data sets: none at {folder} (set VOXPOP_DATA)")
    return folder


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests were skipped, and for which reasons."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in reports)
    terminalreporter.section("skipped tests")
    terminalreporter.line(f"{len(reports)} tests were skipped." if reports else "No test was skipped.")
    for reason, count in reasons.most_common():
        terminalreporter.line(f"{count:>5}  {reason}")
