"""The entailment network: its states are those of the product, it learns, and its graph says what it says."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import BertConfig, BertModel, PreTrainedModel

from research.training.entailment import train as training
from research.training.entailment.export import export
from research.training.entailment.network import EntailmentNetwork, Shape
from research.training.entailment.pairs import EntailmentPair
from research.training.entailment.prepare import tokenised, weights
from research.training.entailment.prepared import PreparedPairs, read, write
from research.training.opinions.export import export as export_opinion_model
from research.training.opinions.labels import FINE
from research.training.opinions.network import OpinionReader
from research.training.opinions.vocabulary import SPECIAL, tokenizer
from voxpop.extract.branch import Branch
from voxpop.extract.opinion_model import open_opinion_model

CPU = torch.device("cpu")
THINGS = ("room", "food", "bed", "view", "service")
WORDS = (*SPECIAL, "the", "was", "good", "bad", "not", "a", "b", "c", *THINGS)


def small_model(lang: str, vocabulary: int, layers: int | None = None) -> PreTrainedModel:
    shape = BertConfig(vocab_size=vocabulary, hidden_size=24, intermediate_size=96, num_hidden_layers=layers or 3,
                       num_attention_heads=12, pad_token_id=0, type_vocab_size=1, max_position_embeddings=64)  # fmt: skip
    return BertModel(shape, add_pooling_layer=False)


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a small opinion model: the student's file, tokenizer and config."""
    monkeypatch.setattr(training, "student_model", small_model)
    torch.manual_seed(0)
    model = OpinionReader(small_model("en", len(WORDS)), domains=2, fine=len(FINE["en"]))
    folder = tmp_path / "reader"
    folder.mkdir()
    save_file({name: array.contiguous() for name, array in model.state_dict().items()}, folder / "weights.safetensors")
    tokenizer(list(WORDS)).save(str(folder / "tokenizer.json"))
    config = {"language": "en", "window": 64, "attention_heads": 12, "domains": ["game", "film"], "simplify": ""}
    (folder / "config.json").write_text(json.dumps(config))
    return folder


def pairs() -> list[EntailmentPair]:
    return [
        EntailmentPair(f"the {thing} was {said}", f"{thing} good", "entailment" if said == "good" else "contradiction",
                       split, "toy")
        for thing in THINGS for said in ("good", "bad") for split in ("train", "dev")
    ]  # fmt: skip


@pytest.fixture
def prepared(reader: Path, tmp_path: Path) -> PreparedPairs:
    write(tokenised("en", pairs(), reader), tmp_path)
    return read(tmp_path)


def test_texts_are_stored_once_with_their_marks(prepared: PreparedPairs) -> None:
    assert len(prepared.lengths) == 15  # ten premises and five hypotheses for twenty pairs
    first, last = SPECIAL.index("[CLS]"), SPECIAL.index("[SEP]")
    assert prepared.ids[0] == first
    assert prepared.ids[prepared.lengths[0] - 1] == last
    assert prepared.ids.dtype == np.int16


def test_labels_of_a_source_count_the_same() -> None:
    two, one = EntailmentPair("a", "b", "neutral", "train", "s"), EntailmentPair("a", "c", "entailment", "train", "s")
    assert weights([two, two, one]) == [0.75, 0.75, 1.5]


def test_states_are_those_of_the_product(reader: Path, prepared: PreparedPairs, tmp_path: Path) -> None:
    export_opinion_model(reader, tmp_path / "exported", exact=True)
    model = open_opinion_model(tmp_path / "exported")
    states = training.HiddenStates("en", load_file(reader / "weights.safetensors"), prepared, CPU)
    numbers = [int(prepared.premises[0]), int(prepared.hypotheses[0])]  # of different lengths, so one is padded
    hidden, mask = states(torch.tensor(numbers))
    for row, text in enumerate((pairs()[0].premise, pairs()[0].hypothesis)):
        expected = model.read(text, hidden=True).hidden
        np.testing.assert_allclose(hidden[row][mask[row]].numpy(), expected, atol=1e-4)


def test_padding_changes_nothing() -> None:
    torch.manual_seed(0)
    network = EntailmentNetwork(Shape(layers=2, width=24, heads=12)).eval()
    hidden, flags = torch.randn(1, 5, 48), torch.tensor([[0, 0, 1, 1, 1]])
    alone = network(hidden, flags, torch.ones(1, 5, dtype=torch.bool))
    padded = torch.cat([hidden[:, :2], torch.randn(1, 3, 48), hidden[:, 2:]], dim=1)
    mask = torch.tensor([[True, True, False, False, False, True, True, True]])
    other = network(padded, torch.tensor([[0, 0, 0, 0, 0, 1, 1, 1]]), mask)
    torch.testing.assert_close(alone, other, atol=1e-5, rtol=0)


def test_it_learns_and_its_graph_says_the_same(
    reader: Path, prepared: PreparedPairs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That what is bad is not good can be learned from a handful of pairs; a step takes a second by this clock."""
    monkeypatch.setattr(training.time, "monotonic", itertools.count().__next__)
    torch.manual_seed(0)
    arrays = load_file(reader / "weights.safetensors")
    states = training.HiddenStates("en", arrays, prepared, CPU)
    shape = Shape(layers=2, width=24, heads=12)
    network = training.begin(shape, arrays)
    dev = np.flatnonzero(prepared.splits == 1)
    training.train(network, states, prepared, seconds=90, batch=10, rate=3e-3, seed=0, dev=dev)
    found = training.figures(network, states, prepared, dev)
    assert found["all"] > 0.9
    about = {"pairs": 10, "steps": 1, "seconds": 6, "seed": 0, "device": "CPU"}
    training.save(network, tmp_path / "e.safetensors",
                  {"language": "en", **shape._asdict(), "dev": found, "training": about})  # fmt: skip
    export_opinion_model(reader, tmp_path / "exported", exact=True)
    model = open_opinion_model(tmp_path / "exported")
    with torch.inference_mode():
        expected = training.scores(network, states, prepared, dev[:1])[0].numpy()
    hypothesis, premise = (model.read(text, hidden=True).hidden for text in (pairs()[1].hypothesis, pairs()[1].premise))
    assert hypothesis is not None
    assert premise is not None
    flags = np.repeat(np.array([0, 1], np.int64), [len(hypothesis), len(premise)])
    for exact, near in ((True, 0.02), (False, 0.5)):
        folder = tmp_path / f"out-{exact}"
        graph = export(tmp_path / "e.safetensors", folder, reader=model, exact=exact)
        branch = Branch(graph.read_bytes(), (folder / "config.json").read_bytes(), home=folder)
        said = branch(np.concatenate([hypothesis, premise]), flags)["entail"]
        np.testing.assert_allclose(said[0], expected, atol=near)
    assert "| toy | 1.000 |" in (folder / "card.md").read_text("utf-8")


def test_pairs_of_another_tokenizer_are_refused(reader: Path, prepared: PreparedPairs) -> None:
    other = prepared._replace(ids=prepared.ids + np.int16(1000))
    with pytest.raises(SystemExit, match="another tokenizer"):
        training.HiddenStates("en", load_file(reader / "weights.safetensors"), other, CPU)
