"""A branch at work: a small graph over the reader's states of a text."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from voxpop import assets
from voxpop.errors import AssetError
from voxpop.extract.opinion_decoding import Floats
from voxpop.extract.opinion_model import session

if TYPE_CHECKING:
    import onnxruntime

GRAPH, CONFIG = "model.onnx", "config.json"


class Branch:
    """``branch(hidden, flags)`` gives every answer's scores: (1 + pieces, n), the first row for the text as a whole."""

    def __init__(self, graph: bytes, config: bytes, *, home: Path) -> None:
        self.home = home
        try:
            self.config: dict[str, Any] = json.loads(config)
            self._names = list(self.config["outputs"])
            width = 2 * int(self.config["encoder"]["hidden_size"])
        except (ValueError, KeyError, TypeError) as error:
            raise AssetError(f"The config of a branch cannot be read: {home / CONFIG} ({error}).") from None
        self._session: onnxruntime.InferenceSession = session(graph, home / GRAPH)
        self(np.zeros((1, width), np.float32), np.zeros(1, np.int64))  # so that damage shows before the work begins

    def __call__(self, hidden: Floats, flags: NDArray[np.int64]) -> dict[str, Floats]:
        try:
            outputs = self._session.run(self._names, {"hidden": hidden[None], "flags": flags[None]})
        except Exception as error:  # the library's errors share no narrower base
            raise AssetError(f"The model cannot be run: {self.home / GRAPH} ({error}).") from None
        if not all(np.isfinite(array).all() for array in outputs):
            raise AssetError(f"The model gives values that are not numbers: {self.home / GRAPH} is damaged.")
        return {name: array[0] for name, array in zip(self._names, outputs, strict=True)}


def has_branch(name: str) -> bool:
    """Return whether voxpop comes with the branch of this name."""
    return any(asset.name == name for asset in assets.assets(assets.FOLDER))


@cache
def branch(name: str) -> Branch:
    """Return the branch of a name, such as "entail-en", loaded and checked once per process."""
    asset = assets.find(name)
    return Branch(asset.read(), asset.read(CONFIG), home=asset.path.parent)
