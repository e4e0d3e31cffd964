from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.extract.tiny import checkpoint

from research.training.reader.export import export, read_config, read_weights, tokenizer
from research.training.reader.graph import Graph, assemble, matrix
from research.training.reader.quantize import applied, error, ranged, rounding, roundings, sample

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
    texts, exact = outlier
    plain = applied(exact, np.ones(16, np.float32), np.array([], np.int64))
    best, kept = rounding(exact, texts), rounding(exact, texts, keep=1)
    assert best.gains.argmin() == 3
    assert error(texts, exact, best) < 0.2 * error(texts, exact, plain)
    assert kept.kept.tolist() == [3]
    assert kept.gains[3] == 0
    assert error(texts, exact, kept) < 0.5 * error(texts, exact, best)


def test_the_error_is_that_of_the_rounding() -> None:
    x = np.array([[0, 255], [10, 20]], np.float32)  # falls on the steps
    exact = np.array([[127, 0], [0, 127]], np.float32)
    plain = applied(exact, np.ones(2, np.float32), np.array([], np.int64))
    assert error([x], exact, plain) == pytest.approx(0, abs=1e-3)
    assert ranged(np.zeros((2, 2), np.float32)).tolist() == [[0, 0], [0, 0]]
    rough = np.array([[-1.0, 0.4999, 1.55]], np.float32)
    assert np.abs(ranged(rough) - rough).max() <= 0.5 * 2.55 / 255 + 1e-6


def test_int8_stays_close_where_a_channel_stands_out(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path / "checkpoint")
    weights, encoder = read_weights(folder), read_config(folder)["encoder"]
    weights["encoder.layers.0.norm_attention.weight"][5] = 80
    weights["encoder.layers.0.widen.weight"][:, 5] /= 80
    texts = sample("en", tokenizer(folder), 48)
    found = roundings(weights, encoder, texts)
    assert found["encoder.layers.0.widen"].gains.argmin() == 5
    assert [len(found[f"encoder.layers.0.{part}"].kept) for part in ("widen", "narrow")] == [0, 8]
    none = np.array([], np.int64)
    plain = {name: applied(matrix(weights, name), np.ones(len(one.gains), np.float32), none)
             for name, one in found.items()}  # fmt: skip
    path = tmp_path / "model.onnx"
    hidden = []
    for how in (None, found, plain):
        path.write_bytes(assemble(Graph(weights, how), encoder).SerializeToString())
        hidden.append(run(path, texts[0].tolist())["hidden"])
    exact, careful, careless = hidden
    assert np.abs(exact - careful).mean() < 0.5 * np.abs(exact - careless).mean()


def test_every_map_of_the_encoder_is_rounded(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path)
    found = roundings(read_weights(folder), read_config(folder)["encoder"], sample("en", tokenizer(folder), 48)[:2])
    layers = [f"encoder.layers.{n}.{part}" for n in (0, 1) for part in ("attention", "join", "widen", "narrow")]
    assert set(found) == {*layers, "pool.project"}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_sample_is_of_the_language(tmp_path: Path, lang: str) -> None:
    folder = checkpoint(tmp_path, lang=lang)
    texts = sample(lang, tokenizer(folder), 48)
    assert len(texts) == 24
    assert all(0 < len(ids) <= 48 for ids in texts)


def test_exporting_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path / "checkpoint")
    assert export(folder, tmp_path / "a").read_bytes() == export(folder, tmp_path / "b").read_bytes()
