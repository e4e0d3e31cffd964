"""How likely a statement says what a label says is the same in every process."""

from __future__ import annotations

from random import Random

import numpy as np

from voxpop.aggregate.label_matching import LabelMatcher, Opposites, PairModel
from voxpop.lang import language

WORDS = ["room", "staff", "pool", "food", "price", "view", "bed", "desk", "lobby", "garden", "towel", "coffee"]
NEW = ["zither", "quagga", "plinth"]


def test_scores_do_not_depend_on_the_words_met_before() -> None:
    random, weights = Random(0), language("en").key_point_rules.SAME
    sample = [" ".join(random.sample(WORDS[: random.randint(4, 12)], 4)) for _ in range(50)]
    texts = [" ".join(random.sample(WORDS + NEW, 9)) for _ in range(50)]
    meanings = np.ones((50, 64), np.int8)
    scores = []
    for first in (texts, texts[::-1]):
        model = PairModel(sample, weights, Opposites("en"), "en")
        for text in first:
            model.wording([text], [""], meanings[:1])
        labels = model.wording(sample, [""] * 50, meanings)
        matcher = LabelMatcher(np.arange(50), model, labels, labels.vectors)
        scores.append(matcher.possible(model.wording(texts, [""] * 50, meanings)))
    assert (scores[0] == scores[1]).all()
