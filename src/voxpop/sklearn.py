"""voxpop as parts of scikit-learn pipelines: opinions as features, and stars from texts.

from voxpop.sklearn import AspectFeatures, StarRegressor

model = make_pipeline(AspectFeatures(), LogisticRegression()).fit(texts, churned)
stars = StarRegressor().fit(texts, given).predict(new_texts)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from voxpop.errors import InputError, MissingExtra
from voxpop.extract.opinion_decoding import Floats
from voxpop.lang import language
from voxpop.read_texts import ReadText, read_texts
from voxpop.types import OURS

try:
    from sklearn.base import BaseEstimator, RegressorMixin, TransformerMixin
    from sklearn.utils.validation import check_is_fitted
except ImportError:
    raise MissingExtra("voxpop.sklearn", "sklearn") from None

MIDDLE = 3.0  # the stars of a text in which there is nothing to read
MIN_STARRED_TEXTS = 20  # texts with stars from which a scale is learned


class TextReader(BaseEstimator):  # type: ignore[misc]
    """What the estimators share: one text a row, read by the full or by the fast reader."""

    def __init__(self, *, lang: str = "auto", fast: bool = False) -> None:
        self.lang = lang
        self.fast = fast

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string, tags.input_tags.two_d_array = True, False
        return tags

    def _read(self, texts: Iterable[str]) -> list[ReadText]:
        if isinstance(texts, str):
            raise InputError("One string was given. Several texts are expected, one a row.")
        rows = list(np.asarray(texts, dtype=object).ravel()) if hasattr(texts, "shape") else list(texts)
        return read_texts(rows, lang=self.lang, fast=self.fast)


class AspectFeatures(TransformerMixin, TextReader):  # type: ignore[misc]
    """Turns texts into numbers: for each category, the sum of praise and the sum of blame of the product.

    The categories are those that occur in the texts of ``fit``, in alphabetical order. The polarity of an opinion is
    its size, so that "excellent" counts more than "fine".
    """

    def fit(self, texts: Iterable[str], y: Any = None) -> AspectFeatures:
        """Find out which categories occur."""
        del y
        self.categories_ = sorted({category for read in self._read(texts) for category, _ in judged(read)})
        return self

    def transform(self, texts: Iterable[str]) -> Floats:
        """Return a row for each text: praise of every category, then blame of every category."""
        check_is_fitted(self, "categories_")
        place = {category: at for at, category in enumerate(self.categories_)}
        rows = self._read(texts)
        sums = np.zeros((len(rows), 2, len(place)), np.float32)
        for row, read in zip(sums, rows, strict=True):
            for category, polarity in judged(read):
                if category in place:
                    row[int(polarity < 0), place[category]] += abs(polarity)
        return sums.reshape(len(rows), 2 * len(place))

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """Return the names of the columns, such as ``praise: staff``."""
        del input_features
        check_is_fitted(self, "categories_")
        return np.array([f"{side}: {name}" for side in ("praise", "blame") for name in self.categories_], dtype=object)


class StarRegressor(RegressorMixin, TextReader):  # type: ignore[misc]
    """Predicts stars from texts. It needs no training; ``fit`` with stars learns how strictly this source gives them.

    What is learned is a line from the predicted to the given stars, so any scale may be given.
    """

    def fit(self, texts: Iterable[str], y: Any = None) -> StarRegressor:
        """Learn the line; without stars, or with fewer than 20 of them, predictions are from 1 to 5 as they are."""
        texts = list(texts)
        self.slope_, self.intercept_ = 1.0, 0.0
        if y is not None and len(texts) != len(y):
            raise InputError(f"There are {len(texts)} texts and {len(y)} stars. One of each is expected in a row.")
        if y is not None and len(texts) >= MIN_STARRED_TEXTS:
            predicted, given = self._stars(texts), np.asarray(y, float)
            if predicted.std() > 0:
                self.slope_, self.intercept_ = (float(value) for value in np.polyfit(predicted, given, 1))
        return self

    def predict(self, texts: Iterable[str]) -> Any:
        """Return the stars of each text."""
        check_is_fitted(self, "slope_")
        return self.slope_ * self._stars(texts) + self.intercept_

    def _stars(self, texts: Iterable[str]) -> Any:
        return np.array([read.stars.stars if read.stars else MIDDLE for read in self._read(texts)])


def judged(read: ReadText) -> list[tuple[str, float]]:
    """Return the category, by its English name, and polarity of each opinion that praises or blames the product."""
    if read.lang is None:
        return []
    english = {name: code for code, name in language(read.lang).topic_names.CATEGORY_NAMES.items()}
    return [
        (english.get(opinion.category, opinion.category), opinion.polarity)
        for opinion in read.opinions
        if opinion.category and opinion.polarity and opinion.about in OURS
    ]
