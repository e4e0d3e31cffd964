"""The papers' tables run again, ours beside theirs: ``REPRODUCTIONS["rouge"](data, seed=1, draws=200)``.

Each sub-package is named by its paper's first author, year and subject, and holds the paper's printed figures
(``published``), the experiments, and the report (``reproduction``).
"""

from __future__ import annotations

from research.papers.base import REPRODUCTIONS, Figure, Report, Reproduction
from research.papers.bu2021_asap import reproduction as asap
from research.papers.kobayashi2022_coref import factuality
from research.papers.kobayashi2022_coref import reproduction as coref
from research.papers.luo2018_prominent import reproduction as prominent
from research.papers.pavlopoulos2014_ate import reproduction as ate
from research.papers.tay2019_rouge import opinion_score
from research.papers.tay2019_rouge import reproduction as rouge

__all__ = [
    "REPRODUCTIONS",
    "Figure",
    "Report",
    "Reproduction",
    "asap",
    "ate",
    "coref",
    "factuality",
    "opinion_score",
    "prominent",
    "rouge",
]
