"""The web app in Chromium, on 10,000 reviews after an edit: when each page answers, shows something and stands still.

Every page is asked for in English and Chinese, on a desktop and a phone, by a visitor who has seen nothing yet; the
first round comes right after an edit, when nothing is worked out. Also counted: what axe-core finds.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen

from .serve import enlarged, names, started

REVIEWS = 10_000
SIZES = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
LANGUAGES = ("en", "zh")
PAGES = (
    "", "/reviews", "/audit", "/drivers", "/segments", "/trends", "/ledger", "/compare", "/check", "/edit", "/trust",
    "/quality",
)  # fmt: skip
SETTLED = 60.0  # seconds that a page may take for what it computes beside the requests
MEASURED = """() => new Promise((done) => {
  let shift = 0, paint = 0, blocked = 0;
  const each = (type, add) => new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({type, buffered: true});
  each("layout-shift", (entry) => { if (!entry.hadRecentInput) shift += entry.value; });
  each("paint", (entry) => { if (entry.name === "first-contentful-paint") paint = entry.startTime; });
  each("longtask", (entry) => { blocked = Math.max(blocked, entry.duration); });
  setTimeout(() => {
    const {responseEnd} = performance.getEntriesByType("navigation")[0];
    done({shift, paint, blocked, answered: responseEnd});
  }, 300);
})"""


def run() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        return measure(enlarged(Path(folder) / "big.voxpop", REVIEWS))


def measure(file: Path) -> list[dict[str, Any]]:
    """Visit every page of a file named big.voxpop, which is edited on the way."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        server, port = started(file)
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            base = f"http://127.0.0.1:{port}"
            aspects, ids = names(port)
            pages = [*PAGES, f"/aspect?id={quote(aspects[0])}", f"/review?id={quote(ids[0])}"]
            rows = []
            for language in LANGUAGES:
                for size, viewport in SIZES.items():
                    edit(base, aspects[0], f"{language} {size}")
                    for page in pages:
                        before = processor_time(server.pid)
                        row = visited(browser, base, page, language, size, viewport)
                        rows.append(row | {"processor": processor_time(server.pid) - before})
        finally:
            browser.close()
            server.terminate()
            server.wait(30)
    report(rows)
    return rows


def processor_time(pid: int) -> float:
    """Milliseconds that the server itself has computed, however busy the machine is."""
    user, system = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
    return 1000 * (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def edit(base: str, aspect: str, name: str) -> None:
    """Give an aspect another name: everything that was worked out for the file is worked out again."""
    body = json.dumps({"kind": "rename", "id": aspect, "name": name}).encode()
    begun = time.perf_counter()
    with urlopen(Request(f"{base}/api/v1/files/big/edits", body, {"Content-Type": "application/json"}), timeout=120):
        print(f"an edit takes {time.perf_counter() - begun:.1f} s")


def visited(browser: Any, base: str, page: str, language: str, size: str, viewport: dict[str, int]) -> dict[str, Any]:
    """Measure a page until nothing of it is being worked out any more, then look for what keeps people out."""
    from axe_playwright_python.sync_playwright import Axe

    context = browser.new_context(viewport=viewport, locale="en-US")
    tab = context.new_page()
    tab.set_default_timeout(120_000)
    tab.goto(f"{base}/files/big{page}{'&' if '?' in page else '?'}ui={language}")
    end = time.monotonic() + SETTLED
    while tab.locator("[data-again]").count() and time.monotonic() < end:
        time.sleep(0.2)
    row = {"page": page or "/", "language": language, "size": size, **tab.evaluate(MEASURED)}
    row["is_settled"] = not tab.locator("[data-again]").count()
    row["axe"] = [one["id"] for one in Axe().run(tab).response["violations"]]
    context.close()
    return row


def report(rows: list[dict[str, Any]]) -> None:
    """Print the worst of each page over languages and sizes, and of all."""
    print(f"page, worst of {len(LANGUAGES) * len(SIZES)} visits each; load of the machine {os.getloadavg()[0]:.1f}")
    print(f"{'page':40} {'answered':>9} {'processor':>9} {'painted':>9} {'long task':>9} {'shift':>7}  axe")
    for page in dict.fromkeys(row["page"] for row in rows):
        print_row(page, [row for row in rows if row["page"] == page])
    print_row("all", rows)


def print_row(name: str, rows: list[dict[str, Any]]) -> None:
    keys = ("answered", "processor", "paint", "blocked")
    times = " ".join(f"{max(row[key] for row in rows):6.0f} ms" for key in keys)
    found = ", ".join(sorted({id for row in rows for id in row["axe"]})) or "clean"
    waits = "" if all(row["is_settled"] for row in rows) else f"; still working after {SETTLED:.0f} s"
    shift = max(row["shift"] for row in rows)
    print(f"{name[:40]:40} {times} {shift:7.3f}  {found}{waits}")
