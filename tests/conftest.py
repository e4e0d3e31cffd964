"""Fixtures that every room's tests share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def no_fake_stays() -> Iterator[None]:
    """A listener is made once in a process; one that a test made with a fake reader goes with the test."""
    yield
    if (module := sys.modules.get("voxpop.sentiment.listen")) is not None:
        module.listener.cache_clear()


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of real data sets, which are never part of the repository."""
    folder = Path(os.environ.get("VOXPOP_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"needs the data sets: none at {folder} (set VOXPOP_DATA)")
    return folder
