from __future__ import annotations

import bz2
import gzip
import lzma
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from voxpop.errors import InputError
from voxpop.ingest import streams

Given = Callable[..., Any]
CSV = b"text,stars\nGood food,5\nBad food,1\n"
PACKERS: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "xz": lzma.compress, "bz2": bz2.compress}


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize("kind", PACKERS)
@pytest.mark.parametrize("name", ["reviews.csv.{}", "reviews.{}", "export"])
def test_packed_files_are_known_by_their_content(given: Given, kind: str, name: str) -> None:
    assert given(name.format(kind), PACKERS[kind](CSV)).texts == ["Good food", "Bad food"]


@pytest.mark.parametrize("kind", PACKERS)
def test_a_packed_file_cut_short_says_so(given: Given, kind: str) -> None:
    rows = b"".join(b"review number %d with some words,4\n" % n for n in range(20_000))
    packed = PACKERS[kind](b"text,stars\n" + rows)
    with pytest.raises(InputError, match="damaged or cut short"):
        given(f"reviews.csv.{kind}", packed[: len(packed) // 2])


@pytest.mark.parametrize("kind", PACKERS)
def test_a_bomb_is_stopped(given: Given, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "FREE_SIZE", 1_000_000)
    bomb = PACKERS[kind](b"text\n" + b"a line of text\n" * 600_000)
    with pytest.raises(InputError, match="compression bomb"):
        given(f"bomb.csv.{kind}", bomb)


def test_a_zip_bomb_is_stopped_even_if_shared_among_its_files(
    tmp_path: Path, read: Given, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "FREE_SIZE", 3_000_000)
    part = b"text\n" + b"a line of text\n" * 100_000
    path = zipped(tmp_path / "bomb.zip", {f"{n}.csv": part for n in range(5)})
    with pytest.raises(InputError, match="compression bomb"):
        read(path)


def test_a_large_file_that_packs_well_enough_is_read(given: Given, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "FREE_SIZE", 10_000)
    rows = "".join(f"review {n} of this place,{n % 5 + 1}\n" for n in range(3000))
    assert len(given("reviews.csv.gz", gzip.compress(f"text,stars\n{rows}".encode())).reviews) == 3000


def test_a_zip_gives_every_file_in_it(tmp_path: Path, read: Given) -> None:
    files = {"a.csv": CSV, "sub/b.jsonl": b'{"text": "So so"}', "README.md": b"hello", "__MACOSX/._a.csv": b"\0\1"}
    found = read(zipped(tmp_path / "all.zip", files))
    assert found.texts == ["Good food", "Bad food", "So so"]
    assert [review.id for review in found.reviews] == ["a:2", "a:3", "b:1"]
    assert [(r.step, Path(r.source or "").name) for r in found.rejected] == [("file", "README.md")]


def test_one_bad_file_in_a_zip_does_not_spoil_the_others(tmp_path: Path, read: Given) -> None:
    found = read(zipped(tmp_path / "all.zip", {"a.csv": CSV, "b.csv": b"", "c.json": b"[1"}))
    assert found.texts == ["Good food", "Bad food"]
    assert [r.step for r in found.rejected] == ["file", "file"]
    with pytest.raises(InputError, match=r"None of 2 files could be read"):
        read(zipped(tmp_path / "bad.zip", {"b.csv": b"", "c.csv": b""}))


def test_zips_in_zips_are_refused_under_any_name(tmp_path: Path, read: Given) -> None:
    inner = zipped(tmp_path / "inner.zip", {"a.csv": CSV}).read_bytes()
    for name in ("inner.zip", "inner.csv"):
        with pytest.raises(InputError, match="inside another archive"):
            read(zipped(tmp_path / "outer.zip", {name: inner}))
    (tmp_path / "twice.gz").write_bytes(gzip.compress(gzip.compress(CSV)))
    with pytest.raises(InputError, match="packed twice"):
        read(tmp_path / "twice.gz")


def test_an_empty_or_damaged_zip_is_refused(tmp_path: Path, read: Given) -> None:
    with pytest.raises(InputError, match="holds no file that voxpop reads"):
        read(zipped(tmp_path / "empty.zip", {}))
    whole = zipped(tmp_path / "cut.zip", {"a.csv": CSV * 100}).read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[:60])
    with pytest.raises(InputError, match="not a whole zip"):
        read(tmp_path / "cut.zip")
    damaged = bytearray(whole)
    damaged[45:60] = b"\xff" * 15
    (tmp_path / "bad.zip").write_bytes(damaged)
    with pytest.raises(InputError, match="damaged"):
        read(tmp_path / "bad.zip")
