"""Numbers about us: one file per measure, every number with its signature, its interval and its test.

>>> from voxpop.metrics import MEASURES
>>> scores = MEASURES["rouge"](["The rooms were neat and clean."], ["Clean room."], stem=True)
>>> round(scores["rouge1"].values["f1"], 3)
0.5
"""

from __future__ import annotations

from voxpop.metrics import (
    agreement,
    aspect_ranking,
    coref,
    factuality,
    label_scores,
    opinion,
    prominent_aspects,
    rating,
    rouge,
    spans,
    tuples,
)
from voxpop.metrics.measure import MEASURES, Measure, Score, Scores
from voxpop.metrics.score_table import Table
from voxpop.metrics.significance import TESTS, Interval, PairedTest, bootstrap, compare

__all__ = [
    "MEASURES",
    "TESTS",
    "Interval",
    "Measure",
    "PairedTest",
    "Score",
    "Scores",
    "Table",
    "agreement",
    "aspect_ranking",
    "bootstrap",
    "compare",
    "coref",
    "factuality",
    "label_scores",
    "opinion",
    "prominent_aspects",
    "rating",
    "rouge",
    "spans",
    "tuples",
]
