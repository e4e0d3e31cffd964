from __future__ import annotations

import lzma
import zipfile
from pathlib import Path

import pytest

from research import datasets
from voxpop.errors import InputError, OptionError


def test_states(tmp_path: Path) -> None:
    opinosis = datasets.DATASETS["opinosis"]
    assert datasets.check(opinosis, tmp_path).state == "absent"
    home = tmp_path / "opinosis"
    home.mkdir()
    (home / opinosis.files[0]).write_text("not a zip")
    assert datasets.check(opinosis, tmp_path).state == "damaged"
    with zipfile.ZipFile(home / opinosis.files[0], "w") as archive:
        archive.writestr("a", "b")
    assert datasets.check(opinosis, tmp_path).state == "ready"
    assert datasets.find("opinosis", tmp_path) == home


def test_a_truncated_file_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "x.xz"
    whole = lzma.compress(b"review " * 1000)
    path.write_bytes(whole)
    assert datasets.readable(path)
    path.write_bytes(whole[:-20])
    assert not datasets.readable(path)


def test_errors_say_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="VOXPOP_DATA"):
        datasets.folder(tmp_path / "nowhere")
    with pytest.raises(OptionError, match="semeval14"):
        datasets.find("semeval13", tmp_path)
    with pytest.raises(InputError, match=r"absent .*yelp\.csv\.xz"):
        datasets.find("yelp-10k", tmp_path)
    monkeypatch.setenv("VOXPOP_DATA", str(tmp_path))
    assert datasets.folder() == tmp_path
