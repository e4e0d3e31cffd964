"""Our joint model: one encoder, and heads for aspect terms, opinion words, categories, their polarity, and stars.

The pooling is Bu et al.'s equations (1) to (3) with one projection shared by all categories, so that sixty of them cost
no more than five; everything else about a category is a few vectors. Padding changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from research.training.encoder import Config, Encoder
from voxpop.errors import AssetError, InputError

TAGS = 9  # aspect term O/B/I, opinion words O/B/I, polarity positive/neutral/negative
POLARITIES = 3
STARS = 5
WEIGHTS = "weights.safetensors"


class ReaderOutputs(NamedTuple):
    """Every head's scores, before softmax or sigmoid; ``attention`` alone is already a distribution."""

    tags: Tensor  # (B, Z, 9)
    presence: Tensor  # (B, N)
    polarity: Tensor  # (B, N, 3)
    attention: Tensor  # (B, N, Z)
    stars: Tensor  # (B, 5)
    hidden: Tensor  # (B, Z, d)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderShape:
    """What a reader knows: its language, its sets of categories, and how much it reads at a time."""

    language: str
    sets: Mapping[str, tuple[str, ...]]
    window: int = 512
    overlap: int = 64

    @property
    def categories(self) -> list[tuple[str, str]]:
        """All categories of all sets, in the order of the heads."""
        return [(name, category) for name, members in self.sets.items() for category in members]


class Pool(nn.Module):  # type: ignore[misc]
    """Equations (1) to (3) for N categories and, with the last query, the stars."""

    def __init__(self, queries: int, d: int) -> None:
        super().__init__()
        self.project, self.out = nn.Linear(d, d), nn.Linear(d, d)
        self.query = nn.Parameter(torch.empty(queries, d))
        nn.init.normal_(self.query, std=d**-0.5)

    def forward(self, H: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        M = self.project(H).tanh()  # (1)
        scores = (M @ self.query.T.to(M.dtype)).float().masked_fill(~mask[..., None], -1e4)
        alpha = scores.softmax(1).transpose(1, 2)  # (2)  (B, N + 1, Z)
        return self.out(alpha.to(H.dtype) @ H).tanh(), alpha  # (3)  (B, N + 1, d)


class Each(nn.Module):  # type: ignore[misc]
    """A linear map of its own for each category: (B, N, d) gives (B, N, classes), or (B, N) without classes."""

    def __init__(self, categories: int, d: int, *classes: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(categories, *classes, d))
        self.bias = nn.Parameter(torch.zeros(categories, *classes))
        nn.init.normal_(self.weight, std=d**-0.5)

    def forward(self, r: Tensor) -> Tensor:
        equation = "bnd,ncd->bnc" if self.weight.dim() == 3 else "bnd,nd->bn"
        return torch.einsum(equation, r.float(), self.weight) + self.bias


class Reader(nn.Module):  # type: ignore[misc]
    """``reader(ids, mask)`` with ids and mask of shape (B, Z) gives an ``ReaderOutputs``."""

    def __init__(self, encoder: Encoder, categories: int, *, dropout: float = 0.1) -> None:
        super().__init__()
        d = encoder.width
        self.encoder = encoder
        self.tags = nn.Linear(d, TAGS)
        self.pool = Pool(categories + 1, d)
        self.presence = Each(categories, d)
        self.polarity = Each(categories, d, POLARITIES)
        self.stars = nn.Linear(d, STARS)
        self.drop = nn.Dropout(dropout)

    def forward(self, ids: Tensor, mask: Tensor) -> ReaderOutputs:
        H = self.encoder(ids, mask)
        kept = self.drop(H)
        r, alpha = self.pool(kept, mask)
        r = self.drop(r)
        return ReaderOutputs(
            self.tags(kept).float(), self.presence(r[:, :-1]), self.polarity(r[:, :-1]), alpha[:, :-1],
            self.stars(r[:, -1]).float(), H,
        )  # fmt: skip


# --- checkpoints


def save(model: Reader, shape: ReaderShape, folder: Path, *, half: bool = True, training: Mapping[str, Any] | None = None,
         ) -> None:  # fmt: skip
    """A checkpoint folder: config.json and the weights under the names of the modules."""
    folder.mkdir(parents=True, exist_ok=True)
    config = {**asdict(shape), "width": model.encoder.width, "encoder": asdict(model.encoder.config),
              "training": training or {}}  # fmt: skip
    (folder / "config.json").write_text(json.dumps(config, indent=1, ensure_ascii=False) + "\n", "utf-8")
    arrays = {name: (a.half() if half else a.float()).cpu().contiguous() for name, a in model.state_dict().items()}
    save_file(arrays, folder / WEIGHTS)


def read_shape(folder: Path) -> tuple[ReaderShape, Config]:
    try:
        found: dict[str, Any] = json.loads((folder / "config.json").read_text("utf-8"))
        names = {field.name for field in fields(ReaderShape)}
        shape = ReaderShape(**{key: value for key, value in found.items() if key in names})
        return shape, Config(**found["encoder"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{folder} is no checkpoint of a reader: its config.json cannot be used ({error}).") from None


def read_training(folder: Path) -> dict[str, Any]:
    """How the reader of a checkpoint came about: its recipe, how long it took, on what."""
    found: dict[str, Any] = json.loads((folder / "config.json").read_text("utf-8"))
    return dict(found.get("training", {}))


def load(folder: Path) -> tuple[Reader, ReaderShape]:
    """A reader from its checkpoint folder, in float32."""
    shape, config = read_shape(folder)
    model = Reader(Encoder(config), len(shape.categories))
    parts = sorted(folder.glob("weights*.safetensors"))
    arrays = {name: array.float() for part in parts for name, array in load_file(part).items()}
    try:
        model.load_state_dict(arrays)
    except RuntimeError as error:
        raise AssetError(f"The weights in {folder} do not fit its config.json: {error}") from None
    return model, shape
