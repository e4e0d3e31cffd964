"""Wrong answers score what they deserve, in every measure.

Each measure answers the same six attacks: the gold itself, nothing, one letter, the whole sentence, the right answers
in the wrong order, and the right answers with the polarity turned round. A row states the bounds of the score it must
get; where an attack cannot be put to a measure, the row says why, and where the measure refuses it, with which words.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from voxpop.errors import MeasureError
from voxpop.metrics import MEASURES

ATTACKS = ("gold", "empty", "letter", "sentence", "shuffled", "flipped")


@dataclass(frozen=True)
class Gets:
    """An answer, and for each score it is judged by the bounds, both included."""

    answer: Any
    bounds: Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class Refused:
    """An answer that is no answer: an error with these words."""

    answer: Any
    words: str


@dataclass(frozen=True)
class Pointless:
    """Why an attack cannot be put to a measure."""

    why: str


Row = Gets | Refused | Pointless


def exactly(**values: float) -> dict[str, tuple[float, float]]:
    return {name: (value - 1e-9, value + 1e-9) for name, value in values.items()}


TEXTS = ["the room was very clean", "our waiter brought cold soup", "battery lasts two whole days"]
TERMS = {"food": 9, "service": 5, "battery life": 4, "price": 2}
SENTENCE = "the food was good and the service was slow"
NAMED = [["room", "price", "staff"], ["battery", "screen", "price"]]
POLAR = ["positive", "negative", "neutral", "positive", "negative", "neutral"]
TURNED = {"positive": "negative", "negative": "positive", "neutral": "neutral"}
STARS = [5.0, 1.0, 4.0, 2.0, 3.0]
SPANS = [[(4, 9), (20, 32)], [(0, 3)]]
TUPLES = [[("room", "clean", "positive"), ("soup", "cold", "negative")], [("staff", "kind", "positive")]]
CLUSTERS = [[["a", "b", "c"], ["d", "e"]], [["f", "g"], ["h", "i", "j"]]]
FACTS = [True, True, True, False, False, False]
SURE = [0.9, 0.8, 0.7, 0.3, 0.2, 0.1]
GOLD: dict[str, Any] = {
    "rouge": TEXTS, "opinion": TEXTS, "aspects": TERMS, "prominent": NAMED, "labels": POLAR, "rating": STARS,
    "spans": SPANS, "tuples": TUPLES, "agreement": POLAR, "coref": CLUSTERS, "factuality": FACTS,
}  # fmt: skip
TABLE: dict[str, dict[str, Row]] = {
    "rouge": {
        "gold": Gets(TEXTS, exactly(rouge1=1, rouge2=1, rougeL=1, rougeSU4=1)),
        "empty": Gets([""] * 3, exactly(rouge1=0, rouge2=0, rougeL=0, rougeSU4=0)),
        "letter": Gets(["t", "o", "b"], exactly(rouge1=0, rouge2=0, rougeL=0, rougeSU4=0)),
        # the summary is in there, so recall is 1; 5 of 15 words are right, F1 ½
        "sentence": Gets([" ".join(TEXTS)] * 3, exactly(rouge1=0.5, rougeL=0.5) | {"rouge2": (0.4, 0.5)}),
        "shuffled": Gets([*TEXTS[1:], TEXTS[0]], exactly(rouge1=0, rouge2=0, rougeL=0, rougeSU4=0)),
        # ROUGE is nearly blind to one word of five: that it is, and no more, is paper 002's finding
        "flipped": Gets(["the room was very dirty", *TEXTS[1:]], exactly(rouge1=14 / 15, rouge2=11 / 12)),
    },
    "opinion": {
        "gold": Gets(TEXTS, exactly(opinion=1, aspects=1)),
        "empty": Gets([""] * 3, exactly(opinion=0, aspects=0)),
        "letter": Gets(["t", "o", "b"], {"opinion": (0, 0.1), "aspects": (0, 0.1)}),
        # all three texts at once: everything that matters is said, two thirds of it is beside the point
        "sentence": Gets([". ".join(TEXTS)] * 3, {"opinion": (0.1, 0.5), "aspects": (0.1, 0.5)}),
        "shuffled": Gets([*TEXTS[1:], TEXTS[0]], {"opinion": (0, 0.1), "aspects": (0, 0.1)}),
        # one of three turned round: it loses its opinion, and keeps its aspect but for the word that changed
        "flipped": Gets(["the room was very dirty", *TEXTS[1:]], {"opinion": (0.66, 0.7), "aspects": (0.75, 0.99)}),
    },
    "aspects": {
        "gold": Gets([*TERMS.items()], exactly(awp=1, distinct=1, occurrences=1, ndcg=1, ndcg_graded=1)),
        "empty": Gets([], exactly(awp=0, wp=0, wr=0, distinct=0, ndcg=0, ndcg_graded=0)),
        "letter": Gets(["f"], exactly(awp=0, wp=0, wr=0, distinct=0, ndcg=0, ndcg_graded=0)),
        "sentence": Gets([SENTENCE], exactly(awp=0, wp=0, wr=0, distinct=0, ndcg=0, ndcg_graded=0)),
        # all gold, rarest first: precision cannot tell, the graded reward can
        "shuffled": Gets([*reversed(TERMS)], exactly(awp=1, distinct=1, ndcg=1) | {"ndcg_graded": (0.6, 0.9)}),
        "flipped": Pointless("a list of aspect terms has no polarity"),
    },
    "prominent": {
        "gold": Gets(NAMED, exactly(hard=1, soft=1)),
        "empty": Gets([[], []], exactly(hard=0, soft=0)),
        "letter": Gets([["r"], ["b"]], exactly(hard=0, soft=0)),
        # a sentence shares one word of seven with each term: little softly, nothing hard
        "sentence": Gets([["room price staff are what people name"]] * 2, exactly(hard=0) | {"soft": (0.05, 0.15)}),
        # price is named for both products: one hit of three each
        "shuffled": Gets(NAMED[::-1], exactly(hard=1 / 3) | {"soft": (1 / 3, 0.4)}),
        "flipped": Pointless("aspects have no polarity"),
    },
    "labels": {
        "gold": Gets(POLAR, exactly(accuracy=1, macro=1)),
        "empty": Refused([""] * 6, "unknown label ''"),
        "letter": Refused(["p"] * 6, "unknown label 'p'"),
        "sentence": Refused([SENTENCE] * 6, "unknown label"),
        "shuffled": Gets([*POLAR[1:], POLAR[0]], exactly(accuracy=0, macro=0)),
        "flipped": Gets([TURNED[label] for label in POLAR], exactly(accuracy=1 / 3, macro=1 / 3)),
    },
    "rating": {
        "gold": Gets(STARS, exactly(mae=0, rmse=0, accuracy=1, kappa=1)),
        "empty": Refused([], "Gold has 5 items, predictions 0"),
        "letter": Pointless("a letter is no number; the reader of files refuses it with its line"),
        "sentence": Pointless("a sentence is no number; the reader of files refuses it with its line"),
        "shuffled": Gets([*STARS[1:], STARS[0]], exactly(mae=2.4, accuracy=0) | {"kappa": (-0.8, -0.5)}),
        # 5 becomes 1 and 1 becomes 5: as wrong as stars can be
        "flipped": Gets([6 - star for star in STARS], exactly(mae=2.4, rmse=math.sqrt(8), accuracy=0.2, kappa=-1)),
    },
    "spans": {
        "gold": Gets(SPANS, exactly(exact=1, partial=1)),
        "empty": Gets([[], []], exactly(exact=0, partial=0)),
        # one letter of one span in each text: 1/5 and 1/3 of two spans found, of three asked for
        "letter": Gets([[(4, 5)], [(0, 1)]], exactly(exact=0, partial=2 * (8 / 30) * (8 / 45) / (8 / 30 + 8 / 45))),
        # two predictions with 12 of 40 and 3 of 30 characters right
        "sentence": Gets([[(0, 40)], [(0, 30)]], exactly(exact=0) | {"partial": (0.1, 0.2)}),
        "shuffled": Gets(SPANS[::-1], exactly(exact=0, partial=0)),
        "flipped": Gets([[(*span, "negative") for span in item] for item in SPANS], exactly(exact=0, partial=0)),
    },
    "tuples": {
        "gold": Gets(TUPLES, exactly(exact=1, partial=1, but_polarity=1)),
        "empty": Gets([[], []], exactly(exact=0, partial=0, but_polarity=0)),
        "letter": Gets([[("r", "c", "positive")], [("s", "k", "positive")]], exactly(exact=0, partial=0, aspect=0)),
        "sentence": Gets(
            [[(SENTENCE + " room", SENTENCE, "positive")], [("our staff was so kind", "it was so kind", "positive")]],
            exactly(exact=0, aspect=0, opinion=0) | {"partial": (0.0, 0.2)},
        ),
        "shuffled": Gets(TUPLES[::-1], exactly(exact=0, partial=0, but_polarity=0)),
        "flipped": Gets([[(a, o, TURNED[p]) for a, o, p in item] for item in TUPLES],
                        exactly(exact=0, partial=0, but_polarity=1)),
    },
    "agreement": {
        "gold": Gets(POLAR, exactly(percent=1, cohen=1, fleiss=1, alpha=1)),
        "empty": Refused([None] * 6, "at least two labels"),
        "letter": Gets(["p"] * 6, exactly(percent=0, cohen=0) | {"fleiss": (-1, 0), "alpha": (-1, 0)}),
        "sentence": Gets([SENTENCE] * 6, exactly(percent=0, cohen=0) | {"fleiss": (-1, 0), "alpha": (-1, 0)}),
        "shuffled": Gets([*POLAR[1:], POLAR[0]], exactly(percent=0, cohen=-0.5, fleiss=-0.5) | {"alpha": (-0.5, -0.3)}),
        # a third equal, a third expected
        "flipped": Gets([TURNED[label] for label in POLAR], exactly(percent=1 / 3, cohen=0, fleiss=0)),
    },
    "coref": {
        "gold": Gets(CLUSTERS, exactly(muc=1, b3=1, ceafe=1, ceafm=1, blanc=1, lea=1, conll=1)),
        "empty": Gets([[], []], exactly(muc=0, b3=0, ceafe=0, ceafm=0, blanc=0, lea=0, conll=0)),
        "letter": Gets([[["z"]], [["z"]]], exactly(mentions=0, muc=0, b3=0, ceafe=0, ceafm=0, blanc=0, lea=0, conll=0)),
        # all mentions in one cluster: every link is found, with others; B³ precision 13/25, MUC precision 3/4
        "sentence": Gets([[["a", "b", "c", "d", "e"]], [["f", "g", "h", "i", "j"]]],
                         exactly(muc=1.5 / 1.75, b3=1.04 / 1.52) | {"ceafe": (0.4, 0.6), "conll": (0.6, 0.75)}),
        "shuffled": Gets(CLUSTERS[::-1], exactly(mentions=0, muc=0, b3=0, ceafe=0, blanc=0, lea=0, conll=0)),
        "flipped": Pointless("clusters have no polarity"),
    },
    "factuality": {
        "gold": Gets([float(fact) for fact in FACTS], exactly(auc=1, balanced_accuracy=1, accuracy=1)),
        "empty": Refused([], "Gold has 6 items, predictions 0"),
        "letter": Refused(["a"] * 6, "no finite number"),
        # the same score for everything says nothing
        "sentence": Gets([1.0] * 6, exactly(auc=0.5, balanced_accuracy=0.5, accuracy=0.5)),
        # 0.7 stands where it should not, 0.3 where it should: one pair of nine is the wrong way round
        "shuffled": Gets([SURE[0], SURE[3], SURE[1], SURE[4], SURE[2], SURE[5]],
                         exactly(auc=8 / 9, balanced_accuracy=2 / 3, accuracy=2 / 3)),
        "flipped": Gets([1 - score for score in SURE], exactly(auc=0, balanced_accuracy=0, accuracy=0)),
    },
}  # fmt: skip
ROWS = [(measure, attack) for measure in TABLE for attack in ATTACKS]
LOWEST = {"kappa": -1.0, "cohen": -1.0, "fleiss": -1.0, "alpha": -1.0}
HIGHEST = {"mae": math.inf, "rmse": math.inf}


def test_every_measure_meets_every_attack() -> None:
    assert set(TABLE) == set(GOLD) == set(MEASURES)
    assert all(tuple(rows) == ATTACKS for rows in TABLE.values())
    assert all(row.why for rows in TABLE.values() for row in rows.values() if isinstance(row, Pointless))


@pytest.mark.parametrize(("measure", "attack"), ROWS, ids=[f"{measure}-{attack}" for measure, attack in ROWS])
def test_answers_score_what_they_deserve(measure: str, attack: str) -> None:
    row = TABLE[measure][attack]
    if isinstance(row, Pointless):
        pytest.skip(row.why)
    if isinstance(row, Refused):
        with pytest.raises(MeasureError, match=row.words):
            MEASURES[measure](GOLD[measure], row.answer)
        return
    scores = MEASURES[measure](GOLD[measure], row.answer)
    for name, (low, high) in row.bounds.items():
        assert low <= scores[name].value <= high, (name, scores[name].value)
    for name, score in scores.items():
        for figure, value in score.values.items():
            assert LOWEST.get(name, 0.0) - 1e-12 <= value <= HIGHEST.get(name, 1.0) + 1e-12, (name, figure, value)


def test_category_sentiment_flipped_is_found_but_wrong() -> None:
    gold = [{"food": "positive", "price": "negative"}, {"food": "negative"}]
    flipped = [{name: TURNED[label] for name, label in item.items()} for item in gold]
    scores = MEASURES["labels"](gold, flipped)
    told = {name: scores[name].value for name in ("masked_accuracy", "unmasked_detection", "unmasked")}
    assert told == {"masked_accuracy": 0.0, "unmasked_detection": 1.0, "unmasked": 0.0}
    nothing = MEASURES["labels"](gold, [{}, {}])
    assert all(value == 0.0 for score in nothing.values() for value in score.values.values())


def test_one_label_for_everything_agrees_by_chance_alone() -> None:
    scores = MEASURES["agreement"](POLAR, ["positive"] * 6)
    assert scores["percent"].value == pytest.approx(1 / 3)
    assert scores["cohen"].value == pytest.approx(0)
    assert -0.5 <= scores["fleiss"].value < 0
    assert -0.5 <= scores["alpha"].value < 0


def test_marked_spans_agree_with_themselves_alone() -> None:
    dice = [MEASURES["agreement"]([{(0, 4), (6, 9)}], [marked], kind="spans")["dice"].value
            for marked in ({(0, 4), (6, 9)}, set(), {(0, 1)}, {(0, 40)}, {(0, 4)})]  # fmt: skip
    assert dice == [1.0, 0.0, 0.0, 0.0, pytest.approx(2 / 3)]
