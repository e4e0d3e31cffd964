"""A tiny encoder as Hugging Face's libraries save one, and a tiny data set, so that training takes a moment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from research.training.data import Corpus, Example
from research.training.scheme import NOT_MENTIONED, Scheme

WORDS = ["the", "food", "service", "price", "was", "is", "great", "bad", "ok", "slow", "fine", "awful", "and", "but",
         "here", "how", "?", ".", "!"]  # fmt: skip
SHAPE = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
SCHEME = Scheme("toy", "en", ("food", "service", "price"), ("food", "service", "price"))


def write_encoder(folder: Path, *, kind: str = "bert", longest: int = 64, seed: int = 0) -> Path:
    """Random weights under the names that BERT's folders use."""
    import torch
    from safetensors.torch import save_file

    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]
    config = {**SHAPE, "vocab_size": len(vocabulary), "max_position_embeddings": longest, "model_type": kind}
    d, wide = SHAPE["hidden_size"], SHAPE["intermediate_size"]
    shapes = {
        "embeddings.word_embeddings.weight": (len(vocabulary), d),
        "embeddings.position_embeddings.weight": (longest, d),
        "embeddings.token_type_embeddings.weight": (2, d),
        "embeddings.LayerNorm.weight": (d,),
        "embeddings.LayerNorm.bias": (d,),
        "pooler.dense.weight": (d, d),
    }
    for i in range(SHAPE["num_hidden_layers"]):
        layer = f"encoder.layer.{i}."
        for name in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"):
            shapes |= {f"{layer}{name}.weight": (d, d), f"{layer}{name}.bias": (d,)}
        shapes |= {f"{layer}intermediate.dense.weight": (wide, d), f"{layer}intermediate.dense.bias": (wide,)}
        shapes |= {f"{layer}output.dense.weight": (d, wide), f"{layer}output.dense.bias": (d,)}
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"{layer}{name}.weight": (d,), f"{layer}{name}.bias": (d,)}
    dice = torch.Generator().manual_seed(seed)
    arrays = {
        f"bert.{name}": 1 + 0.0 * torch.ones(shape) if name.endswith("LayerNorm.weight")
        else 0.3 * torch.randn(shape, generator=dice)
        for name, shape in shapes.items()
    }  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "vocab.txt").write_text("\n".join(vocabulary) + "\n")
    save_file(arrays, folder / "model.safetensors")
    return folder


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_encoder(tmp_path_factory.mktemp("encoder") / "tiny")


def toy_examples(count: int, *, first: int = 0) -> tuple[Example, ...]:
    """Sentences whose labels can be read off their words."""
    said = {"great": 1, "ok": 0, "awful": -1}
    found = []
    for i in range(first, first + count):
        words = [list(said)[(i + k) % 3] for k in range(2)]
        text = f"the food was {words[0]} but the service was {words[1]}" + " here" * (i % 5)
        stars = 3.0 + said[words[0]] + said[words[1]]
        labels = (said[words[0]], said[words[1]], NOT_MENTIONED)
        grades = (3.0 + 2 * labels[0], 3.0 + 2 * labels[1], None)
        found.append(Example(f"toy-{i}", text, labels, stars, "toy", grades=grades))
    return tuple(found)


@pytest.fixture
def toy() -> Corpus:
    return Corpus("toy", SCHEME, toy_examples(48), toy_examples(12, first=48), toy_examples(12, first=60))
