"""DimABSA as labels of the opinion reader, and the reader's opinions as triplets."""

from __future__ import annotations

import numpy as np
import pytest

from research.evaluation.dimabsa import NULL, DimSentence, Triplet
from research.training.opinions.dimabsa import (
    ArousalCurve,
    occurrences,
    placed,
    triplets,
    untokenised,
    valence_label,
    valence_of,
)
from research.training.opinions.labels import POLARITIES
from voxpop.extract.opinion_decoding import DecodedOpinion


def sentence(text: str, *pairs: tuple[str, str]) -> DimSentence:
    return DimSentence("1", text, tuple(Triplet(aspect, opinion, 7.0, 6.0) for aspect, opinion in pairs))


def places(given: DimSentence) -> list[tuple[object, object]]:
    return [(each.aspect, each.opinion) for each in placed(given)]


def test_valence_is_shared_between_the_two_nearest_classes() -> None:
    assert valence_label(5.0) == (0, 0, 1, 0, 0)
    assert valence_label(6.0) == (0, 0, 0.5, 0.5, 0)
    assert valence_label(1.0) == (1, 0, 0, 0, 0)
    assert valence_label(8.5) == pytest.approx((0, 0, 0, 0.25, 0.75))


@pytest.mark.parametrize("valence", [1.0, 2.17, 4.99, 5.0, 6.62, 9.0])
def test_the_mean_of_a_label_is_its_valence(valence: float) -> None:
    label = valence_label(valence)
    assert sum(label) == pytest.approx(1)
    assert valence_of(float(np.dot(label, POLARITIES))) == pytest.approx(valence)
    assert valence_of(1.2) == 9.0


def test_arousal_follows_from_valence() -> None:
    """Points on 4 + .5·|v − 5| are met exactly, and nothing leaves the scale."""
    points = [Triplet("a", "b", v, 4 + 0.5 * abs(v - 5)) for v in (1.0, 2.0, 3.5, 5.0, 6.0, 8.0, 9.0)]
    curve = ArousalCurve.fit(points)
    assert curve(7.0) == pytest.approx(5.0)
    assert ArousalCurve((20.0, 0.0, 0.0, 0.0))(5.0) == 9.0


def test_words_stand_where_aspect_and_opinion_are_nearest() -> None:
    given = sentence("food ok , great food and food bad", ("food", "great"), ("food", "bad"))
    assert places(given) == [((16, 20), (10, 15)), ((25, 29), (30, 33))]


def test_a_word_inside_a_longer_one_is_not_meant() -> None:
    assert occurrences("food", "seafood or food") == [(11, 15)]
    assert occurrences("food", "seafood") == [(3, 7)]
    assert occurrences("i7", "比i7高") == [(1, 3)]
    assert occurrences(NULL, "NULL") == []


def test_what_is_not_named_has_no_place() -> None:
    assert places(sentence("never again", (NULL, "never"), ("again", NULL), (NULL, NULL))) == [
        (None, (0, 5)),
        ((6, 11), None),
        (None, None),
    ]


def test_tokens_are_joined_as_people_write_them() -> None:
    given = sentence("the staff was n ' t nice , ever .", ("staff", "was n ' t nice"), (NULL, "ever"))
    found = untokenised(given)
    assert found.text == "the staff was n't nice, ever."
    assert [each[:2] for each in found.triplets] == [("staff", "was n't nice"), (NULL, "ever")]


def opinion(target: tuple[int, int] | None, words: tuple[int, int] | None, confidence: float = 0.9) -> DecodedOpinion:
    nothing = np.zeros(1, np.float32)
    return DecodedOpinion(target, words, 0.5, nothing, nothing, 0.0, confidence)


def test_a_triplet_has_both_parts_and_stands_once() -> None:
    text = "Food good, food good"
    found = triplets(
        [opinion((0, 4), (5, 9), 0.6), opinion((11, 15), (16, 20)), opinion(None, (5, 9)), opinion((0, 4), None)],
        text,
        ArousalCurve((6.0, 0.0, 0.0, 0.0)),
    )
    assert found == [Triplet("food", "good", 7.0, 6.0)]
