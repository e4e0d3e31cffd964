"""Files are opened once, again when they change, and let go for whoever writes to them."""

from __future__ import annotations

from pathlib import Path
from shutil import copy
from threading import Thread
from time import sleep

import duckdb
import pytest

from voxpop.errors import StoreError
from voxpop.web.state import Library, OpenFile, ServedFile, unused


@pytest.fixture
def file(folder: Path, tmp_path: Path) -> ServedFile:
    return ServedFile("x", Path(copy(folder / "plain.voxpop", tmp_path / "x.voxpop")))


def test_a_file_is_opened_once(file: ServedFile) -> None:
    with file.reading() as first:
        pass
    with file.reading() as second:
        assert first is second


def test_a_file_that_was_replaced_is_opened_again(file: ServedFile, folder: Path) -> None:
    with file.reading() as before:
        few = before.views.count("reviews")
        other = Path(copy(folder / "hotel.voxpop", file.path.with_suffix(".new")))
        other.replace(file.path)
        assert before.views.count("reviews") == few
    with file.reading() as after:
        assert after.views.count("reviews") > 80 > few


def test_who_reads_all_the_time_keeps_the_old_version(file: ServedFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voxpop.web.state.PATIENCE", 0.05)
    with file.reading() as before:
        file.path.touch()
        with file.reading() as still:
            assert still is before
        with pytest.raises(StoreError, match="being read by others"), file.changing():
            pass


def test_two_apps_can_show_the_same_file(file: ServedFile) -> None:
    other = ServedFile("y", file.path)
    with file.reading() as here, other.reading() as there:
        assert here.views.row_numbers() == there.views.row_numbers()
    other.close()
    with file.reading() as here:
        assert here.views.row_numbers()


def test_whoever_changes_a_file_is_alone_with_it(file: ServedFile) -> None:
    with file.reading() as here:
        assert here.once("n", lambda: 1) == 1
        done: list[str] = []

        def change() -> None:
            with file.changing() as path, duckdb.connect(str(path)) as connection:
                connection.execute("INSERT OR REPLACE INTO run VALUES ('note', '\"new\"')")
                done.append("changed")

        writer = Thread(target=change)
        writer.start()
        writer.join(0.2)
        assert not done
    writer.join(10)
    assert done == ["changed"]
    with file.reading() as after:
        assert after.views.facts()["note"] == "new"


def test_results_are_worked_out_once_for_each_version(file: ServedFile) -> None:
    made: list[int] = []
    with file.reading() as here:
        assert [here.once("key", lambda: made.append(1) or len(made)) for _ in range(3)] == [1, 1, 1]
        assert here.alone("key", lambda: 7) == 1


def test_many_who_ask_at_once_wait_for_one(file: ServedFile) -> None:
    made: list[int] = []
    told: list[object] = []

    def slow() -> str:
        made.append(1)
        sleep(0.2)
        return "done"

    with file.reading() as here:
        asking = [Thread(target=lambda: told.append(here.once("slow", slow))) for _ in range(8)]
        for one in asking:
            one.start()
        for one in asking:
            one.join(10)
    assert told == ["done"] * 8
    assert len(made) == 1


def test_what_failed_for_one_is_tried_by_the_next(file: ServedFile) -> None:
    def fails() -> str:
        raise StoreError("not now")

    with file.reading() as here:
        with pytest.raises(StoreError):
            here.once("flaky", fails)
        assert here.once("flaky", lambda: "well") == "well"


def test_long_work_is_done_beside_the_requests(file: ServedFile) -> None:
    with file.reading() as here:
        assert here.later("long", lambda: "done") is None
        here._workers[0].join(5)
        assert here.later("long", lambda: "again") == "done"


def test_work_that_fails_can_be_asked_for_again(file: ServedFile) -> None:
    def fails() -> str:
        raise StoreError("not now")

    with file.reading() as here:
        here.later("flaky", fails)
        here._workers[0].join(5)
        assert here.later("flaky", lambda: "well") is None
        here._workers[1].join(5)
        assert here.later("flaky", fails) == "well"


def test_only_so_much_is_remembered(file: ServedFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voxpop.web.state.MAX_RESULTS", 3)
    with file.reading() as here:
        for key in range(5):
            here.once(key, lambda: "x")
        assert isinstance(here, OpenFile)
        assert len(here._known) == 3


def test_files_have_short_names_of_their_own(tmp_path: Path) -> None:
    library = Library(
        [tmp_path / "My café (2024).voxpop", tmp_path / "a" / "my-café-2024.voxpop", tmp_path / "云.voxpop"]
    )
    assert list(library.files) == ["my-café-2024", "my-café-2024-2", "云"]
    assert library.add(tmp_path / "云.voxpop") is library["云"]
    assert unused("***", []) == "file"
