"""A disk that fills up: the file that was there stays, nothing else does, and one sentence says why."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from voxpop.aggregate.table_edits import AspectEdit, TableEdits
from voxpop.aggregate.table_edits_file import write
from voxpop.analysis import Analysis
from voxpop.errors import OutputError
from voxpop.store import Draft, Store, copy
from voxpop.store.change import changing
from voxpop.store.checks import Check, add_checks
from voxpop.store.edit_log import do, history
from voxpop.types import Review

from .edited import analysis

MEGABYTE = 1 << 20
Disk = Callable[[int], Path]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """Mount a file system of some bytes."""
    mounted: list[Path] = []

    def mount(size: int) -> Path:
        folder = tmp_path / f"disk{len(mounted)}"
        folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
        if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode:
            pytest.skip("a small file system cannot be mounted here")
        mounted.append(folder)
        return folder

    yield mount
    for folder in mounted:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def many_reviews(count: int = 3000) -> list[Review]:
    return [Review(id=str(n), text=os.urandom(100).hex(), lang="en") for n in range(count)]


def test_an_analysis_that_does_not_fit(disk: Disk, tmp_path: Path) -> None:
    small = disk(8 * MEGABYTE)
    file = small / "x.voxpop"
    shutil.copyfile(analysis(tmp_path / "small.voxpop"), file)
    before = file.read_bytes()
    left = []
    for reviews in (30_000, 6_000, 4_000, 2_000):  # too many while writing, or only at the end
        with pytest.raises(OutputError) as failed:
            write_until_full(file, reviews)
        (small / "filler").unlink(missing_ok=True)
        assert str(failed.value) == (
            f"Cannot write {file}: there is no room left on the disk. The file that is there is as it was."
        )
        assert file.read_bytes() == before
        left += os.listdir(small)
    assert set(left) == {"x.voxpop"}
    assert len(Store.open(file).aspects) == 4


def write_until_full(file: Path, reviews: int) -> None:
    draft = Draft(file, overwrite=True)
    try:
        draft.add_reviews(many_reviews(reviews))
        draft.put({"settings": {}})
        fill_up(file.parent)
        draft.commit()
    finally:
        draft.close()


def fill_up(folder: Path) -> None:
    """Leave room for no more than a few blocks."""
    with (folder / "filler").open("wb", buffering=0) as stream:
        try:
            while stream.write(bytes(65536)):
                pass
        except OSError:
            return


def test_a_copy_that_does_not_fit(disk: Disk, tmp_path: Path) -> None:
    draft = Draft(tmp_path / "big.voxpop")
    draft.add_reviews(many_reviews())
    draft.put({"settings": {}})
    draft.commit()
    small = disk(MEGABYTE)
    with pytest.raises(OutputError, match=r"^Cannot write \S+/y\.voxpop: there is no room left on the disk\.$"):
        copy(draft, small / "y.voxpop")
    assert os.listdir(small) == []
    draft.close()


@pytest.mark.parametrize("room", [0.6, 1.0, 1.2, 1.9, 9.0])
def test_an_edit_that_does_not_fit_is_not_lost_in_silence(disk: Disk, tmp_path: Path, room: float) -> None:
    original = analysis(tmp_path / "x.voxpop")
    size = original.stat().st_size
    small = disk(size + int(room * size) // 4096 * 4096)
    file = small / "x.voxpop"
    shutil.copyfile(original, file)
    before = file.read_bytes()
    check = Check(review_id="r0", start=4, aspect="en:room", verdict="yes")
    error = None
    try:
        with changing(file) as store:
            do(store, "hide", {"id": "en:staff"}, who="ann")
            add_checks(store, [check], who=os.urandom(50_000).hex())
    except OutputError as failed:
        error = str(failed)
    assert error is None or "there is no room left on the disk" in error
    assert (file.read_bytes() == before) == (error is not None)
    assert len(history(Store.open(file))) == (error is None)
    assert os.listdir(small) == ["x.voxpop"]


def test_the_command_says_that_the_edit_was_not_made(disk: Disk, tmp_path: Path) -> None:
    small = disk(analysis(tmp_path / "x.voxpop").stat().st_size * 3 // 2)
    file = small / "x.voxpop"
    shutil.copyfile(tmp_path / "x.voxpop", file)
    before = file.read_bytes()
    table_edits = TableEdits((AspectEdit(id="en:staff", hidden=True),))
    (tmp_path / "edits.toml").write_text(write(table_edits))
    command = [sys.executable, "-m", "voxpop", "edits", str(file), "--apply", str(tmp_path / "edits.toml")]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stdout == ""
    assert run.stderr == f"Error: Cannot change {file}: there is no room left on the disk. The file is as it was.\n"
    assert file.read_bytes() == before


def test_a_page_that_does_not_fit(disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voxpop.web.report.report_page", lambda store, **options: "x" * MEGABYTE)
    monkeypatch.setattr(Analysis, "document", lambda self: {})
    page = disk(MEGABYTE // 2) / "page.html"
    page.write_text("before")
    with pytest.raises(OutputError, match="no room left"):
        Analysis(Store.open(analysis(tmp_path / "x.voxpop"))).report(page)
    assert page.read_text() == "before"
    assert os.listdir(page.parent) == ["page.html"]


LIMITED = """
import resource, sys
from voxpop.errors import OutputError
from voxpop.store import Draft
from voxpop.types import Review
import os
draft = Draft(sys.argv[1], overwrite=True)
draft.add_reviews([Review(id=str(n), text=os.urandom(100).hex()) for n in range(3000)])
draft.put({"settings": {}})
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
try:
    draft.commit()
except OutputError as error:
    print(error)
finally:
    draft.close()
"""


def test_a_limit_on_the_size_of_files(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    file = analysis(tmp_path / "x.voxpop")
    before = file.read_bytes()
    command = [sys.executable, "-c", LIMITED, str(file)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.startswith(f"Cannot write {file}: there is no room left on the disk.")
    assert file.read_bytes() == before
    assert os.listdir(tmp_path) == ["x.voxpop"]
