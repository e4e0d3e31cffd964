from __future__ import annotations

import random

import pytest

from research.training.data import Example
from research.training.scheme import CLASSES, NOT_MENTIONED
from research.training.scores import Prediction, by_source, categories, score
from voxpop.metrics.label_scores import category_sentiment
from voxpop.metrics.rating import rating

ASPECTS = ("a", "b", "c")


def drawn(seed: int) -> tuple[list[Example], list[Prediction]]:
    dice = random.Random(seed)
    examples, predictions = [], []
    for i in range(40):
        labels = tuple(dice.choice((*CLASSES, NOT_MENTIONED)) for _ in ASPECTS)
        said = tuple(dice.choice(CLASSES) if label != NOT_MENTIONED else NOT_MENTIONED for label in labels)
        examples.append(Example(str(i), "x", labels, dice.choice([1.0, 2.5, 5.0, None]), dice.choice("pq")))
        predictions.append(Prediction(str(i), said, dice.choice([0.2, 1.5, 2.5, 4.49, 7.0])))
    return examples, predictions


@pytest.mark.parametrize("seed", range(5))
def test_the_figures_are_those_of_our_measures(seed: int) -> None:
    examples, predictions = drawn(seed)
    ours = score(examples, predictions)
    masked = category_sentiment([categories(e.labels, ASPECTS) for e in examples],
                                [categories(p.labels or (), ASPECTS) for p in predictions], labels=CLASSES)  # fmt: skip
    assert ours["macro_f1"] == pytest.approx(masked["masked_macro"].values["f1"], abs=1e-12)
    assert ours["accuracy"] == pytest.approx(masked["masked_accuracy"].value, abs=1e-12)
    rated = [(e.stars, p.stars) for e, p in zip(examples, predictions, strict=True) if e.stars is not None]
    stars = rating([g for g, _ in rated], [p or 0.0 for _, p in rated])
    assert ours["mae"] == pytest.approx(stars["mae"].value, abs=1e-12)
    assert ours["star_accuracy"] == pytest.approx(stars["accuracy"].value, abs=1e-12)
    assert ours["rated"] == len(rated)


def test_wrong_answers_score_what_they_deserve() -> None:
    examples = [Example(str(i), "x", (label,)) for i, label in enumerate((1, 0, -1))]
    right = [Prediction(e.id, e.labels, None) for e in examples]
    flipped = [Prediction(e.id, (-e.labels[0],), None) for e in examples]
    assert score(examples, right) == {"macro_f1": 1.0, "accuracy": 1.0, "labels": 3}
    assert score(examples, flipped)["macro_f1"] == pytest.approx(1 / 3)
    assert score(examples, [Prediction(e.id, None, None) for e in examples]) == {}


def test_sources_apart() -> None:
    examples, predictions = drawn(0)
    found = by_source(examples, predictions)
    assert set(found) == {"all", "p", "q"}
    assert found["p"]["labels"] + found["q"]["labels"] == found["all"]["labels"]
