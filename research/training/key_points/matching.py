"""Learning when a statement says what the label of a key point says: ``voxpop.aggregate.label_matching.LabelMatcher``.

Each domain is grouped and labelled as a file would be; every pair of a label and a statement of its kind that are at all alike
teaches a logistic regression whether people put both under the same point. Meanings must be of a map that was learned without the domain.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from research.annotation.key_points import GroupedStatement, lists
from research.evaluation.key_points import as_columns
from voxpop.aggregate.key_points import PointFinder, Statements, kinds_of, sampled, statement_rows, worded
from voxpop.aggregate.label_matching import PairWeights

ALIKE = (0.5, 0.45)  # to the label, or to the middle of its group: less alike are nearly all different
SMOOTH = 10.0  # the inverse of the penalty on weights


def learn_matching(
    statements: Sequence[GroupedStatement],
    meanings: NDArray[np.int8],
    of_whole: NDArray[np.bool_],
    lang: str,
    *,
    fast: bool,
) -> list[float]:
    """Return the weights of the features, and the constant last."""
    features, same = [], []
    for places in lists(statements):
        own = [statements[place] for place in places]
        found = _pairs(own, as_columns(own, meanings[places], of_whole[places]), lang, fast=fast)
        features += [pairs for pairs, _ in found]
        same += [labels for _, labels in found]
    model = LogisticRegression(C=SMOOTH, max_iter=1000).fit(np.concatenate(features), np.concatenate(same))
    return [round(float(weight), 2) for weight in (*model.coef_[0], model.intercept_[0])]


def _pairs(
    statements: Sequence[GroupedStatement], batch: Statements, lang: str, *, fast: bool
) -> list[tuple[NDArray[np.float32], NDArray[np.bool_]]]:
    """Return the features of pairs of each kind, and whether people put both under the same point."""
    finder = PointFinder(lang, fast=fast)
    finder.keep(sampled(batch, lang, {}))
    at = {place: number for number, place in enumerate(zip(batch.review.tolist(), batch.start.tolist(), strict=True))}
    groups = np.array([statement.group or "" for statement in statements])
    found = []
    for kind, places in kinds_of(batch, lang).items():
        if kind not in finder.matchers or not len(places):
            continue
        matcher = finder.matchers[kind]
        said = worded(statement_rows(batch, places), matcher.model)
        alone = [PairWeights(*row) for row in np.eye(len(PairWeights._fields))[:-1].tolist()]
        features = np.stack([matcher.scores(said, weights) for weights in alone], axis=-1)
        labels = np.array([at[said.review, said.start] for said in (finder.labels[n][1] for n in matcher.numbers)])
        same = (groups[places][:, None] == groups[labels]) & (groups[labels] != "")
        use = (features[..., 0] > ALIKE[0]) | (features[..., 1] > ALIKE[1])
        use &= places[:, None] != labels  # a label says what it says
        found.append((features[use], same[use]))
    return found
