from __future__ import annotations

import json
from pathlib import Path

import pytest

from voxpop.errors import AssetError, InputError, OptionError
from voxpop.models.reader.opened import opened, read_knobs, unspoilt, write_knobs


def test_a_name_that_is_nothing_says_what_would_be() -> None:
    with pytest.raises(
        AssetError, match=r"There is no reader 'reader-fr'\. Accepted: reader-en, reader-zh, or a folder"
    ):
        opened("reader-fr")


def test_a_folder_that_is_no_checkpoint(tmp_path: Path) -> None:
    with pytest.raises(AssetError, match="is no checkpoint of a reader"):
        opened(str(tmp_path))


def test_what_was_chosen_goes_from_folder_to_folder(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.json").write_text(json.dumps({"language": name, "term": 0.5}), "utf-8")
    write_knobs(tmp_path / "a", {"term": 0.3, "present": {"general": 0.4}, "stars": {"temperature": 2.0}})
    write_knobs(tmp_path / "b", read_knobs(tmp_path / "a"))
    config = json.loads((tmp_path / "b" / "config.json").read_text("utf-8"))
    assert config == {"language": "b", "term": 0.3, "present": {"general": 0.4}, "stars": {"temperature": 2.0}}
    with pytest.raises(InputError, match=r"config\.json"):
        write_knobs(tmp_path / "c", {})
    with pytest.raises(InputError, match="folder of a tuned reader"):
        read_knobs(tmp_path / "c")


def test_who_has_learnt_the_dev_sets_cannot_be_tuned_on_them() -> None:
    unspoilt({"training": {"with_dev": False}}, "seed 0")
    with pytest.raises(OptionError, match="seed 1 was trained on the dev sets"):
        unspoilt({"training": {"with_dev": True}}, "seed 1")
