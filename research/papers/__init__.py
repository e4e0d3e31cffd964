"""The papers' tables run again, ours beside theirs: ``REPRODUCTIONS["rouge"](data, seed=1, draws=200)``."""

from __future__ import annotations

from research.papers import asap, ate, coref, factuality, opinion_experiments, prominent, rouge
from research.papers.base import REPRODUCTIONS, Figure, Report, Reproduction

__all__ = [
    "REPRODUCTIONS",
    "Figure",
    "Report",
    "Reproduction",
    "asap",
    "ate",
    "coref",
    "factuality",
    "opinion_experiments",
    "prominent",
    "rouge",
]
