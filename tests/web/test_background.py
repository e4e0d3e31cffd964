"""Long work on large files is done by another process and gives the same."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from time import sleep, time

import pytest

from voxpop.errors import VoxpopError
from voxpop.store import Store
from voxpop.web.background import RUNNING, computed, run, stop
from voxpop.web.routers.summary import written
from voxpop.web.state import File


def test_another_process_gives_the_same(folder: Path) -> None:
    path = folder / "plain.voxpop"
    store = Store.open(path)
    assert run(path, written) == written(store)
    store.close()


def test_what_goes_wrong_there_is_told_here(tmp_path: Path) -> None:
    with pytest.raises(VoxpopError, match="There is no file"):
        run(tmp_path / "gone.voxpop", written)


def slow(store: Store) -> str:
    sleep(60)
    return "done"


def test_work_ends_when_the_app_leaves(folder: Path) -> None:
    begun = time()
    told: list[str] = []

    def work() -> None:
        with pytest.raises(VoxpopError) as stopped:
            run(folder / "plain.voxpop", slow)
        told.append(str(stopped.value))

    worker = Thread(target=work)
    worker.start()
    while not RUNNING:
        sleep(0.05)
    stop()
    worker.join(30)
    assert told
    assert time() - begun < 30


def test_a_large_file_is_not_waited_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voxpop.web.background.LARGE", 1)
    file = File("plain", folder / "plain.voxpop")
    with file.reading() as here:
        assert computed(here, "key", written) is None
        here._workers[0].join(60)
        assert computed(here, "key", written) is not None
    file.close()
