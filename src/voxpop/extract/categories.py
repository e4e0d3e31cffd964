"""The categories that a review speaks of: those the reader knows, or any others read from the same pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, cast

import numpy as np

from voxpop.errors import AssetError
from voxpop.extract.reader_output import Floats
from voxpop.extract.sentence_heads import SentenceHeads
from voxpop.extract.windows import normalized
from voxpop.types import ReaderOutput

FAINT = 0.4  # of the chance from which a category is present: long reviews drown those they speak of only once
EVEN = 0.5  # the chance from which something counts, where a config does not say


class ReviewCategories(NamedTuple):
    """Categories that may be present, by their names for readers; a row each."""

    names: Sequence[str]
    polarity: Floats  # (present, 3)
    attention: Floats  # (present, pieces), of the review or of the sentence that was asked about
    faint: frozenset[int] = frozenset()  # the rows of those that count only where a term clearly stands for them


class CategoryClassifier(Protocol):
    """What says which categories a review speaks of: a reader's own heads, or those that a user trained."""

    @property
    def hidden(self) -> bool:
        """Whether readings must hold the encoder's states."""

    def __call__(self, reading: ReaderOutput) -> ReviewCategories:
        """Of the review as a whole."""

    def within(self, reading: ReaderOutput, parts: Sequence[slice]) -> list[ReviewCategories] | None:
        """Of each sentence's pieces, with attention on these alone; None where only the whole can be asked about."""


class ReaderCategories(NamedTuple):
    """Some of a reader's categories: their names for readers, their places, the chance from which one is present."""

    names: tuple[str, ...]
    places: slice
    present: float
    hidden: bool = False

    def __call__(self, reading: ReaderOutput) -> ReviewCategories:
        presence = reading.presence[self.places]
        present = np.flatnonzero(presence >= FAINT * self.present)
        names = [self.names[place] for place in present]
        faint = frozenset(np.flatnonzero(presence[present] < self.present).tolist())
        return ReviewCategories(
            names, reading.polarity[self.places][present], reading.attention[self.places][present], faint
        )

    def within(self, reading: ReaderOutput, parts: Sequence[slice]) -> list[ReviewCategories] | None:
        return None


class SentenceCategories(NamedTuple):
    """The same, asked of each sentence by itself."""

    scheme: ReaderCategories
    heads: SentenceHeads
    present: float
    hidden: bool = True

    def __call__(self, reading: ReaderOutput) -> ReviewCategories:
        return self.scheme(reading)

    def within(self, reading: ReaderOutput, parts: Sequence[slice]) -> list[ReviewCategories] | None:
        last = cast(Floats, reading.hidden)[:, -self.heads.out.shape[0] :]  # the last layer's come last
        ready = self.heads.through(last)
        return [self._within(reading, ready, pieces) for pieces in parts]

    def _within(self, reading: ReaderOutput, ready: Floats, pieces: slice) -> ReviewCategories:
        if pieces.start >= pieces.stop:  # nothing that the model knows stands there
            return ReviewCategories((), reading.polarity[:0], reading.attention[:0, pieces])
        attention = normalized(reading.attention[self.scheme.places, pieces])
        present, _, polarity = self.heads(ready[pieces], attention, present=self.present)
        return ReviewCategories([self.scheme.names[place] for place in present], polarity, attention[present])


def category_classifier(config: Mapping[str, Any], heads: SentenceHeads | None) -> CategoryClassifier:
    """Return the categories that a reader shows, asked of every sentence where it has the heads for that."""
    scheme = shown_categories(config)
    if heads is None:
        return scheme
    if len(heads.presence_bias) != len(scheme.names) or "sentences" not in config:
        raise AssetError(
            f"The reader's heads for sentences know {len(heads.presence_bias)} categories; its config "
            f"shows {len(scheme.names)}, or does not say from what chance on one is there."
        )
    return SentenceCategories(scheme, heads, float(config["sentences"]["present"]))


def shown_categories(config: Mapping[str, Any]) -> ReaderCategories:
    """Return the categories that a reader's config says to show."""
    first, labels = 0, config.get("names", {})
    for name, categories in config["sets"].items():
        if name == config.get("shown", name):
            return ReaderCategories(
                tuple(labels.get(category, category) for category in categories),
                slice(first, first + len(categories)),
                float(config.get("present", {}).get(name, EVEN)),
            )
        first += len(categories)
    return ReaderCategories((), slice(0, 0), EVEN)
