"""What a majority says of each unit, how single annotators stand to it, and which of them stray too far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import NamedTuple

import numpy as np

from voxpop.errors import OptionError
from voxpop.metrics.measure import Array, ratio
from voxpop.metrics.score_table import Table

Label = Hashable
Unit = Sequence[Label | None] | Mapping[str, Label | None]
STRAYING = 0.85  # Kobayashi and Malon (2022) blocked workers who agreed less often than this with the majority


class Vote(NamedTuple):
    """The label of the majority, or None; ``tied`` holds the labels that came first together."""

    label: Label | None
    tied: tuple[Label, ...]
    votes: int
    of: int


class Annotator(NamedTuple):
    """How often an annotator gave the majority's label, where there was one; flagged when under the threshold."""

    name: str
    rated: int
    agreed: int
    share: float
    flagged: bool


@dataclass(frozen=True, slots=True)
class Confusion:
    """Annotators' labels in rows, majority labels in columns (Kobayashi and Malon, 2022, Table 6)."""

    labels: tuple[Label, ...]
    counts: Array
    units: int
    left_out: int  # without a majority, or with fewer than two labels

    def shares(self) -> Array:
        """What annotators said of the units of each majority label: every column with units in it sums to 1."""
        return ratio(self.counts, self.counts.sum(axis=0, keepdims=True))

    def table(self) -> Table:
        names = [*map(str, self.labels)]
        rows = tuple((name, *row) for name, row in zip(names, (100 * self.shares()).tolist(), strict=True))
        caption = f"% of the labels in each majority column; {self.units} units, {self.left_out} left out"
        return Table(("annotator \\ majority", *names), rows, caption, digits=2)


def majority(labels: Sequence[Label]) -> Vote:
    """Return the label that more than half gave."""
    counts = Counter(labels)
    top = max(counts.values(), default=0)
    first = tuple(label for label, count in counts.items() if count == top)
    return Vote(first[0] if 2 * top > len(labels) else None, first, top, len(labels))


def majorities(units: Sequence[Unit]) -> list[Vote]:
    return [majority([label for _, label in named(unit)]) for unit in units]


def confusion_by_majority(units: Sequence[Unit], *, labels: Sequence[Label] | None = None) -> Confusion:
    seen = {label: None for unit in units for _, label in named(unit)}
    classes = list(labels) if labels is not None else sorted(seen, key=str)
    place = {label: number for number, label in enumerate(classes)}
    missing = [label for label in seen if label not in place]
    if missing:
        raise OptionError(f"labels does not hold {missing[0]!r}, which an annotator gave.")
    counts = np.zeros((len(classes), len(classes)))
    used = 0
    for unit, agreed in _agreed(units):
        used += 1
        for _, label in unit:
            counts[place[label], place[agreed]] += 1
    return Confusion(tuple(classes), counts, used, len(units) - used)


def annotators(units: Sequence[Unit], *, threshold: float = STRAYING) -> list[Annotator]:
    """Every annotator's agreement with the majority, their own vote in it; those under ``threshold`` are flagged.

    Kobayashi and Malon (2022) blocked workers under 85 %. An annotator without a unit that has a majority has share 0
    and is not flagged: nothing is known of them.
    """
    if not 0 <= threshold <= 1:
        raise OptionError(f"threshold must lie between 0 and 1, not {threshold}.")
    rated: Counter[str] = Counter({name: 0 for unit in units for name, _ in named(unit)})
    right: Counter[str] = Counter()
    for unit, agreed in _agreed(units):
        for name, label in unit:
            rated[name] += 1
            right[name] += label == agreed
    shares = {name: right[name] / n if n else 0.0 for name, n in rated.items()}
    return [
        Annotator(name, n, right[name], shares[name], n > 0 and shares[name] < threshold)
        for name, n in sorted(rated.items())
    ]


def vote_tables(
    votes: Sequence[Vote], people: Sequence[Annotator], names: Sequence[str], threshold: float
) -> dict[str, Table]:
    """The tied items, every annotator's agreement with the majority, and the majority of each item."""
    ties = tuple(
        (name, ", ".join(map(str, vote.tied)), vote.votes, vote.of)
        for name, vote in zip(names, votes, strict=True)
        if len(vote.tied) > 1
    )
    labels = tuple(
        (name, None if vote.label is None else str(vote.label), vote.votes, vote.of)
        for name, vote in zip(names, votes, strict=True)
    )
    none = sum(vote.label is None for vote in votes)
    return {
        "majority_ties": Table(
            ("item", "tied labels", "votes each", "of"), ties, f"{len(ties)} of {len(votes)} items are tied"
        ),
        "annotator_agreement": Table(
            ("annotator", "units", "agreed", "share", "flagged"),
            tuple((*who[:-1], "yes" if who.flagged else "no") for who in people),
            f"share of the units with a majority in which an annotator gave its label; flagged under {threshold:g}",
        ),
        "majority": Table(
            ("item", "majority", "votes", "of"), labels, f"{none} of {len(votes)} items have no majority"
        ),
    }


def named(unit: Unit) -> list[tuple[str, Label]]:
    """The labels given, with who gave them: annotators without a name are numbered from 1 by their place."""
    pairs = unit.items() if isinstance(unit, Mapping) else ((str(place + 1), label) for place, label in enumerate(unit))
    return [
        (name, label) for name, label in pairs if not (label is None or (isinstance(label, float) and isnan(label)))
    ]


def _agreed(units: Sequence[Unit]) -> Iterator[tuple[list[tuple[str, Label]], Label]]:
    for unit, vote in zip(units, majorities(units), strict=True):
        if vote.label is not None and vote.of > 1:
            yield named(unit), vote.label
