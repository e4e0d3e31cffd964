from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from voxpop.models.reader.export import export, read_config, read_weights, tokenizer
from voxpop.models.reader.graph import Graph, assemble
from voxpop.models.reader.quantize import choose, error, factors, ranged, sample

from ...sentiment.tiny import checkpoint
from .test_export import run


@pytest.fixture
def outlier() -> tuple[list[np.ndarray], np.ndarray]:
    """Texts whose channel 3 reaches far beyond the others, and a matrix for them."""
    draw = np.random.default_rng(0)
    texts = [draw.normal(size=(20, 16)).astype(np.float32) for _ in range(4)]
    for x in texts:
        x[0, 3] = 60
    return texts, draw.normal(size=(16, 8)).astype(np.float32)


def test_a_channel_that_stands_out_is_held_back(outlier: tuple[list[np.ndarray], np.ndarray]) -> None:
    texts, matrix = outlier
    factor = choose(texts, matrix)
    assert factor is not None
    assert factor.argmax() == 3
    assert error(texts, matrix, factor) < 0.2 * error(texts, matrix, None)


def test_the_error_is_that_of_the_rounding() -> None:
    x = np.array([[0, 255], [10, 20]], np.float32)  # falls on the steps
    matrix = np.array([[127, 0], [0, 127]], np.float32)
    assert error([x], matrix, None) == pytest.approx(0, abs=1e-3)
    assert ranged(np.zeros((2, 2), np.float32)).tolist() == [[0, 0], [0, 0]]
    rough = np.array([[-1.0, 0.4999, 1.55]], np.float32)
    assert np.abs(ranged(rough) - rough).max() <= 0.5 * 2.55 / 255 + 1e-6


def test_factors_change_nothing_but_the_rounding(tmp_path: Path) -> None:
    """With an outlier in the network, int8 with factors is much nearer to float32 than without."""
    folder = checkpoint(tmp_path / "checkpoint")
    weights, config = read_weights(folder), read_config(folder)
    weights["encoder.layers.0.norm_attention.weight"][5] = 80
    weights["encoder.layers.0.widen.weight"][:, 5] /= 80
    encoder = config["encoder"]
    texts = sample("en", tokenizer(folder), 48)
    found = factors(weights, encoder, texts)
    assert found["encoder.layers.0.widen"].argmax() == 5
    path = tmp_path / "model.onnx"
    hidden = []
    for graph in (Graph(weights, exact=True), Graph(weights, exact=False, factors=found), Graph(weights, exact=False)):
        path.write_bytes(assemble(graph, encoder).SerializeToString())
        hidden.append(run(path, texts[0].tolist())["hidden"])
    exact, with_factors, without = hidden
    assert np.abs(exact - with_factors).mean() < 0.6 * np.abs(exact - without).mean()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_sample_is_of_the_language(tmp_path: Path, lang: str) -> None:
    folder = checkpoint(tmp_path, lang=lang)
    texts = sample(lang, tokenizer(folder), 48)
    assert len(texts) == 24
    assert all(0 < len(ids) <= 48 for ids in texts)


def test_exporting_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path / "checkpoint")
    assert export(folder, tmp_path / "a").read_bytes() == export(folder, tmp_path / "b").read_bytes()
