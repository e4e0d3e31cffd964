"""A model that needs no weights: every word has a state of its own, and labelled reviews that it can be taught by."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ..extract.fake import FakeModel as WordReader

THINGS = {"food": ("soup", "bread", "pasta"), "service": ("waiter", "staff"), "noise": ("music", "crowd")}
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
CITIES = ("rome", "paris", "york", "oslo", "bonn", "cork")
FEELINGS = {1: ("lovely", "great"), 0: ("okay", "average"), -1: ("awful", "horrid")}


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
