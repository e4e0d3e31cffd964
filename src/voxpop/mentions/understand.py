"""What a review speaks of, on the whole: its mentions resolved, and the comparisons it makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from voxpop.mentions.base import Discourse, Product
from voxpop.mentions.comparisons import Compared, compare
from voxpop.mentions.discourse import resolve
from voxpop.sentiment import Heard


class Understood(NamedTuple):
    """The mentions of a review, what each stands for, and what is held against what."""

    discourse: Discourse = Discourse()  # all is about the product
    comparisons: tuple[Compared, ...] = ()


def understand(
    texts: Sequence[str], heard: Sequence[Heard], *, lang: str, products: Sequence[Product | None]
) -> list[Understood]:
    """Each of some reviews of one language."""
    return [one(*given, lang=lang) for given in zip(texts, heard, products, strict=True)]


def has_scorer(lang: str) -> bool:
    """Is there a network that reads on from the reader's states?"""
    return False


def one(text: str, heard: Heard, product: Product | None, *, lang: str) -> Understood:
    discourse = resolve(text, heard.sentences, lang=lang, product=product, said=heard.said)
    return Understood(discourse, tuple(compare(text, heard, discourse, lang=lang)))
