from __future__ import annotations

import numpy as np
import pytest

from voxpop.entities.scorer import CERTAIN, SUSPICION, Flags, Scorer, load_scorer
from voxpop.extract.branch import branch
from voxpop.extract.reader import reader
from voxpop.extract.opinion_decoding import Floats


@pytest.mark.parametrize(
    ("lang", "compares", "not_so"),
    [
        ("en", "The Canon takes sharper pictures than the Nikon.", "I bought it in May."),
        ("zh", "这款车的油耗比卡罗拉低。", "我是三月份提的车。"),
    ],
)
def test_comparisons_are_told_from_other_sentences(lang: str, compares: str, not_so: str) -> None:
    model = load_scorer(lang)
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
    model = load_scorer("en")
    assert model is not None
    texts = ["The zoom of my Canon is much better than that of the Sony.", "Its screen is worse than the Nikon's."]
    ways = []
    for reading in reader("en").read(texts, hidden=True):
        scores = model.score(reading, np.zeros(len(reading.spans), np.int64))
        ways.append(int(scores.preference(slice(0, len(reading.spans))).argmax()))
    assert ways == [2, 0]  # worse, equal, better, different


def test_an_empty_text_and_readings_without_states() -> None:
    model = load_scorer("en")
    assert model is not None
    assert model.score(reader("en").read([""], hidden=True)[0], np.zeros(0, np.int64)).types.shape == (0, 9)
    with pytest.raises(ValueError, match="hidden=True"):
        model.score(reader("en").read(["good"])[0], np.zeros(1, np.int64))


def test_no_scorer_without_weights() -> None:
    assert load_scorer("de") is None


def test_the_judge_is_asked_where_there_is_a_suspicion_and_once_a_sentence() -> None:
    asked: list[int] = []

    class Judge:
        def score_pieces(self, hidden: Floats, flags: Flags, ends: object, **size: int) -> dict[str, Floats]:
            asked.append(len(flags))
            compared = np.tile(np.float32([3.0, 0.0, 0.0, 5.0, 0.0]), (len(hidden), 1))
            return {"pooling": np.zeros((len(hidden), 1), np.float32), "comparison": compared}

    texts = ["The Canon takes sharper pictures than the Nikon.", "I bought it in May."]
    found = []
    for reading in reader("en").read(texts, hidden=True):
        flags = np.zeros(len(reading.spans), np.int64)
        judged, plain = (Scorer(branch("mentions-en"), judge).score(reading, flags) for judge in (Judge(), None))  # type: ignore[arg-type]
        found.append((judged, plain, slice(0, len(flags))))
    judged, _, whole = found[0]
    assert judged.comparison(whole) == pytest.approx(1 / (1 + np.exp(-3.0)), abs=1e-5)
    assert int(judged.preference(whole).argmax()) == 2
    judged, plain, none = found[1]
    assert judged.comparison(none) == plain.comparison(none) < SUSPICION
    assert asked == [whole.stop]
    first = reader("en").read(texts[:1], hidden=True)[0]
    plainly = Scorer(branch("mentions-en"), Judge()).score(first, np.zeros(whole.stop, np.int64))  # type: ignore[arg-type]
    assert plainly.comparison(whole, cued=True) > CERTAIN  # "sharper than" says so: no one need be asked
    assert asked == [whole.stop]
    assert plainly.comparison(whole) == pytest.approx(1 / (1 + np.exp(-3.0)), abs=1e-5)
    assert asked == [whole.stop] * 2


@pytest.mark.parametrize(
    ("lang", "compares", "neighbour"),
    [
        ("en", "The Canon takes sharper pictures than the Nikon.", " I bought it in May."),
        ("zh", "这款车的油耗比卡罗拉低。", "我是三月份提的车。"),
    ],
)
def test_a_comparison_does_not_colour_its_neighbour(lang: str, compares: str, neighbour: str) -> None:
    model = load_scorer(lang)
    assert model is not None
    (reading,) = reader(lang).read([compares + neighbour], hidden=True)
    scores = model.score(reading, np.zeros(len(reading.spans), np.int64))
    cut = int(np.searchsorted(reading.spans[:, 0], len(compares)))
    assert scores.comparison(slice(0, cut)) > 0.8 > 0.2 > scores.comparison(slice(cut, len(reading.spans)))
