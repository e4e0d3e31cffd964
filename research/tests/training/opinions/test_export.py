"""The exported graph gives what the network gives, and the product's model reads it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertModel

from research.training.opinions.batches import collate
from research.training.opinions.export import export
from research.training.opinions.labels import FINE
from research.training.opinions.network import COMPARING_WIDTH, ComparisonBranch, OpinionReader
from research.training.opinions.vocabulary import SPECIAL, tokenizer
from voxpop.extract.opinion_decoding import decode_opinions
from voxpop.extract.opinion_model import open_opinion_model

PIECES = [*SPECIAL, "good", "bad", "food", "the", ".", "好", "价"]


@pytest.fixture(params=[48, 256], ids=["small", "full"])
def checkpoint(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, OpinionReader]:
    torch.manual_seed(1)
    config = BertConfig(vocab_size=len(PIECES), hidden_size=request.param, num_hidden_layers=3, num_attention_heads=4,
                        intermediate_size=96, type_vocab_size=1, max_position_embeddings=64)  # fmt: skip
    model = OpinionReader(BertModel(config, add_pooling_layer=False), 2, len(FINE["en"])).eval()
    folder = tmp_path / "checkpoint"
    folder.mkdir()
    save_file({name: array.contiguous() for name, array in model.state_dict().items()}, folder / "weights.safetensors")
    tokenizer(PIECES).save(str(folder / "tokenizer.json"))
    described = {"language": "en", "window": 12, "attention_heads": 4, "domains": ["airline", "book"]}
    (folder / "config.json").write_text(json.dumps(described), "utf-8")
    return folder, model


def test_the_graph_says_what_the_network_says(checkpoint: tuple[Path, OpinionReader], tmp_path: Path) -> None:
    folder, network = checkpoint
    for exact, tolerance in ((True, 1e-4), (False, 0.1)):
        export(folder, tmp_path / str(exact), exact=exact)
        model = open_opinion_model(tmp_path / str(exact))
        read = model.read("the food. 价")
        ids = torch.tensor([[2, 8, 7, 9, 11, 3]])
        sample = {"ids": ids[0].numpy(), "stars": 0, "domain": -1}
        out = network(collate([sample], len(FINE["en"])))
        wanted = out.head("evidence")[0, 1:-1].softmax(-1).detach().numpy()
        assert np.abs(read.windows[0].evidence - wanted).max() < tolerance
        links = out.links[0, 1:-1, 1:-1].sigmoid().detach().numpy()
        assert np.abs(read.windows[0].links - links).max() < tolerance
        assert np.abs(read.stars - out.stars[0].softmax(-1).detach().numpy()).max() < tolerance
        assert read.windows[0].spans.tolist() == [[0, 3], [4, 8], [8, 9], [10, 11]]


def test_a_long_text_is_read_in_windows_that_cover_it_once(
    checkpoint: tuple[Path, OpinionReader], tmp_path: Path
) -> None:
    export(checkpoint[0], tmp_path / "out", exact=True)
    model = open_opinion_model(tmp_path / "out")
    text = "the good food. " * 9
    read = model.read(text)
    spans = [tuple(span) for window in read.windows for span in window.spans.tolist()]
    assert len(read.windows) > 1
    assert len(spans) == len(set(spans)) == 36
    assert "".join(text[start:end] for start, end in spans) == text.replace(" ", "")
    assert read.stars.sum() == pytest.approx(1, abs=1e-5)
    for window in read.windows:
        for opinion in decode_opinions(window, text):
            assert all(0 <= span[0] < span[1] <= len(text) for span in (opinion.target, opinion.words) if span)


@pytest.mark.parametrize("checkpoint", [256], indirect=True, ids=["full"])
def test_the_branch_gives_the_comparisons_and_changes_nothing_else(
    checkpoint: tuple[Path, OpinionReader], tmp_path: Path
) -> None:
    folder, network = checkpoint
    before = open_opinion_model(export(folder, tmp_path / "before", exact=True).parent).read(
        "the food. 价", hidden=True
    )
    branch = ComparisonBranch(256, 64).eval()
    arrays = {f"comparisons.{name}": array.contiguous() for name, array in branch.state_dict().items()}
    save_file(arrays, folder / "weights-comparisons.safetensors")
    for exact, tolerance in ((True, 1e-4), (False, 0.1)):
        read = open_opinion_model(export(folder, tmp_path / str(exact), exact=exact).parent).read("the food. 价")
        ids = torch.tensor([[2, 8, 7, 9, 11, 3]])
        states = network.encoder(input_ids=ids, output_hidden_states=True).hidden_states
        scores = branch(torch.cat([states[2], states[-1]], -1), torch.ones(1, 6, dtype=torch.bool))[0, 1:-1]
        assert scores.shape[1] == COMPARING_WIDTH == 10
        wanted = [part.softmax(-1).detach().numpy() for part in scores.split([3, 4, 3], -1)]
        found = read.comparisons[0]
        for ours, theirs in zip((found.words, found.direction, found.rival), wanted, strict=True):
            assert np.abs(ours - theirs).max() < tolerance
        if exact:
            assert np.array_equal(read.windows[0].evidence, before.windows[0].evidence)
            assert np.array_equal(read.stars, before.stars)
            assert not np.allclose(found.words, before.comparisons[0].words)
