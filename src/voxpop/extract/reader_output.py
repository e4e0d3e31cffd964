"""What the joint model sees in a review: one pass of the encoder, every head's answer, and where in the text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

TERM, OPINION, POLARITY = slice(0, 3), slice(3, 6), slice(6, 9)  # the three triples of ``ReaderOutput.tags``
EARLY = 1  # the layer, counted from 0, whose states go with the last ones into ``hidden``
CLASSES = (1, 0, -1)  # the order of every polarity triple: positive, neutral, negative
