"""Which names are rivals': decided once for a file, by what the model reads wherever the name stands.

A single review proves little: a name is a rival only if several reviews use it and they mostly treat it as one. What
belongs to the product itself (its maker, its models, places and people) is named often and seldom compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from voxpop.entities.product_titles import is_common, letters_and_digits, split_title
from voxpop.types import Extraction, NameUse

LEAST_CHANCE = 0.29  # the mean over the reviews that use a name, and one more in which it is no rival
LEAST_REVIEWS = 2
WHOLE = 1_000_000  # a chance of 1: chances are counted in whole numbers, whose sums do not depend on their order
NO_USE = NameUse(0, 0)


def count_names(texts: Sequence[str], extractions: Sequence[Extraction]) -> dict[str, NameUse]:
    """Return in how many of some reviews each name stands, with the chances that it is a rival's."""
    uses: dict[str, NameUse] = {}
    for text, extraction in zip(texts, extractions, strict=True):
        best: defaultdict[str, float] = defaultdict(float)
        for start, end, chance in extraction.names:
            key = letters_and_digits(text[start:end])
            best[key] = max(best[key], chance)
        add_names(uses, {key: NameUse(1, round(chance * WHOLE)) for key, chance in best.items()})
    return uses


def add_names(uses: dict[str, NameUse], more: Mapping[str, NameUse]) -> None:
    """Add the uses of names in other reviews."""
    for key, use in more.items():
        known = uses.get(key, NO_USE)
        uses[key] = NameUse(known.reviews + use.reviews, known.chances + use.chances)


class Rivals:
    """Tells whether a name is a rival's, by all reviews of a file and the titles of the products that they are of."""

    def __init__(self, uses: Mapping[str, NameUse], titles: Iterable[str], *, lang: str) -> None:
        self.uses, self.lang = uses, lang
        self.own = {word.lower() for title in titles for word in split_title(title, lang)}

    def __call__(self, name: str) -> bool:
        """Return whether it is; where nobody says what the product is called, any name may be one of its own."""
        return bool(self.own) and not self.is_surely_not_rival(name) and self._use(name).reviews >= LEAST_REVIEWS

    def is_surely_not_rival(self, name: str) -> bool:
        """Return whether a name is surely no rival's: it is the product's, or several reviews use it otherwise."""
        use = self._use(name)
        is_compared = use.chances >= LEAST_CHANCE * WHOLE * (use.reviews + 1)
        return self._is_own(name) or (use.reviews >= LEAST_REVIEWS and not is_compared)

    def _use(self, name: str) -> NameUse:
        return self.uses.get(letters_and_digits(name), NO_USE)

    def _is_own(self, name: str) -> bool:
        """Return whether a name has only words of the titles, or one that is no common word, as its maker's name."""
        words = {word.lower() for word in split_title(name, self.lang)}
        return words <= self.own or any(not is_common(word, self.lang) for word in words & self.own)
