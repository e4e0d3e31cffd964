"""The tables of research/log/2026-results-0.1.md: wrong stars made on purpose, and reviews as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import mean
from typing import NamedTuple

import numpy as np

from research.experiments.audit.flips import KINDS, corrupted
from research.experiments.audit.judged import judgements
from research.experiments.audit.measure import (
    Flags,
    Listing,
    area,
    average_precision,
    calibration_error,
    listing,
    reliability,
)
from research.experiments.audit.predict import Floats
from research.experiments.audit.sets import StarredReview
from voxpop.aggregate.audit_case import Case
from voxpop.aggregate.audit_odds import Calibration
from voxpop.aggregate.audit_reasons import explain, says_nothing

SEEDS = range(5)
SHARES = (0.03, 0.10)
PRECISIONS = (0.8, 0.5)
FLIPPED = """
| | wrong stars | average precision: audit / gap / lexicon's gap | AUC | listed | precision | recall | ECE |
|---|---:|---|---:|---:|---:|---:|---:|"""
NATURAL = """
| | asked for | listed | of them judged | real |
|---|---:|---:|---:|---:|"""


class Split:
    """The reviews of a language in one split, the chances of their stars, and which were judged."""

    def __init__(self, entries: Sequence[StarredReview], chances: dict[str, Floats], split: str) -> None:
        places = [i for i, one in enumerate(entries) if one.split == split]
        self.entries = [entries[i] for i in places]
        self.chances = {name: rows[places] for name, rows in chances.items()}
        self.stars = np.array([one.review.stars for one in self.entries], dtype=np.float64)
        self.judged = judgements(self.entries)
        self._silent: dict[str, Flags] = {}
        self.natural = np.array(
            [i in self.judged and self.judged[i].mismatch(one) for i, one in enumerate(self.entries)]
        )

    def silent(self, name: str) -> Flags:
        """Texts that say nothing, by words and cues alone, without opinions."""
        if name not in self._silent:
            cases = (Case(one.review, row.tolist()) for one, row in zip(self.entries, self.chances[name], strict=True))
            self._silent[name] = np.array([says_nothing(case) is not None for case in cases], dtype=np.bool_)
        return self._silent[name]

    def listing(self, numbers: Calibration, name: str, stars: Floats, *, precision: float) -> Listing:
        return listing(numbers, stars, self.chances[name], silent=self.silent(name), precision=precision)

    def gap(self, name: str, stars: Floats) -> Floats:
        """The first baseline: stars between those given and those expected."""
        return np.asarray(np.abs(self.chances[name] @ np.arange(1, 6) - stars))


class Draw(NamedTuple):
    """One draw of wrong stars: which are wrong, which are real mismatches one way or the other, and what was listed."""

    stars: Floats
    false: Flags
    real: Flags
    kinds: list[str]
    result: Listing


def draws(split: Split, numbers: Calibration, by: str, share: float) -> list[Draw]:
    made = (corrupted(split.entries, share, seed=seed) for seed in SEEDS)
    return [
        Draw(stars, false, false | (split.natural & (stars == split.stars)), kinds,
             split.listing(numbers, by, stars, precision=PRECISIONS[0]))
        for stars, false, kinds in made
    ]  # fmt: skip


def flipped(name: str, split: Split, numbers: Calibration, by: str) -> Iterator[str]:
    """(a): a row for each share of wrong stars, means over the draws."""
    for share in SHARES:
        drawn = draws(split, numbers, by, share)
        ranks = [mean(average_precision(one.result.sure, one.false) for one in drawn)]
        ranks += [
            mean(average_precision(split.gap(who, one.stars), one.false) for one in drawn) for who in (by, "lexicon")
        ]
        cells = [
            name, f"{share:.0%}", " / ".join(map(figure, ranks)),
            figure(mean(area(one.result.sure, one.false) for one in drawn)),
            f"{mean(len(one.result.places) for one in drawn):.0f}",
            figure(mean(shared(one.real, one.result.places) for one in drawn)),
            figure(mean(one.false[one.result.places].sum() / one.false.sum() for one in drawn)),
            figure(mean(calibration_error(one.result.sure, one.real) for one in drawn)),
        ]  # fmt: skip
        yield f"| {' | '.join(cells)} |"


def details(split: Split, numbers: Calibration, by: str) -> Iterator[str]:
    """What the tables leave out."""
    for share in SHARES:
        drawn = draws(split, numbers, by, share)
        made = Counter(kind for one in drawn for kind in one.kinds)
        found = Counter(one.kinds[i] for one in drawn for i in one.result.places)
        supposed = mean(one.result.share for one in drawn)
        yield f"  {share:.0%} wrong, supposed {supposed:.1%}; recall by kind: " + ", ".join(
            f"{kind} {found[kind] / made[kind]:.2f}" for kind in KINDS if made[kind]
        )
        last = drawn[-1]
        yield "  probability → real: " + ", ".join(
            f"{p:.2f} → {r:.2f} ({n})" for n, p, r in reliability(last.result.sure, last.real)
        )
    weight = sum(one.weight for i, one in split.judged.items() if split.natural[i])
    yield f"  real mismatches by the judgements: about {weight:.0f} ({weight / len(split.entries):.2%})"
    sure = split.listing(numbers, by, split.stars, precision=PRECISIONS[0]).sure
    order = np.argsort(-sure, kind="stable")
    for depth in (10, 20, 50):
        known = [i for i in order[:depth] if i in split.judged]
        yield f"  first {depth}: {len(known)} judged, {sum(bool(split.natural[i]) for i in known)} real"
    named = [i for i, one in split.judged.items() if one.reasons]
    given = {i: explain(Case(split.entries[i].review, split.chances[by][i].tolist()))[0] for i in named}
    same = sum(given[i] in split.judged[i].reasons for i in named)
    yield f"  reasons of judged mismatches: {same} of {len(named)} agree"


def as_they_are(name: str, split: Split, numbers: Calibration, by: str) -> Iterator[str]:
    """(b): a row for each precision asked for, against the judgements."""
    for precision in PRECISIONS:
        places = split.listing(numbers, by, split.stars, precision=precision).places
        known = [i for i in places if i in split.judged]
        real = sum(bool(split.natural[i]) for i in known)
        size = f"{name}, {len(split.entries):,} reviews"
        yield f"| {size} | {figure(precision)} | {len(places)} | {len(known)} | {real} |"


def shared(flags: Flags, places: Sequence[int]) -> float:
    """The share of the listed that are flagged; an empty list promises nothing and breaks nothing."""
    return float(flags[places].mean()) if len(places) else 1.0


def figure(value: float) -> str:
    return f"{value:.3f}".lstrip("0")


def unjudged(split: Split, numbers: Calibration, by: str) -> list[StarredReview]:
    """What the list holds and no one has read, for at least a look at the lower precision."""
    result = split.listing(numbers, by, split.stars, precision=PRECISIONS[-1])
    return [split.entries[i] for i in result.places if i not in split.judged]
