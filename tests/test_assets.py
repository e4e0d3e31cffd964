from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from research.add_weights import add
from voxpop import assets as module
from voxpop.assets import FOLDER, assets, config, find, load, verify
from voxpop.errors import AssetError, OptionError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one asset, "toy", listed in its manifest."""
    make(tmp_path, "toy", {"w": np.arange(3, dtype=np.float16)})
    return tmp_path


def make(folder: Path, name: str, arrays: dict[str, np.ndarray]) -> None:
    home = folder / name
    home.mkdir(exist_ok=True)
    save_file(arrays, home / "weights.safetensors")
    (home / "config.json").write_text('{"size": 3}')
    (home / "card.md").write_text("# toy")
    add(name, language="en", licence="CC0", folder=folder)


def test_a_listed_asset_loads(folder: Path) -> None:
    (asset,) = assets(folder)
    assert (asset.name, asset.language, asset.licence) == ("toy", "en", "CC0")
    assert asset.size == asset.path.stat().st_size
    assert load("toy", folder)["w"].tolist() == [0, 1, 2]
    assert config("toy", folder) == {"size": 3}
    assert verify(folder) == [(asset, None)]


def test_arrays_are_read_once_and_cannot_be_changed(folder: Path) -> None:
    first, second = load("toy", folder), load("toy", folder)
    assert first["w"] is second["w"]
    with pytest.raises(ValueError, match="read-only"):
        first["w"][0] = 9


def test_adding_again_replaces(folder: Path) -> None:
    make(folder, "toy", {"w": np.ones(5, np.float32)})
    make(folder, "another", {"v": np.ones(2, np.float32)})
    assert [asset.name for asset in assets(folder)] == ["another", "toy"]
    assert len(load("toy", folder)["w"]) == 5


def test_a_missing_file_is_named(folder: Path) -> None:
    path = folder / "toy" / "weights.safetensors"
    path.unlink()
    with pytest.raises(AssetError, match="cannot be read") as caught:
        load("toy", folder)
    assert str(path) in str(caught.value)


def test_a_truncated_file_is_found(folder: Path) -> None:
    path = folder / "toy" / "weights.safetensors"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(AssetError, match="damaged"):
        load("toy", folder)
    ((_, error),) = verify(folder)
    assert "damaged" in str(error)


def test_a_changed_file_is_found(folder: Path) -> None:
    path = folder / "toy" / "weights.safetensors"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(AssetError, match="changed"):
        load("toy", folder)


def test_weights_that_are_not_numbers_are_refused(folder: Path) -> None:
    make(folder, "toy", {"w": np.array([1, np.nan], np.float32)})
    with pytest.raises(AssetError, match="not numbers: w"):
        load("toy", folder)


def test_something_else_than_safetensors_is_refused(folder: Path) -> None:
    (folder / "toy" / "weights.safetensors").write_bytes(b"not weights")
    add("toy", language="en", licence="CC0", folder=folder)
    with pytest.raises(AssetError, match="not safetensors"):
        load("toy", folder)


def test_an_unknown_name_lists_what_there_is(folder: Path) -> None:
    with pytest.raises(OptionError, match="Did you mean 'toy'"):
        find("tyo", folder)


def test_a_broken_manifest_says_so(folder: Path) -> None:
    (folder / "manifest.json").write_text('[{"name": "toy"}]')
    with pytest.raises(AssetError, match=r"manifest\.json"):
        assets(folder)


def test_an_incomplete_folder_is_not_listed(tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    with pytest.raises(AssetError, match=r"no files: an asset is one of weights\.safetensors"):
        add("bare", language="en", licence="CC0", folder=tmp_path)
    (tmp_path / "bare" / "model.onnx").write_bytes(b"graph")
    with pytest.raises(AssetError, match=r"bare has model\.onnx: .* config\.json and card\.md"):
        add("bare", language="en", licence="CC0", folder=tmp_path)


def test_every_file_but_the_card_is_checked(folder: Path) -> None:
    home = folder / "graph"
    home.mkdir()
    for file in ("model.onnx", "config.json", "tokenizer.json", "card.md"):
        (home / file).write_bytes(b"{}")
    asset = add("graph", language="zh", licence="CC0", folder=folder)
    assert asset.path == home / "model.onnx"
    assert set(asset.files) == {"config.json", "tokenizer.json"}
    assert asset.read("tokenizer.json") == b"{}"
    (home / "card.md").write_text("better words")
    assert [error for _, error in verify(folder)] == [None, None]
    for file in ("model.onnx", "config.json", "tokenizer.json"):
        (home / file).write_bytes(b"[]")
        error = verify(folder)[0][1]
        assert error is not None
        assert "changed" in str(error)
        assert str(home / file) in str(error)
        (home / file).write_bytes(b"{}")


def test_a_changed_config_is_refused(folder: Path) -> None:
    (folder / "toy" / "config.json").write_text('{"size": 4}')
    with pytest.raises(AssetError, match=r"changed: the checksum of .*config\.json"):
        config("toy", folder)


def test_what_is_shipped_is_whole() -> None:
    for asset, error in verify():
        assert error is None
        assert asset.card.is_file()
        if asset.path.suffix == ".onnx":
            assert asset.size <= 25_000_000
        else:
            assert asset.size < 6_000_000
            assert load(asset.name)
    listed = {entry["name"] for entry in json.loads((FOLDER / "manifest.json").read_text("utf-8"))}
    assert listed == {path.name for path in FOLDER.iterdir() if path.is_dir()}
    assert module.__doc__ is not None


def test_other_weights_are_another_version(folder: Path) -> None:
    assert find("toy", folder).version == 1
    add("toy", language="en", licence="CC BY 4.0", folder=folder)
    assert find("toy", folder).version == 1  # the same weights under other words
    data = (folder / "toy" / "weights.safetensors").read_bytes()
    (folder / "toy" / "weights.safetensors").write_bytes(data + b" ")
    assert add("toy", language="en", licence="CC0", folder=folder).version == 2
