"""The BERT encoder of paper 001, in plain torch: text pieces in, one vector a piece out.

It reads folders as Hugging Face's libraries save them (config.json, safetensors or a weights-only pytorch_model.bin):
BERT and its small relatives (MiniLM, Chinese BERT and RoBERTa-wwm), RoBERTa, and MPNet with its relative positions.
``python -m research.training.encoder FROM TO`` copies one in half precision, in parts small enough to carry.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional as F

from voxpop.errors import AssetError, InputError, choose, says_errors

# What other libraries call our parameters; the first pattern that fits is applied.
NAMES = (
    (r"embeddings\.word_embeddings\.", "words."),
    (r"embeddings\.position_embeddings\.", "places."),
    (r"embeddings\.token_type_embeddings\.", "types."),
    (r"embeddings\.LayerNorm\.", "norm."),
    (r"encoder\.relative_attention_bias\.", "distances."),
    (r"encoder\.layer\.(\d+)\.attention\.(?:self\.query|attn\.q)\.", r"layers.\1.query."),
    (r"encoder\.layer\.(\d+)\.attention\.(?:self\.key|attn\.k)\.", r"layers.\1.key."),
    (r"encoder\.layer\.(\d+)\.attention\.(?:self\.value|attn\.v)\.", r"layers.\1.value."),
    (r"encoder\.layer\.(\d+)\.attention\.(?:output\.dense|attn\.o)\.", r"layers.\1.join."),
    (r"encoder\.layer\.(\d+)\.attention\.(?:output\.)?LayerNorm\.", r"layers.\1.norm_attention."),
    (r"encoder\.layer\.(\d+)\.intermediate\.dense\.", r"layers.\1.widen."),
    (r"encoder\.layer\.(\d+)\.output\.dense\.", r"layers.\1.narrow."),
    (r"encoder\.layer\.(\d+)\.output\.LayerNorm\.", r"layers.\1.norm_output."),
)
BUCKETS = 32  # of MPNet's relative distances
FAR = 128


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


class Layer(nn.Module):  # type: ignore[misc]
    """Self-attention, then two linear maps; each is added to its input and normalised."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        d, wide = config.hidden_size, config.intermediate_size
        self.heads = config.num_attention_heads
        self.query, self.key, self.value, self.join = (nn.Linear(d, d) for _ in range(4))
        self.norm_attention = nn.LayerNorm(d, eps=config.layer_norm_eps)
        self.widen, self.narrow = nn.Linear(d, wide), nn.Linear(wide, d)
        self.norm_output = nn.LayerNorm(d, eps=config.layer_norm_eps)
        self.drop = nn.Dropout(config.hidden_dropout_prob)
        self.drop_attention = nn.Dropout(config.attention_probs_dropout_prob)
        self.act: Callable[[Tensor], Tensor] = ACTIVATIONS[choose("activation", config.hidden_act, ACTIVATIONS)]

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        q, k, v = (self._split(linear(x)) for linear in (self.query, self.key, self.value))  # (B, heads, Z, d/heads)
        drop = self.drop_attention.p if self.training else 0.0
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=bias.to(q.dtype), dropout_p=drop)
        mixed = mixed.transpose(1, 2).reshape(x.shape)  # (B, Z, d)
        x = self.norm_attention(x + self.drop(self.join(mixed)))
        return self.norm_output(x + self.drop(self.narrow(self.act(self.widen(x)))))

    def _split(self, x: Tensor) -> Tensor:
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)


ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "gelu": F.gelu,
    "gelu_new": lambda x: F.gelu(x, approximate="tanh"),
    "gelu_pytorch_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "relu": F.relu,
}


class Encoder(nn.Module):  # type: ignore[misc]
    """H of equation (1): ``encoder(ids, mask)`` with ids and mask of shape (B, Z) gives (B, Z, d)."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        d = config.hidden_size
        if d % config.num_attention_heads:
            raise InputError(f"A width of {d} cannot be shared by {config.num_attention_heads} attention heads.")
        self.config = config
        self.words = nn.Embedding(config.vocab_size, d)
        self.places = nn.Embedding(config.max_position_embeddings, d)
        self.types = None if config.model_type == "mpnet" else nn.Embedding(config.type_vocab_size, d)
        self.distances = nn.Embedding(BUCKETS, config.num_attention_heads) if config.model_type == "mpnet" else None
        self.norm = nn.LayerNorm(d, eps=config.layer_norm_eps)
        self.drop = nn.Dropout(config.hidden_dropout_prob)
        self.layers = nn.ModuleList(Layer(config) for _ in range(config.num_hidden_layers))
        self.apply(_initialise)

    @property
    def width(self) -> int:
        return self.config.hidden_size

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor | None = None) -> Tensor:
        """``mask`` is true where there is text; padding changes nothing."""
        if ids.shape[1] > self.config.longest:
            raise InputError(f"{ids.shape[1]} pieces are too many: this encoder reads {self.config.longest} at a time.")
        place = torch.arange(ids.shape[1], device=ids.device) + self.config.offset
        x = self.words(ids) + self.places(place)  # (B, Z, d)
        if self.types is not None:
            x = x + self.types(torch.zeros_like(ids) if types is None else types)
        x = self.drop(self.norm(x))
        bias = torch.zeros(mask.shape, dtype=x.dtype, device=x.device).masked_fill(~mask, torch.finfo(x.dtype).min)
        bias = bias[:, None, None, :]  # (B, 1, 1, Z)
        if self.distances is not None:
            bias = bias + self.distances(buckets(ids.shape[1], ids.device)).permute(2, 0, 1)  # (B, heads, Z, Z)
        for layer in self.layers:
            x = layer(x, bias)
        return x


def _initialise(module: nn.Module) -> None:
    """BERT's own start, for what is not loaded."""
    if isinstance(module, nn.Linear | nn.Embedding):
        nn.init.normal_(module.weight, std=0.02)
    if isinstance(module, nn.Linear):
        nn.init.zeros_(module.bias)


def buckets(length: int, device: torch.device) -> Tensor:
    """Which row of the distance table each pair of places uses: near ones singly, far ones by logarithm, per side."""
    place = torch.arange(length, device=device)
    behind = place[:, None] - place[None, :]  # (Z, Z), positive where the key lies before the query
    side = (behind < 0).long() * (BUCKETS // 2)
    far, half = behind.abs(), BUCKETS // 4
    steps = torch.log(far.clamp(min=1).float() / half) / math.log(FAR / half) * (BUCKETS // 2 - half)
    coarse = (half + steps.long()).clamp(max=BUCKETS // 2 - 1)
    return side + torch.where(far < half, far, coarse)


# --- folders


def read_config(folder: Path) -> Config:
    path = folder / "config.json"
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{folder} is no encoder: its config.json cannot be read ({error}). Expected is a folder with "
                         "config.json, model.safetensors and tokenizer.json or vocab.txt.") from None  # fmt: skip
    choose("type of encoder", str(found.get("model_type")), ("bert", "roberta", "mpnet"))
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
    name = re.sub(r"^(?:bert|roberta|mpnet|model)\.", "", name).replace(".gamma", ".weight").replace(".beta", ".bias")
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
