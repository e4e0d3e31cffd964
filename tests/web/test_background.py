"""Long work on large files is done by another process and gives the same."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from time import sleep

import pytest
from fastapi.testclient import TestClient

from voxpop.errors import VoxpopError
from voxpop.store import Store
from voxpop.web.app import create_app
from voxpop.web.background import BACKGROUND_FROM, computed, run
from voxpop.web.processes import AppProcesses
from voxpop.web.routers.summary import build_summaries
from voxpop.web.state import ServedFile


def test_another_process_gives_the_same(folder: Path) -> None:
    path = folder / "plain.voxpop"
    store = Store.open(path)
    assert run(path, build_summaries) == build_summaries(store)
    store.close()


def test_what_goes_wrong_there_is_told_here(tmp_path: Path) -> None:
    with pytest.raises(VoxpopError, match="There is no file"):
        run(tmp_path / "gone.voxpop", build_summaries)


def slow(store: Store) -> str:
    sleep(3600)
    return "done"


def test_work_ends_when_the_app_leaves(folder: Path) -> None:
    told: list[str] = []
    processes = AppProcesses()

    def work() -> None:
        with pytest.raises(VoxpopError) as stopped:
            run(folder / "plain.voxpop", slow, processes=processes)
        told.append(str(stopped.value))

    worker = Thread(target=work)
    worker.start()
    while not processes.running:
        sleep(0.05)
    processes.stop()
    worker.join(300)  # of the hour that the work takes
    assert told
    with pytest.raises(VoxpopError, match="The app is closing"):
        run(folder / "plain.voxpop", slow, processes=processes)


def test_a_large_file_is_not_waited_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voxpop.web.background.BACKGROUND_FROM", 1)
    file = ServedFile("plain", folder / "plain.voxpop")
    with file.reading() as here:
        assert computed(here, "key", build_summaries) is None
        here._workers[0].join(60)
        assert computed(here, "key", build_summaries) is not None
    file.close()


def test_pages_of_a_file_of_some_size_answer_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ledger and the report are computed beside the request; a program waits for the document."""
    monkeypatch.setattr("voxpop.web.background.BACKGROUND_FROM", 1)
    with TestClient(create_app([folder / "plain.voxpop"]), base_url="http://localhost") as client:
        assert "data-again" in client.get("/files/plain/ledger").text
        answer = client.get("/files/plain/report.html")
        assert (answer.status_code, answer.headers["refresh"], answer.headers["retry-after"]) == (503, "3", "3")
        assert client.get("/api/v1/files/plain/document").json()["counts"]["reviews"] > 1
        assert "attachment" in client.get("/files/plain/report.html").headers["content-disposition"]
        assert client.get("/files/plain/export/ledger.json").status_code == 200
        assert "data-again" not in client.get("/files/plain/ledger").text


def test_a_few_hundred_reviews_are_a_large_file() -> None:
    assert BACKGROUND_FROM <= 500
