from __future__ import annotations

import numpy as np
import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

from research.training.onnx.quantize import applied, error, ranged, rounding, sample


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


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_sample_is_of_the_language(lang: str) -> None:
    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    texts = sample(lang, tokenizer.to_str(), 48)
    assert len(texts) == 24
    assert all(0 < len(ids) <= 48 for ids in texts)
