from __future__ import annotations

import numpy as np
import pytest

from voxpop.extract.reader import reader
from voxpop.extract.typos import TypoCorrector, split_words

SLIPS = TypoCorrector(reader("en")._tokenizer, "en")


def pieces(text: str) -> tuple[list[str], list[str]]:
    """The pieces that a text is read as, and the stretches of it that they stand for."""
    encoding = reader("en")._tokenizer.encode(text, add_special_tokens=False)
    ids, spans = SLIPS.correct(
        text, encoding.tokens, np.array(encoding.ids), np.array(encoding.offsets, np.int32).reshape(-1, 2)
    )
    names = {number: piece for piece, number in reader("en")._tokenizer.get_vocab().items()}
    return [names[number] for number in ids.tolist()], [text[start:end] for start, end in spans.tolist()]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("terible", "terrible"), ("delcious", "delicious"), ("freindly", "friendly"), ("HORIBLE", "horrible"),
     ("recomend", "recommend"), ("atmoshpere", "atmosphere"), ("experiance", "experience"), ("screeen", "screen")],
)  # fmt: skip
def test_a_mistyped_word_is_read_as_what_was_meant_at_its_place(wrong: str, right: str) -> None:
    found, stretches = pieces(f"it was {wrong} here")
    assert found == ["it", "was", right, "here"]
    assert stretches == ["it", "was", wrong, "here"]


@pytest.mark.parametrize(
    "word", ["overcooking", "shorting", "werent", "biryani", "smores", "browsers", "unkind", "qqqqqq"]
)
def test_other_words_are_left_alone(word: str) -> None:
    assert "".join(pieces(f"the {word} here")[0]).replace("##", "") == f"the{word}here"


def test_a_name_is_no_slip_but_a_sentence_may_begin_with_one() -> None:
    assert "##a" in pieces("We had Velveta there")[0]
    assert pieces("a velveta there")[0] == ["a", "velvet", "there"]
    assert pieces("Good. Delcious food")[0][2:] == ["delicious", "food"]


def test_words_of_several_pieces() -> None:
    assert list(split_words(["a", "##b", "##c", "d", "e", "##f"])) == [(0, 2), (4, 5)]
    assert list(split_words(["a", "b"])) == list(split_words([])) == []


def test_a_mistyped_feeling_is_felt() -> None:
    wrong, right = reader("en").read(
        ["Horible servce, the food was terible.", "Horrible service, the food was terrible."]
    )
    assert float(wrong.stars @ np.arange(1, 6)) == pytest.approx(float(right.stars @ np.arange(1, 6)), abs=0.5)
    assert float(wrong.stars @ np.arange(1, 6)) < 2


def test_chinese_stays_as_it_is() -> None:
    slips = TypoCorrector(reader("zh")._tokenizer, "zh")
    ids, spans = np.array([1, 2]), np.array([[0, 3], [3, 7]], np.int32)
    assert slips.correct("terible", ["ter", "##ible"], ids, spans) == (ids, spans)
