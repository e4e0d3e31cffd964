"""Long work on large files in a process of its own, so that pages stay quick meanwhile.

``python -m voxpop.web.background FILE MODULE FUNCTION SELECTION`` prints what the function gives for the file, as JSON.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import closing
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar

from voxpop.errors import VoxpopError
from voxpop.store import Store
from voxpop.store.selection import Selection, parse_selection
from voxpop.store.views import Views
from voxpop.web.processes import AppProcesses, end_with_parent
from voxpop.web.state import EVERYTHING, OpenFile

T = TypeVar("T")
BACKGROUND_FROM = 500  # reviews from which work is done by another process
NICENESS = 10  # other programs come first


def awaited(open_file: OpenFile, key: str, make: Callable[[Store], T]) -> T:
    """Return the same as ``computed``, for a program that can wait: work on a large file holds up no page meanwhile."""
    if is_large(open_file):
        return open_file.once(key, run_elsewhere(open_file, make))
    return open_file.alone(key, lambda: make(open_file.views))


def is_large(open_file: OpenFile) -> bool:
    """Whether work on a file is done by another process."""
    return open_file.once("count", lambda: open_file.views.count("reviews")) > BACKGROUND_FROM


def run_elsewhere(open_file: OpenFile, make: Callable[[Store], T]) -> Callable[[], T]:
    """Return what calls a function on a file in another process."""
    path, selection = open_file.views.path, open_file.views.selection
    assert path is not None
    return lambda: run(path, make, selection, open_file.processes)


def computed(open_file: OpenFile, key: str, make: Callable[[Store], T], *, wait: bool = True) -> T | None:
    """Return what ``make``, a function of a module that gives plain data, gives for a file.

    It is None until it is there, if the file is large or nobody wants to wait.
    """
    if is_large(open_file):
        return open_file.later(key, run_elsewhere(open_file, make), alone=False)
    return (open_file.alone if wait else open_file.later)(key, lambda: make(open_file.views))


def run(
    path: Path, make: Callable[[Store], T], selection: Selection = EVERYTHING, processes: AppProcesses | None = None
) -> T:
    """Call a function on a file, or a part of it, in another process and return its result."""
    with TemporaryFile() as output, TemporaryFile() as errors:
        arguments = (str(path), make.__module__, make.__name__, str(selection))
        code = (processes or AppProcesses()).run(__name__, *arguments, stdout=output, stderr=errors)
        output.seek(0)
        errors.seek(0)
        if code:
            lines = errors.read().decode("utf-8", "replace").strip().splitlines()
            raise VoxpopError(
                lines[-1] if lines else "The process that worked this out was stopped. Open the page again."
            )
        result: T = json.load(output)
    return result


def main(path: str, module: str, function: str, selection: str = "") -> str:
    """Call a function of a module on a file, or a part of it, and return the result as JSON."""
    end_with_parent()
    os.nice(NICENESS)
    with closing(Store.open(path)) as store, Views.over(store, parse_selection(selection)) as views:
        result: Any = getattr(import_module(module), function)(views)
    return json.dumps(result, ensure_ascii=True)


if __name__ == "__main__":
    sys.stdout.write(main(*sys.argv[1:]))
