"""An opinion model that knows a few words, for tests: the same arrays as the trained one, built from the text alone.

A target belongs to the nearest opinion of its sentence; an opinion without a target stands alone. What stands behind
the name of a rival, up to the end of the sentence, is about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from voxpop.extract import extractors
from voxpop.extract.opinion_decoding import Floats, Thresholds, TokenScores
from voxpop.extract.opinion_model import ComparisonScores, TextScores

PIECES = re.compile(r"[\u3040-\u9fff]|[^\W_\u3040-\u9fff]{1,4}|[^\w\s]|_")  # words come in pieces of four letters
WORDS = re.compile(r"[\u3040-\u9fff]|[^\W_\u3040-\u9fff]+|[^\w\s]|_")
SENTENCES = re.compile(r"[^.!?。！？\n]+[.!?。！？\n]*")
TARGETS = {
    "food": ["soup", "food", "pasta", "dish", "味道", "菜", "汤"],
    "service": ["staff", "waiter", "service", "works", "服务", "服务员"],
    "price": ["性价比", "价格"],
    "overall": ["Lumina", "Nikon", "restaurant"],
    "features": ["screen", "battery", "电池", "屏幕"],
}
GOOD = ["good", "great", "friendly", "tasty", "bright", "好", "热情", "高", "😍"]
BAD = ["bad", "rude", "cold", "cheap", "awful", "weak", "差", "冷淡", "低", "👎"]
NAMELESS = {"paid": "price", "🤮": "overall"}  # complaints that name nothing
RIVAL_NAMES = ["nikon", "sony", "华为", "華為"]
COMPARED = {"better": ["sharper than", "better than", "胜过"], "worse": ["slower than", "worse than", "不如"]}
CONFIG: dict[str, Any] = {
    "language": "en", "window": 512, "categories": ["overall", "food", "service", "price", "features"],
    "about": ["main", "competing", "interacting", "generic", "other"],
    "directions": ["better", "worse", "equal", "different"], "names": ["none", "own", "other", "unknown"],
    "stars": {"temperature": 1.0, "deviations": 1.28},
}  # fmt: skip
WIDTH = 24


class FakeModel:
    """Knows the words of its lists. The hidden state of a piece depends on its word alone."""

    config = CONFIG
    categories: tuple[str, ...] = tuple(CONFIG["categories"])
    thresholds = Thresholds()

    meaning = None  # no map of meanings, so no statements
    fine = None  # no finer categories

    def __init__(self, home: Path = Path("fake")) -> None:
        self.home = home  # of the graph, for heads that want to know which one they are laid over

    def read_all(self, texts: Sequence[str], *, hidden: bool = False) -> list[TextScores]:
        return [self.read(text, hidden=hidden) for text in texts]

    def read(self, text: str, *, hidden: bool = False) -> TextScores:
        low = text.lower() if len(text.lower()) == len(text) else text
        tokens = [match.span() for match in PIECES.finditer(low)]
        size = len(tokens)
        target, evidence, words, rival = (np.tile(np.float32([0.97, 0.02, 0.01]), (size, 1)) for _ in range(4))
        polarity, about = one_hot(size, 5, 2), one_hot(size, 5, 0)
        category, direction = one_hot(size, len(self.categories), 0), one_hot(size, 4, 0)
        links = np.zeros((size, size), np.float32)
        signs = []
        for sentence in SENTENCES.finditer(low):
            start, end = sentence.span()
            opinions = [(place, 4) for place in found(low, GOOD, start, end)]
            opinions += [(place, 0) for place in found(low, BAD, start, end)]
            signs += [klass - 2 for _, klass in opinions]
            for place, klass in opinions:
                mark(evidence, tokens, place)
                polarity[inside(tokens, place)] = np.eye(5)[klass]
            for word, name in NAMELESS.items():
                for place in found(low, [word], start, end):
                    mark(evidence, tokens, place)
                    polarity[inside(tokens, place)] = np.eye(5)[0]
                    category[inside(tokens, place)] = np.eye(len(self.categories))[self.categories.index(name)]
                    signs.append(-2)
            for name, listed in TARGETS.items():
                for place in found(low, [word.lower() for word in listed], start, end):
                    pieces = inside(tokens, place)
                    mark(target, tokens, place)
                    row = np.eye(len(self.categories))[self.categories.index(name)]
                    category[pieces] = row
                    if opinions:
                        near, _ = min(opinions, key=lambda opinion: abs(opinion[0][0] - place[0]))
                        links[np.ix_(pieces, inside(tokens, near))] = 1.0
                        category[inside(tokens, near)] = row
            others = sorted(found(low, RIVAL_NAMES, start, end))
            for place in others:
                mark(rival, tokens, place)
            if others:
                about[inside(tokens, (others[0][0], end))] = np.eye(5)[1]
            for way, phrases in COMPARED.items():
                for place in found(low, phrases, start, end):
                    mark(words, tokens, place)
                    direction[inside(tokens, place)] = np.eye(4)[CONFIG["directions"].index(way)]
                    polarity[inside(tokens, place)] = np.eye(5)[4 if way == "better" else 0]
                    about[inside(tokens, place)] = np.eye(5)[0]
        stars = np.full(5, 0.05, np.float32)
        stars[int(min(4, max(0, 2 + sum(signs))))] = 0.8
        spans = np.array(tokens, np.int32).reshape(-1, 2)
        scores = TokenScores(spans, target, evidence, polarity, category, about, np.zeros(size, np.float32), links)
        return TextScores(
            (scores,),
            (ComparisonScores(words, direction, rival),),
            stars,
            np.ones(1, np.float32),
            np.full((2, 4), 0.25, np.float32),
            states(low, tokens) if hidden else None,
        )


def one_hot(size: int, classes: int, chosen: int) -> Floats:
    return np.tile(np.eye(classes, dtype=np.float32)[chosen], (size, 1))


def states(text: str, tokens: Sequence[tuple[int, int]]) -> Floats:
    words = {place: match[0] for match in WORDS.finditer(text) for place in range(*match.span())}
    drawn = [np.random.default_rng(crc32(words[start].encode("utf-8", "replace"))).normal(size=WIDTH)
             for start, _ in tokens]  # fmt: skip
    return np.array(drawn, np.float32).reshape(-1, WIDTH)


def found(text: str, words: Sequence[str], low: int = 0, high: int | None = None) -> Iterator[tuple[int, int]]:
    for word in words:
        pattern = rf"\b{word}\b" if word.isascii() else word
        yield from (
            match.span() for match in re.compile(pattern).finditer(text, low, len(text) if high is None else high)
        )


def inside(tokens: Sequence[tuple[int, int]], place: tuple[int, int]) -> list[int]:
    return [i for i, (first, last) in enumerate(tokens) if place[0] <= first and last <= place[1]]


def mark(tags: Floats, tokens: Sequence[tuple[int, int]], place: tuple[int, int]) -> None:
    for number, piece in enumerate(inside(tokens, place)):
        tags[piece] = (0.05, 0.05, 0.9) if number else (0.05, 0.9, 0.05)


def install(patch: pytest.MonkeyPatch, *, langs: Sequence[str] = ("en", "zh"), home: Path = Path("fake")) -> FakeModel:
    """Put one fake in the place of the weights, for these languages."""
    model = FakeModel(home)
    extractors.extractor.cache_clear()
    for module in ("voxpop.extract.extractors", "voxpop.extract.opinion_model"):
        patch.setattr(f"{module}.has_opinion_model", lambda lang, *, fast=False: lang in langs)
        patch.setattr(f"{module}.opinion_model", lambda lang, *, fast=False: model)
    patch.setattr("voxpop.extract.domains.has_opinion_model", lambda lang, *, fast=False: lang in langs)
    patch.setattr("voxpop.run_facts.find", lambda name: SimpleNamespace(name=name, sha256="0" * 64))
    return model
