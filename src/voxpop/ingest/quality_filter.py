"""The quality filter, which tells adverts, filler and noise from reviews (ASAP, Bu et al., 2021, section 3.1).

A logistic regression over hashed pieces of the text and a few measured traits, one per language. It stands beside the
rules of ``text_quality`` and speaks only when it is sure: to lose a review is worse than to keep an advert.
``python -m research.experiments.quality`` trains and measures it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from voxpop import assets
from voxpop.ingest.text_features import KEY_BITS, READ, HashedTexts, read, signals, traits
from voxpop.ingest.text_quality import script_share
from voxpop.lang import LANGUAGES, language

KINDS = ("advert", "noise")
NAMES = {"advert": "an advert", "noise": "filler or noise"}
OWN = 0.6  # of a text must be in the language's script for it to be judged
SOME = 0.2  # is enough beside a sign of an advert
SHOWN = 24  # characters of evidence


@dataclass(frozen=True, slots=True)
class QualityVerdict:
    """What a text is if it is no review, how sure that is, and where the stretch begins that alone says so most."""

    kind: str
    chance: float
    start: int

    def reason(self, shown: str) -> str:
        """A sentence for the user. ``shown`` is the text with personal data covered, character for character."""
        quote = " ".join(shown[self.start : self.start + SHOWN].split())
        return f"It looks like {NAMES[self.kind]} ({min(self.chance, 0.99):.2f}), most of all “{quote}”."


@dataclass(frozen=True, slots=True)
class QualityFilter:
    """The weights of a language: a row for each of ``KINDS``, and in ``pieces`` a column for each slot.

    To be a review has the score 0. ``thresholds`` say from what chance on each kind counts.
    """

    lang: str
    pieces: NDArray[np.float32]
    traits: NDArray[np.float32]
    bias: NDArray[np.float32]
    known: NDArray[np.bool_]  # for each key, whether reviews have it
    thresholds: dict[str, float] = field(default_factory=dict)

    def chances(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return how likely each text is of each kind: (texts, kinds)."""
        if not texts:
            return np.zeros((0, len(KINDS)))
        hashed = read(texts, self.lang)
        own, count = hashed.slot_texts, len(texts)
        sums = np.stack([np.bincount(own, row.take(hashed.slots), minlength=count) for row in self.pieces], axis=1)
        pieces = sums / np.sqrt(np.maximum(np.bincount(own, minlength=count), 1))[:, None]
        measured = traits(texts, unknown=unknown(hashed, self.known, texts=count))
        raised = np.exp(np.minimum(pieces + measured @ self.traits.T + self.bias, 50))
        return np.asarray(raised / (1 + raised.sum(1, keepdims=True)), dtype=np.float64)

    def judge(self, texts: Sequence[str]) -> list[QualityVerdict | None]:
        """Return what each text is if it is no review; None if it is one, or too little is in the language's script."""
        verdicts: list[QualityVerdict | None] = [None] * len(texts)
        judged = [place for place, text in enumerate(texts) if self._is_judged(text)]
        normal = [language(self.lang).normalize(texts[place]) for place in judged]
        for place, text, chances in zip(judged, normal, self.chances(normal).tolist(), strict=True):
            for column, kind in enumerate(KINDS):
                if chances[column] >= self.thresholds[kind]:
                    starts = range(0, max(1, len(text[:READ]) - SHOWN + 1), SHOWN // 4)
                    alone = self.chances([text[start : start + SHOWN] for start in starts])[:, column]
                    verdicts[place] = QualityVerdict(kind, chances[column], starts[int(alone.argmax())])
                    break
        return verdicts

    def _is_judged(self, text: str) -> bool:
        own = script_share(text[:READ], self.lang) if text.strip() else 0.0
        return own >= OWN or (own >= SOME and bool(signals([text])[0]))


def unknown(hashed: HashedTexts, in_reviews: NDArray[np.bool_], *, texts: int) -> NDArray[np.float64]:
    """Return the share of the runs of each text that reviews do not have."""
    runs = np.bincount(hashed.key_texts, minlength=texts)
    known = np.bincount(hashed.key_texts, in_reviews.take(hashed.keys), minlength=texts)
    return np.where(runs > 0, 1 - known / np.maximum(runs, 1), 0.0)


def judge(texts: Sequence[str], lang: str) -> list[QualityVerdict | None]:
    """Return the verdicts of the filter that comes with voxpop; none if the language has no filter."""
    return quality_filter(lang).judge(texts) if lang in filtered_languages() else [None] * len(texts)


@cache
def filtered_languages() -> list[str]:
    """Return the languages for which voxpop comes with a quality filter."""
    names = {asset.name for asset in assets.assets()}
    return [code for code in LANGUAGES if f"quality-{code}" in names]


@cache
def quality_filter(lang: str) -> QualityFilter:
    """The filter of a language, from the weights that come with voxpop."""
    arrays, config = assets.load(f"quality-{lang}"), assets.config(f"quality-{lang}")
    pieces = arrays["pieces"].astype(np.float32) * arrays["scale"][:, None]
    in_reviews = np.unpackbits(arrays["known"], count=1 << KEY_BITS).astype(bool)
    return QualityFilter(lang, pieces, arrays["traits"], arrays["bias"], in_reviews, config["thresholds"])
