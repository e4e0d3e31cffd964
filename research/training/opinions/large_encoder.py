"""A large teacher: the lower layers of Qwen2.5-Coder-1.5B (Apache-2.0), reading in both directions, over our own tokens.

``python -m research.training.opinions.large_encoder en zh --prepared PREPARED --gguf FILE`` cuts its word table to the tokens that the
prepared texts use and writes the layers beside them, still in the 4 and 6 bits of the file, in parts that can be sent
to another machine one by one. ``LargeEncoder`` reads the texts in the model's own tokens; each of our tokens takes the
states of those that it begins and ends in, and two further layers over our tokens tell apart what one of them joined.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import Tensor, nn

LAYERS = 16  # of 28: what tells words apart is in the middle
WIDTH, TOP = 768, 2
SHAPE = {
    "hidden_size": 1536, "intermediate_size": 8960, "num_attention_heads": 12, "num_key_value_heads": 2,
    "rope_theta": 1_000_000.0, "rms_norm_eps": 1e-6,
}  # fmt: skip
NAMES = {
    "attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm", "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj", "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj", "ffn_down": "mlp.down_proj",
}  # fmt: skip
EDGE = "<|endoftext|>"  # before and after a text; the first token of a text takes up what attends to nothing
PART = 40_000_000  # bytes of a file
BLOCK = {12: 144, 14: 210}  # bytes of 256 weights in Q4_K and Q6_K
Large = tuple[list[int], list[int], list[int]]


class LargeTokenizer:
    """Cuts texts into the model's tokens, numbered by their first use, and aligns our tokens with them."""

    def __init__(self, tokenizer: Tokenizer, used: Sequence[int] = ()) -> None:
        self._tokenizer = tokenizer
        self.numbers = {token: place for place, token in enumerate(used)}
        self._edge = self._number(tokenizer.token_to_id(EDGE))

    def _number(self, token: int) -> int:
        return self.numbers.setdefault(token, len(self.numbers))

    def encode(self, texts: Sequence[str], offsets: Sequence[Sequence[tuple[int, int]]]) -> list[Large]:
        """Return for each text its tokens, and which of them each of our tokens begins and ends in.

        ``offsets`` are those of our tokens, the first and last of which are marks.
        """
        return [
            self._aligned(encoding.ids, encoding.offsets, ours)
            for encoding, ours in zip(self._tokenizer.encode_batch(list(texts)), offsets, strict=True)
        ]

    def _aligned(self, ids: Sequence[int], spans: Sequence[tuple[int, int]], ours: Sequence[tuple[int, int]]) -> Large:
        starts, ends = (np.array([span[side] for span in spans], np.int64) for side in (0, 1))
        inner = np.array(ours[1:-1], np.int64).reshape(-1, 2)
        first = np.searchsorted(ends, inner[:, 0], side="right")  # the first that ends behind where ours starts
        last = np.searchsorted(starts, inner[:, 1], side="left") - 1  # the last that starts before ours ends
        most = max(len(ids) - 1, 0)
        first, last = np.clip(first, 0, most) + 1, np.clip(np.maximum(last, first), 0, most) + 1
        tokens = [self._edge, *map(self._number, ids), self._edge]
        end = len(tokens) - 1
        return tokens, [0, *first.tolist(), end], [0, *last.tolist(), end]


class LargeEncoder(nn.Module):  # type: ignore[misc]
    """``encoder(ids, mask, large)`` gives a state for each of our tokens: (B, Z, WIDTH)."""

    large = True

    def __init__(self, model: nn.Module, pieces: int) -> None:
        super().__init__()
        self.model = model
        self.config = SimpleNamespace(hidden_size=WIDTH)
        self.narrow, self.pieces, self.norm = (
            nn.Linear(model.config.hidden_size, WIDTH), nn.Embedding(pieces, WIDTH), nn.LayerNorm(WIDTH)
        )  # fmt: skip
        nn.init.normal_(self.pieces.weight, std=0.02)
        layer = nn.TransformerEncoderLayer(WIDTH, 12, 4 * WIDTH, activation="gelu", batch_first=True, norm_first=True)
        self.top = nn.TransformerEncoder(layer, TOP, enable_nested_tensor=False)

    def forward(self, ids: Tensor, mask: Tensor, large: Any) -> Tensor:
        both_ways = large.mask[:, None, None, :].expand(-1, 1, large.mask.shape[1], -1)
        states = self.model(
            input_ids=large.ids, attention_mask={"full_attention": both_ways}, use_cache=False
        ).last_hidden_state
        rows = torch.arange(len(ids), device=ids.device)[:, None]
        ours = (states[rows, large.first] + states[rows, large.last]) / 2
        return self.top(self.norm(self.narrow(ours) + self.pieces(ids)), src_key_padding_mask=~mask)  # type: ignore[no-any-return]


def large_encoder(pieces: int, tokens: int, *, layers: int = LAYERS, **shape: Any) -> LargeEncoder:
    """Return an empty encoder; ``tokens`` is the size of the cut word table."""
    from transformers import Qwen2Config, Qwen2Model

    config = Qwen2Config(vocab_size=tokens, num_hidden_layers=layers, use_cache=False, **{**SHAPE, **shape})
    return LargeEncoder(Qwen2Model(config), pieces)


def pack(gguf: Path, out: Path, used: Sequence[int], *, layers: int = LAYERS) -> None:
    """Write the lower layers and the rows of the word table that are used, as they stand in the file."""
    from gguf import GGUFReader

    part: dict[str, Tensor] = {}
    kinds: dict[str, int] = {}
    number = size = 0
    for tensor in GGUFReader(str(gguf)).tensors:
        name = _name(tensor.name, layers)
        if name is None:
            continue
        array = torch.from_numpy(np.array(tensor.data[list(used)] if name == "embed_tokens.weight" else tensor.data))
        if size and size + array.nbytes > PART:
            save_file(part, out / f"large-{number:02}.safetensors")
            part, number, size = {}, number + 1, 0
        part[name], kinds[name] = array.contiguous(), int(tensor.tensor_type)
        size += array.nbytes
    save_file(part, out / f"large-{number:02}.safetensors")
    (out / "large.json").write_text(json.dumps({"tokens": len(used), "layers": layers, "kinds": kinds}))


def _name(name: str, layers: int) -> str | None:
    if name in ("token_embd.weight", "output_norm.weight"):
        return {"token_embd.weight": "embed_tokens.weight", "output_norm.weight": "norm.weight"}[name]
    parts = name.split(".")
    if parts[0] != "blk" or int(parts[1]) >= layers:
        return None
    return f"layers.{parts[1]}.{NAMES[parts[2]]}.{parts[3]}"


def load_large(folder: Path, pieces: int) -> LargeEncoder:
    """Return the encoder that ``pack`` wrote, its upper layers new."""
    about = json.loads((folder / "large.json").read_text())
    device = "cuda" if torch.cuda.is_available() else "cpu"
    with torch.device(device):
        encoder = large_encoder(pieces, about["tokens"], layers=about["layers"])
    arrays: dict[str, Tensor] = {}
    for file in sorted(folder.glob("large-*.safetensors")):
        for name, raw in load_file(file).items():
            arrays[name] = unpack(raw.to(device), about["kinds"][name])
    encoder.model.load_state_dict(arrays)
    return encoder


def unpack(raw: Tensor, kind: int) -> Tensor:
    """Return weights from the blocks of 256 of llama.cpp's Q4_K and Q6_K; other kinds are plain numbers."""
    if kind not in BLOCK:
        return raw.float()
    blocks = raw.reshape(-1, BLOCK[kind])
    weights = _q4(blocks) if kind == 12 else _q6(blocks)
    return weights.reshape(raw.shape[0], -1)


def _half(raw: Tensor) -> Tensor:
    return raw.contiguous().view(torch.float16).float()


def _q4(blocks: Tensor) -> Tensor:
    scale, least = _half(blocks[:, 0:2]), _half(blocks[:, 2:4])
    low, high, mixed = blocks[:, 4:8], blocks[:, 8:12], blocks[:, 12:16]
    scales = torch.cat([low & 63, (mixed & 15) | ((low >> 2) & 48)], 1).float()
    mins = torch.cat([high & 63, (mixed >> 4) | ((high >> 2) & 48)], 1).float()
    quants = blocks[:, 16:].reshape(-1, 4, 1, 32)
    values = torch.cat([quants & 15, quants >> 4], 2).reshape(-1, 8, 32).float()
    return (scale * scales)[..., None] * values - (least * mins)[..., None]


def _q6(blocks: Tensor) -> Tensor:
    low, high = blocks[:, :128].reshape(-1, 2, 1, 64), blocks[:, 128:192].reshape(-1, 2, 1, 32)
    low = torch.cat([low & 15, low >> 4], 2).reshape(-1, 8, 32)
    high = torch.cat([(high >> shift) & 3 for shift in (0, 2, 4, 6)], 2).reshape(-1, 8, 32)
    scales = blocks[:, 192:208].contiguous().view(torch.int8).float() * _half(blocks[:, 208:210])
    values = (low | (high << 4)).reshape(-1, 16, 16).float() - 32
    return scales[..., None] * values


def packed_large(rows: Sequence[Large]) -> Mapping[str, NDArray[Any]]:
    """Return many aligned texts end to end, in arrays that compress well; ``unpacked_large`` turns them back."""
    return {
        "ids": np.concatenate([np.array(row[0], np.int32) for row in rows]) if rows else np.zeros(0, np.int32),
        "lengths": np.array([len(row[0]) for row in rows], np.int16),
        "first": np.concatenate([np.diff(row[1], prepend=0).astype(np.int8) for row in rows]) if rows else np.zeros(0, np.int8),
        "wide": np.concatenate([(np.array(row[2]) - row[1]).astype(np.int8) for row in rows]) if rows else np.zeros(0, np.int8),
    }  # fmt: skip


def unpacked_large(packed: Mapping[str, NDArray[Any]], lengths: Sequence[int]) -> list[tuple[NDArray[Any], ...]]:
    """Return what ``packed_large`` took, as arrays; ``lengths`` are those of the texts in our tokens."""
    rows, start, ours = [], 0, 0
    for length, own in zip(packed["lengths"].tolist(), lengths, strict=True):
        first = np.cumsum(packed["first"][ours : ours + own].astype(np.int64))
        rows.append((packed["ids"][start : start + length], first, first + packed["wide"][ours : ours + own]))
        start, ours = start + length, ours + own
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.opinions.large_encoder", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--prepared", type=Path, required=True, help="a folder with large-tokens.json")
    parser.add_argument("--gguf", type=Path, required=True)
    given = parser.parse_args()
    used = json.loads((given.prepared / "large-tokens.json").read_text())
    pack(given.gguf, given.prepared, used)
    print({file.name: file.stat().st_size for file in sorted(given.prepared.glob("large*"))})


if __name__ == "__main__":
    main()
