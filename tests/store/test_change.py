"""Changing a file while others read it, change it, or everything goes wrong."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Thread

import duckdb
import pytest

from voxpop import atomic_files
from voxpop.errors import OptionError, OutputError, StoreError
from voxpop.store import SCHEMA_VERSION, Store
from voxpop.store.change import changing, sole_writer
from voxpop.store.edit_log import do, history

from .edited import analysis

HOLD = """
import sys, time
from pathlib import Path
from voxpop.store.change import sole_writer
with sole_writer(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return analysis(tmp_path / "x.voxpop")


def hide(file: Path, *ids: str) -> None:
    with changing(file) as store:
        for id in ids:
            do(store, "hide", {"id": id}, who="ann")


def test_readers_go_on_with_what_they_opened(file: Path) -> None:
    script = """
import sys, voxpop
analysis = voxpop.open(sys.argv[1])
print(len(analysis.aspects), flush=True)
sys.stdin.readline()
print(len(analysis.aspects))
"""
    with subprocess.Popen(
        [sys.executable, "-c", script, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as reader:
        assert reader.stdout is not None
        assert int(reader.stdout.readline()) == 4
        hide(file, "en:staff")
        out, _ = reader.communicate("\n")
    assert int(out) == 4
    assert len(Store.open(file).aspects) == 3


def test_one_after_the_other(file: Path) -> None:
    workers = [Thread(target=hide, args=(file, id)) for id in ("en:staff", "en:soup", "en:bed")]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    store = Store.open(file)
    assert len(history(store)) == 3
    assert [row.id for row in store.aspects] == ["en:room"]
    store.close()
    assert os.listdir(file.parent) == ["x.voxpop"]


def test_another_program_that_changes_it_is_waited_for_and_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(StoreError, match="being changed by another program"), sole_writer(file, patience=0.2):
            pass
        other.communicate("\n")
    hide(file, "en:staff")


def test_what_goes_wrong_half_way_leaves_the_file_as_it_was(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(OptionError):
        hide(file, "en:staff", "en:nothing")
    assert file.read_bytes() == before
    assert os.listdir(file.parent) == ["x.voxpop"]


def test_a_full_disk_leaves_the_file_as_it_was(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()

    def full(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for module, name in ((shutil, "copyfile"), (atomic_files, "flush"), (os, "replace")):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, full)
            with pytest.raises(OutputError, match=r"no room left.*as it was"):
                hide(file, "en:staff")
        assert file.read_bytes() == before
        assert os.listdir(file.parent) == ["x.voxpop"]


def test_a_killed_writer_leaves_the_file_as_it_was(file: Path) -> None:
    script = """
import os, sys
from voxpop.store.change import changing
from voxpop.store.edit_log import do
with changing(sys.argv[1]) as store:
    do(store, "hide", {"id": "en:staff"}, who="ann")
    os._exit(9)
"""
    assert subprocess.run([sys.executable, "-c", script, str(file)], check=False).returncode == 9
    assert len(Store.open(file).aspects) == 4
    hide(file, "en:staff")  # whatever the other one left does not stand in the way
    assert len(Store.open(file).aspects) == 3
    assert os.listdir(file.parent) == ["x.voxpop"]


def test_foreign_files_are_refused(tmp_path: Path, file: Path) -> None:
    with pytest.raises(StoreError, match="There is no file"):
        hide(tmp_path / "none.voxpop", "en:room")
    text = tmp_path / "text.voxpop"
    text.write_text("no database")
    with pytest.raises(StoreError, match=r"text\.voxpop is damaged or not"):
        hide(text, "en:room")
    with duckdb.connect(str(file)) as connection:
        connection.execute("INSERT INTO voxpop VALUES (?)", [SCHEMA_VERSION + 1])
    with pytest.raises(StoreError, match="newer voxpop"):
        hide(file, "en:room")


def test_links_and_rights_stay(file: Path, tmp_path: Path) -> None:
    file.chmod(0o640)
    link = tmp_path / "link.voxpop"
    link.symlink_to(file)
    hide(link, "en:staff")
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert len(Store.open(file).aspects) == 3


def test_a_file_that_may_not_be_written_is_not(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()
    monkeypatch.setattr(os, "access", lambda path, mode: path != file)
    with pytest.raises(OutputError, match="no permission"):
        hide(file, "en:staff")
    assert file.read_bytes() == before
