from __future__ import annotations

import json
from pathlib import Path

import pytest

from research.training.recipe import CONFIGS, Recipe, read_plan
from voxpop.errors import InputError, OptionError


@pytest.mark.parametrize("name", sorted(path.stem for path in CONFIGS.glob("*.json")))
def test_shipped_configs_are_whole(name: str) -> None:
    plan = read_plan(name)
    assert plan.systems
    assert all(plan.recipe(system).epochs >= 1 for system in plan.systems)


def test_the_papers_setting() -> None:
    recipe = read_plan("restaurant-paper").recipe("joint-no-rp")
    assert (recipe.batch, recipe.rate, recipe.epochs, recipe.limit) == (16, 5e-5, 3, 512)
    words = read_plan("restaurant-paper").recipe("textcnn")
    assert (words.batch, words.rate, words.epochs) == (32, 1e-3, 3)


def test_a_systems_own_settings_go_first(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"data": "restaurant", "pieces": {"epochs": 7}, "systems": {"joint": {"batch": 2}}}))
    assert read_plan(str(path)).recipe("joint") == Recipe(epochs=7, batch=2)


@pytest.mark.parametrize(("content", "message"), [
    ("{", "cannot be read"),
    ('{"data": "restaurant"}', "lacks 'systems'"),
    ('{"data": "restaurant", "systems": {"jiont": {}}}', "Did you mean 'joint'"),
    ('{"data": "restaurant", "systems": {"joint": {"epoch": 3}}}', r"Unknown setting in mine\.json 'epoch'\. Did you"),
    ('{"data": "restaurant", "systems": {"joint": {"epochs": 0}}}', "epochs must be at least 1"),
    ('{"data": "restaurant", "systems": {"joint": {"rate": 3}}}', "rate must lie between"),
    ('{"data": "restaurant", "systems": {"joint": {"lower": 0}}}', "lower must be above 0 and at most 1"),
    ('{"data": "restaurant", "systems": {"joint": {"lower": 1.2}}}', r"lower must .* not 1\.2"),
])  # fmt: skip
def test_a_bad_config_is_a_clear_error(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(content)
    with pytest.raises((InputError, OptionError), match=message):
        read_plan(str(path))


def test_an_unknown_config_lists_the_known() -> None:
    with pytest.raises(
        OptionError, match="asap, asap-zh, lara-hotels, lara-hotels-1000, lara-hotels-3000, lara-hotels-8000, "
    ):
        read_plan("hotel")
