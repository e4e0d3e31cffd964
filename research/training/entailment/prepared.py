"""Prepared pairs: what ``prepare`` writes and ``train`` reads."""

from __future__ import annotations

import lzma
import pickle
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FILE = "entail.pickle.xz"
LABELS = ("entailment", "neutral", "contradiction")
SPLITS = ("train", "dev")
TRAIN = SPLITS.index("train")


class PreparedPairs(NamedTuple):
    """Texts end to end with their marks, and pairs of their numbers."""

    lang: str
    sources: tuple[str, ...]
    ids: NDArray[np.int16]
    lengths: NDArray[np.int16]  # of each text
    premises: NDArray[np.int32]  # the number of a text, for each pair
    hypotheses: NDArray[np.int32]
    labels: NDArray[np.int8]  # a place in LABELS
    splits: NDArray[np.int8]  # a place in SPLITS
    kinds: NDArray[np.int8]  # a place in ``sources``
    weights: NDArray[np.float16]


def write(prepared: PreparedPairs, folder: Path) -> Path:
    """Write prepared pairs to a folder and return the path of the file."""
    path = folder / FILE
    with lzma.open(path, "wb", preset=6) as out:
        pickle.dump(prepared._asdict(), out)
    return path


def read(folder: Path) -> PreparedPairs:
    """Return what ``write`` wrote."""
    with lzma.open(folder / FILE) as packed:
        return PreparedPairs(**pickle.load(packed))
