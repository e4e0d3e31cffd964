"""A tiny opinion model with random weights, so that tests need no shipped ones: no layers, 8 wide, 200 pieces.

``tiny(folder)`` writes its three files and opens it.
"""

from __future__ import annotations

import json
import string
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from voxpop.extract.opinion_model import OpinionModel, open_opinion_model

MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = [
    "the", "room", "food", "was", "is", "very", "good", "bad", "not", "great", "but", "and", "we", "staff", "bed",
    "view", "price", "slow", "clean", "dirty", "nice", "service", "rude", *"这家店的菜很好吃服务不差房间干净味道",
]  # fmt: skip
HEADS = {
    "target": 3, "evidence": 3, "polarity": 5, "category": 4, "about": 5, "fact": 1, "comparison": 3, "direction": 4,
    "rival": 3,
}  # fmt: skip
CONFIG = {
    "window": 48, "heads": HEADS, "categories": ["overall", "food", "service", "price"],
    "about": ["main", "competing", "interacting", "generic", "other"],
    "directions": ["better", "worse", "equal", "different"], "domains": ["hotel", "app", "film"],
    "names": ["none", "own", "other", "unknown"], "stars": {"temperature": 1.0},
}  # fmt: skip
WIDTH, FINE, VOCABULARY = 8, 2, 200


def graph(*, seed: int = 0) -> onnx.ModelProto:
    """Every piece is its embedding and that of its name mark, beside the mean of the text."""
    draw = np.random.default_rng(seed)
    sizes = {"words": (VOCABULARY, WIDTH), "marks": (4, WIDTH), "tokens": (2 * WIDTH, sum(HEADS.values())),
             "stars": (WIDTH, 5), "domains": (WIDTH, 3), "fines": (WIDTH, 4 * FINE)}  # fmt: skip
    constants = [numpy_helper.from_array(draw.normal(size=size).astype(np.float32), name)
                 for name, size in sizes.items()]  # fmt: skip
    constants.append(numpy_helper.from_array(np.array([1, FINE, 4], np.int64), "shape"))
    nodes = [
        helper.make_node("Gather", ["words", "ids"], ["word"]),
        helper.make_node("Gather", ["marks", "names"], ["mark"]),
        helper.make_node("Add", ["word", "mark"], ["piece"]),
        helper.make_node("ReduceMean", ["piece"], ["mean"], axes=[1], keepdims=1),
        helper.make_node("Shape", ["piece"], ["size"]),
        helper.make_node("Expand", ["mean", "size"], ["everywhere"]),
        helper.make_node("Concat", ["piece", "everywhere"], ["hidden"], axis=-1),
        helper.make_node("MatMul", ["hidden", "tokens"], ["tokens_out"]),
        helper.make_node("Transpose", ["piece"], ["turned"], perm=[0, 2, 1]),
        helper.make_node("MatMul", ["piece", "turned"], ["links"]),
        helper.make_node("ReduceMean", ["piece"], ["text"], axes=[1], keepdims=0),
        helper.make_node("MatMul", ["text", "stars"], ["stars_out"]),
        helper.make_node("MatMul", ["text", "domains"], ["domains_out"]),
        helper.make_node("MatMul", ["text", "fines"], ["flat"]),
        helper.make_node("Reshape", ["flat", "shape"], ["fine"]),
    ]
    outputs: dict[str, list[int | str]] = {
        "tokens_out": [1, "Z", sum(HEADS.values())], "links": [1, "Z", "Z"], "stars_out": [1, 5], "domains_out": [1, 3],
        "fine": [1, FINE, 4], "hidden": [1, "Z", 2 * WIDTH],
    }  # fmt: skip
    whole = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(name, TensorProto.INT64, [1, "Z"]) for name in ("ids", "names")],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in outputs.items()],
        constants,
    )
    return helper.make_model(whole, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def tokenizer() -> dict[str, Any]:
    """WordPiece over the marks, some words, and single characters to spell the rest."""
    letters = [*string.ascii_lowercase, *string.digits, *string.punctuation, *"，。！？😀"]
    pieces = list(dict.fromkeys([*MARKS, *WORDS, *letters, *(f"##{letter}" for letter in string.ascii_lowercase)]))
    pieces += [f"[unused{number}]" for number in range(VOCABULARY - len(pieces))]
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


def tiny(folder: Path, *, lang: str = "en", seed: int = 0) -> OpinionModel:
    """Write the tiny model into a folder, and open it."""
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(graph(seed=seed), folder / "model.onnx")
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer(), ensure_ascii=False), "utf-8")
    (folder / "config.json").write_text(json.dumps({"language": lang, **CONFIG}), "utf-8")
    return open_opinion_model(folder)
