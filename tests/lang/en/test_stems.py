"""Porter's stems: examples of the paper, and a toolkit's implementation where it is installed."""

from __future__ import annotations

import random

import pytest

from voxpop.lang.en.stems import measure, stem

SUFFIXES = """
ational tional enci anci izer bli abli alli entli eli ousli ization ation ator alism iveness fulness ousness
aliti iviti biliti fulli logi icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement
ment ent ion sion tion ou ism ate iti ous ive ize s es ies sses ed eed ing ied y e ll
"""


@pytest.mark.parametrize(
    ("word", "expected"),
    [("caresses", "caress"), ("ponies", "poni"), ("cats", "cat"), ("feed", "feed"), ("agreed", "agre"),
     ("plastered", "plaster"), ("motoring", "motor"), ("hopping", "hop"), ("filing", "file"), ("happy", "happi"),
     ("relational", "relat"), ("vietnamization", "vietnam"), ("hopefulness", "hope"), ("adjustable", "adjust"),
     ("controll", "control"), ("rooms", "room"), ("enjoy", "enjoy"), ("ties", "tie"), ("dying", "die"),
     ("a", "a"), ("", "")],
)  # fmt: skip
def test_examples(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_measure() -> None:
    assert [measure(word) for word in ("tree", "by", "trouble", "oats", "private", "orrery")] == [0, 0, 1, 1, 2, 2]


def test_agrees_with_the_toolkit() -> None:
    theirs = pytest.importorskip("nltk.stem.porter").PorterStemmer()
    draw = random.Random(1)
    suffixes = SUFFIXES.split()
    for _ in range(20_000):
        word = "".join(draw.choices("abcdeilnorstuyzwx", k=draw.randint(1, 6))) + draw.choice(suffixes)
        word += draw.choice(suffixes) if draw.random() < 0.3 else ""
        assert stem(word) == theirs.stem(word), word
