"""The quality filter, which tells adverts, filler and noise from reviews (ASAP, Bu et al., 2021, section 3.1).

A logistic regression over hashed pieces of the text and a few measured traits, one per language. It stands beside the
rules of ``text_quality`` and speaks only when it is sure: to lose a review is worse than to keep an advert.
``python -m research.experiments.quality`` trains and measures it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from voxpop import assets
from voxpop.ingest.text_features import KEY_BITS, READ, HashedText, read, signals, traits
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

    def chances(self, text: str) -> NDArray[np.float64]:
        """How likely each kind is."""
        hashed = read(text, self.lang)
        pieces = np.array([row.take(hashed.slots).sum() for row in self.pieces]) / np.sqrt(max(len(hashed.slots), 1))
        measured = traits(text, unknown=unknown(hashed, self.known))
        raised = np.exp(np.minimum(pieces + self.traits @ measured + self.bias, 50))
        return np.asarray(raised / (1 + raised.sum()), dtype=np.float64)

    def judge(self, text: str) -> QualityVerdict | None:
        """What a text is if it is no review; None if it is one, or too little of it is in the language's script."""
        own = script_share(text[:READ], self.lang) if text.strip() else 0.0
        if own < SOME or (own < OWN and not signals(text)):
            return None
        text = language(self.lang).normalize(text)
        for place, (kind, chance) in enumerate(zip(KINDS, self.chances(text), strict=True)):
            if chance >= self.thresholds[kind]:
                starts = range(0, max(1, len(text[:READ]) - SHOWN + 1), SHOWN // 4)
                start = max(starts, key=lambda start: self.chances(text[start : start + SHOWN])[place])
                return QualityVerdict(kind, float(chance), start)
        return None


def unknown(hashed: HashedText, in_reviews: NDArray[np.bool_]) -> float:
    """The share of a text's runs that reviews do not have."""
    return 1 - np.count_nonzero(in_reviews.take(hashed.keys)) / len(hashed.keys) if len(hashed.keys) else 0.0


def judge(text: str, lang: str) -> QualityVerdict | None:
    """Return the verdict of the filter that comes with voxpop, or None if the language has none."""
    return quality_filter(lang).judge(text) if lang in filtered_languages() else None


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
