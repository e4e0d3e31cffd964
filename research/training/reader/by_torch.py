"""A checkpoint read with PyTorch, any encoder, on a GPU where there is one: for teachers, and to check exports by."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from research.training.pieces import Pieces
from research.training.reader import network
from voxpop.extract.windows import Window, cut, join, normalized, sentence_ends
from voxpop.types import ReaderOutput

BATCH = 16


class _Part(NamedTuple):
    """A window of a text: whose it is, and its pieces."""

    text: int
    window: Window
    ids: list[int]


class TorchReader:
    """Reads as ``voxpop.extract.reader.Reader`` does: the same windows, joined alike."""

    def __init__(self, folder: Path) -> None:
        self.home = folder
        self.config: dict[str, Any] = json.loads((folder / "config.json").read_text("utf-8"))
        self.model, self.shape = network.load(folder)
        self.pieces = Pieces(folder, doubled=self.model.encoder.config.model_type != "bert")
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.model.to(self.device).eval()

    def read(self, texts: Sequence[str]) -> list[ReaderOutput]:
        placed = self.pieces.placed(texts)
        spans = [np.array(where, np.int32).reshape(-1, 2) for _, where in placed]
        parts = [part for i, (ids, _) in enumerate(placed) for part in self._parts(i, ids, texts[i], spans[i])]
        order = sorted(range(len(parts)), key=lambda i: len(parts[i].ids))
        said: dict[int, ReaderOutput] = {}
        for first in range(0, len(order), BATCH):
            rows = order[first : first + BATCH]
            said |= dict(zip(rows, self._read([parts[i] for i in rows], spans), strict=True))
        found: list[list[int]] = [[] for _ in texts]
        for i, part in enumerate(parts):
            found[part.text].append(i)
        return [_joined(spans[i], [parts[j].window for j in own], [said[j] for j in own])
                for i, own in enumerate(found)]  # fmt: skip

    def _parts(self, place: int, ids: list[int], text: str, spans: NDArray[np.int32]) -> list[_Part]:
        room = self.shape.window - 2
        windows = [(0, len(ids))]
        if len(ids) > room:
            windows = cut(len(ids), sentence_ends(text, spans), room=room, overlap=self.shape.overlap)
        return [_Part(place, (low, high), ids[low:high]) for low, high in windows]

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def _read(self, parts: Sequence[_Part], spans: Sequence[NDArray[np.int32]]) -> list[ReaderOutput]:
        marks = self.pieces.marks
        rows = [[marks.cls, *part.ids, marks.sep] for part in parts]
        longest = max(map(len, rows))
        ids = torch.tensor([row + [marks.pad] * (longest - len(row)) for row in rows], device=self.device)
        mask = torch.tensor([[i < len(row) for i in range(longest)] for row in rows], device=self.device)
        answer = self.model(ids, mask)
        tags = answer.tags.unflatten(-1, (3, 3)).softmax(-1).flatten(-2)
        present, polarity, stars = answer.presence.sigmoid(), answer.polarity.softmax(-1), answer.stars.softmax(-1)
        t, present, polarity, attention, stars = (
            array.float().cpu().numpy() for array in (tags, present, polarity, answer.attention, stars)
        )
        return [ReaderOutput(spans[part.text][slice(*part.window)], t[i, 1 : len(part.ids) + 1], present[i], polarity[i],
                        normalized(attention[i][:, 1 : len(part.ids) + 1]), stars[i])
                for i, part in enumerate(parts)]  # fmt: skip


def _joined(spans: NDArray[np.int32], windows: Sequence[Window], readings: Sequence[ReaderOutput]) -> ReaderOutput:
    return readings[0] if len(readings) == 1 else join(spans, windows, readings)
