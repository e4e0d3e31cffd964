from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from research.training import loop
from research.training.data import Corpus, write_plain
from research.training.folds import cross_validate, folds, main
from research.training.loop import Task
from research.training.recipe import Recipe
from research.training.system import System
from voxpop.errors import OptionError


def test_every_review_is_left_out_once_and_never_learnt_from_then(toy: Corpus) -> None:
    cut = list(folds(toy.train, 5))
    assert sorted(e.id for _, left_out in cut for e in left_out) == sorted(e.id for e in toy.train)
    for rest, left_out in cut:
        assert {e.id for e in rest} | {e.id for e in left_out} == {e.id for e in toy.train}
        assert not {e.id for e in rest} & {e.id for e in left_out}
    assert cut == list(folds(toy.train[::-1], 5))  # whatever order they come in
    with pytest.raises(OptionError, match="48 reviews can be cut into 2 to 48 folds, not 1"):
        list(folds(toy.train, 1))


def test_a_good_recipe_is_told_from_a_bad_one_without_the_test_set(toy: Corpus, tiny: Path) -> None:
    blind = replace(toy, test=())
    good = Recipe(epochs=12, batch=8, rate=1e-2, limit=64)
    found = [cross_validate("joint-no-rp", blind, recipe, count=3, encoder=tiny)
             for recipe in (good, replace(good, epochs=1, rate=1e-6))]  # fmt: skip
    assert found[0]["labels"] == found[1]["labels"] == 2 * (len(toy.train) + len(toy.dev))
    assert found[0]["macro_f1"] > 0.9 > found[1]["macro_f1"]


def test_a_recipe_is_taken_at_its_word(toy: Corpus, tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many reviews it learns from, and for how many steps at least, as ``train`` has it."""
    seen: list[tuple[int, int]] = []

    def spy(system: System, task: Task, recipe: Recipe, **how: Any) -> int:
        seen.append((len(task.train), loop.refit(system, task, recipe, **how)))
        return seen[-1][1]

    monkeypatch.setattr("research.training.folds.refit", spy)
    recipe = Recipe(epochs=1, batch=8, limit=64)
    for each in (recipe, replace(recipe, reviews=16), replace(recipe, least_steps=12)):
        cross_validate("joint-no-rp", toy, each, count=2, encoder=tiny)
    assert seen == [(30, 1), (30, 1), (16, 1), (16, 1), (30, 3), (30, 3)]


def test_configs_are_compared_by_name(toy: Corpus, tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
                                      ) -> None:  # fmt: skip
    write_plain(replace(toy, name="restaurant"), tmp_path / "restaurant.jsonl.xz")
    for name, rate in (("slow", 1e-5), ("fast", 1e-2)):
        plan = {"data": "restaurant", "systems": {"joint-no-rp": {"epochs": 1, "rate": rate, "limit": 64}}}
        (tmp_path / f"{name}.json").write_text(json.dumps(plan))
    configs = [str(tmp_path / name) for name in ("slow.json", "fast.json")]
    given = ["--data", str(tmp_path), "--encoder", str(tiny), "--folds", "2"]
    assert main(["joint-no-rp", *configs, *given]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("\t")[0] for line in lines] == ["slow", "fast"]
    assert all("macro_f1 0." in line for line in lines)
    assert main(["textcnn", *configs, *given]) == 2
    assert "Unknown system 'textcnn'" in capsys.readouterr().err
