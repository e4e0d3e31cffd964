"""DimABSA (SemEval-2026 task 3), subtask 2: its files, and its measure, continuous F1.

A triplet is an aspect term, an opinion term, and valence and arousal from 1 to 9. The measure follows the organisers'
scorer (``evaluation_script/metrics_subtask_1_2_3.py`` of the task's repository), point by point:

- A predicted triplet matches a gold one of the same sentence if aspect and opinion are equal as strings, in lower case.
- A gold triplet with exactly one match earns 1 − d / √128, where d is the Euclidean distance of the two points
  (valence, arousal) and √128 the longest possible one; with no match, or with several, it earns 0.
- A predicted valence or arousal outside of 1 to 9 earns 0.
- Precision is what all earn over the number of predicted triplets, recall over the number of gold ones; cF1 is their
  harmonic mean, over all sentences together.

``python -m research.evaluation.dimabsa GOLD PREDICTED`` scores a file in the task's format.
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from research.commands import says_errors
from voxpop.errors import InputError

LOWEST, HIGHEST = 1.0, 9.0
FARTHEST = math.hypot(HIGHEST - LOWEST, HIGHEST - LOWEST)  # √128
NULL = "NULL"  # how the files write an aspect or opinion that no words of the text name


class Triplet(NamedTuple):
    """What a sentence says: the words of an aspect, the words of an opinion, valence and arousal."""

    aspect: str
    opinion: str
    valence: float
    arousal: float


@dataclass(frozen=True, slots=True)
class DimSentence:
    """A sentence of DimABSA with its triplets; its categories are left out, which subtask 2 does not ask for."""

    id: str
    text: str
    triplets: tuple[Triplet, ...]


@dataclass(frozen=True, slots=True)
class ContinuousF1:
    """The score, from what each sentence earned, predicted and held: ``items`` has a row for each."""

    items: tuple[tuple[float, int, int], ...]

    @property
    def precision(self) -> float:
        return self._share(1)

    @property
    def recall(self) -> float:
        return self._share(2)

    @property
    def f1(self) -> float:
        precision, recall = self.precision, self.recall
        return 2 * precision * recall / (precision + recall) if precision + recall else 0.0

    def _share(self, column: int) -> float:
        total = sum(row[column] for row in self.items)
        return sum(row[0] for row in self.items) / total if total else 0.0


def continuous_f1(gold: Sequence[Sequence[Triplet]], predicted: Sequence[Sequence[Triplet]]) -> ContinuousF1:
    """Return the score of the predicted triplets, one collection for each sentence."""
    rows = zip(gold, predicted, strict=True)
    return ContinuousF1(tuple((earned(wanted, found), len(found), len(wanted)) for wanted, found in rows))


def earned(gold: Sequence[Triplet], predicted: Sequence[Triplet]) -> float:
    """Return what the predictions for one sentence earn."""
    total = 0.0
    for triplet in gold:
        matches = [each for each in predicted if key(each) == key(triplet)]
        if len(matches) == 1:
            total += credit(triplet, matches[0])
    return total


def key(triplet: Triplet) -> tuple[str, str]:
    """Return what must be equal for two triplets to match."""
    return triplet.aspect.lower(), triplet.opinion.lower()


def credit(gold: Triplet, predicted: Triplet) -> float:
    """Return 1 for the same valence and arousal, 0 for opposite corners, or for values outside of the scale."""
    if not all(LOWEST <= value <= HIGHEST for value in (predicted.valence, predicted.arousal)):
        return 0.0
    distance = math.hypot(gold.valence - predicted.valence, gold.arousal - predicted.arousal)
    return max(0.0, 1 - distance / FARTHEST)


# --- files


def read_dimabsa(path: Path) -> list[DimSentence]:
    """Return the sentences of a file, compressed or not; without predictions, a sentence has no triplets."""
    opener = lzma.open if path.suffix == ".xz" else open
    sentences = []
    with opener(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    sentences.append(_sentence(json.loads(line)))
                except (ValueError, KeyError, TypeError, AttributeError) as error:
                    raise InputError(
                        f"{path}, line {number}, is not a sentence of DimABSA: {error!r}. Expected are ID, Text, and "
                        'Triplet or Quadruplet, a list of {"Aspect", "Opinion", "VA": "valence#arousal"}.'
                    ) from None
    return sentences


def _sentence(row: Mapping[str, Any]) -> DimSentence:
    triplets = row.get("Triplet") or row.get("Quadruplet") or ()
    return DimSentence(row["ID"], row.get("Text", ""), tuple(_triplet(each) for each in triplets))


def _triplet(row: Mapping[str, str]) -> Triplet:
    valence, arousal = row["VA"].split("#")
    return Triplet(row["Aspect"], row["Opinion"], float(valence), float(arousal))


def write_triplets(path: Path, sentences: Sequence[DimSentence]) -> None:
    """Write predictions as the task takes them."""
    path.write_text("".join(f"{line}\n" for line in _lines(sentences)), encoding="utf-8")


def _lines(sentences: Sequence[DimSentence]) -> Iterator[str]:
    for sentence in sentences:
        triplets = [
            {"Aspect": each.aspect, "Opinion": each.opinion, "VA": f"{each.valence:.2f}#{each.arousal:.2f}"}
            for each in sentence.triplets
        ]
        yield json.dumps({"ID": sentence.id, "Triplet": triplets}, ensure_ascii=False)


# --- the command


@says_errors
def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.evaluation.dimabsa", description="Print the continuous F1 of predicted triplets."
    )
    parser.add_argument("gold", type=Path, help="a file of DimABSA with Quadruplet or Triplet")
    parser.add_argument("predicted", type=Path, help="predictions: JSON lines with ID and Triplet")
    given = parser.parse_args(arguments)
    wanted = {sentence.id: sentence.triplets for sentence in read_dimabsa(given.gold)}
    found = {sentence.id: sentence.triplets for sentence in read_dimabsa(given.predicted)}
    unknown = sorted(found.keys() - wanted.keys())
    if unknown:
        raise InputError(
            f"{given.predicted} has {len(unknown)} sentences that {given.gold} does not hold, {unknown[0]!r} first."
        )
    score = continuous_f1(list(wanted.values()), [found.get(name, ()) for name in wanted])
    print(f"cF1 {score.f1:.4f}  precision {score.precision:.4f}  recall {score.recall:.4f}  sentences {len(wanted)}")


if __name__ == "__main__":
    raise SystemExit(main())
