"""What the checker's weights are fitted on: pairs with a label, from development data alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from research.papers.kobayashi2022_coref.annotated import reviews
from research.papers.kobayashi2022_coref.substitution import SubstitutedSentence, everywhere, substitutions
from voxpop.types import Product


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """A source, a claim, and whether the one bears the other out.

    ``group`` keeps what belongs together in one fold, ``weight`` is what it counts among its kind, and ``drawn`` tells
    those by which thresholds are chosen: of substitutions those of the paper's procedure.
    """

    source: str
    claim: str
    consistent: bool
    kind: str
    group: str
    product: Product | None = None
    weight: float = 1.0
    drawn: bool = True


def swapped(lang: str) -> Iterator[LabelledPair]:
    """Kobayashi and Malon's substitutions on the dev part of our annotated reviews, at every place where they can be made.

    Those of a review that replace one type by another count together as much as the one that is drawn. One within a
    type that names another thing is inconsistent; one across types that was read as true is left out.
    """
    written = reviews(lang, split="dev")
    products = {one.id: Product(one.product, one.aliases) for one in written}
    drawn = {(one.review_id, one.hypothesis) for one in substitutions(written)}
    made = [one for one in everywhere(written) if one.verified or one.substitution.consistent]
    size = Counter(map(_cell, made))
    for one in made:
        swap = one.substitution
        yield LabelledPair(
            swap.source, swap.hypothesis, swap.consistent and one.verified, "substitution", swap.review_id,
            products[swap.review_id], 1 / size[_cell(one)], (swap.review_id, swap.hypothesis) in drawn and one.verified,
        )  # fmt: skip


def _cell(made: SubstitutedSentence) -> tuple[str, str, str, bool]:
    one = made.substitution
    return one.review_id, one.original, one.replacement, made.verified
