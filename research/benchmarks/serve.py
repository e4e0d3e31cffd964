"""The web app on a file of 100,000 reviews: twenty people at once for a minute, what a page weighs, when it is painted.

The file is the English example, read once by the reader and repeated with ids, dates and texts of its own.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import duckdb

from voxpop.analysis import analyze
from voxpop.examples import path as example
from voxpop.store.change import changing
from voxpop.store.page_tables import fill_page_tables

REVIEWS, USERS, SECONDS = 100_000, 20, 60
PAUSES = {"reading a second or so between pages": 1.0, "never pausing": 0.0}
PAINTED = """new Promise((done) => new PerformanceObserver((list) => { for (const one of list.getEntries())
    if (one.name === "first-contentful-paint") done(one.startTime); }).observe({type: "paint", buffered: true}))"""
# What is repeated, by the column that numbers its reviews: also what was found before any edit, and the statements.
NUMBERED = ("opinions", "mentions", "sentences", "comparisons", "statements", "key_point_statements")
TABLES = {"reviews": "seq", **dict.fromkeys((*NUMBERED, *(f"found_{name}" for name in NUMBERED)), "review")}


def run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        file = enlarged(Path(folder) / "big.voxpop")
        server, port = started(file)
        try:
            return measured(server, port)
        finally:
            server.terminate()
            server.wait(30)


def enlarged(path: Path, reviews: int = REVIEWS) -> Path:
    """The example, as often as it takes."""
    analyze(example("en"), output=path).close()
    return repeated(path, reviews)


def repeated(path: Path, reviews: int) -> Path:
    """Repeat the reviews of a file. The rows go straight into the file: nothing here is about reading texts."""
    with duckdb.connect(str(path)) as file:
        (count,) = file.execute("SELECT count(*) FROM reviews").fetchone() or (0,)
        times = -(-reviews // count)
        there = {name for (name,) in file.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        for table, key in TABLES.items():
            if table not in there:
                continue
            changed = f"t.{key} + {count} * n.k AS {key}"
            if table == "reviews":
                changed += ", id || '-' || n.k AS id, date - CAST(n.k AS INTEGER) AS date, text || ' #' || n.k AS text"
            file.execute(f"CREATE TEMP TABLE source AS FROM {table}")
            copies = f"(SELECT range AS k FROM range(1, {times})) n"
            file.execute(f"INSERT INTO {table} SELECT t.* REPLACE ({changed}) FROM source t, {copies} ORDER BY n.k")
            file.execute("DROP TABLE source")
        numbers = ("mentions", "reviews", "positive", "neutral", "negative")
        file.execute(f"UPDATE aspects SET {', '.join(f'{name} = {name} * {times}' for name in numbers)}")
    with changing(path) as store:
        fill_page_tables(store._connection, store.side)
    print(
        f"{times * count:,} reviews, {path.stat().st_size / 1e6:.0f} MB; load of the machine {os.getloadavg()[0]:.1f}"
    )
    return path


def started(file: Path) -> tuple[subprocess.Popen[str], int]:
    command = [sys.executable, "-m", "voxpop", "serve", str(file), "--port", "0", "--folder", str(file.parent / "up")]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
    assert server.stdout is not None
    place = re.search(r"http://127\.0\.0\.1:(\d+)", server.stdout.readline())
    assert place
    return server, int(place[1])


def measured(server: subprocess.Popen[str], port: int) -> dict[str, Any]:
    found: dict[str, Any] = {"opened": asked(port, "/files/big")[0]}
    print(f"overview, first time ever: {1000 * found['opened']:.0f} ms (the file is opened and laid out in memory)")
    aspects, ids = names(port)
    overview = sorted(asked(port, f"/files/big?n={n}")[0] for n in range(30))
    found["overview"] = overview[len(overview) // 2]
    print(f"overview, made anew each time: {1000 * found['overview']:.0f} ms, at most {1000 * overview[-1]:.0f} ms")
    found["sizes"] = sizes(port, aspects, ids)
    for how, pause in PAUSES.items():
        before = memory(server)
        found[how] = report(how, crowd(port, aspects, ids, pause))
        print(f"  memory {before:.0f} MB before, {memory(server):.0f} MB after; load {os.getloadavg()[0]:.1f}")
    found["paint"] = painted(port)
    return found


def asked(port: int, path: str, connection: http.client.HTTPConnection | None = None) -> tuple[float, int, bytes]:
    connection = connection or http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    begun = time.perf_counter()
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    body = answer.read()
    return time.perf_counter() - begun, answer.status, body


def names(port: int) -> tuple[list[str], list[str]]:
    def read(path: str) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        connection.request("GET", path)
        return json.loads(connection.getresponse().read())

    aspects = [aspect["id"] for aspect in read("/api/v1/files/big")["aspects"]]
    pages = [read(f"/api/v1/files/big/reviews?page={page}") for page in range(1, 2000, 50)]
    return aspects, [review["id"] for page in pages for review in page["reviews"]]


def sizes(port: int, aspects: list[str], ids: list[str]) -> dict[str, int]:
    """Bytes of each page before it is packed."""
    import gzip

    pages = {
        "overview": "", "aspect": f"/aspect?id={quote(aspects[0])}", "reviews": "/reviews",
        "review": f"/review?id={quote(ids[0])}", "audit": "/audit", "ledger": "/ledger", "edit": "/edit",
        "trust": "/trust", "quality": "/quality",
    }  # fmt: skip
    found = {}
    for name, path in pages.items():
        body = asked(port, f"/files/big{path}")[2]
        found[name] = len(gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body)
    print("kB unpacked: " + ", ".join(f"{name} {size / 1000:.0f}" for name, size in found.items()))
    return found


def crowd(port: int, aspects: list[str], ids: list[str], pause: float) -> list[tuple[float, bool]]:
    """What each of the users waited for, and whether it went well. A process of its own asks, as others would."""
    code = f"from research.benchmarks.serve import users; users({port}, {aspects!r}, {ids!r}, {pause})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return [(wait, well) for wait, well in json.loads(done.stdout)]


def users(port: int, aspects: list[str], ids: list[str], pause: float) -> None:
    waits: list[tuple[float, bool]] = []
    end = time.perf_counter() + SECONDS

    def user(seed: int) -> None:
        chance, connection = random.Random(seed), http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        time.sleep(pause * chance.random())
        while time.perf_counter() < end:
            wait, status, _ = asked(port, page(chance, aspects, ids), connection)
            waits.append((wait, status == 200))
            time.sleep(pause * (0.5 + chance.random()))

    threads = [threading.Thread(target=user, args=(seed,)) for seed in range(USERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps(waits))


def page(chance: random.Random, aspects: list[str], ids: list[str]) -> str:
    """Aspects, half of them by their stars, and single reviews."""
    kind = chance.random()
    if kind < 0.25:
        return f"/files/big/aspect?id={quote(chance.choice(aspects))}"
    if kind < 0.5:
        return f"/files/big/aspect?id={quote(chance.choice(aspects))}&stars={chance.randint(1, 5)}"
    return f"/files/big/review?id={quote(chance.choice(ids))}"


def report(how: str, waits: list[tuple[float, bool]]) -> dict[str, float]:
    times = sorted(wait for wait, _ in waits)
    bad = sum(not well for _, well in waits)
    found = {
        "p50": times[len(times) // 2],
        "p99": times[int(0.99 * len(times))],
        "most": times[-1],
        "errors": float(bad),
    }
    print(
        f"{USERS} users, {how}: {len(times):,} pages in {SECONDS} s, p50 {1000 * found['p50']:.0f} ms, "
        f"p99 {1000 * found['p99']:.0f} ms, at most {1000 * found['most']:.0f} ms, {bad} errors"
    )
    return found


def memory(server: subprocess.Popen[str]) -> float:
    """Megabytes that the server holds."""
    told = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{server.pid}/status").read_text(encoding="ascii"))
    return int(told[1]) / 1024 if told else 0.0


def painted(port: int) -> float | None:
    """When the overview shows its first content, in Chromium."""
    path = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    if path is None:
        return None
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        tab = browser.new_page()
        tab.goto(f"http://127.0.0.1:{port}/files/big")
        when = float(tab.evaluate(PAINTED))
        browser.close()
    print(f"first content of the overview in Chromium after {when:.0f} ms")
    return when
