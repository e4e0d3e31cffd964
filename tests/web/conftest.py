"""Analyses that the app's tests look at, and a browser without a window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from voxpop.analysis import analyze
from voxpop.examples import path as example
from voxpop.settings import Settings
from voxpop.web.app import create_app

ROWS = 90


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An English and a Chinese analysis by the reader, and a small one by the small reader."""
    home = tmp_path_factory.mktemp("served")
    for lang, name in (("en", "hotel"), ("zh", "餐馆")):
        settings = Settings(limit=ROWS)
        analyze(example(lang), output=home / f"{name}.voxpop", settings=settings, workers=1).close()
    texts = ["The room was clean.", "The room was dirty, but the view was great."] * 4
    analyze(texts, output=home / "plain.voxpop", settings=Settings(fast=True), workers=1).close()
    return home


@pytest.fixture(scope="session")
def client(folder: Path) -> Iterator[TestClient]:
    app = create_app(sorted(folder.glob("*.voxpop")))
    with TestClient(app, base_url="http://localhost", headers={"accept-language": "en"}) as client:
        yield client


@pytest.fixture(autouse=True)
def forgetful(client: TestClient) -> Iterator[None]:
    """No cookie of one test reaches another."""
    yield
    client.cookies.clear()
