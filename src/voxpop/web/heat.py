"""Where the reader looked for each category of a review (paper 001, Figure 5), computed when someone asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from voxpop.types import Opinion, Review
from voxpop.web.state import Open

LEVELS = 6  # shades of heat
FADED = 0.12  # of the hottest piece; what is colder stays plain


@dataclass(frozen=True, slots=True)
class Warm:
    """Some characters and how much of the attention lies on them: 0 … 6, and as a share."""

    text: str
    level: int
    share: float


@dataclass(frozen=True, slots=True)
class Heat:
    """A category, how the review feels about it (−1 … 1), and where the reader looked."""

    category: str
    present: bool
    feeling: float
    text: tuple[Warm, ...]


def heat(here: Open, review: Review, opinions: Sequence[Opinion]) -> list[Heat]:
    """A map for each category that the review speaks of; none where the language has no reader."""
    spoken = {one.category for one in opinions if one.category}
    return here.alone(("heat", review.id), lambda: _heat(review, spoken))


def _heat(review: Review, spoken: set[str]) -> list[Heat]:
    from voxpop.extract.reader import has_reader, reader
    from voxpop.extract.topics import FAINT, shown

    if not review.lang or not has_reader(review.lang):
        return []
    model = reader(review.lang)
    reading = model.read([review.text])[0]
    scheme = shown(model.config)
    presence, attention = reading.presence[scheme.places], reading.attention[scheme.places]
    polarity = reading.polarity[scheme.places]
    return [
        Heat(
            category=name,
            present=name in spoken or bool(presence[place] >= scheme.present),
            feeling=float(polarity[place][0] - polarity[place][2]),
            text=tuple(warmed(review.text, reading.spans, attention[place])),
        )
        for place, name in enumerate(scheme.names)
        if name in spoken or presence[place] >= FAINT * scheme.present
    ]


def warmed(text: str, spans: Any, attention: Any) -> list[Warm]:
    """The text in the model's pieces and what lies between them."""
    hottest = float(np.max(attention, initial=0.0)) or 1.0
    shares = {(int(start), int(end)): float(share) for (start, end), share in zip(spans, attention, strict=True)}
    edges = sorted({0, len(text), *(edge for span in shares for edge in span)})
    found: list[Warm] = []
    for start, end in pairwise(edges):
        share = shares.get((start, end), 0.0)
        level = 0 if share < FADED * hottest else max(1, round(LEVELS * (share / hottest) ** 0.7))
        if found and level == found[-1].level == 0:
            found[-1] = Warm(found[-1].text + text[start:end], 0, found[-1].share + share)
        else:
            found.append(Warm(text[start:end], level, share))
    return found
