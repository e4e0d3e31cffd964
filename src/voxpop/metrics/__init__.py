"""Numbers about us: one file per measure, every number with its signature, its interval and its test.

>>> from voxpop.metrics import MEASURES
>>> scores = MEASURES["rouge"](["The rooms were neat and clean."], ["Clean room."], stem=True)
>>> round(scores["rouge1"].values["f1"], 3)
0.5
"""

from __future__ import annotations

from voxpop.metrics import (
    agreement,
    aspects,
    coref,
    factuality,
    labels,
    opinion,
    prominent,
    rating,
    rouge,
    spans,
    tuples,
)
from voxpop.metrics.base import MEASURES, Measure, Score, Scores
from voxpop.metrics.significance import TESTS, Interval, Verdict, bootstrap, compare, paired_bootstrap, randomisation
from voxpop.metrics.table import Table

__all__ = ["MEASURES", "TESTS", "Interval", "Measure", "Score", "Scores", "Table", "Verdict", "agreement", "aspects",
           "bootstrap", "compare", "coref", "factuality", "labels", "opinion", "paired_bootstrap", "prominent",
           "randomisation", "rating", "rouge", "spans", "tuples"]  # fmt: skip
