"""A reader that needs no weights: every word has a state of its own, and labelled reviews that it can be taught by."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from voxpop.types import ReaderOutput

WIDTH = 24
THINGS = {"food": ("soup", "bread", "pasta"), "service": ("waiter", "staff"), "noise": ("music", "crowd")}
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
CITIES = ("rome", "paris", "york", "oslo", "bonn", "cork")
FEELINGS = {1: ("lovely", "great"), 0: ("okay", "average"), -1: ("awful", "horrid")}


class WordReader:
    """Reads words; the state of a word depends on the word alone."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def read(self, texts: Sequence[str], *, hidden: bool = False) -> list[ReaderOutput]:
        return [self._read(text, hidden=hidden) for text in texts]

    def _read(self, text: str, *, hidden: bool) -> ReaderOutput:
        found = list(re.finditer(r"\w+", text.lower()))
        states = [np.random.default_rng(crc32(word[0].encode())).normal(size=WIDTH) for word in found]
        return ReaderOutput(
            spans=np.array([word.span() for word in found], np.int32).reshape(-1, 2),
            tags=np.full((len(found), 9), 1 / 3, np.float32),
            presence=np.zeros(2, np.float32),
            polarity=np.full((2, 3), 1 / 3, np.float32),
            attention=np.zeros((2, len(found)), np.float32),
            stars=np.full(5, 0.2, np.float32),
            hidden=np.array(states, np.float32).reshape(-1, WIDTH) if hidden else None,
        )


@pytest.fixture
def word_reader(tmp_path: Path) -> WordReader:
    home = tmp_path / "reader"
    home.mkdir()
    (home / "model.onnx").write_bytes(b"a graph")
    return WordReader(home)


def reviews(count: int, *, seed: int = 0) -> list[dict[str, str | int]]:
    """Rows of a text and a label for each category; each names one or two things and what they are like."""
    rng = random.Random(seed)
    rows: list[dict[str, str | int]] = []
    for number in range(count):
        named = rng.sample(list(THINGS), rng.choice((1, 1, 2)))
        labels: dict[str, int] = dict.fromkeys(THINGS, -2)
        feeling = rng.choice((1, 0, -1))
        parts = []
        for name in named:
            labels[name] = feeling
            parts.append(f"the {rng.choice(THINGS[name])} was {rng.choice(FEELINGS[feeling])}")
        rows.append({"text": f"{' and '.join(parts)} on {DAYS[number % 7]} in {CITIES[number // 7 % 6]}", **labels})
    return rows
