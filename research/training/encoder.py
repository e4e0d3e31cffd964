"""The encoder that the systems share: transformers' BERT, RoBERTa or MPNet, text pieces in and one vector a piece out.

It reads folders as Hugging Face's libraries save them (config.json, safetensors or a weights-only pytorch_model.bin):
BERT and its small relatives (MiniLM, Chinese BERT and RoBERTa-wwm), RoBERTa, and MPNet with its relative positions.
Checkpoints keep the short names of weights that ``NAMES`` lists, so that they do not depend on transformers' modules.
``python -m research.training.encoder FROM TO`` copies one in half precision, in parts small enough to carry.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from transformers import BertConfig, BertModel, MPNetConfig, MPNetModel, RobertaConfig, RobertaModel

from research.commands import says_errors
from voxpop.errors import AssetError, InputError, choose

# What transformers calls the weights, and the names under which checkpoints hold them; the first pattern that fits is
# applied.
LAYER = r"(?:encoder\.layer|layers)\.(\d+)\."
NAMES = (
    (r"embeddings\.word_embeddings\.", "words."),
    (r"embeddings\.position_embeddings\.", "places."),
    (r"embeddings\.token_type_embeddings\.", "types."),
    (r"embeddings\.LayerNorm\.", "norm."),
    (r"encoder\.relative_attention_bias\.", "distances."),
    (LAYER + r"attention\.(?:self\.query|attn\.q)\.", r"layers.\1.query."),
    (LAYER + r"attention\.(?:self\.key|attn\.k)\.", r"layers.\1.key."),
    (LAYER + r"attention\.(?:self\.value|attn\.v)\.", r"layers.\1.value."),
    (LAYER + r"attention\.(?:output\.dense|attn\.o)\.", r"layers.\1.join."),
    (LAYER + r"attention\.(?:output\.)?LayerNorm\.", r"layers.\1.norm_attention."),
    (LAYER + r"intermediate\.dense\.", r"layers.\1.widen."),
    (LAYER + r"output\.dense\.", r"layers.\1.narrow."),
    (LAYER + r"output\.LayerNorm\.", r"layers.\1.norm_output."),
)
NETWORKS = {"bert": (BertConfig, BertModel), "roberta": (RobertaConfig, RobertaModel),
            "mpnet": (MPNetConfig, MPNetModel)}  # fmt: skip
ACTIVATIONS = ("gelu", "gelu_new", "gelu_pytorch_tanh", "relu")  # those that the ONNX graphs have too


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The numbers of a config.json that shape the network, under the names they have there."""

    hidden_size: int
    num_hidden_layers: int
    num_attention_heads: int
    intermediate_size: int
    vocab_size: int
    max_position_embeddings: int = 512
    type_vocab_size: int = 2
    hidden_act: str = "gelu"
    layer_norm_eps: float = 1e-12
    hidden_dropout_prob: float = 0.1
    attention_probs_dropout_prob: float = 0.1
    pad_token_id: int = 0
    model_type: str = "bert"

    @property
    def offset(self) -> int:
        """Where positions begin: RoBERTa and MPNet leave the first rows to padding."""
        return 0 if self.model_type == "bert" else self.pad_token_id + 1

    @property
    def longest(self) -> int:
        return self.max_position_embeddings - self.offset

    def for_transformers(self) -> Any:
        """Return the same numbers as a configuration object of transformers."""
        if self.hidden_size % self.num_attention_heads:
            raise InputError(f"A width of {self.hidden_size} cannot be shared by {self.num_attention_heads} attention "
                             "heads.")  # fmt: skip
        choose("activation", self.hidden_act, ACTIVATIONS)
        kind, _ = NETWORKS[self.model_type]
        attention = "eager" if self.model_type == "mpnet" else "sdpa"
        return kind(**asdict(self), attn_implementation=attention)


class Encoder(nn.Module):  # type: ignore[misc]
    """H of equation (1): ``encoder(ids, mask)`` with ids and mask of shape (B, Z) gives (B, Z, d)."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        _, network = NETWORKS[config.model_type]
        self.network = network(config.for_transformers(), add_pooling_layer=False)
        save_under_short_names(self)

    @property
    def width(self) -> int:
        return self.config.hidden_size

    @property
    def words(self) -> nn.Embedding:
        """The vectors of pieces."""
        return self.network.embeddings.word_embeddings

    @property
    def layers(self) -> nn.ModuleList:
        """The layers, from the lowest to the last."""
        return self.network.encoder.layer

    @property
    def has_types(self) -> bool:
        """Whether the encoder tells a first text from a second one."""
        return self.config.model_type != "mpnet" and self.config.type_vocab_size > 1

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor | None = None) -> Tensor:
        """``mask`` is true where there is text; padding changes nothing."""
        if ids.shape[1] > self.config.longest:
            raise InputError(f"{ids.shape[1]} pieces are too many: this encoder reads {self.config.longest} at a time.")
        places = torch.arange(ids.shape[1], device=ids.device)[None] + self.config.offset
        given = {} if self.config.model_type == "mpnet" else {
            "token_type_ids": torch.zeros_like(ids) if types is None else types
        }  # fmt: skip
        answer = self.network(input_ids=ids, attention_mask=mask, position_ids=places, **given)
        return answer.last_hidden_state  # (B, Z, d)


def save_under_short_names(module: nn.Module) -> None:
    """Make ``state_dict`` and ``load_state_dict`` of a module with transformers' layers use the names of ``NAMES``."""

    def shorten(module: nn.Module, arrays: dict[str, Tensor], prefix: str, *_: Any) -> None:
        for name in [name for name in arrays if name.startswith(prefix)]:
            arrays[prefix + rename(name.removeprefix(prefix))] = arrays.pop(name)

    def lengthen(module: nn.Module, arrays: dict[str, Tensor], prefix: str, *_: Any) -> None:
        for name, _ in module.named_parameters():
            if (short := prefix + rename(name)) in arrays:
                arrays[prefix + name] = arrays.pop(short)

    module.register_state_dict_post_hook(shorten)
    module.register_load_state_dict_pre_hook(lengthen)


# --- folders


def read_config(folder: Path) -> Config:
    path = folder / "config.json"
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{folder} is no encoder: its config.json cannot be read ({error}). Expected is a folder with "
                         "config.json, model.safetensors and tokenizer.json or vocab.txt.") from None  # fmt: skip
    choose("type of encoder", str(found.get("model_type")), NETWORKS)
    if found.get("position_embedding_type", "absolute") != "absolute":
        raise InputError(f"{path}: positions of type {found['position_embedding_type']!r} are not supported.")
    known = {field.name for field in fields(Config)}
    try:
        return Config(**{key: value for key, value in found.items() if key in known})
    except TypeError as error:
        raise InputError(f"{path} lacks a number that shapes the network: {error}.") from None


def read_weights(folder: Path) -> dict[str, Tensor]:
    """All arrays of a folder, in float32, under our names."""
    parts = sorted(folder.glob("model*.safetensors"))
    pickled = folder / "pytorch_model.bin"
    if not parts and not pickled.is_file():
        raise InputError(
            f"{folder} holds no weights: expected are model.safetensors (or parts of it) or {pickled.name}."
        )
    arrays: dict[str, Tensor] = {}
    try:
        for part in parts:
            arrays |= load_file(part)
        if not parts:
            arrays = torch.load(pickled, map_location="cpu", weights_only=True)
    except (SafetensorError, RuntimeError, EOFError, OSError) as error:
        raise AssetError(f"The weights in {folder} are damaged: {error}.") from None
    return {rename(name): array.float() for name, array in arrays.items() if array.is_floating_point()}


def rename(name: str) -> str:
    """Return the short name of a weight; a name that is short already, or unknown, stays."""
    name = (
        re.sub(r"^(?:bert|roberta|mpnet|model|network)\.", "", name)
        .replace(".gamma", ".weight")
        .replace(".beta", ".bias")
    )
    for pattern, ours in NAMES:
        found, count = re.subn("^" + pattern, ours, name)
        if count:
            return found
    return name


def load_encoder(folder: Path) -> Encoder:
    """The encoder of a folder, every weight in place, or an error that names what is missing or wrong."""
    encoder = Encoder(read_config(folder))
    weights = read_weights(folder)
    wanted = encoder.state_dict()
    missing = [name for name in wanted if name not in weights]
    if missing:
        raise AssetError(
            f"The weights in {folder} lack {len(missing)} of {len(wanted)} arrays: {', '.join(missing[:3])}…"
        )
    for name, array in wanted.items():
        if weights[name].shape != array.shape:
            raise AssetError(f"{folder}: {name} has the shape {tuple(weights[name].shape)}, its config.json says "
                             f"{tuple(array.shape)}.")  # fmt: skip
        if not weights[name].isfinite().all():
            raise AssetError(f"{folder}: {name} holds values that are not numbers.")
    encoder.load_state_dict({name: weights[name] for name in wanted})
    return encoder


def copy_small(source: Path, target: Path, *, part_mb: int = 40) -> None:
    """An encoder in half precision and in parts of at most ``part_mb``, without what we do not use."""
    encoder = load_encoder(source)
    target.mkdir(parents=True, exist_ok=True)
    (target / "config.json").write_text(json.dumps(asdict(encoder.config), indent=1) + "\n", "utf-8")
    for name in ("tokenizer.json", "vocab.txt", "tokenizer_config.json"):
        if (source / name).is_file():
            shutil.copy(source / name, target / name)
    parts: list[dict[str, Tensor]] = [{}]
    room = part_mb << 20
    for name, array in encoder.state_dict().items():
        size = 2 * array.numel()
        if size > room and parts[-1]:
            parts.append({})
            room = part_mb << 20
        parts[-1][name] = array.half()
        room -= size
    for number, part in enumerate(parts, start=1):
        save_file(part, target / f"model-{number:05}-of-{len(parts):05}.safetensors")


@says_errors
def _main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.encoder", description=copy_small.__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--part-mb", type=int, default=40)
    given = parser.parse_args()
    copy_small(given.source, given.target, part_mb=given.part_mb)


if __name__ == "__main__":
    raise SystemExit(_main())
