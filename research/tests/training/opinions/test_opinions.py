"""The opinion reader's training: labels of tokens, losses, scores, and a network small enough to learn by heart."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest
import torch
from transformers import BertConfig, BertModel

from research.training.opinions.batches import HEADS, by_length, collate
from research.training.opinions.labels import CATEGORIES, FINE
from research.training.opinions.learn import fine_tune
from research.training.opinions.losses import loss, taught
from research.training.opinions.network import SLICES, OpinionReader
from research.training.opinions.prepare import encode, part_of, sample
from research.training.opinions.score import count, figures, predict, summary
from research.training.opinions.starting_weights import packed
from research.training.opinions.vocabulary import SPECIAL, choose, tokenizer
from voxpop.extract.opinion_decoding import DecodedOpinion

TEXT = "the food was good 😍"
PIECES = [*SPECIAL, "the", "food", "was", "good", "bad", "😍", "rude", "crew"]
CUT = tokenizer(PIECES)


def record(text: str = TEXT, **changes: Any) -> dict[str, Any]:
    opinion = {"target": (4, 8), "words": (13, 17), "polarity": 0.5, "category": "food", "about": "main", "fact": False}
    made = {"id": "en-1", "text": text, "domain": "book", "stars": 4, "rated": None, "opinions": [opinion]}
    return {**made, "comparisons": [], **changes}


def made() -> dict[str, Any]:
    return sample(record(), CUT, {}, ["book"])


def test_an_emoji_is_a_piece_of_its_own() -> None:
    ids, offsets = encode("good😍😍", CUT, {})
    assert [PIECES[i] for i in ids] == ["[CLS]", "good", "😍", "😍", "[SEP]"]
    assert offsets[1:-1] == [(0, 4), (4, 5), (5, 6)]
    assert choose(["good", "unused", "a"], ["good good 😍"] * 3, least=2, emoji=1) == [*SPECIAL, "good", "a", "😍"]


def test_traditional_characters_are_read_as_simplified_at_the_same_places() -> None:
    cut = tokenizer([*SPECIAL, "价", "格"])
    ids, offsets = encode("價格", cut, {ord("價"): "价"})
    assert ids[1:-1] == [5, 6]
    assert offsets[1:-1] == [(0, 1), (1, 2)]


def test_labels_stand_on_the_tokens_of_their_words() -> None:
    batch = collate([made()], 5)
    target = batch.labels[0, :, SLICES["target"]].argmax(-1).tolist()
    evidence = batch.labels[0, :, SLICES["evidence"]].argmax(-1).tolist()
    assert target == [0, 0, 1, 0, 0, 0, 0]
    assert evidence == [0, 0, 0, 0, 1, 0, 0]
    assert batch.links[0, 2, 4] == 1
    assert batch.links.sum() == 1
    assert batch.labels[0, 4, SLICES["category"]].argmax() == CATEGORIES.index("food")
    assert batch.weights[0, :, HEADS.index("polarity")].tolist() == [0, 0, 1, 0, 1, 0, 0]
    assert batch.stars[0].tolist() == [0, 0, 0, 1, 0]


def test_a_sample_with_fine_categories_alone_teaches_nothing_else() -> None:
    batch = collate([{"ids": made()["ids"], "stars": 0, "domain": -1, "fine": {1: -1}}], 5)
    assert batch.weights.sum() == 0
    assert batch.star_weights.sum() == 0
    assert batch.fine_weights.tolist() == [1.0]
    assert batch.fine[0, 1].tolist() == [1, 1, 0, 0]


def small() -> OpinionReader:
    torch.manual_seed(0)
    config = BertConfig(vocab_size=len(PIECES), hidden_size=48, num_hidden_layers=1, num_attention_heads=4,
                        intermediate_size=96, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)  # fmt: skip
    return OpinionReader(BertModel(config, add_pooling_layer=False), 1, len(FINE["en"]), dropout=0.0)


def test_padding_changes_nothing() -> None:
    model = small().eval()
    longer = {**made(), "ids": np.concatenate([made()["ids"], [5, 6, 5]]).astype(np.int32)}
    alone, beside = collate([made()], 5), collate([made(), longer], 5)
    a, b = model(alone), model(beside)
    z = alone.ids.shape[1]
    assert torch.allclose(a.tokens[0], b.tokens[0, :z], atol=1e-5)
    assert torch.allclose(a.stars[0], b.stars[0], atol=1e-5)


def test_a_small_network_learns_two_sentences_by_heart() -> None:
    other = {"target": (4, 8), "words": (13, 17), "polarity": -1.0, "category": "staff", "about": "main", "fact": False}
    samples = [made(), sample(record("the crew was rude", id="en-2", opinions=[other]), CUT, {}, ["book"])]
    model = small()
    fine_tune(model, samples, torch.device("cpu"), epochs=120, rate=2e-3, tokens=64, seed=0, log=lambda text: None)
    reached = figures(samples, predict(model, samples, torch.device("cpu")))["all"]
    assert reached["precision"] == reached["recall"] == reached["category"] == reached["pair_f1"] == 1.0


def test_teachers_are_averaged_and_a_good_student_loses_less() -> None:
    model = small().eval()
    batch = collate([made()], 5)
    out = model(batch)
    labels, weights, links, link_weights, stars, fine, meaning = taught([out, out], batch.mask)
    assert torch.allclose(labels[..., SLICES["target"]], out.head("target").softmax(-1))
    assert weights.shape == batch.weights.shape
    assert links.shape == link_weights.shape
    assert fine.shape == batch.fine.shape
    assert torch.allclose(meaning.norm(dim=-1), torch.ones(meaning.shape[:2]), atol=1e-5)
    assert torch.allclose(stars.sum(-1), torch.ones(1))
    sure = out._replace(tokens=(batch.labels * 20).float(), links=batch.links * 40 - 20)
    assert loss(sure, batch) < loss(out, batch)


def opinion(words: tuple[int, int], polarity: float, category: str = "food", about: int = 0) -> DecodedOpinion:
    one_hot = np.eye(len(CATEGORIES), dtype=np.float32)[CATEGORIES.index(category)]
    return DecodedOpinion(None, words, polarity, one_hot, np.eye(5, dtype=np.float32)[about], 0.0, 1.0)


@pytest.mark.parametrize(
    ("said", "precision", "recall"),
    [
        ([opinion((13, 17), 0.5)], 1.0, 0.5),
        ([opinion((13, 17), -0.5)], 0.0, 0.0),  # the wrong sign
        ([opinion((0, 3), 0.5)], 0.0, 0.0),  # the wrong place
        ([opinion((13, 17), 0.1)], 0.0, 0.0),  # neither good nor bad
        ([opinion((13, 17), 0.5, about=1)], 0.0, 0.0),  # about a rival
        ([opinion((13, 17), 0.5), opinion((20, 24), -1.0), opinion((0, 3), -1.0)], 2 / 3, 1.0),
    ],
)
def test_right_sign_and_place(said: list[DecodedOpinion], precision: float, recall: float) -> None:
    gold = [
        ((4, 8), (13, 17), 0.5, "food", "main"),
        (None, (20, 24), -1.0, "price", "main"),
        (None, (0, 3), 0.0, "size", "main"),
    ]
    total: defaultdict[str, float] = defaultdict(float)
    count(total, gold, said)
    made = summary(total, [])
    assert made["precision"] == pytest.approx(precision)
    assert made["recall"] == pytest.approx(recall)


def test_batches_hold_no_more_tokens_than_asked_for_and_every_sample_once() -> None:
    samples = [{"ids": np.zeros(length, np.int32)} for length in (3, 9, 4, 8, 30)]
    batches = list(by_length(samples, 20, 1))
    assert sorted(len(sample["ids"]) for batch in batches for sample in batch) == [3, 4, 8, 9, 30]
    assert all(len(batch) == 1 or len(batch) * max(len(sample["ids"]) for sample in batch) <= 20 for batch in batches)


def test_held_out_domains_are_for_the_test_alone() -> None:
    assert part_of({"domain": "hospital", "id": "x"}, "en") == "test"
    assert part_of({"domain": "payment app", "id": "x"}, "en") == "dev"
    assert part_of({"domain": "film", "id": "x"}, "en") in ("train", "seen")


def test_packed_rows_come_back_within_half_a_step() -> None:
    array = torch.randn(200, 100)
    parts = packed(array)
    assert (parts[""].float() * parts["|scale"] - array).abs().max() <= parts["|scale"].max() / 2 + 1e-6
