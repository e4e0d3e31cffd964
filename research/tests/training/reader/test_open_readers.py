from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest
from tests.extract.tiny import checkpoint

from research.training.reader.open_readers import Looking, Parallel, opened, read_knobs, unspoilt, write_knobs
from voxpop.errors import AssetError, InputError, OptionError
from voxpop.extract.decode import tagged_spans
from voxpop.extract.reader_output import OPINION, TERM


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
    with pytest.raises(OptionError, match="seed 2 was trained on the dev sets"):
        unspoilt({"training": {"with_dev": False, "categories": {"with_dev": True}}}, "seed 2")


def test_several_processes_read_as_one(tmp_path: Path) -> None:
    name = str(checkpoint(tmp_path))
    texts = [f"The room was good, number {number}." for number in range(120)]
    alone, shared = opened(name), Parallel(name, jobs=2)
    for ours, theirs in zip(shared.read(texts), alone.read(texts), strict=True):
        assert (ours.polarity == theirs.polarity).all()
        assert (ours.tags == theirs.tags).all()
    assert shared.config["sets"] == alone.config["sets"]
    shared.pool.shutdown()


def test_a_checkpoint_is_exported_once_and_its_thresholds_are_those_of_now(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path)
    opened(str(folder), exact=True)
    graph = folder / "float32" / "model.onnx"
    written = graph.stat().st_mtime_ns
    write_knobs(folder, {"term": 0.35})
    assert opened(str(folder), exact=True).config["term"] == 0.35
    assert graph.stat().st_mtime_ns == written
    later = graph.stat().st_mtime + 10
    os.utime(folder / "weights.safetensors", (later, later))
    opened(str(folder), exact=True)
    assert graph.stat().st_mtime_ns > written


def test_what_ships_looks_twice_at_terms() -> None:
    looking = opened("reader-zh")
    assert isinstance(looking, Looking)
    text = "噪音很低，就是电源线太短。"
    (once,), (twice,) = looking.reader.read([text]), looking.read([text])
    assert looking.config["term"] == looking.terms.threshold
    assert twice.hidden is None
    assert np.array_equal(once.tags[:, OPINION], twice.tags[:, OPINION])
    assert not np.allclose(once.tags[:, TERM], twice.tags[:, TERM])
    found = tagged_spans(twice, text, threshold=looking.terms.threshold)
    assert [text[start:end] for start, end in found] == ["噪音", "电源线"]
