"""From a labelled file to heads in a folder and back, with a reader of words."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from voxpop.errors import AssetError, InputError, OutputError
from voxpop.extract.custom_categories import CustomHeads, fingerprint
from voxpop.train import heads_folder as folders
from voxpop.train.head_training import Recipe
from voxpop.train.label_table import LabelColumns, LabelledReviews, read_labelled
from voxpop.train.training_run import evaluate, mention_counts, to_json, train

from .conftest import THINGS, WordReader, reviews

RECIPE = Recipe(epochs=25, rate=0.01)


def data(folder: Path, count: int, *, seed: int = 0, name: str = "mine.csv") -> LabelledReviews:
    rows = reviews(count, seed=seed)
    with (folder / name).open("w", newline="", encoding="utf-8") as lines:
        writer = csv.DictWriter(lines, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return read_labelled(folder / name, LabelColumns())


def test_heads_learn_are_measured_written_and_used(tmp_path: Path, word_reader: WordReader) -> None:
    found = data(tmp_path, 150)
    told: list[str] = []
    trained = train(found, word_reader, RECIPE, encoder=fingerprint(word_reader),
                    report=lambda stage, done, total: told.append(stage))  # fmt: skip
    assert {"read", "train"} == set(told)
    every = trained.qualities[-1]
    assert every.detection_f1 is not None
    assert every.detection_f1.value > 0.9
    assert every.polarity_accuracy is not None
    assert every.polarity_accuracy.value > 0.9
    other = evaluate(trained.heads, data(tmp_path, 60, seed=1, name="other.csv"), word_reader)
    assert other[-1].detection_f1 is not None
    assert other[-1].detection_f1.value > 0.9

    target = tmp_path / "heads"
    card = folders.card(trained.heads, name="heads", facts=["a line"], tables={"Unseen": trained.qualities})
    folders.write(target, trained.heads, recipe=RECIPE, metrics=to_json(trained, found, other), card=card, command="x")
    assert {path.name for path in target.iterdir()} == {"config.json", "heads.safetensors", "card.md", "metrics.json"}
    assert "| food |" in (target / "card.md").read_text("utf-8")
    heads = CustomHeads.load(target, encoder=fingerprint(word_reader))
    reading = word_reader.read("on monday the waiter was horrid", hidden=True)
    mine = heads.apply(reading)
    assert heads.categories == tuple(THINGS)
    assert mine.presence[1] > heads.present > max(mine.presence[0], mine.presence[2])
    assert mine.polarity[1].argmax() == 2
    assert np.allclose(mine.attention.sum(-1), 1, atol=1e-5)
    weights = heads.by_token(reading)
    assert weights.any(0).tolist() == [False, True, False]
    start, end = reading.windows[0].spans[weights[:, 1].argmax()]
    assert "on monday the waiter was horrid"[start:end] in "waiter"


def test_the_same_seed_writes_the_same_heads(tmp_path: Path, word_reader: WordReader) -> None:
    found = data(tmp_path, 60)
    quick = replace(RECIPE, epochs=2)
    first, second = (train(found, word_reader, quick, encoder="e") for _ in range(2))
    assert all(np.array_equal(*pair) for pair in zip(first.heads.members[2], second.heads.members[2], strict=True))


def test_a_category_that_few_mention_is_left_out_and_said(tmp_path: Path, word_reader: WordReader) -> None:
    found = data(tmp_path, 60)
    items = tuple(
        item._replace(labels={**item.labels, "parking": 1 if place < 3 else -2})
        for place, item in enumerate(found.items)
    )
    rare = replace(found, categories=(*found.categories, "parking"), items=items)
    trained = train(rare, word_reader, replace(RECIPE, epochs=1), encoder="e")
    assert trained.skipped == {"parking": 3}
    assert "parking" not in trained.heads.categories


def test_too_little_to_learn_from(tmp_path: Path, word_reader: WordReader) -> None:
    with pytest.raises(InputError, match=r"has 20 labelled reviews .* at least 40 are needed"):
        train(data(tmp_path, 20), word_reader, RECIPE, encoder="e")
    found = data(tmp_path, 60)
    items = tuple(item._replace(labels={"noise": 1} if place < 3 else {}) for place, item in enumerate(found.items))
    with pytest.raises(InputError, match=r"No category .* food \(0\), service \(0\), noise \(3\)"):
        train(replace(found, items=items), word_reader, RECIPE, encoder="e")


def test_counts(tmp_path: Path) -> None:
    found = data(tmp_path, 50)
    counts = mention_counts(found)
    assert counts["food"] == sum(item.labels["food"] != -2 for item in found.items)


@pytest.fixture
def written(tmp_path: Path, word_reader: WordReader) -> Path:
    trained = train(data(tmp_path, 60), word_reader, replace(RECIPE, epochs=1), encoder=fingerprint(word_reader))
    folders.write(
        tmp_path / "heads", trained.heads, recipe=RECIPE, metrics={}, card="", command="voxpop train --data x"
    )
    return tmp_path / "heads"


def test_heads_of_another_reader_are_refused(written: Path, word_reader: WordReader) -> None:
    (word_reader.home / "other").mkdir()
    (word_reader.home / "other" / "model.onnx").write_bytes(b"another graph")
    other = WordReader(word_reader.home / "other")
    with pytest.raises(AssetError, match=r"trained on another reader .* Train them again: voxpop train --data x"):
        CustomHeads.load(written, encoder=fingerprint(other))


def spoil(folder: Path, kind: str) -> None:
    config: dict[str, Any] = json.loads((folder / "config.json").read_text("utf-8"))
    weights = (folder / "heads.safetensors").read_bytes()
    if kind == "bit":
        (folder / "heads.safetensors").write_bytes(weights[:-1] + bytes([weights[-1] ^ 1]))
    elif kind == "cut":
        (folder / "heads.safetensors").write_bytes(weights[:100])
    elif kind == "no weights":
        (folder / "heads.safetensors").unlink()
    elif kind == "no config":
        (folder / "config.json").unlink()
    elif kind == "a list":
        (folder / "config.json").write_text("[]", "utf-8")
    else:
        changed = {"format": {"format": "else"}, "more": {"members": 9}, "names": {"categories": ["one"]}}[kind]
        (folder / "config.json").write_text(json.dumps(config | changed), "utf-8")


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("bit", "were changed"), ("cut", "were changed"), ("no weights", "cannot be read"),
        ("no config", "holds no heads"), ("a list", "not of voxpop train"), ("format", "not of voxpop train"),
        ("more", "lacks '5.query'"), ("names", "does not fit"),
    ],
)  # fmt: skip
def test_damaged_folders_are_refused(written: Path, kind: str, message: str) -> None:
    spoil(written, kind)
    with pytest.raises(AssetError, match=message):
        CustomHeads.load(written)


def test_a_text_without_pieces_mentions_nothing(written: Path, word_reader: WordReader) -> None:
    heads = CustomHeads.load(written)
    scores = word_reader.read(" ", hidden=True)
    assert heads.apply(scores).presence.tolist() == [0, 0, 0]
    assert heads.by_token(scores).shape == (0, 3)


def test_readings_without_states_are_a_mistake(written: Path, word_reader: WordReader) -> None:
    with pytest.raises(ValueError, match="hidden=True"):
        CustomHeads.load(written).apply(word_reader.read("good soup"))


def test_what_is_there_is_not_overwritten_unasked(tmp_path: Path, written: Path) -> None:
    with pytest.raises(OutputError, match="--overwrite"):
        folders.check_output(written, overwrite=False)
    folders.check_output(written, overwrite=True)
    other = tmp_path / "photos"
    other.mkdir()
    (other / "a.jpg").write_text("x", "utf-8")
    with pytest.raises(OutputError, match="something else"):
        folders.check_output(other, overwrite=True)
    with pytest.raises(OutputError, match="is a file"):
        folders.check_output(other / "a.jpg", overwrite=True)
    with pytest.raises(OutputError, match="does not exist"):
        folders.check_output(tmp_path / "no" / "where", overwrite=False)
