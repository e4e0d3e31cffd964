from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from research.training import runs
from research.training.build import Built, build, load
from research.training.data import Corpus, with_words, write_plain
from research.training.loop import predict
from research.training.train import main


@pytest.fixture
def place(toy: Corpus, tmp_path: Path) -> Path:
    write_plain(with_words(replace(toy, name="restaurant")), tmp_path / "data" / "restaurant.jsonl.xz")
    plan = {"data": "restaurant", "pieces": {"epochs": 1, "batch": 16, "limit": 64},
            "words": {"epochs": 1, "refit": True}, "systems": {"joint": {}, "textcnn": {}}}  # fmt: skip
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    return tmp_path


def call(place: Path, tiny: Path | str, *more: str) -> int:
    return main(["--config", str(place / "plan.json"), "--data", str(place / "data"), "--encoder", str(tiny), "--out",
                 str(place / "runs"), "--device", "cpu", *more])  # fmt: skip


def test_a_run_folder_is_whole_and_works(place: Path, tiny: Path, toy: Corpus) -> None:
    assert call(place, tiny, "--seeds", "0", "5") == 0
    found = runs.find(place / "runs")
    assert [(run.system, run.seed) for run in found] == [("joint", 0), ("joint", 5), ("textcnn", 0), ("textcnn", 5)]
    home = place / "runs" / "restaurant" / "joint-5"
    files = {path.name for path in home.iterdir()}
    assert {"config.json", "metrics.json", "predictions.jsonl", "card.md", "weights.safetensors"} <= files
    assert "checkpoint.pt" not in files
    built = load(home)
    assert predict(built.system, toy.test, built.reader(toy.test), batch=3) == list(found[1].predictions)
    card = (home / "card.md").read_text("utf-8")
    assert "Joint Model" in card
    assert "macro_f1" in card


def test_finished_runs_are_left_alone_and_others_settings_refused(
    place: Path, tiny: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level("INFO")
    assert call(place, tiny, "--seeds", "0", "--systems", "joint") == 0
    metrics = place / "runs" / "restaurant" / "joint-0" / "metrics.json"
    before = metrics.stat().st_mtime_ns
    assert call(place, tiny, "--seeds", "0", "--systems", "joint") == 0
    assert metrics.stat().st_mtime_ns == before
    assert "done before" in caplog.text
    plan = json.loads((place / "plan.json").read_text())
    plan["pieces"]["rate"] = 0.01
    (place / "plan.json").write_text(json.dumps(plan))
    assert call(place, tiny, "--seeds", "0", "--systems", "joint") == 2
    assert "holds a run with other settings" in capsys.readouterr().err


def test_weights_can_be_left_out(place: Path, tiny: Path) -> None:
    assert call(place, tiny, "--seeds", "0", "--systems", "textcnn", "--weights", "none") == 0
    assert not (place / "runs" / "restaurant" / "textcnn-0" / "weights.safetensors").exists()


def test_with_epochs_chosen_before_all_reviews_are_learnt_from_at_once(place: Path, tiny: Path) -> None:
    assert call(place, tiny, "--seeds", "0", "--systems", "textcnn", "--weights", "none") == 0
    (again,) = runs.find(place / "runs")
    plan = json.loads((place / "plan.json").read_text())
    plan["words"] = {"epochs": 1, "settled": True}
    (place / "plan.json").write_text(json.dumps(plan))
    (place / "runs").rename(place / "before")
    assert call(place, tiny, "--seeds", "0", "--systems", "textcnn", "--weights", "none") == 0
    (once,) = runs.find(place / "runs")
    assert once.predictions == again.predictions  # one epoch is what the dev set chose there
    assert (once.metrics["best_epoch"], once.metrics["dev"]) == (1, {})
    card = (place / "runs" / "restaurant" / "textcnn-0" / "card.md").read_text("utf-8")
    assert "and the 12 of the dev set" in card


def test_with_epochs_chosen_before_a_system_is_built_once_and_takes_its_least_steps(
    place: Path, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[str] = []

    def spy(name: str, *given: Any, **named: Any) -> Built:
        built.append(name)
        return build(name, *given, **named)

    monkeypatch.setattr("research.training.train.build", spy)
    plan = json.loads((place / "plan.json").read_text())
    plan["words"] = {"epochs": 1, "batch": 16, "least_steps": 9, "settled": True}
    (place / "plan.json").write_text(json.dumps(plan))
    assert call(place, tiny, "--seeds", "0", "--systems", "textcnn", "--weights", "none") == 0
    assert built == ["textcnn"]
    (run,) = runs.find(place / "runs")
    assert run.metrics["best_epoch"] == 3  # 48 + 12 reviews are 4 steps


def test_bad_arguments_are_said_in_a_line(place: Path, tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(place, tiny, "--systems", "qa-bert") == 2
    assert "Unknown system 'qa-bert'" in capsys.readouterr().err
    assert call(place, place / "nowhere", "--systems", "joint") == 2
    assert "nowhere and no installed package of that name" in capsys.readouterr().err
    assert call(place, place, "--systems", "joint") == 2
    assert "is no encoder" in capsys.readouterr().err


def test_an_encoder_inside_a_package(place: Path, tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(tiny, place / "site" / "fake_bert" / "weights" / "fake-bert-base")
    monkeypatch.syspath_prepend(str(place / "site"))
    assert call(place, "fake_bert", "--systems", "joint", "--seeds", "0") == 0
    (run,) = runs.find(place / "runs")
    assert run.config["encoder"]["name"] == "fake-bert-base"


def test_what_was_cut_is_counted(place: Path, tiny: Path) -> None:
    plan = json.loads((place / "plan.json").read_text())
    plan["pieces"]["limit"] = 13  # eleven pieces: nine words of every review and up to four more
    (place / "plan.json").write_text(json.dumps(plan))
    assert call(place, tiny, "--seeds", "0", "--systems", "joint") == 0
    (run,) = runs.find(place / "runs")
    assert run.metrics["cut"] == {"test": 4, "of": 12}
