"""kill -9 of ``voxpop serve`` at random moments while people answer: every acknowledged answer must be there.

python -m research.benchmarks.annotation_faults --kills 50
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from research.benchmarks.annotation_load import Annotator, make, serve
from voxpop.annotate.project import Project

WORKERS = 6


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=50)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    chance, acknowledged, lost = random.Random(given.seed), set(), 0
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "load"
        tokens = dict(list(make(folder, 20_000).items())[:WORKERS])
        for _ in range(given.kills):
            running, port = serve(folder)
            people = {name: Annotator(port, token, 0.0) for name, token in tokens.items()}
            with ThreadPoolExecutor(WORKERS) as pool:
                work = [pool.submit(one.work, time.time() + 60) for one in people.values()]
                while not any(one.acknowledged for one in people.values()):
                    time.sleep(0.01)
                time.sleep(chance.random() / 2)
                running.kill()
                running.wait()
                for one in work:
                    one.result()
            acknowledged |= {(name, id) for name, one in people.items() for id in one.acknowledged}
            project = Project(folder)
            kept = {(who, id) for id, one in project.state.items.items() for who in one.labels}
            project.close()
            lost += len(acknowledged - kept)
    print(f"{given.kills} kills, {len(acknowledged):,} acknowledged answers, {lost} lost")


if __name__ == "__main__":
    main()
