"""A reader that knows a few words, for tests: the same arrays as the trained one, built from the text alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from voxpop.extract import extractors as engines
from voxpop.extract import reader
from voxpop.types import ReaderOutput

PIECES = re.compile(r"[\u3040-\u9fff]|[^\W_\u3040-\u9fff]{1,4}|[^\w\s]|_")  # words come in pieces of four letters
TERMS = {
    "food": ["soup", "food", "pasta", "dish", "味道", "菜", "汤"],
    "service": ["staff", "waiter", "service", "works", "服务", "服务员"],
    "price": ["性价比", "价格"],
}
GOOD = ["good", "great", "friendly", "tasty", "好", "热情", "高"]
BAD = ["bad", "rude", "cold", "cheap", "awful", "差", "冷淡", "低"]
CONFIG: dict[str, Any] = {
    "window": 512, "overlap": 64, "width": 4, "sets": {"old": ["unused"], "now": ["food", "service", "price"]},
    "shown": "now", "names": {"price": "value"}, "present": {"old": 0.5, "now": 0.5}, "term": 0.5,
    "stars": {"temperature": 1.0, "interval": 0.8},
}  # fmt: skip


class FakeReader:
    """Tags the words of its lists; a category is there if one of its words is, or if "paid" speaks of the price."""

    config = CONFIG

    sentences = None

    def __init__(self, home: Path | None = None) -> None:
        self.home = home  # of the graph, for heads that want to know which one they are laid over

    def read(self, texts: Sequence[str], *, hidden: bool = False) -> list[ReaderOutput]:
        readings = [self._read(text.lower() if len(text.lower()) == len(text) else text) for text in texts]
        states = [np.zeros((len(reading.spans), CONFIG["width"]), np.float32) for reading in readings]
        return [one._replace(hidden=state) if hidden else one for one, state in zip(readings, states, strict=True)]

    def _read(self, text: str) -> ReaderOutput:
        spans = [match.span() for match in PIECES.finditer(text)]
        count = len(spans)
        tags = np.tile(np.array([0.97, 0.02, 0.01, 0.97, 0.02, 0.01, 0.2, 0.6, 0.2], np.float32), (count, 1))
        attention = np.full((4, count), 1e-3, np.float32)
        presence, polarity = np.zeros(4, np.float32), np.full((4, 3), 1 / 3, np.float32)
        opinions = [(*place, 1.0) for place in found(text, GOOD)] + [(*place, -1.0) for place in found(text, BAD)]
        for start, end, _ in opinions:
            mark(tags, spans, start, end, 3)
        for row, words in enumerate(TERMS.values(), start=1):
            for start, end in found(text, words):
                mark(tags, spans, start, end, 0)
                feel = min(opinions, key=lambda one: abs(one[0] - start), default=(0, 0, 0.0))[2]
                triple = {1.0: (0.8, 0.1, 0.1), -1.0: (0.1, 0.2, 0.7), 0.0: (0.2, 0.6, 0.2)}[feel]
                for piece in inside(spans, start, end):
                    tags[piece, 6:9], attention[row, piece] = triple, 1.0
                presence[row], polarity[row] = 0.9, triple
        for start, end in found(text, ["paid"]):
            presence[3], polarity[3] = 0.9, (0.1, 0.1, 0.8)
            attention[3, inside(spans, start, end)] = 1.0
        total = sum(sign for _, _, sign in opinions)
        stars = np.full(5, 0.05, np.float32)
        stars[int(min(4, max(0, 2 + 2 * total)))] = 0.8
        array = np.array(spans, np.int32).reshape(-1, 2)
        return ReaderOutput(
            array, tags, presence, polarity, attention / attention.sum(axis=1, keepdims=True).clip(1e-9), stars
        )


def found(text: str, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    for word in words:
        pattern = rf"\b{word}\b" if word.isascii() else word
        yield from (match.span() for match in re.finditer(pattern, text))


def inside(spans: Sequence[tuple[int, int]], start: int, end: int) -> list[int]:
    return [i for i, (first, last) in enumerate(spans) if start <= first and last <= end]


def mark(tags: Any, spans: Sequence[tuple[int, int]], start: int, end: int, column: int) -> None:
    for place, piece in enumerate(inside(spans, start, end)):
        tags[piece, column : column + 3] = (0.05, 0.05, 0.9) if place else (0.05, 0.9, 0.05)


def install(patch: pytest.MonkeyPatch, *, langs: Sequence[str] = ("en", "zh"), home: Path | None = None) -> None:
    """Puts the fake in the place of the weights, for these languages."""
    engines.extractor.cache_clear()
    patch.setattr(reader, "has_reader", lambda lang: lang in langs)
    patch.setattr(reader, "reader", lambda lang, *, exact=False: FakeReader(home))
    patch.setattr("voxpop.run_facts.find", lambda name: SimpleNamespace(name=name, sha256="0" * 64))
    patch.setattr("voxpop.entities.resolve.branch_scorer", lambda lang: None)  # its states are no states of ours
    patch.setattr("voxpop.entities.mention_resolution.mention_classifier", lambda lang, *, states: None)
    patch.setattr("voxpop.extract.terms.term_tagger", lambda lang: None)
