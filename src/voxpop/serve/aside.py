"""Long work on large files in a process of its own, so that pages stay quick meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from voxpop.serve.state import Open
from voxpop.store import Store

T = TypeVar("T")
LARGE = 5_000  # reviews from which work is done aside
KIND = 10  # how far other programs come first


def worked(here: Open, key: str, make: Callable[[Store], T], *, wait: bool = True) -> T | None:
    """What ``make``, a function of a module, gives for a file.

    None until it is there, if the file is large or nobody wants to wait.
    """
    path = here.views.path
    if path is not None and here.once("count", lambda: here.views.count("reviews")) > LARGE:
        return here.later(key, partial(aside, path, make), alone=False)
    return here.alone(key, lambda: make(here.views)) if wait else here.later(key, lambda: make(here.views))


def aside(path: Path, make: Callable[[Store], T]) -> T:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=os.nice, initargs=(KIND,)) as pool:
        return pool.submit(opened, path, make).result()


def opened(path: Path, make: Callable[[Store], T]) -> T:
    store = Store.open(path)
    try:
        return make(store)
    finally:
        store.close()
