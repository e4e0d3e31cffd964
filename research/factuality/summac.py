"""SummaC-ZS, the baseline of Kobayashi and Malon (2022): does some part of the source entail each sentence of the summary?

Source and summary are cut into units. A summary unit is worth the most that any source unit entails it, less the most
that any contradicts it (``use="entailment"``: without the second half); the summary is worth the mean of its units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from voxpop.check.entailment import CONTRADICTION, ENTAILMENT, Entailer
from voxpop.check.pair_scores import Floats
from voxpop.errors import choose
from voxpop.lang import detect, language
from voxpop.metrics.measure import sign

Granularity = Literal["sentence", "document"]
USES = ("difference", "entailment")


def units(text: str, granularity: Granularity, lang: str) -> list[str]:
    """The sentences of a text, or the text as it is."""
    if granularity == "document":
        return [text] if text.strip() else []
    return [text[start:end] for start, end in language(lang).sentences(text)]


@dataclass(frozen=True)
class SummaC:
    """``SummaC(entailer).score(review, summary)``: −1 … 1, higher where the source bears the summary out."""

    entailer: Entailer
    granularity: Granularity = "sentence"  # of the source; a summary is always cut into sentences
    use: str = "difference"

    def __post_init__(self) -> None:
        choose("granularity", self.granularity, ("sentence", "document"))
        choose("use of contradiction", self.use, USES)

    @property
    def signature(self) -> str:
        return sign("summac-zs", model=self.entailer.name, source=self.granularity, use=self.use, over="max,mean")

    def score(self, source: str, summary: str) -> float:
        return float(self.scores([(source, summary)])[0])

    def scores(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        """One score a pair; all of it goes to the model at once. An empty source or summary is worth nothing."""
        cut = [self._units(*pair) for pair in pairs]
        judged = self.entailer.judge([(one, other) for source, summary in cut for other in summary for one in source])
        values, at = np.zeros(len(pairs)), 0
        for place, (source, summary) in enumerate(cut):
            size = len(source) * len(summary)
            if size:
                image = np.asarray(judged[at : at + size], np.float64).reshape(len(summary), len(source), 3)
                values[place] = self._value(image)
            at += size
        return values

    def _units(self, source: str, summary: str) -> tuple[list[str], list[str]]:
        lang = detect(summary) if detect(summary) in ("en", "zh") else "en"
        return units(source, self.granularity, lang), units(summary, "sentence", lang)

    def _value(self, image: Floats) -> float:
        best = image[:, :, ENTAILMENT].max(axis=1)
        against = image[:, :, CONTRADICTION].max(axis=1)
        return float(np.mean(best - against if self.use == "difference" else best))
