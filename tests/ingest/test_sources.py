from __future__ import annotations

import gzip
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from voxpop.errors import InputError

Read = Callable[..., Any]


class Pipe:
    """Stands for sys.stdin."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def test_a_folder_is_read_in_order_with_what_it_passes_over(tmp_path: Path, read: Read) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "b.csv").write_text("text\nsecond file\n")
    (tmp_path / "a.csv").write_text("text\nfirst file\n")
    (tmp_path / "sub" / "c.txt").write_text("third file\n")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    (tmp_path / "README.txt").write_text("not a review")
    (tmp_path / ".hidden.csv").write_text("text\nhidden\n")
    (tmp_path / "empty.csv").write_text("")
    found = read(tmp_path)
    assert found.texts == ["first file", "second file", "third file"]
    assert [review.id for review in found.reviews] == ["a:2", "b:2", "c:1"]
    assert {Path(r.source).name: r.step for r in found.rejected} == dict.fromkeys(
        ["picture.png", "README.txt", "empty.csv"], "file"
    )


def test_a_folder_without_readable_files_says_what_is_accepted(tmp_path: Path, read: Read) -> None:
    (tmp_path / "notes.docx").write_text("x")
    with pytest.raises(InputError, match=r"holds no file that voxpop reads\. Accepted: \.csv"):
        read(tmp_path)


def test_a_folder_where_every_file_fails_is_an_error(tmp_path: Path, read: Read) -> None:
    (tmp_path / "a.csv").write_text("")
    with pytest.raises(InputError, match=r"None of 1 files could be read.*is empty"):
        read(tmp_path)


def test_a_file_that_is_not_there(tmp_path: Path, read: Read) -> None:
    (tmp_path / "reviews.csv").write_text("text\nx\n")
    with pytest.raises(InputError, match=r"There is no file .*Did you mean 'reviews.csv'\?"):
        read(tmp_path / "reviews.tsv")
    with pytest.raises(InputError, match="does not exist either"):
        read(tmp_path / "nowhere" / "reviews.tsv")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path, read: Read) -> None:
    (tmp_path / "reviews.csv").write_text("text\nx\n")
    (tmp_path / "reviews.csv").chmod(0)
    with pytest.raises(InputError, match="Check that you may read it"):
        read(tmp_path / "reviews.csv")


def test_a_file_that_cannot_be_opened(tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "reviews.csv"
    path.write_text("text\nx\n")

    def refuse(*args: object, **options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(InputError, match=r"cannot be opened: Permission denied\. Check that you may read it"):
        read(path)


@pytest.mark.parametrize("path", ["x" * 5000, "a\0b", ""])
def test_what_is_no_path_at_all(read: Read, path: str) -> None:
    with pytest.raises(InputError):
        read(path)


@pytest.mark.parametrize("packed", [False, True])
def test_reads_stdin(read: Read, monkeypatch: pytest.MonkeyPatch, packed: bool) -> None:
    data = "text,stars\n好吃,5\n".encode("gb18030")
    monkeypatch.setattr(sys, "stdin", Pipe(gzip.compress(data) if packed else data))
    found = read("-")
    assert [(r.text, r.source) for r in found.reviews] == [("好吃", "stdin")]


def test_several_files_keep_their_ids_apart(tmp_path: Path, read: Read) -> None:
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "reviews.csv").write_text(f"id,text\n1,from {folder} with love\n")
    found = read([tmp_path / "x" / "reviews.csv", tmp_path / "y" / "reviews.csv"])
    assert [(r.id, r.text) for r in found.reviews] == [("1", "from x with love"), ("reviews-2:1", "from y with love")]
