from __future__ import annotations

from research.annotation.annotation_project import spans


def test_targets_with_the_polarity_of_the_stronger_opinion() -> None:
    opinions = [
        {"target": [4, 8], "polarity": 0.5},
        {"target": [4, 8], "polarity": -1.0},
        {"target": None, "polarity": 1.0},
        {"target": [0, 2], "polarity": 0.0},
    ]
    assert spans({"opinions": opinions}) == [[0, 2, "neutral"], [4, 8, "negative"]]
