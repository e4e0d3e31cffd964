"""Files are written completely or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from voxpop.atomic_files import Replacement, atomic_write
from voxpop.errors import OutputError

LIMITED = """
import resource, sys
from voxpop.errors import OutputError
from voxpop.atomic_files import atomic_write
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    atomic_write(sys.argv[1], "x" * 5000)
except OutputError as error:
    print(error)
"""


def test_a_disk_without_room_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    page = tmp_path / "page.html"
    page.write_text("before")
    run = subprocess.run([sys.executable, "-c", LIMITED, str(page)], capture_output=True, text=True, check=True)
    assert run.stdout == f"Cannot write {page}: there is no room left on the disk. Choose another place with -o.\n"
    assert page.read_text() == "before"
    assert os.listdir(tmp_path) == ["page.html"]


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    page, link = tmp_path / "page.html", tmp_path / "link.html"
    page.write_text("before")
    page.chmod(0o600)
    link.symlink_to(page)
    atomic_write(link, "after")
    assert link.is_symlink()
    assert page.read_text() == "after"
    assert page.stat().st_mode & 0o777 == 0o600


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").write_text("")
    atomic_write(tmp_path / "new", "")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    atomic_write("/dev/null", "nothing is replaced")
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize("name", ["x" * 256, "no/such/folder"])
def test_a_name_that_cannot_be_is_refused_in_a_sentence(name: str, tmp_path: Path) -> None:
    reasons = "the file name is too long|No such file or directory"
    with pytest.raises(OutputError, match=rf"^Cannot write .*: ({reasons})\. "):
        atomic_write(tmp_path / name, "x")
    assert os.listdir(tmp_path) == []


def test_long_names_are_written(tmp_path: Path) -> None:
    atomic_write(tmp_path / ("字" * 83), "x")
    assert os.listdir(tmp_path) == ["字" * 83]


def test_two_writers_never_share_a_folder(tmp_path: Path) -> None:
    first, second = Replacement(tmp_path / "x"), Replacement(tmp_path / "x")
    first.path.write_text("first")
    second.path.write_text("second")
    assert first.path != second.path
    first.commit()
    assert (tmp_path / "x").read_text() == "first"
    second.commit()
    assert (tmp_path / "x").read_text() == "second"
    assert os.listdir(tmp_path) == ["x"]


def test_what_a_killed_program_left_is_removed(tmp_path: Path) -> None:
    begin = "import os, sys\nfrom voxpop.atomic_files import Replacement\n"
    code = f"{begin}Replacement(sys.argv[1]).path.touch()\nos._exit(9)"
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "x")], check=False)
    assert len(os.listdir(tmp_path)) == 1
    running = Replacement(tmp_path / "x")
    assert os.listdir(tmp_path) == [running.path.parent.name]
    running.close()
    assert os.listdir(tmp_path) == []
