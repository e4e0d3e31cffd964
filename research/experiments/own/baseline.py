"""The baseline without a model of ours: words and pairs of words (of characters in Chinese), and logistic regression."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict

from voxpop.extract.heads import CLASSES
from voxpop.train.cross_validation import HeadPredictions, threshold
from voxpop.train.head_training import NOT_MENTIONED, Labels


def bag_of_words(
    texts: Sequence[str], labels: Labels, asked: Sequence[str], *, lang: str
) -> tuple[HeadPredictions, float]:
    """HeadPredictions for ``asked``, and the threshold of presence, found like that of our heads: on unseen fifths."""
    words = TfidfVectorizer(analyzer="char" if lang == "zh" else "word", ngram_range=(1, 2), sublinear_tf=True)
    seen, new = words.fit_transform(texts), words.transform(asked)
    n = labels.shape[1]
    presence, polarity = np.zeros((len(asked), n), np.float32), np.zeros((len(asked), n, 3), np.float32)
    unseen = np.zeros(labels.shape, np.float32)
    for place in range(n):
        there = labels[:, place] != NOT_MENTIONED
        if min(there.sum(), (~there).sum()) < 5:
            presence[:, place] = unseen[:, place] = there.mean()
        else:
            model = LogisticRegression(C=10, class_weight="balanced", max_iter=1000)
            unseen[:, place] = cross_val_predict(model, seen, there, cv=5, method="predict_proba")[:, 1]
            presence[:, place] = model.fit(seen, there).predict_proba(new)[:, 1]
        polarity[:, place] = _polarity(seen[there], labels[there, place], new)
    return HeadPredictions(presence, polarity), threshold(labels, HeadPredictions(unseen, polarity[:0]))


def _polarity(seen: object, labels: np.ndarray, new: object) -> np.ndarray:
    found = np.zeros((new.shape[0], 3), np.float32)  # type: ignore[attr-defined]
    if len(set(labels)) > 1:
        model = LogisticRegression(C=10, class_weight="balanced", max_iter=1000).fit(seen, labels)
        found[:, [CLASSES.index(label) for label in model.classes_]] = model.predict_proba(new)
    else:
        found[:, CLASSES.index(labels[0]) if len(labels) else 0] = 1
    return found
