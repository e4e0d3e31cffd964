"""Which categories one sentence of a review speaks of, from the same pass over the whole review.

The category heads of a reader that learnt from sentences lose their way in long reviews. So each sentence is pooled
from its own pieces alone (equation 3 of ASAP, Bu et al., 2021, its attention taken as a whole), and the heads answer
for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load

from voxpop.errors import AssetError
from voxpop.extract.heads import sigmoid, softmax
from voxpop.extract.reader_output import Floats

FILE = "sentences.safetensors"
Places = NDArray[np.intp]


class SentenceHeads(NamedTuple):
    """The arrays of sentences.safetensors, in float32."""

    out: Floats  # (d, d)
    out_bias: Floats
    presence: Floats  # (categories, d)
    presence_bias: Floats
    polarity: Floats  # (categories, 3, d)
    polarity_bias: Floats

    def through(self, states: Floats) -> Floats:
        """Return the pieces of a review (z, d), ready to be gathered: done once for all its sentences."""
        return states @ self.out.T

    def __call__(self, ready: Floats, attention: Floats, *, present: float = 0.0) -> tuple[Places, Floats, Floats]:
        """Of the categories that are at least so likely in a sentence: their places, presence and polarity.

        From its pieces (z, d) as they come ``through``, and its attention (categories, z).
        """
        seen = np.tanh(attention @ ready + self.out_bias)
        presence = sigmoid((seen * self.presence).sum(axis=1) + self.presence_bias)
        places = np.flatnonzero(presence >= present)
        scores = (self.polarity[places] @ seen[places, :, None])[..., 0] + self.polarity_bias[places]
        return places, presence[places], softmax(scores)


def sentence_heads(data: bytes, path: Path) -> SentenceHeads:
    """Return the heads in the bytes of ``sentences.safetensors``, checked."""
    names = [f"{layer}.{part}" for layer in ("out", "presence", "polarity") for part in ("weight", "bias")]
    try:
        arrays = load(data)
        weights = [arrays[name].astype(np.float32) for name in names]
    except (SafetensorError, KeyError) as error:
        raise AssetError(f"The heads for sentences cannot be read: {path} ({error}).") from None
    if not all(np.isfinite(array).all() for array in weights):
        raise AssetError(f"The heads for sentences hold values that are not numbers: {path}.")
    heads = SentenceHeads(*weights)
    n, d = len(heads.presence_bias), len(heads.out_bias)
    if tuple(array.shape for array in weights) != ((d, d), (d,), (n, d), (n,), (n, 3, d), (n, 3)):
        raise AssetError(f"The heads for sentences do not fit each other: {path}.")
    return heads
