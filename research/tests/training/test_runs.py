from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from research.training import runs
from research.training.data import Example
from research.training.runs import Run
from research.training.scores import Prediction
from voxpop.errors import InputError

SAID = (Prediction("a", (1, -2), 3.5), Prediction("b", None, None))


def write(out: Path, *, seed: int = 0) -> Path:
    home = runs.folder(out, "toy", "joint", seed)
    home.mkdir(parents=True)
    runs.write_json(home / "config.json", {"system": "joint", "seed": seed, "data": "toy"})
    runs.write_json(home / "metrics.json", {"test": {"all": {"macro_f1": 0.5}}})
    runs.write_predictions(home / "predictions.jsonl", SAID)
    return home


def test_runs_are_found_and_packed(tmp_path: Path) -> None:
    for seed in (1, 0):
        write(tmp_path, seed=seed)
    (tmp_path / "toy" / "joint-7").mkdir()  # unfinished
    found = runs.find(tmp_path)
    assert [(run.system, run.seed, run.data) for run in found] == [("joint", 0, "toy"), ("joint", 1, "toy")]
    assert found[0].predictions == SAID
    runs.pack(found, tmp_path / "packed.jsonl.xz")
    again = runs.find(tmp_path / "packed.jsonl.xz")
    assert [replace(run, place="") for run in again] == [replace(run, place="") for run in found]


def test_predictions_of_another_test_set_are_refused() -> None:
    run = Run("here", {}, {}, SAID)
    examples = [Example("b", "x", (1,)), Example("a", "x", (1,))]
    assert [said.id for said in run.matched(examples)] == ["b", "a"]
    for other in (examples[:1], [*examples[:1], Example("c", "x", (1,))]):
        with pytest.raises(InputError, match="here predicts other reviews"):
            run.matched(other)


def test_damage_is_named(tmp_path: Path) -> None:
    home = write(tmp_path)
    (home / "predictions.jsonl").write_text("{}\n")
    with pytest.raises(InputError, match=r"joint-0 cannot be read.*Delete it and train again"):
        runs.find(tmp_path)
    packed = tmp_path / "runs.jsonl.xz"
    packed.write_bytes(json.dumps({}).encode())
    with pytest.raises(InputError, match=r"runs\.jsonl\.xz is no file of runs"):
        runs.find(packed)
