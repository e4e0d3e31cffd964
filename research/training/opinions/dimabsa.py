"""DimABSA for the opinion reader: its triplets as targets, evidence and links, valence as a graded polarity.

Valence goes to the polarity head as a soft label: 1 to 9 is laid onto −1 to 1, and the two nearest of the five classes
share the label so that its mean is the valence. The network and its decoding stay as they are (the polarity of an opinion
is that mean already), and cross-entropy against such labels brings the mean where a regression would.

Arousal has no head. In the training sets it follows from valence but for .35 to .41 (standard deviation; .65 to 1.13
without valence), because a strong opinion is an excited one. Beside an error of .7 in valence, one of .4 in arousal
takes a hundredth off the credit of a triplet; so a curve over valence, fitted by least squares for each set, gives it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from research.evaluation.dimabsa import HIGHEST, LOWEST, NULL, DimSentence, Triplet, key, read_dimabsa
from research.training.opinions.labels import POLARITIES
from research.training.samples.tokenised import detokenise
from voxpop.extract.opinion_decoding import DecodedOpinion

SETS = {"en": ("eng_restaurant", "eng_laptop"), "zh": ("zho_restaurant", "zho_laptop")}
NEUTRAL = (LOWEST + HIGHEST) / 2
REACH = (HIGHEST - LOWEST) / 2

Span = tuple[int, int]


# --- valence and arousal


def valence_label(valence: float) -> tuple[float, ...]:
    """Return a distribution over the polarity classes whose mean is the valence: 6 is (0, 0, .5, .5, 0)."""
    polarity = (valence - NEUTRAL) / REACH
    step = POLARITIES[1] - POLARITIES[0]
    return tuple(max(0.0, 1 - abs(polarity - each) / step) for each in POLARITIES)


def valence_of(polarity: float) -> float:
    """Return the valence of a polarity from −1 to 1."""
    return min(HIGHEST, max(LOWEST, NEUTRAL + REACH * polarity))


@dataclass(frozen=True, slots=True)
class ArousalCurve:
    """Arousal from valence v: a + b·v + c·|v − 5| + d·(v − 5)²."""

    weights: tuple[float, ...]

    @classmethod
    def fit(cls, triplets: Sequence[Triplet]) -> ArousalCurve:
        """Return the curve with the least squared error."""
        valences, arousals = (np.array([getattr(each, name) for each in triplets]) for name in ("valence", "arousal"))
        return cls(tuple(np.linalg.lstsq(_features(valences), arousals, rcond=None)[0].tolist()))

    def __call__(self, valence: float) -> float:
        arousal = float(_features(np.array([valence]))[0] @ np.array(self.weights))
        return min(HIGHEST, max(LOWEST, arousal))


def _features(valences: np.ndarray) -> np.ndarray:
    away = valences - NEUTRAL
    return np.stack([np.ones_like(valences), valences, np.abs(away), away**2], 1)


# --- training sentences


@dataclass(frozen=True, slots=True)
class PlacedTriplet:
    """A triplet with the characters of its aspect and of its opinion; None for NULL."""

    aspect: Span | None
    opinion: Span | None
    valence: float
    arousal: float


def train_sentences(data: Path, name: str) -> list[DimSentence]:
    """Return the training sentences of a set; English ones without the spaces that their tokens were cut with."""
    found = read_dimabsa(data / "dimabsa" / f"{name}_train.jsonl.xz")
    return [untokenised(sentence) for sentence in found] if name.startswith("eng") else found


def dev_sentences(data: Path, name: str) -> list[DimSentence]:
    """Return the development sentences of a set, which are for reporting alone."""
    return read_dimabsa(data / "dimabsa" / f"{name}_dev.jsonl.xz")


def untokenised(sentence: DimSentence) -> DimSentence:
    """Return a sentence of space-separated tokens as people write it, with its triplets' words as they stand there."""
    cuts = [match.span() for match in re.finditer(r"\S+", sentence.text)]
    text, spans = detokenise([sentence.text[start:end] for start, end in cuts])

    def words(span: Span | None) -> str:
        if span is None:
            return NULL
        inside = [new for old, new in zip(cuts, spans, strict=True) if old[0] < span[1] and span[0] < old[1]]
        return text[inside[0][0] : inside[-1][1]]

    triplets = tuple(
        Triplet(words(each.aspect), words(each.opinion), each.valence, each.arousal) for each in placed(sentence)
    )
    return DimSentence(sentence.id, text, triplets)


def placed(sentence: DimSentence) -> Iterator[PlacedTriplet]:
    """Yield the triplets with their places: of words that occur several times, the aspect and opinion nearest together."""
    for triplet in sentence.triplets:
        aspects = occurrences(triplet.aspect, sentence.text)
        opinions = occurrences(triplet.opinion, sentence.text)
        pairs = [(aspect, opinion) for aspect in aspects or [None] for opinion in opinions or [None]]
        aspect, opinion = min(pairs, key=lambda pair: _distance(*pair))
        yield PlacedTriplet(aspect, opinion, triplet.valence, triplet.arousal)


def occurrences(words: str, text: str) -> list[Span]:
    """Return where words stand in a text; not inside longer Latin words, if they also stand by themselves."""
    if words == NULL:
        return []
    spans = [match.span() for match in re.finditer(f"(?={re.escape(words)})", text)]
    spans = [(start, start + len(words)) for start, _ in spans]
    whole = [span for span in spans if not (_joined(text, span[0]) or _joined(text, span[1]))]
    return whole or spans


def _joined(text: str, at: int) -> bool:
    """Whether a Latin word goes on across this place."""
    return bool(re.fullmatch(r"[a-zA-Z]{2}", text[max(at - 1, 0) : at + 1]))


def _distance(aspect: Span | None, opinion: Span | None) -> tuple[bool, int]:
    if aspect is None or opinion is None:
        return False, 0
    gap = max(aspect[0], opinion[0]) - min(aspect[1], opinion[1])
    return gap < 0, abs(gap)


# --- predictions


def triplets(opinions: Sequence[DecodedOpinion], text: str, arousal: ArousalCurve) -> list[Triplet]:
    """Return decoded opinions as the task asks for them: those with a term and opinion words, no pair of words twice.

    The organisers' scorer gives nothing for a pair that is predicted twice, so the more confident one stays.
    """
    chosen: dict[tuple[str, str], Triplet] = {}
    for opinion in sorted(opinions, key=lambda opinion: -opinion.confidence):
        if opinion.target is not None and opinion.words is not None:
            valence = valence_of(opinion.polarity)
            triplet = Triplet(text[slice(*opinion.target)], text[slice(*opinion.words)], valence, arousal(valence))
            chosen.setdefault(key(triplet), triplet)
    return list(chosen.values())
