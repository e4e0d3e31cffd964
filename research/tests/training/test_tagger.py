"""The trained network and the one that voxpop runs are the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from research.training import tagger as module
from research.training.narrow_tagger import narrow
from research.training.tagger import TaggerRecipe, accuracy, train
from research.training.treebank import Tagged, read
from voxpop.lang.en.tagger import TaggerNetwork, shipped

SMALL = TaggerRecipe(width=16, depth=2, own=4, affix=4, epochs=60, words_a_step=20, dropout=0.0, forget=0.0, recase=0.0)
TINY = [
    Tagged(["The", "room", "was", "clean"], ["DET", "NOUN", "AUX", "ADJ"], ["DT", "NN", "VBD", "JJ"], "reviews"),
    Tagged(["I", "room", "here"], ["PRON", "VERB", "ADV"], ["PRP", "VBP", "RB"], "answers"),
] * 20


@pytest.fixture(autouse=True)
def few_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in for GloVe, which only training needs."""
    words = ["the", "room", "was", "clean", "hotel"]
    table = np.random.default_rng(0).normal(size=(5, 6)).astype(np.float32)
    monkeypatch.setattr(module, "glove", lambda wanted: (words, table))


def test_it_learns_to_tell_a_word_by_its_neighbours() -> None:
    tagger = TaggerNetwork(*train(TINY, seed=0, recipe=SMALL))
    assert tagger.tag([TINY[0].words, TINY[1].words]) == [TINY[0].tags, TINY[1].tags]  # "room" is both
    assert accuracy(tagger, TINY) == {"all": 1.0, "answers": 1.0, "reviews": 1.0}
    flipped = [sentence._replace(tags=["X"] * len(sentence.tags)) for sentence in TINY]
    assert accuracy(tagger, flipped)["all"] == 0.0


def test_a_narrow_network_learns_from_a_wide_one() -> None:
    weights, tags = train(TINY, seed=0, recipe=SMALL)
    plain = [sentence._replace(tags=["NOUN"] * len(sentence.tags), genre="labelled") for sentence in TINY[2:]]
    narrowed = narrow(weights, tags, [*TINY[:2], *plain], seed=0, recipe=replace(SMALL, width=8))
    assert narrowed["layer0"].shape == (24, 8)
    assert TaggerNetwork(narrowed, tags).tag([TINY[0].words, TINY[1].words]) == [TINY[0].tags, TINY[1].tags]


def test_the_same_seed_gives_the_same_weights() -> None:
    first, second, other = (train(TINY, seed=seed, recipe=SMALL)[0] for seed in (1, 1, 2))
    assert all(np.array_equal(first[name], second[name]) for name in first)
    assert not np.array_equal(first["enter"], other["enter"])


def test_numpy_and_torch_agree() -> None:
    torch.manual_seed(0)
    net, encoder, words = module.prepare(TINY, SMALL)
    tagger = TaggerNetwork(module._export(net, words), list(encoder.tags))
    sentences = [["The", "room", "was", "wi-fi", "😍"], ["I"], ["soooo", "Clean", "!!"]]
    batch = encoder.batch([Tagged(each, ["NOUN"] * len(each), ["NN"] * len(each), "") for each in sentences])
    with torch.no_grad():
        expected = net.leave(net.eval()(batch.ids, batch.inside)).numpy()
    inside = batch.inside.numpy() > 0
    assert np.allclose(tagger.scores(tagger.ids(sentences))[inside], expected[inside], atol=0.02)  # half precision


def test_what_is_shipped_is_as_good_as_its_card_says(data_dir: Path) -> None:
    scores = accuracy(shipped(), read(data_dir / "ud-ewt" / "test.conllu.xz"))
    assert scores["all"] == pytest.approx(0.959, abs=0.001)
    assert scores["reviews"] == pytest.approx(0.965, abs=0.001)
