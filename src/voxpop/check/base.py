"""What the checker hands around: an entailment model, a sentence's verdict, and the proof of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from voxpop.types import Quote, Verdict

Floats = NDArray[np.float64]
ENTAILMENT, NEUTRAL, CONTRADICTION = 0, 1, 2  # the columns of ``Entailer.judge``


class Entailer(Protocol):
    """A model of natural language inference. States of each distinct text are computed once."""

    @property
    def name(self) -> str:
        """The weights and their version, for signatures."""

    def judge(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.floating]:
        """Probabilities (n, 3) of entailment, neutral and contradiction, for each premise and hypothesis."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A sentence of a summary and what the reviews say to it.

    ``supporting`` and ``opposing`` count reviews, ``quotes`` show those that bear out the verdict: words that say so,
    or, where it is contradicted, words that say the opposite. ``score`` is how likely the reviews bear it out, 0 … 1.
    """

    text: str
    verdict: Verdict
    reason: str  # a sentence for the user
    quotes: tuple[Quote, ...] = ()
    supporting: int = 0
    opposing: int = 0
    score: float = 0.0
    lang: str = "en"


def entailer(lang: str) -> Entailer | None:
    """The entailment model of a language; None where there are no weights for it."""
    if find_spec("voxpop.check.entail") is None:
        return None
    return cast("Entailer | None", import_module("voxpop.check.entail").entailer(lang))
