"""Twenty annotators at once against ``voxpop serve``: no answer lost or doubled, and how long each waits.

python -m research.benchmarks.annotation_load --seconds 60
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from voxpop.annotate.project import Project, create_project
from voxpop.annotate.rounds import AnnotationItem, ProjectSettings
from voxpop.annotate.scheme import load_scheme

ANNOTATORS = 20


def make(folder: Path, reviews: int) -> dict[str, str]:
    """Make a project with one round and return the tokens of its annotators."""
    scheme = load_scheme("categories")
    project = create_project(folder, scheme, name="Load", lang="en", settings=ProjectSettings())
    project.add_items([AnnotationItem(f"r{n}", f"The food of place {n} was good. " * 10) for n in range(reviews)])
    tokens = {f"person {n}": project.invite(f"person {n}", "annotator") for n in range(ANNOTATORS)}
    project.start_round(project.unlabelled())
    project.close()
    return tokens


def serve(folder: Path) -> tuple[subprocess.Popen[str], int]:
    """Start the server and return it with its port."""
    command = [sys.executable, "-m", "voxpop", "serve", str(folder), "--port", "0", "--folder", str(folder / "up")]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    found = re.search(r":(\d+)/", running.stdout.readline())
    assert found
    return running, int(found[1])


class Annotator:
    """One person who answers as fast as the server does, or with a pause between answers."""

    def __init__(self, port: int, token: str, pause: float) -> None:
        self.port, self.pause = port, pause
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.waits: list[float] = []
        self.acknowledged: list[str] = []

    def call(self, line: http.client.HTTPConnection, method: str, path: str, body: Any = None) -> Any:
        begin = time.perf_counter()
        line.request(method, f"/api/v1/annotate/load{path}", json.dumps(body) if body else None, self.headers)
        answer = line.getresponse()
        data = json.loads(answer.read())
        self.waits.append(time.perf_counter() - begin)
        assert answer.status == 200, data
        return data

    def open_page(self) -> None:
        """Ask for the first task, before any time is taken."""
        self.call(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30), "GET", "/task")
        self.waits.clear()

    def work(self, until: float) -> None:
        """Answer until a moment, or until the server is gone."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            while time.time() < until:
                task = self.call(line, "GET", "/task")
                if task["done"]:
                    return
                said = {"item": task["item"], "stage": task["stage"], "answer": {"Food#Taste": "positive"}}
                self.call(line, "POST", "/answers", said)
                if task["stage"] == "label":
                    self.acknowledged.append(task["item"])
                time.sleep(self.pause)
        except (OSError, http.client.HTTPException):
            return


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--pause", type=float, default=0.0, help="seconds between the answers of one person")
    options.add_argument("--reviews", type=int, default=20_000)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "load"
        tokens = make(folder, given.reviews)
        running, port = serve(folder)
        people = {name: Annotator(port, token, given.pause) for name, token in tokens.items()}
        for one in people.values():
            one.open_page()
        until = time.time() + given.seconds
        with ThreadPoolExecutor(ANNOTATORS) as pool:
            list(pool.map(lambda one: one.work(until), people.values()))
        running.terminate()
        running.wait()
        state = Project(folder).state
    waits = sorted(wait for one in people.values() for wait in one.waits)
    kept = Counter((who, id) for id, one in state.items.items() for who in one.labels)
    sent = Counter((name, id) for name, one in people.items() for id in one.acknowledged)
    over = sum(len(one.labels) > 2 for one in state.items.values())
    quantile = {q: 1000 * waits[min(len(waits) - 1, int(q * len(waits)))] for q in (0.5, 0.95, 0.99)}
    print(f"{ANNOTATORS} annotators, {given.seconds:g} s, pause {given.pause:g} s: {sum(sent.values()):,} answers")
    print(f"lost {len(sent - kept)}, doubled {sum(count > 1 for count in sent.values())}, labelled by three {over}")
    print("wait: " + ", ".join(f"p{100 * q:g} {wait:.0f} ms" for q, wait in quantile.items()))


if __name__ == "__main__":
    main()
