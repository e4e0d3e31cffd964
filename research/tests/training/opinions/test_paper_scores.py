"""The papers' figures, worked by hand and held against the measures of the product."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from transformers import BertConfig, BertModel

from research.evaluation.dimabsa import DimSentence, Triplet
from research.training.data import Example
from research.training.opinions.dimabsa import ArousalCurve
from research.training.opinions.labels import FINE
from research.training.opinions.learn import fine_tune
from research.training.opinions.network import OpinionReader
from research.training.opinions.paper_scores import (
    best_thresholds,
    category_figures,
    combined,
    figures_of,
    polarity_at,
    study_figures,
    term_figures,
)
from research.training.opinions.papers import Encoder, dimabsa_sample, reader_sample
from research.training.opinions.vocabulary import SPECIAL, tokenizer
from research.training.samples.sample import Sample as AnnotatedSample
from research.training.scores import Prediction, score
from voxpop.extract.opinion_decoding import Thresholds, TokenScores
from voxpop.metrics.spans import spans

PIECES = [*SPECIAL, "the", "food", "was", "good", "bad", "staff", "rude"]
ENCODER = Encoder(tokenizer(PIECES), {})
POSITIVE, NEGATIVE, NEUTRAL = (0, 0, 0.1, 0.4, 0.5), (0.3, 0.3, 0.4, 0, 0), (0.2, 0.1, 0.5, 0.1, 0.1)


def scores(words: list[str], targets: dict[int, tuple[float, ...]]) -> TokenScores:
    """Return the scores of a text of these words, some of which are targets of a polarity."""
    ends = np.cumsum([len(word) + 1 for word in words])
    z = len(words)
    target, polarity = np.tile([1.0, 0, 0], (z, 1)), np.tile([0.2] * 5, (z, 1))
    for place, shares in targets.items():
        target[place], polarity[place] = [0.1, 0.9, 0.0], shares
    places = np.stack([ends - [len(word) + 1 for word in words], ends - 1], 1).astype(np.int32)
    nothing = np.tile([1.0, 0, 0], (z, 1))
    return TokenScores(places, target, nothing, polarity, np.zeros((z, 1)), np.zeros((z, 1)), np.zeros(z),
                       np.zeros((z, z)))  # fmt: skip


def test_terms_and_their_polarity() -> None:
    """Two of three terms are found and one more: F1 2·2/(3 + 3). Of two signs asked for, one is right."""
    samples = [
        {"id": "1", "text": "food staff", "terms": ((0, 4, 1), (5, 10, -1))},
        {"id": "2", "text": "bad food", "terms": ((0, 3, None),)},
    ]
    predicted = {
        "1": scores(["food", "staff"], {0: POSITIVE, 1: NEUTRAL}),
        "2": scores(["bad", "food"], {1: POSITIVE}),
    }
    found = term_figures(samples, predicted)
    assert found["terms F1"] == pytest.approx(2 * 2 / 6)
    assert found["terms given, accuracy"] == 0.5
    assert found["terms given, macro-F1"] == pytest.approx(1 / 3)
    gold = [[(0, 4), (5, 10)], [(0, 3)]]
    assert found["terms F1"] == pytest.approx(spans(gold, [[(0, 4), (5, 10)], [(4, 8)]])["exact"].value)


def test_grades_of_one_sign_count_together() -> None:
    """No grade of blame is as likely as the neutral class, but both together are."""
    assert polarity_at(scores(["food"], {0: NEGATIVE}), (0, 4)) == -1
    assert polarity_at(scores(["food"], {0: NEGATIVE}), (7, 9)) == 0


def test_categories_are_scored_as_bu_et_al_do() -> None:
    labels = [(1, -2, 0, -1, -2), (-2, -1, -2, 1, -2), (0, -2, -2, -2, 1)]
    said = [(1, 1, 1, -1, 1), (0, -1, 0, -1, 0), (0, 0, 0, 0, 1)]
    examples = [Example(str(n), "food", each) for n, each in enumerate(labels)]
    samples = [{"id": each.id, "fine": each.mentioned} for each in examples]
    fine = {str(n): np.array([[1.0, *np.eye(3)[sign + 1]] for sign in each]) for n, each in enumerate(said)}
    wanted = score(examples, [Prediction(str(n), each, None) for n, each in enumerate(said)])
    found = category_figures(samples, fine)
    assert found["categories given, accuracy"] == pytest.approx(wanted["accuracy"]) == pytest.approx(5 / 7)
    assert found["categories given, macro-F1"] == pytest.approx(wanted["macro_f1"])


def test_windows_count_by_how_likely_a_category_is_there() -> None:
    shares = np.array([[[0.9, 1.0, 0.0, 0.0]], [[0.1, 0.0, 0.0, 1.0]]])
    assert combined(shares).tolist() == [pytest.approx([0.9, 0.9, 0.0, 0.1])]


def test_thresholds_change_only_for_a_gain() -> None:
    assert best_thresholds(lambda given: 0.0) == Thresholds()
    assert best_thresholds(lambda given: -abs(given.link - 0.6)).link == 0.6


def test_sources_are_told_apart() -> None:
    samples = [{"id": name, "name": "asap-zh", "source": name, "fine": {0: 1}} for name in ("asap", "aichallenger")]
    fine = {"asap": np.array([[1.0, 0, 0, 1]]), "aichallenger": np.array([[1.0, 1, 0, 0]])}
    made, _ = figures_of({}, samples, {}, fine)
    accuracy = {name: each["categories given, accuracy"] for name, each in made.items()}
    assert accuracy == {"asap-zh": 0.5, "asap-zh, asap": 1.0, "asap-zh, aichallenger": 0.0}


# --- a network small enough to learn by heart


def small() -> OpinionReader:
    torch.manual_seed(0)
    config = BertConfig(vocab_size=len(PIECES), hidden_size=48, num_hidden_layers=1, num_attention_heads=4,
                        intermediate_size=96, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)  # fmt: skip
    return OpinionReader(BertModel(config, add_pooling_layer=False), 1, len(FINE["en"]), dropout=0.0)


def learned(samples: list[dict[str, Any]]) -> OpinionReader:
    model, cpu = small(), torch.device("cpu")
    fine_tune(model, samples, cpu, epochs=120, rate=1e-3, tokens=64, seed=0, log=lambda _: None)
    return model


def test_triplets_are_learned_with_their_valence() -> None:
    curve = ArousalCurve((6.0, 0.0, 0.0, 0.0))
    sentences = [
        DimSentence("1", "the food was good", (Triplet("food", "good", 7.5, 6.0),)),
        DimSentence("2", "the staff was rude", (Triplet("staff", "rude", 2.5, 6.0),)),
    ]
    samples = [dimabsa_sample(each, ENCODER, "eng_restaurant") for each in sentences]
    data = {"arousal": {"eng_restaurant": curve}}
    made, _ = study_figures(data, samples, learned(samples), torch.device("cpu"), {})
    assert made["eng_restaurant"]["cF1"] > 0.97


def test_terms_and_categories_are_learned_together() -> None:
    rows = [("food good", (0, 4, 1), {"food": 1}), ("staff rude", (0, 5, -1), {"service": -1})]
    samples = [
        reader_sample(AnnotatedSample(text, text, "semeval14-restaurants", "train", terms=(term,),
                                            labels={"se14": labels}), ENCODER)
        for text, term, labels in rows
    ]  # fmt: skip
    made, chosen = study_figures({}, samples, learned(samples), torch.device("cpu"))
    figures = made["semeval14-restaurants"]
    assert figures["terms F1"] == figures["terms given, accuracy"] == figures["categories given, accuracy"] == 1
    assert set(chosen) == {"semeval14-restaurants"}
