"""A real browser and a real server. Where there is no Chromium, these tests are skipped, loudly."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SHOTS = Path(os.environ.get("VOXPOP_SHOTS", ROOT / "build" / "screenshots"))
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
MISSING = "no Chromium: the web app was NOT tested in a browser. Install one (Debian: apt install chromium)"
SLOW_MACHINE = 30_000  # milliseconds


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if found() is None:
        terminalreporter.section(MISSING, sep="!")


def found() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """Debian's Chromium, driven by Playwright; nothing is downloaded."""
    playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install 'voxpop[dev]'")
    path = found()
    if path is None:
        pytest.skip(MISSING)
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def served(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """``voxpop serve`` over copies of the analyses, as it is typed."""
    home = tmp_path_factory.mktemp("browsed")
    files = [shutil.copy(folder / name, home / name) for name in ("hotel.voxpop", "餐馆.voxpop", "plain.voxpop")]
    command = [sys.executable, "-m", "voxpop", "serve", *map(str, files), "--port", "0", "--folder", str(home / "up")]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    assert running.stdout is not None
    place = re.search(r"http://127\.0\.0\.1:\d+", running.stdout.readline())
    assert place
    yield place[0]
    running.terminate()
    running.communicate(timeout=300)


class Visit:
    """Pages of one visitor; what goes wrong in a script or against the policy is kept, and fails the test."""

    def __init__(self, browser: object, base: str, **options: object) -> None:
        self.context = browser.new_context(base_url=base, locale="en-US", **options)  # type: ignore[attr-defined]
        self.context.set_default_timeout(SLOW_MACHINE)
        self.page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.problems.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        self.page.on("console", lambda said: said.type == "error" and self.problems.append(said.text))

    def serious(self) -> list[str]:
        """What axe-core finds on the page that keeps people out."""
        axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
        result = axe.run(self.page).response["violations"]
        return [f"{one['id']}: {one['nodes'][0]['html']}" for one in result if one["impact"] in ("serious", "critical")]

    def shot(self, name: str) -> None:
        """For a person to look at."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.evaluate("scrollTo(0, 0)")
        self.page.screenshot(path=SHOTS / f"{name}.png", full_page=True)


@pytest.fixture
def visit(browser: object, served: str) -> Iterator[Callable[..., Visit]]:
    begun: list[Visit] = []

    def begin(**options: object) -> Visit:
        begun.append(Visit(browser, served, **options))
        return begun[-1]

    yield begin
    problems = [problem for one in begun for problem in one.problems]
    for one in begun:
        one.context.close()
    assert not problems
