"""What the joint model sees in a review: one pass of the encoder, every head's answer, and where in the text."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

TERM, OPINION, POLARITY = slice(0, 3), slice(3, 6), slice(6, 9)  # the three triples of ``ReaderOutput.tags``
EARLY = 1  # the layer, counted from 0, whose states go with the last ones into ``hidden``
CLASSES = (1, 0, -1)  # the order of every polarity triple: positive, neutral, negative


class ReaderOutput(NamedTuple):
    """All windows of a review put together again. Piece ``i`` stands at ``text[spans[i, 0]:spans[i, 1]]``.

    ``tags`` holds three distributions for each piece: is it outside, at the beginning of or inside an aspect term; the
    same for opinion words; and how a term standing there would be felt about.
    """

    spans: NDArray[np.int32]  # (pieces, 2)
    tags: Floats  # (pieces, 9)
    presence: Floats  # (categories,) is the review speaking of it
    polarity: Floats  # (categories, 3) and how does it feel about it, if so
    attention: Floats  # (categories, pieces) and where
    stars: Floats  # (5,) how likely each number of stars is
    hidden: Floats | None = None  # (pieces, 2 × width) the encoder's states, early and last, where asked for
