"""Contrary reviews: one or five stars, and yet opinions of both polarities (Kobayashi et al., 2022, section 3.2).

Who gives all stars or only one has made up their mind about the product. Where such a review also says the opposite, it
mostly speaks of something else: a rival, what the product is used with, the seller. These are the reviews to read for
comparisons, and for what an average hides.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from voxpop.errors import InputError, OptionError
from voxpop.types import NOWHERE, Opinion, Review, Span

EXTREMES = (1.0, 5.0)
CLEAR = 0.25  # a polarity that is neither faint nor weighed out by others in the same place


@dataclass(frozen=True, slots=True)
class ContraryReview:
    """A review of extreme stars, the places that speak as they do, and those that speak against them."""

    review: Review
    agreeing: tuple[Span, ...]
    opposing: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class ContraryReviews:
    """The contrary reviews, those that oppose their stars most first, and out of how many with extreme stars."""

    found: tuple[ContraryReview, ...]
    extreme: int
    starred: int
    read: int

    @property
    def share(self) -> float:
        return len(self.found) / self.extreme if self.extreme else 0.0


def find_contrary_reviews(
    reviews: Iterable[Review], opinions: Iterable[Opinion], *, clear: float = CLEAR
) -> ContraryReviews:
    """Reviews of one or five stars with something good and something bad in them. Each iterable is read once."""
    if not 0 <= clear <= 1:
        raise OptionError(f"A polarity lies between 0 and 1, such as {CLEAR:g}; given: {clear:g}.")
    read = starred = 0
    extreme: dict[str, Review] = {}
    for review in reviews:
        read += 1
        starred += review.stars is not None
        if review.stars in EXTREMES:
            extreme[review.id] = review
    if not starred:
        raise InputError(
            "None of the reviews has stars: rich reviews are found among those of one and of five stars. "
            "Name the column of stars with --stars-column."
        )
    polarities_of: dict[str, list[tuple[Span, float]]] = {}
    for opinion in opinions:
        if opinion.review_id in extreme:
            polarities_of.setdefault(opinion.review_id, []).append((place(opinion), opinion.polarity))
    results = [
        contrary
        for id, polarities in polarities_of.items()
        if (contrary := judged(extreme[id], polarities, clear=clear))
    ]
    results.sort(key=lambda contrary: (-len(contrary.opposing), len(contrary.agreeing), contrary.review.id))
    return ContraryReviews(tuple(results), len(extreme), starred, read)


def place(opinion: Opinion) -> Span:
    """The clause or sentence an opinion was read from, or else its own words."""
    return Span(opinion.start, opinion.end) if opinion.evidence == NOWHERE else opinion.evidence


def judged(review: Review, polarities: Iterable[tuple[Span, float]], *, clear: float = CLEAR) -> ContraryReview | None:
    """A review if it is contrary: it has places of either polarity."""
    good, bad = polar(polarities, clear=clear)
    if not good or not bad:
        return None
    return ContraryReview(review, good, bad) if review.stars == max(EXTREMES) else ContraryReview(review, bad, good)


def polar(
    polarities: Iterable[tuple[Span, float]], *, clear: float = CLEAR
) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The places that are good and those that are bad, by the mean of what is said in each, in their order."""
    places: dict[Span, list[float]] = {}
    for span, polarity in polarities:
        places.setdefault(span, []).append(polarity)
    means = sorted((span, sum(values) / len(values)) for span, values in places.items())
    good = tuple(span for span, mean in means if mean >= clear and mean > 0)
    bad = tuple(span for span, mean in means if mean <= -clear and mean < 0)
    return good, bad
