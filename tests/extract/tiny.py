"""A tiny reader with random weights, so that tests need no shipped ones: two layers, 32 wide, 200 pieces.

``checkpoint(folder)`` writes what training would, ``tiny(folder)`` exports it and opens the reader.
"""

from __future__ import annotations

import json
import string
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save_file

from research.training.reader.export import export, shapes
from voxpop.extract.reader import Reader, open_reader

MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = [
    "the", "room", "food", "was", "is", "very", "good", "bad", "not", "great", "but", "and", "we", "staff", "bed",
    "view", "price", "slow", "clean", "dirty", "nice", "service", "rude", *"这家店的菜很好吃服务不差房间干净味道",
]  # fmt: skip
NORMS = ("norm.weight", "norm_attention.weight", "norm_output.weight")
ENGLISH = {"general": ["room", "food", "service", "price"], "se14": ["food", "service"]}
CHINESE = {"asap": ["口味", "服务", "价格"]}
ENCODER = {
    "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64, "vocab_size": 200,
    "max_position_embeddings": 64, "type_vocab_size": 2, "hidden_act": "gelu", "layer_norm_eps": 1e-12,
    "pad_token_id": 0, "model_type": "bert",
}  # fmt: skip


def checkpoint(folder: Path, *, lang: str = "en", seed: int = 0, **changes: Any) -> Path:
    """A checkpoint folder; ``changes`` go into its config."""
    sets = ENGLISH if lang == "en" else CHINESE
    config = {
        "language": lang, "window": 48, "overlap": 8, "width": 32, "sets": sets, "shown": next(iter(sets)),
        "present": dict.fromkeys(sets, 0.5), "term": 0.5, "stars": {"temperature": 1.0}, "training": {},
        "encoder": ENCODER, **changes,
    }  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config, ensure_ascii=False), "utf-8")
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer(), ensure_ascii=False), "utf-8")
    save_file(weights(config, seed=seed), folder / "weights.safetensors")
    return folder


def weights(config: Mapping[str, Any], *, seed: int) -> dict[str, np.ndarray]:
    draw = np.random.default_rng(seed)
    return {
        name: (draw.normal(0, shape[-1] ** -0.5, shape) + name.endswith(NORMS)).astype(np.float32)
        for name, shape in shapes(config).items()
    }


def tokenizer() -> dict[str, Any]:
    """WordPiece over the marks, some words, and single characters to spell the rest."""
    letters = [*string.ascii_lowercase, *string.digits, *string.punctuation, *"，。！？😀"]
    pieces = list(dict.fromkeys([*MARKS, *WORDS, *letters, *(f"##{letter}" for letter in string.ascii_lowercase)]))
    pieces += [f"[unused{number}]" for number in range(200 - len(pieces))]
    special = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return {
        "version": "1.0",
        "truncation": {"max_length": 16, "strategy": "LongestFirst", "stride": 0, "direction": "Right"},
        "padding": None, "added_tokens": [{"id": pieces.index(mark), "content": mark, **special} for mark in MARKS],
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                       "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"}, "post_processor": None, "decoder": None,
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100, "vocab": {piece: place for place, piece in enumerate(pieces)}},
    }  # fmt: skip


def tiny(folder: Path, *, lang: str = "en", exact: bool = False, **changes: Any) -> Reader:
    """The tiny reader, exported below ``folder``."""
    export(checkpoint(folder / "checkpoint", lang=lang, **changes), folder / "reader", exact=exact)
    return open_reader(folder / "reader")
