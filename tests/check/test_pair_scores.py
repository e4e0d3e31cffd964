"""How well one review bears out a sentence that repeats its words."""

from __future__ import annotations

import json

import pytest

from voxpop.check import pair_scores
from voxpop.check.pair_scores import SUPPORTED, pair_score, swap_weights
from voxpop.check.parsed_texts import parse_texts
from voxpop.errors import AssetError
from voxpop.types import Product

REVIEW = "I bought the Vado. The screen of the Vado is great. My old Flip had a bad battery after 20 minutes."


@pytest.mark.parametrize(
    ("claim", "supported"),
    [
        ("The screen of the Vado is great.", True),
        ("The screen of the Flip is great.", False),
        ("The screen of the Vado is not great.", False),
        ("My old Flip had a bad battery after 50 minutes.", False),
        ("We had a wonderful breakfast by the sea.", False),
    ],
)
def test_a_changed_sentence_is_not_borne_out(claim: str, supported: bool) -> None:
    source, read = parse_texts([REVIEW, claim], "en", product=Product("Vado"), fast=True)
    assert (pair_score(source, read) >= SUPPORTED) == supported


def test_weights_for_other_features_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    swap_weights.cache_clear()
    monkeypatch.setattr(json, "loads", lambda _: {"swapped": {"names": ["another"]}})
    with pytest.raises(AssetError, match=r"Fit them again: python -m research\.experiments\.factuality\.fit"):
        pair_scores.swap_weights()
    monkeypatch.undo()
    assert swap_weights().weight.shape == (len(pair_scores.SIGNALS),)
