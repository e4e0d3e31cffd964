"""Predictors of a text's stars: the shipped model, a bag of words, and the lexicon; their answers are cached."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from research.experiments.audit.sets import StarredReview, starred
from voxpop.extract.clause_tones import clause_tones
from voxpop.extract.opinion_model import opinion_model
from voxpop.extract.predicted_stars import predict_stars

Floats = NDArray[np.float64]


def by_model(data: Path, lang: str, texts: Sequence[str]) -> Floats:
    """The shipped model's chances of one to five stars, at its temperature, as an analysis stores them."""
    model = opinion_model(lang)
    found = (model.read(text).stars for text in texts)
    return np.array([predict_stars(stars, model.config.get("stars", {})).chances for stars in found])


def by_words(data: Path, lang: str, texts: Sequence[str]) -> Floats:
    """Logistic regression over words and pairs of words (characters in Chinese), learned from the training split."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression

    known = starred(data, lang, splits=("train",))
    units = {"analyzer": "char", "ngram_range": (1, 3)} if lang == "zh" else {"ngram_range": (1, 2)}
    vectorizer = TfidfVectorizer(min_df=4, sublinear_tf=True, max_features=120_000, dtype=np.float32, **units)
    model = LogisticRegression(C=6, max_iter=100, tol=1e-3)
    model.fit(vectorizer.fit_transform([one.review.text for one in known]), [one.review.stars for one in known])
    chances = np.zeros((len(texts), 5))
    chances[:, model.classes_.astype(int) - 1] = model.predict_proba(vectorizer.transform(texts))
    return chances


def by_lexicon(data: Path, lang: str, texts: Sequence[str]) -> Floats:
    """All on the two stars around 3 + 2 × the mean feeling of the clauses that have one."""
    chances = np.zeros((len(texts), 5))
    for row, text in zip(chances, texts, strict=True):
        values = [feeling.value for feeling in clause_tones(text, lang=lang) if feeling.value]
        stars = 3 + 2 * (sum(values) / len(values) if values else 0.0)
        low = min(4, int(stars))
        row[low - 1], row[low] = low + 1 - stars, stars - low
    return chances


PREDICTORS: dict[str, Callable[[Path, str, Sequence[str]], Floats]] = {
    "reader": by_model,
    "words": by_words,
    "lexicon": by_lexicon,
}


def predictions(
    name: str, data: Path, lang: str, entries: Sequence[StarredReview], *, cache: Path, version: str
) -> Floats:
    """A row of five chances for each review, from the cache if these texts were read before by this version."""
    texts = [one.review.text for one in entries]
    mark = hashlib.sha256("\0".join([version, *texts]).encode()).hexdigest()[:12]
    file = cache / f"{name}-{lang}-{mark}.npy"
    if not file.exists():
        cache.mkdir(parents=True, exist_ok=True)
        np.save(file, PREDICTORS[name](data, lang, texts))
    found: Floats = np.load(file)
    return found
