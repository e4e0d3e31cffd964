"""Signals weighed against each other."""

from __future__ import annotations

import numpy as np
import pytest
from tests.check.conftest import Words

from voxpop.check import combine
from voxpop.check.combine import check_weights, support_probabilities
from voxpop.check.parsed_texts import parse_texts
from voxpop.check.support_features import ENTAILED, LEXICAL, SWAPPED, WORDS, entailed, exchanged, features
from voxpop.errors import AssetError


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_there_are_weights_for_words_alone(lang: str) -> None:
    made = check_weights(lang, entailment=False)
    assert made.free.names == made.copied.names == WORDS
    assert made.swapped.names == SWAPPED


def test_weights_for_other_signals_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        combine, "_read_swap_weights", lambda: {part: {"names": ["a"]} for part in ("swapped", "copied", "free")}
    )
    check_weights.cache_clear()
    with pytest.raises(AssetError, match=r"experiments\.factuality\.fit"):
        check_weights("en", entailment=False)
    check_weights.cache_clear()


def test_a_true_sentence_is_likelier_than_a_false_one() -> None:
    source, *claims = parse_texts(
        [
            "The room was clean. We waited 20 minutes.",
            "The room was clean.",
            "The room was dirty.",
            "We waited 40 minutes.",
        ],
        "en",
        sentiment="lexicon",
    )
    true, false, number = support_probabilities([(source, claim) for claim in claims], None)
    assert true > 0.5 > max(false, number)


def test_entailment_is_asked_of_each_sentence_and_of_all(model: Words) -> None:
    source, claim = parse_texts(
        ["The room was clean. The food was cold.", "The room was clean."], "en", sentiment="lexicon"
    )
    rows = entailed([(source, claim)], model)
    assert model.asked == [
        ("The room was clean.", claim.text),
        (source.text, claim.text),
    ]
    assert rows.shape == (1, len(ENTAILED))
    assert rows[0, 0] == pytest.approx(0.9)


def test_the_model_is_not_asked_where_a_name_was_exchanged(model: Words) -> None:
    text = "I bought a Flip. The Flip worked great. The Canon was dull."
    source, other, same = parse_texts(
        [text, "The Canon worked great.", "The Canon was dull."], "en", sentiment="lexicon"
    )
    rows = features([(source, other), (source, same)], model)
    assert exchanged(rows).tolist() == [True, False]
    assert {claim for _, claim in model.asked} == {same.text}
    assert not rows[0, -len(ENTAILED) :].any()


def test_sentences_that_share_no_word_are_asked_only_for_lack_of_better(model: Words) -> None:
    text = "The room was clean. The food was cold. The room was big. We left."
    source, claim, other = parse_texts([text, "The room was dark.", "Parking is dear."], "en", sentiment="lexicon")
    entailed([(source, claim)], model)
    assert [premise for premise, _ in model.asked] == ["The room was clean.", "The room was big.", text]
    model.asked.clear()
    entailed([(source, other)], model)
    assert [premise for premise, _ in model.asked] == ["The room was clean.", text]


def test_features_are_finite_for_odd_texts(model: Words) -> None:
    texts = parse_texts(["", "👍", "The room was clean.", "not"], "en", sentiment="lexicon")
    rows = features([(one, other) for one in texts for other in texts], model)
    assert rows.shape == (16, len(LEXICAL) + len(ENTAILED))
    assert np.isfinite(rows).all()
