"""How alike two terms are to the reader: by its early hidden states of each term in a plain sentence."""

from __future__ import annotations

from functools import cache

import numpy as np

from voxpop.aspects.corpus import Key
from voxpop.aspects.likeness import Likeness
from voxpop.aspects.vectors import unit
from voxpop.extract.extractors import reader_model
from voxpop.extract.opinion_decoding import Floats
from voxpop.lang import language


class ReaderLikeness(Likeness):
    """Compares terms by what the model reads in them. Words that it cuts into pieces are unlike all others to it."""

    def __init__(self, lang: str, *, fast: bool = False) -> None:
        super().__init__(language(lang))
        hints = language(lang).aspect_hints
        self.threshold = hints.ALIKE_FAST if fast else hints.ALIKE
        self._model, self._sentence = reader_model(lang, fast=fast), hints.SENTENCE
        self._has_spaces = language(lang).script.IS_SPACED
        self._state = cache(self._read)
        names = language(lang).topic_names.CATEGORY_NAMES.values()
        self._middle: Floats = np.mean([self._hidden(name)[0] for name in names], axis=0)

    def _cosine(self, a: Key, b: Key) -> float:
        left, right = self._state(a), self._state(b)
        return 0.0 if left is None or right is None else float(left @ right)

    def _read(self, key: Key) -> Floats | None:
        """Return a state of length one, as it differs from the mean over the names of the categories."""
        state, pieces = self._hidden(self._joiner.join(key))
        if self._has_spaces and pieces > len(self._joiner.join(key).split()):
            return None
        return unit(state - self._middle)

    def _hidden(self, term: str) -> tuple[Floats, int]:
        """Return the mean state over the pieces of a term, and how many there are."""
        scores = self._model.read(self._sentence.format(term), hidden=True)
        assert scores.hidden is not None
        start = self._sentence.index("{")
        spans = np.concatenate([window.spans for window in scores.windows])
        inside = (spans[:, 1] > start) & (spans[:, 0] < start + len(term))
        return scores.hidden[inside, : scores.hidden.shape[1] // 2].mean(axis=0), int(inside.sum())
