"""Hand-worked samples: what each piece, category and star should be."""

from __future__ import annotations

import random

import numpy as np
import pytest
import torch

from research.training.pieces import Marks
from research.training.reader.batches import UNSAID, ReaderItem, batches, collate, item, join, joined, starred, tagged
from research.training.reader.network import ReaderShape
from research.training.reader.samples import Sample

SHAPE = ReaderShape(language="en", sets={"se14": ("food", "service"), "mams": ("food", "staff")}, window=16)
MARKS = Marks(cls=1, sep=2, pad=0)
WORDS = [(0, 3), (4, 8), (9, 12), (13, 17)]  # "the soup was good"


def made(text: str = "the soup was good", **given: object) -> ReaderItem:
    sample = Sample(id="a", text=text, source="s", split="train", **given)  # type: ignore[arg-type]
    return item(sample, [5, 6, 7, 8], WORDS, SHAPE, None)


def test_spans_become_tags_and_what_is_not_annotated_costs_nothing() -> None:
    found = made(terms=((4, 8, 1),), opinions=((13, 17),))
    assert found.term.tolist() == [0, 1, 0, 0]
    assert found.opinion.tolist() == [0, 0, 0, 1]
    assert found.felt.tolist() == [UNSAID, 0, UNSAID, UNSAID]
    assert set(made().term.tolist()) == {UNSAID}
    assert set(made().present.tolist()) == {UNSAID}


def test_of_overlapping_spans_the_longer_one_stays() -> None:
    assert tagged(WORDS, [(4, 8), (0, 8)]).tolist() == [1, 2, 0, 0]


def test_categories_of_a_set_that_are_not_named_are_not_mentioned_and_other_sets_are_unsaid() -> None:
    found = made(labels={"se14": {"food": -1}})
    assert found.present.tolist() == [1, 0, UNSAID, UNSAID]
    assert found.polarity.tolist() == [2, UNSAID, UNSAID, UNSAID]
    conflict = made(labels={"se14": {"food": None}})
    assert conflict.present.tolist() == [1, 0, UNSAID, UNSAID]
    assert conflict.polarity.tolist() == [UNSAID] * 4


@pytest.mark.parametrize(
    ("stars", "weights"),
    [((4, 4), [0, 0, 0, 1, 0]), ((1, 2), [1, 1, 0, 0, 0]), ((3.5, 3.5), [0, 0, 0.5, 0.5, 0]), (None, [0] * 5),
     ((2, 4), [0, 1, 1, 1, 0])],
)  # fmt: skip
def test_stars_are_weights(stars: tuple[float, float] | None, weights: list[float]) -> None:
    assert starred(stars).tolist() == weights


def test_joined_sentences_say_what_any_of_them_says_and_nothing_where_they_disagree() -> None:
    good, bad = made(labels={"se14": {"food": 1}}), made(labels={"se14": {"food": -1, "service": 0}})
    both = join([good, bad])
    assert both.present.tolist() == [1, 1, UNSAID, UNSAID]
    assert both.polarity.tolist() == [UNSAID, 1, UNSAID, UNSAID]
    assert len(both.ids) == 8
    agreed = join([bad, made(labels={"se14": {"food": -1}})])
    assert agreed.polarity.tolist() == [2, 1, UNSAID, UNSAID]
    torn = join([good, made(labels={"se14": {"food": None}}), good])
    assert torn.present.tolist()[0] == 1
    assert torn.polarity.tolist()[0] == UNSAID


def test_no_piece_is_lost_when_sentences_are_joined() -> None:
    given = [made(labels={"se14": {"food": 1}}) for _ in range(20)]
    for seed in range(5):
        found = joined(given, random.Random(seed), share=0.7, room=14)
        assert sum(len(each.ids) for each in found) == 80
        assert max(len(each.ids) for each in found) <= 14


def test_padding_and_marks_have_no_labels() -> None:
    short = item(Sample(id="b", text="the soup", source="s", split="train", terms=()), [5, 6], WORDS[:2], SHAPE, None)
    batch = collate([short, made(terms=((4, 8, 1),))], MARKS, torch.device("cpu"))
    assert batch.ids.tolist() == [[1, 5, 6, 2, 0, 0], [1, 5, 6, 7, 8, 2]]
    assert batch.mask.sum(1).tolist() == [4, 6]
    assert batch.term.tolist()[0] == [UNSAID, 0, 0, UNSAID, UNSAID, UNSAID]
    assert not batch.taught.any()


def test_batches_hold_every_item_once_and_keep_their_budget() -> None:
    given = [made() for _ in range(50)]
    found = list(batches(given, 8, random.Random(0), budget=36))
    assert sum(map(len, found)) == 50
    assert max(map(len, found)) == 6
    assert np.array_equal(found[0][0].ids, [5, 6, 7, 8])
