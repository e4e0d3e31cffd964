"""The web app under load: 200 connections ask for 30 seconds for filters and searches that nobody asked for before.

The file has 2,000 reviews. One process asks over all connections, each without a pause. Only pages that were begun within
the time count; the wait of a page is until its last byte.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

from .browser import processor_time
from .serve import enlarged, memory, names, started

REVIEWS, CONNECTIONS, SECONDS = 2_000, 200, 30
WORDS = (
    "room",
    "staff",
    "clean",
    "noisy",
    "breakfast",
    "pool",
    "wifi",
    "bed",
    "view",
    "price",
    "desk",
    "lift",
    "shower",
)


def run() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        return measure(enlarged(Path(folder) / "big.voxpop", REVIEWS))


def measure(file: Path) -> dict[str, float]:
    """Serve a file named big.voxpop and print how long its visitors waited."""
    server, port = started(file)
    try:
        aspects, _ = names(port)
        load, before = os.getloadavg()[0], processor_time(server.pid)
        code = f"from research.benchmarks.uncached import ask; ask({port}, {aspects!r})"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        waits = sorted(json.loads(done.stdout))
        processor = (processor_time(server.pid) - before) / len(waits)
        found = {share: waits[int(share * len(waits))] for share in (0.5, 0.9, 0.99)}
        print(
            f"{CONNECTIONS} connections, {SECONDS} s, nothing cached: {len(waits) / SECONDS:.0f} pages a second, p50 "
            f"{found[0.5]:.2f} s, p90 {found[0.9]:.2f} s, p99 {found[0.99]:.2f} s, at most {waits[-1]:.2f} s, all "
            f"answered with 200; {processor:.0f} ms of the server's processor time a page; memory {memory(server):.0f} MB; load of the machine before {load:.1f}"
        )
        return {"p50": found[0.5], "p99": found[0.99], "most": waits[-1]}
    finally:
        server.terminate()
        server.wait(30)


def ask(port: int, aspects: list[str]) -> None:
    """Print how long each page took."""
    print(json.dumps(asyncio.run(ask_all(port, aspects))))


async def ask_all(port: int, aspects: list[str]) -> list[float]:
    waits: list[float] = []
    end = time.perf_counter() + SECONDS
    headers = f"Host: 127.0.0.1:{port}\r\nAccept-Encoding: gzip"

    async def visit(seed: int) -> None:
        chance = random.Random(seed)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while (begun := time.perf_counter()) < end:
            writer.write(f"GET {address(chance, aspects)} HTTP/1.1\r\n{headers}\r\n\r\n".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = re.search(r"content-length: (\d+)", head)
            assert head.startswith("HTTP/1.1 200"), head
            assert length, head
            await reader.readexactly(int(length[1]))
            waits.append(time.perf_counter() - begun)
        writer.close()

    await asyncio.gather(*(visit(seed) for seed in range(CONNECTIONS)))
    return waits


def address(chance: random.Random, aspects: list[str]) -> str:
    """Return an aspect or a list of reviews, over days and words that hardly come twice."""
    first, last = sorted(chance.randrange(540) for _ in range(2))
    days: dict[str, Any] = {"since": day(first), "until": day(last)}
    stars = [("stars", star) for star in chance.sample(range(1, 6), chance.randint(0, 3))]
    chosen = [*days.items(), *stars]
    if chance.random() < 0.5:
        page = "aspect"
        chosen.append(("id", quote(chance.choice(aspects), safe="")))
    else:
        page = "reviews"
        chosen.append(("q", chance.choice(WORDS)))
    return f"/files/big/{page}?" + "&".join(f"{name}={value}" for name, value in chosen)


def day(number: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(1_704_067_200 + 86_400 * number))  # from 2024 on, as the reviews
