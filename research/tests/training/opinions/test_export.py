"""The exported graph gives what the network gives, and the product's model reads it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, ClassVar, cast

import numpy as np
import pytest
import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertModel

from research.training.opinions.export import export
from research.training.opinions.labels import FINE
from research.training.opinions.network import OpinionReader
from research.training.opinions.vocabulary import SPECIAL, tokenizer
from voxpop.errors import AssetError
from voxpop.extract.opinion_decoding import Floats, TokenScores, decode_opinions
from voxpop.extract.opinion_extractor import OpinionExtractor
from voxpop.extract.opinion_model import (
    ComparisonScores,
    OpinionModel,
    TextScores,
    open_opinion_model,
    sigmoid,
    softmax,
)
from voxpop.lang import language

PIECES = [*SPECIAL, "good", "bad", "food", "the", ".", "好", "价"]


@pytest.fixture
def checkpoint(tmp_path: Path) -> tuple[Path, OpinionReader]:
    torch.manual_seed(1)
    config = BertConfig(vocab_size=len(PIECES), hidden_size=48, num_hidden_layers=3, num_attention_heads=4,
                        intermediate_size=96, type_vocab_size=1, max_position_embeddings=64)  # fmt: skip
    model = OpinionReader(BertModel(config, add_pooling_layer=False), 2, len(FINE["en"])).eval()
    folder = tmp_path / "checkpoint"
    folder.mkdir()
    save_file({name: array.contiguous() for name, array in model.state_dict().items()}, folder / "weights.safetensors")
    tokenizer(PIECES).save(str(folder / "tokenizer.json"))
    described = {"language": "en", "window": 12, "attention_heads": 4, "domains": ["a", "b"]}
    (folder / "config.json").write_text(json.dumps(described), "utf-8")
    return folder, model


def test_the_graph_says_what_the_network_says(checkpoint: tuple[Path, OpinionReader], tmp_path: Path) -> None:
    folder, network = checkpoint
    for exact, tolerance in ((True, 1e-4), (False, 0.1)):
        export(folder, tmp_path / str(exact), exact=exact)
        model = open_opinion_model(tmp_path / str(exact))
        read = model.read("the food. 价", [(4, 8, "other")])
        ids = torch.tensor([[2, 8, 7, 9, 11, 3]])
        out = network(ids, torch.ones_like(ids, dtype=torch.bool), torch.tensor([[0, 0, 2, 0, 0, 0]]))
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


def test_an_empty_text_and_half_a_character_can_be_read(checkpoint: tuple[Path, OpinionReader], tmp_path: Path) -> None:
    export(checkpoint[0], tmp_path / "out", exact=True)
    model = open_opinion_model(tmp_path / "out")
    for text in ("", " ", "\ud83d"):
        assert model.read(text).stars.shape == (5,)


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssetError, match="no opinion reader"):
        open_opinion_model(tmp_path)


def test_probabilities() -> None:
    assert softmax(np.array([[0.0, 0.0]], np.float32)).tolist() == [[0.5, 0.5]]
    assert sigmoid(np.array([0.0, 1000.0, -1000.0], np.float32)).tolist() == [0.5, 1.0, pytest.approx(0.0, abs=1e-20)]


class FixedModel:
    """A model whose scores are written by hand: the food is good, and the rest is bad without a name."""

    categories = ("overall", "food")
    config: ClassVar[dict[str, Any]] = {"about": ("main", "competing"), "directions": ("better", "worse")}

    def read(self, text: str, names: object = (), *, hidden: bool = False) -> TextScores:
        spans = np.array([match.span() for match in re.finditer(r"\w+|[^\w\s]", text)], np.int32)
        words = [text[slice(*span)] for span in spans.tolist()]

        def tags(marked: set[str]) -> Floats:
            return np.array([(0.05, 0.9, 0.05) if word in marked else (0.98, 0.01, 0.01) for word in words], np.float32)

        links = np.array([[float(a == "food" and b == "good") for b in words] for a in words], np.float32)
        polarity = np.array([(0, 0, 0, 0, 1) if word == "good" else (1, 0, 0, 0, 0) for word in words], np.float32)
        category = np.array([(0, 1) if word in ("food", "good") else (1, 0) for word in words], np.float32)
        about = np.array([(0, 1) if word == "awful" else (1, 0) for word in words], np.float32)
        none = np.zeros(len(words), np.float32)
        window = TokenScores(spans, tags({"food"}), tags({"good", "awful"}), polarity, category, about, none, links)
        compared = ComparisonScores(tags({"than"}), np.tile(np.float32([0, 1]), (len(words), 1)), tags({"Nikon"}))
        stars = np.array([0, 0, 0, 1, 0], np.float32)
        return TextScores((window,), (compared,), stars, np.ones(1, np.float32), np.zeros((0, 4), np.float32))


def test_opinions_become_terms_with_category_owner_and_proof() -> None:
    text = "The food was good. Just awful, worse than Nikon."
    extractor = OpinionExtractor("en", cast(OpinionModel, FixedModel()))
    (extraction,) = extractor.extract([text], language("en").parse([text]))
    judged = [term for term in extraction.terms if term.judgement.polarity is not None]
    assert [(text[term.start : term.end], term.term, term.category, term.about) for term in judged] == [
        ("food", "food", "food", "part_of_main"),
        ("awful", "", "overall", "competing"),
    ]
    assert [term.judgement.polarity for term in judged] == [1.0, -1.0]
    assert [text[slice(*words)] for words in judged[0].judgement.opinion_words] == ["good"]
    assert judged[0].tagged
    assert extraction.tagged_phrases[0][0].term == "food"
    assert extraction.rating is not None
    assert extraction.rating.stars == pytest.approx(4.0)
    (compared,) = extraction.comparisons
    assert compared.rival is not None
    assert (text[slice(*compared.words)], text[slice(*compared.rival)], compared.preference) == (
        "than",
        "Nikon",
        "worse",
    )


def test_nothing_is_extracted_from_nothing() -> None:
    (extraction,) = OpinionExtractor("en", cast(OpinionModel, FixedModel())).extract([""], [[]])
    assert not extraction.terms
