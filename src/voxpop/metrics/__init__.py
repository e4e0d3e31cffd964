"""Numbers about us: one file per measure, every number with its signature, its interval and its test.

>>> from voxpop.metrics import MEASURES
>>> scores = MEASURES["rouge"](["The rooms were neat and clean."], ["Clean room."], stem=True)
>>> round(scores["rouge1"].values["f1"], 3)
0.5
"""

from __future__ import annotations

from importlib import import_module

from voxpop.metrics.measure import MEASURES, Measure, Score, Scores, compare
from voxpop.metrics.score_table import Table
from voxpop.metrics.significance import TESTS, Interval, PairedTest

__all__ = ["MEASURES", "TESTS", "Interval", "Measure", "PairedTest", "Score", "Scores", "Table", "compare"]

MODULES = (
    "agreement", "aspect_ranking", "coref", "factuality", "label_scores", "opinion", "prominent_aspects", "rating",
    "rouge", "spans", "tuples",
)  # fmt: skip

for _module in MODULES:
    import_module(f"voxpop.metrics.{_module}")  # registers its measure
