"""The table of words is learnt: the fit finds the optimum, and what is written is what was learnt."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from research.training import comparison_wording as module
from research.training.branch.comparisons import Line
from research.training.comparison_wording import cross_validated, fit, folds, learn, main, sentences, ship, tabulate
from voxpop import assets
from voxpop.entities.comparison_wording import FILE, parse
from voxpop.errors import OptionError

WORDS = ("better", "than", "it", "works", "fine", "the", "zoom", "sharper", "bought", "may")


def lines(count: int = 200, *, seed: int = 0) -> list[Line]:
    """Sentences of random words; those with "than" mostly compare."""
    random = np.random.default_rng(seed)
    found = []
    for at in range(count):
        words = random.choice(WORDS, random.integers(1, 9)).tolist()
        compares = ("than" in words) != (random.random() < 0.1)
        found.append(Line(f"{at}", " ".join(words), "en", "coqe-camera", "train", compares, ()))
    return found


@pytest.mark.parametrize("penalty", [1.0, 0.03, 0.001])
def test_the_fit_finds_the_optimum(penalty: float) -> None:
    found = [line.text.split() for line in lines()]
    labels = np.array([line.comparative for line in lines()], np.float64)
    rarity = {word: 1 + at / 10 for at, word in enumerate(WORDS)}
    rows = tabulate([list(dict.fromkeys(each)) for each in found], rarity).toarray()
    weights = fit(tabulate([list(dict.fromkeys(each)) for each in found], rarity), labels, penalty=penalty)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1)
    wrong = 1 / (1 + np.exp(-(rows @ weights[:-1] + weights[-1]))) - labels
    assert np.abs(rows.T @ wrong + penalty * weights[:-1]).max() < 1e-3
    assert abs(wrong.sum()) < 1e-3


def test_words_that_set_all_sentences_apart_have_an_optimum_too() -> None:
    rows = tabulate([["a"], ["b"]] * 50, {"a": 1.0, "b": 1.0})
    weights = fit(rows, np.array([1.0, 0.0] * 50), penalty=1e-6)
    assert weights[0] == pytest.approx(-weights[1], rel=1e-3)


def test_runs_of_one_sentence_are_left_out_and_rarity_is_as_known() -> None:
    given = [*lines(20), Line("x", "unheard of", "en", "coqe-camera", "train", False, ())]
    found = learn(given, penalty=0.1)
    assert "unheard" not in found.table
    holding = sum("than" in line.text.split() for line in given)
    assert found.table["than"][1] == pytest.approx(np.log(22 / (1 + holding)) + 1, abs=5e-4)
    assert found.odds("better than the zoom") > found.odds("it works fine")
    assert learn(given, penalty=0.1) == found


def test_folds_leave_out_every_sentence_once() -> None:
    given = lines(47)
    parts = list(folds(given))
    assert sorted(line.id for _, held in parts for line in held) == sorted(line.id for line in given)
    assert all(not {line.id for line in rest} & {line.id for line in held} for rest, held in parts)
    assert cross_validated(lines(), penalty=0.1) < cross_validated(lines(), penalty=100.0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of assets with a judge and no table."""
    home = tmp_path / "assets" / "compares-en"
    home.mkdir(parents=True)
    for file in ("model.onnx", "config.json", "card.md"):
        (home / file).write_bytes(b"{}")
    assets.add("compares-en", language="en", licence="CC0", folder=home.parent)
    return home.parent


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Small sets in COQE's form; one sentence of train is in test, too."""
    (tmp_path / "coqe").mkdir()
    for domain in ("camera", "car", "ele"):
        for split, seed in (("train", 1), ("dev", 2), ("test", 3)):
            rows = [written(line.text, line.comparative) for line in lines(30, seed=seed)]
            rows += [written("this very sentence stands in two of the parts", False)] if split != "dev" else []
            (tmp_path / "coqe" / f"{domain}_{split}.txt").write_text("".join(rows), "utf-8")
    return tmp_path


def written(text: str, compares: bool) -> str:
    return f"{text} \t{int(compares)}\n[[];[];[];[];[{'1' if compares else ''}]]\n"


def test_what_is_written_is_what_was_learnt(folder: Path) -> None:
    found = learn(lines(), penalty=0.1)
    asset = ship(found, folder)
    assert (asset.version, asset.licence) == (2, "CC0")
    assert parse(asset.read(FILE), "en", asset.path) == found
    assert ship(found, folder).version == 2  # the same table
    assert ship(learn(lines(seed=1), penalty=0.1), folder).version == 3
    assert sorted(path.name for path in asset.path.parent.iterdir()) == ["card.md", "config.json", "model.onnx", FILE]


def test_an_asset_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("[]")
    with pytest.raises(OptionError, match="compares-en"):
        ship(learn(lines(), penalty=0.1), tmp_path)


def test_what_is_in_test_is_not_learnt(data: Path) -> None:
    found = sentences(data, "en")
    assert {line.split for line in found} == {"train", "dev"}
    assert not any("two of the parts" in line.text for line in found)
    assert {line.source for line in sentences(data, "zh")} == {"coqe-car", "coqe-ele"}


def test_the_command(
    data: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module.assets, "FOLDER", folder)
    assert main(["--data", str(data), "--lang", "en", "--choose"]) == 0
    assert capsys.readouterr().out.count("log loss") == len(module.PENALTIES) + 1
    assert not (folder / "compares-en" / FILE).exists()
    assert main(["--data", str(data), "--lang", "en"]) == 0
    assert "sentences" in capsys.readouterr().out
    assert assets.find("compares-en", folder).version == 2
    assert main(["--data", str(data / "nowhere"), "--lang", "en"]) == 2
    assert "There is no file" in capsys.readouterr().err
    for path in (data / "coqe").iterdir():
        path.write_text("")
    assert main(["--data", str(data), "--lang", "en"]) == 2
    assert "no sentences to learn from" in capsys.readouterr().err
