"""Which words of a review the model attended to for each category (ASAP, Bu et al., 2021, Figure 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from voxpop.extract.opinion_decoding import POLARITY_VALUES
from voxpop.lang import DEFAULT, language
from voxpop.types import Opinion, Review
from voxpop.web.state import OpenFile

LEVELS = 6  # shades
FAINT = 0.3  # from which probability on a category that nothing was counted under is shown
FADED = 0.12  # of the strongest piece; what is weaker stays plain


@dataclass(frozen=True, slots=True)
class AttentionPiece:
    """Some characters and how much of the attention lies on them: 0 … 6, and as a share."""

    text: str
    level: int
    share: float


@dataclass(frozen=True, slots=True)
class AttentionMap:
    """A category, how the review feels about it (−1 … 1), and where the reader looked."""

    category: str
    present: bool
    feeling: float
    text: tuple[AttentionPiece, ...]


def attention_maps(open_file: OpenFile, review: Review, opinions: Sequence[Opinion]) -> list[AttentionMap]:
    """Return a map for each category, those that the review speaks of first; none where the language has no reader."""
    names = language(review.lang or DEFAULT).topic_names
    categories = {name for opinion in opinions for name in names.with_general(opinion.category)}
    fast = bool(open_file.views.fact("settings").get("fast"))
    return open_file.alone(("attention", review.id), lambda: _attention_maps(review, categories, fast=fast))


def _attention_maps(review: Review, categories: set[str], *, fast: bool) -> list[AttentionMap]:
    from voxpop.extract.opinion_model import category_weights, has_opinion_model, opinion_model

    if not review.lang or not has_opinion_model(review.lang, fast=fast):
        return []
    model = opinion_model(review.lang, fast=fast)
    scores = model.read(review.text)
    spans, weights = np.concatenate([window.spans for window in scores.windows]), category_weights(scores)
    polarity = np.concatenate([window.polarity for window in scores.windows]) @ POLARITY_VALUES
    names = language(review.lang).topic_names.CATEGORY_NAMES
    maps = []
    for place, category in enumerate(model.categories):
        name, own = names.get(category, category), weights[:, place]
        strongest = float(own.max(initial=0.0))
        if name in categories or strongest >= FAINT:
            feeling = float(own @ polarity / own.sum()) if own.any() else 0.0
            maps.append(
                AttentionMap(
                    category=name,
                    present=name in categories,
                    feeling=feeling,
                    text=tuple(attention_pieces(review.text, spans, own)),
                )
            )
    return sorted(maps, key=lambda shown: not shown.present)


def attention_pieces(text: str, spans: Any, attention: Any) -> list[AttentionPiece]:
    """Cut a text into the pieces of the model and what lies between them. The shares of the pieces add up to 1."""
    total = float(np.sum(attention)) or 1.0
    shares = {
        (int(start), int(end)): float(weight) / total for (start, end), weight in zip(spans, attention, strict=True)
    }
    strongest = max(shares.values(), default=0.0) or 1.0
    edges = sorted({0, len(text), *(edge for span in shares for edge in span)})
    pieces: list[AttentionPiece] = []
    for start, end in pairwise(edges):
        share = shares.get((start, end), 0.0)
        level = 0 if share < FADED * strongest else max(1, round(LEVELS * (share / strongest) ** 0.7))
        if pieces and level == pieces[-1].level == 0:
            pieces[-1] = AttentionPiece(pieces[-1].text + text[start:end], 0, pieces[-1].share + share)
        else:
            pieces.append(AttentionPiece(text[start:end], level, share))
    return pieces
