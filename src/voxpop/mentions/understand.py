"""What a review speaks of, on the whole: its mentions resolved, and the comparisons it makes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from voxpop.mentions.base import Discourse, Product
from voxpop.mentions.comparisons import Compared, compare
from voxpop.mentions.discourse import resolve
from voxpop.mentions.model import has_model
from voxpop.mentions.names import Name, infer, spot
from voxpop.sentiment import Heard
from voxpop.sentiment.reading import Reading

FLAGS = {"main": 1, "other": 2}  # what the branch is told of a piece: it stands in the product's name, or in another's


class Understood(NamedTuple):
    """The mentions of a review, what each stands for, and what is held against what."""

    discourse: Discourse = Discourse()  # all is about the product
    comparisons: tuple[Compared, ...] = ()


def understand(
    texts: Sequence[str], heard: Sequence[Heard], *, lang: str, products: Sequence[Product | None]
) -> list[Understood]:
    """Each of some reviews of one language; where no one says what they are of, it is what they point at."""
    named = [product if product is not None and (product.name or product.aliases) else None for product in products]
    if None in named:
        guess = infer((result.sentences for result in heard), lang=lang)
        named = [product or guess for product in named]
    return [one(*given, lang=lang) for given in zip(texts, heard, named, strict=True)]


def one(text: str, heard: Heard, product: Product | None, *, lang: str) -> Understood:
    scores = scored(text, heard, product, lang=lang)
    discourse = resolve(
        text, heard.sentences, lang=lang, product=product, said=heard.said, reading=heard.reading, scores=scores
    )
    return Understood(discourse, tuple(compare(text, heard, discourse, lang=lang, scores=scores)))


def scored(text: str, heard: Heard, product: Product | None, *, lang: str) -> Any:
    """What the branch says of each piece; None where there is no branch, or nothing was read for it."""
    branch, reading = scorer(lang), heard.reading
    if branch is None or reading is None or reading.hidden is None or not len(reading.spans):
        return None
    return branch.score(reading, flags(reading, spot(text, heard.sentences, lang=lang, product=product)))


def flags(reading: Reading, names: Sequence[Name]) -> NDArray[np.int64]:
    """For each piece, whether it stands in a name."""
    found = np.zeros(len(reading.spans), np.int64)
    for name in names:
        first = np.searchsorted(reading.spans[:, 1], name.start, side="right")
        last = np.searchsorted(reading.spans[:, 0], name.end, side="left")
        found[first:last] = FLAGS[name.role]
    return found


def has_scorer(lang: str) -> bool:
    """Is there a branch or a classifier that reads on from the reader's states?"""
    return scorer(lang) is not None or has_model(lang)


@cache
def scorer(lang: str) -> Any:
    """The branch of a language, woken only when it is needed."""
    name = "voxpop.mentions.scorer"
    return import_module(name).scorer(lang) if find_spec(name) else None
