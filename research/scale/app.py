"""How fast the app answers on a large file: ``python -m research.scale.app large.voxpop``.

Starts ``voxpop serve``, asks for each page once while nothing is cached, then again, then filters at ten connections.
A row has the seconds by the clock, the processor seconds of the server (all its threads), and its memory. Before each
page but the first, what the server works out in the background is done: it would count as time of the page.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

import voxpop

TICKS = os.sysconf("SC_CLK_TCK")
CONNECTIONS = 10


def processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def peak_memory(process: int) -> float:
    """Return the peak of the resident memory, in MB."""
    (kilobytes,) = re.findall(r"VmHWM:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    return int(kilobytes) / 1000


def is_quiet(process: int) -> bool:
    """Return whether a process does next to nothing for two seconds."""
    before = processor_seconds(process)
    time.sleep(2)
    return processor_seconds(process) - before < 0.05


def fetch(address: str) -> int:
    with urlopen(address, timeout=600) as answer:
        return len(answer.read())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    with voxpop.open(options.file) as analysis:
        aspects = [quote(aspect.id, safe="") for aspect in analysis.aspects]
        print(f"{len(analysis.reviews):,} reviews, {len(analysis.opinions):,} opinions", flush=True)
    file = f"files/{options.file.stem}"
    pages = [
        "", file, f"{file}/aspect?id={aspects[0]}", f"{file}/aspect?id={aspects[1]}&stars=1",
        f"{file}/reviews", f"{file}/reviews?stars=1&stars=2", f"{file}/reviews?since=2023-01-01&until=2023-06-30",
        f"{file}/reviews?q=staff", f"{file}/reviews?aspect={aspects[0]}&side=negative", f"{file}/trends",
        f"{file}/drivers", f"{file}/summary", f"{file}/quality", f"{file}/ledger", f"{file}/audit",
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "voxpop", "serve", str(options.file.resolve()), "--port", "0"]
        server = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            (place,) = re.findall(r"http://\S+/", server.stdout.readline())

            def measure(name: str, addresses: list[str]) -> None:
                before, begun = processor_seconds(server.pid), time.monotonic()
                try:
                    with ThreadPoolExecutor(CONNECTIONS) as pool:
                        size = sum(pool.map(fetch, [f"{place}{address}" for address in addresses]))
                except OSError as error:
                    print(f"{name:60} {error}", flush=True)
                    return
                wall, cpu = time.monotonic() - begun, processor_seconds(server.pid) - before
                memory = peak_memory(server.pid)
                print(f"{name:60} {wall:7.2f} s {cpu:7.2f} s {memory:6.0f} MB {size:>10,} bytes", flush=True)

            for page in pages:
                measure(f"/{page}", [page])
                while not is_quiet(server.pid):
                    pass
            for page in pages[:4]:
                measure(f"again /{page}", [page])
            measure(
                f"{CONNECTIONS} different filters at once",
                [f"{file}/reviews?since=20{19 + n % 6}-0{1 + n % 9}-01&stars={1 + n % 5}" for n in range(CONNECTIONS)],
            )
        finally:
            server.kill()  # what it still works out in the background, nobody waits for
            server.wait()


if __name__ == "__main__":
    main()
