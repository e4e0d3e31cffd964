from __future__ import annotations

import sys
from pathlib import Path

import pytest

from research.training.encoder_folder import encoder_folder
from voxpop.errors import InputError

FILES = ("config.json", "model.safetensors", "tokenizer.json")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package that cannot be imported, so that no one tries."""
    home = tmp_path / "site" / "some_bert"
    home.mkdir(parents=True)
    (home / "__init__.py").write_text("raise RuntimeError('imported')\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    return home


def fill(folder: Path, *files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in files:
        (folder / name).write_text("{}")
    return folder


@pytest.mark.parametrize("files", [FILES, ("config.json", "pytorch_model.bin", "vocab.txt"),
                                   ("config.json", "model-00001-of-00002.safetensors", "vocab.txt")])  # fmt: skip
def test_a_package_is_looked_into(package: Path, files: tuple[str, ...]) -> None:
    fill(package / "resources", "config.json")  # of something else
    home = fill(package / "weights" / "zh", *files)
    assert encoder_folder("some_bert") == encoder_folder("some-bert") == home
    assert "some_bert" not in sys.modules


def test_a_folder_goes_before_a_package(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(package / "weights", *FILES)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some_bert").mkdir()
    assert encoder_folder("some_bert") == Path("some_bert")


def test_none_and_several_are_said(package: Path) -> None:
    fill(package / "weights", *FILES[:2])
    with pytest.raises(InputError, match=r"some_bert holds no encoder: none of its folders has config\.json, "):
        encoder_folder("some_bert")
    for name in ("en", "zh"):
        fill(package / name, *FILES)
    with pytest.raises(InputError, match=r"some_bert holds 2 encoders: .*some_bert/en, .*some_bert/zh\. Name"):
        encoder_folder("some_bert")


@pytest.mark.parametrize("given", ["no_such_bert", "no/such/folder", "some.bert", ".x"])
def test_neither_folder_nor_package(given: str, package: Path) -> None:
    with pytest.raises(InputError, match=f"There is no folder {given} and no installed package of that name"):
        encoder_folder(given)
