from __future__ import annotations

import numpy as np
import pytest

from voxpop.mentions.scorer import scorer
from voxpop.sentiment.reader import reader


@pytest.mark.parametrize(
    ("lang", "compares", "not_so"),
    [
        ("en", "The Canon takes sharper pictures than the Nikon.", "I bought it in May."),
        ("zh", "这款车的油耗比卡罗拉低。", "我是三月份提的车。"),
    ],
)
def test_comparisons_are_told_from_other_sentences(lang: str, compares: str, not_so: str) -> None:
    model = scorer(lang)
    assert model is not None
    chances = []
    for reading in reader(lang).read([compares, not_so], hidden=True):
        scores = model.score(reading, np.zeros(len(reading.spans), np.int64))
        assert np.allclose(scores.types.sum(1), 1, atol=1e-5)
        assert np.allclose(scores.elements.sum(1), 1, atol=1e-5)
        whole = slice(0, len(reading.spans))
        assert scores.preference(whole).sum() == pytest.approx(1, abs=1e-5)
        chances.append(scores.comparison(whole))
    assert chances[0] > 0.8 > 0.2 > chances[1]


def test_better_and_worse() -> None:
    model = scorer("en")
    assert model is not None
    texts = ["The zoom of my Canon is much better than that of the Sony.", "Its screen is worse than the Nikon's."]
    ways = []
    for reading in reader("en").read(texts, hidden=True):
        scores = model.score(reading, np.zeros(len(reading.spans), np.int64))
        ways.append(int(scores.preference(slice(0, len(reading.spans))).argmax()))
    assert ways == [2, 0]  # worse, equal, better, different


def test_an_empty_text_and_readings_without_states() -> None:
    model = scorer("en")
    assert model is not None
    assert model.score(reader("en").read([""], hidden=True)[0], np.zeros(0, np.int64)).types.shape == (0, 9)
    with pytest.raises(ValueError, match="hidden=True"):
        model.score(reader("en").read(["good"])[0], np.zeros(1, np.int64))


def test_no_scorer_without_weights() -> None:
    assert scorer("de") is None
