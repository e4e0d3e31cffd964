from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from research.training.quality import QualityRecipe, quantised, rounded, save, train
from voxpop.ingest.quality_filter import KINDS, QualityFilter

REVIEWS = [
    f"The {food} was {how} and the staff were kind." for food in ("soup", "bread") for how in ("good", "bad", "warm")
]
ADVERTS = [f"Buy {what} now, {off}% off, call us." for what in ("shoes", "watches") for off in (10, 20, 30)]
NOISE = [a * 3 + b * 3 for a in ("qx", "zk") for b in ("jw", "vv", "pq")]
TEXTS = REVIEWS + ADVERTS + NOISE
GOLD = ["review"] * 6 + ["advert"] * 6 + ["noise"] * 6
FEW = QualityRecipe(epochs=30, batch=6, common=1)


@pytest.fixture(scope="module")
def weights() -> QualityFilter:
    return train(TEXTS, GOLD, lang="en", others=REVIEWS, recipe=FEW)


def test_it_learns_to_tell_the_kinds_and_does_so_alike_each_time(weights: QualityFilter) -> None:
    again = train(TEXTS, GOLD, lang="en", others=REVIEWS, recipe=FEW)
    assert np.array_equal(weights.pieces, again.pieces)
    for text, gold in zip(TEXTS, GOLD, strict=True):
        chances = dict(zip(KINDS, weights.chances([text])[0], strict=True))
        told = max({"review": 1 - sum(chances.values()), **chances}.items(), key=lambda each: each[1])[0]
        assert told == gold, text


def test_eight_bits_are_enough(weights: QualityFilter) -> None:
    assert quantised(weights)["pieces"].dtype == np.int8
    for text in TEXTS:
        assert np.abs(weights.chances([text])[0] - rounded(weights).chances([text])[0]).max() < 0.02


def test_an_asset_has_weights_config_and_card(weights: QualityFilter, tmp_path: Path) -> None:
    save(weights, tmp_path / "quality-en", config={"thresholds": {"advert": 0.9}}, card="# quality-en\n")
    assert json.loads((tmp_path / "quality-en" / "config.json").read_text("utf-8"))["thresholds"] == {"advert": 0.9}
    assert sorted(path.name for path in (tmp_path / "quality-en").iterdir()) == [
        "card.md", "config.json", "weights.safetensors",
    ]  # fmt: skip
