"""What the checker's weights are fitted on: sentences of our marked reviews with one mention replaced by another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from research.experiments.mentions.marked_reviews import MarkedReview, read_markup
from research.papers.kobayashi2022_coref.annotated import Annotated, MentionLabel
from research.papers.kobayashi2022_coref.substitution import PRONOUNS, Substitution, substitutions
from voxpop.types import Product

MARKED = Path(__file__).parents[1] / "mentions" / "train"


def swapped(lang: str, *, limit: int | None = None) -> list[tuple[Substitution, Product]]:
    """Return Kobayashi and Malon's substitutions on the marked reviews, each with the product of its review.

    The marks tell what type a mention is of, but not of which thing. Of a type of which a review names more than one
    thing, nothing is put in the place of another of the type.
    """
    marked = [review for file in sorted(MARKED.glob(f"{lang}*.txt")) for review in read_markup(file)][:limit]
    products = {review.id: Product(review.product, review.aliases) for review in marked}
    made = substitutions([annotated(review, lang) for review in marked])
    return [(swap, products[swap.review_id]) for swap in made]


def annotated(review: MarkedReview, lang: str) -> Annotated:
    """Return a marked review with clusters, as far as the words tell them: 0 is the product."""
    labels: list[MentionLabel] = []
    for place, (_, _, about) in enumerate(review.mentions):
        is_one_thing = about == "main" or names_one_thing(review, about)
        labels.append(MentionLabel(about, 0 if about == "main" else 1 if is_one_thing else place + 2))
    spans = tuple((start, end) for start, end, _ in review.mentions)
    passes: Sequence[tuple[MentionLabel, ...]] = ((), (), tuple(labels))
    return Annotated(review.id, lang, "train", "", None, review.product, review.aliases, review.text, spans, *passes)


def names_one_thing(review: MarkedReview, about: str) -> bool:
    """Whether all mentions of a type that are no pronouns end alike."""
    named = [review.text[start:end].lower() for start, end, own in review.mentions if own == about]
    heads = {re.sub(r"['’]s$", "", name).split()[-1][-4:] for name in named if name not in PRONOUNS}
    return len(heads) == 1
