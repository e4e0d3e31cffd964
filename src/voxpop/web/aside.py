"""Long work on large files in a process of its own, so that pages stay quick meanwhile.

``python -m voxpop.web.aside FILE MODULE FUNCTION`` prints what the function gives for the file, as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from voxpop.errors import VoxpopError
from voxpop.store import Store
from voxpop.web.processes import environment, python
from voxpop.web.state import Open

T = TypeVar("T")
LARGE = 5_000  # reviews from which work is done aside
KIND = 10  # how far other programs come first
RUNNING: set[subprocess.Popen[bytes]] = set()


def worked(here: Open, key: str, make: Callable[[Store], T], *, wait: bool = True) -> T | None:
    """What ``make``, a function of a module that gives plain data, says of a file.

    None until it is there, if the file is large or nobody wants to wait.
    """
    path = here.views.path
    if path is not None and here.once("count", lambda: here.views.count("reviews")) > LARGE:
        return here.later(key, partial(aside, path, make), alone=False)
    return here.alone(key, lambda: make(here.views)) if wait else here.later(key, lambda: make(here.views))


def aside(path: Path, make: Callable[[Store], T]) -> T:
    command = python(__name__, str(path), make.__module__, make.__name__)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, env=environment()) as process:
        RUNNING.add(process)
        said, told = process.communicate()
        RUNNING.discard(process)
    if process.returncode:
        lines = told.decode("utf-8", "replace").strip().splitlines()
        raise VoxpopError(lines[-1] if lines else "It was stopped.")
    found: T = json.loads(said)
    return found


def stop() -> None:
    """End what is being worked out: the app is leaving."""
    for process in list(RUNNING):
        process.kill()


def main(path: str, module: str, function: str) -> str:
    os.nice(KIND)
    store = Store.open(path)
    try:
        found: Any = getattr(import_module(module), function)(store)
    finally:
        store.close()
    return json.dumps(found, ensure_ascii=True)


if __name__ == "__main__":
    sys.stdout.write(main(*sys.argv[1:]))
