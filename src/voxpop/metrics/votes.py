"""What a majority says of each unit, how single annotators stand to it, and which of them stray too far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from math import isnan
from typing import NamedTuple

import numpy as np

from voxpop.errors import OptionError
from voxpop.metrics.measure import ratio
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


def majority(labels: Sequence[Label]) -> Vote:
    """Return the label that more than half gave."""
    counts = Counter(labels)
    top = max(counts.values(), default=0)
    first = tuple(label for label, count in counts.items() if count == top)
    return Vote(first[0] if 2 * top > len(labels) else None, first, top, len(labels))


def named(unit: Unit) -> list[tuple[str, Label]]:
    """The labels given, with who gave them: annotators without a name are numbered from 1 by their place."""
    pairs = unit.items() if isinstance(unit, Mapping) else ((str(place + 1), label) for place, label in enumerate(unit))
    return [
        (name, label) for name, label in pairs if not (label is None or (isinstance(label, float) and isnan(label)))
    ]


def vote_tables(units: Sequence[Unit], names: Sequence[str], threshold: float) -> dict[str, Table]:
    """The majority of each unit, the tied ones, and every annotator's agreement with the majority.

    Their own vote is in it. Annotators under ``threshold`` are flagged; one without a unit that has a majority is not:
    nothing is known of them. ``annotator_by_majority`` is Table 6 of Kobayashi and Malon (2022).
    """
    if not 0 <= threshold <= 1:
        raise OptionError(f"threshold must lie between 0 and 1, not {threshold}.")
    given = [named(unit) for unit in units]
    votes = [majority([label for _, label in unit]) for unit in given]
    agreed = [(unit, vote.label) for unit, vote in zip(given, votes, strict=True) if vote.label is not None]
    agreed = [(unit, label) for unit, label in agreed if len(unit) > 1]
    rated = Counter({name: 0 for unit in given for name, _ in unit})
    right: Counter[str] = Counter()
    cells: Counter[tuple[str, str]] = Counter()
    for unit, label in agreed:
        for name, own in unit:
            rated[name] += 1
            right[name] += own == label
            cells[str(own), str(label)] += 1
    people = []
    for name, n in sorted(rated.items()):
        share = right[name] / n if n else 0.0
        people.append((name, n, right[name], share, "yes" if n and share < threshold else "no"))
    classes = sorted({str(label) for unit in given for _, label in unit})
    counts = np.array([[float(cells[own, label]) for label in classes] for own in classes])
    shares = 100 * ratio(counts, counts.sum(axis=0, keepdims=True))
    voted = list(zip(names, votes, strict=True))
    ties = [(name, ", ".join(map(str, vote.tied)), *vote[2:]) for name, vote in voted if len(vote.tied) > 1]
    majorities = [(name, None if vote.label is None else str(vote.label), *vote[2:]) for name, vote in voted]
    none = sum(vote.label is None for vote in votes)
    return {
        "annotator_by_majority": Table(
            ("annotator \\ majority", *classes),
            tuple((own, *row) for own, row in zip(classes, shares.tolist(), strict=True)),
            f"% of the labels in each majority column; {len(agreed)} units, {len(units) - len(agreed)} left out",
            digits=2,
        ),
        "majority_ties": Table(
            ("item", "tied labels", "votes each", "of"), tuple(ties), f"{len(ties)} of {len(votes)} items are tied"
        ),
        "annotator_agreement": Table(
            ("annotator", "units", "agreed", "share", "flagged"),
            tuple(people),
            f"share of the units with a majority in which an annotator gave its label; flagged under {threshold:g}",
        ),
        "majority": Table(
            ("item", "majority", "votes", "of"), tuple(majorities), f"{none} of {len(votes)} items have no majority"
        ),
    }
