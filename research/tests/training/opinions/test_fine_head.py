"""The head of the fine categories, fitted to frozen states."""

from __future__ import annotations

import numpy as np
import torch
from transformers import BertConfig, BertModel

from research.training.opinions.fine_head import NONE, POOLED, learn, states_of
from research.training.opinions.labels import FINE
from research.training.opinions.network import OpinionReader

WIDTH = 16


def small() -> OpinionReader:
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=9, hidden_size=WIDTH, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32
    )
    return OpinionReader(BertModel(config, add_pooling_layer=False), 1, len(FINE["en"])).eval()


def test_a_text_that_two_annotators_labelled_is_read_once() -> None:
    first, other, again = states_of(small(), [{"ids": np.array([2, word, 3])} for word in (5, 6, 5)])
    assert first is again
    assert not first.equal(other)
    assert first.shape == (3, WIDTH)


def test_it_learns_the_signs_of_one_category_and_changes_nothing_else() -> None:
    model = small()
    before = {name: array.clone() for name, array in model.state_dict().items()}
    side = torch.randn(WIDTH)
    states = [5 * side.expand(3, WIDTH), -5 * side.expand(3, WIDTH)] * 2000
    labels = torch.full((len(states), len(FINE["en"])), NONE)
    labels[:, 0] = torch.tensor([1, -1] * 2000)
    learn(model, states, labels)
    changed = {name for name, array in model.state_dict().items() if not array.equal(before[name])}
    assert changed == {"pool.query.weight", "pool.query.bias", "fine_weight", "fine_bias"}
    assert model.pool.query.weight[:POOLED].equal(before["pool.query.weight"][:POOLED])
    model.eval()
    pooled = model.pool(torch.stack(states[:2]), torch.ones(2, 3, dtype=torch.bool))[:, POOLED:]
    scores = torch.einsum("bnd,ncd->bnc", pooled, model.fine_weight) + model.fine_bias
    assert (scores[:, 0, 1:].argmax(1) - 1).tolist() == [1, -1]
