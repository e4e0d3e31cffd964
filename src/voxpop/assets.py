"""The weights that come with voxpop: each a folder in ``voxpop/weights`` with weights, a config and a card.

The weights are safetensors or an ONNX graph. ``manifest.json`` lists every asset with its licence, its language and the
checksum of each of its files but the card. ``python -m research.add_weights`` adds or renews an entry.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load as parse

from voxpop.errors import AssetError, choose

FOLDER = Path(__file__).parent / "weights"
CONFIG, CARD = "config.json", "card.md"


@dataclass(frozen=True, slots=True)
class Asset:
    """One set of weights: where it lies, what it must be, and under which terms."""

    name: str
    language: str
    path: Path  # of the weights; everything else lies beside it
    size: int
    sha256: str
    licence: str
    card: Path
    files: Mapping[str, str]  # the checksums of the files beside the weights
    version: int = 1  # one more whenever other weights, or other files beside them, take its place

    @property
    def checksum(self) -> str:
        """One checksum of the weights and of all files beside them."""
        return sha256(json.dumps([self.sha256, self.files], sort_keys=True).encode()).hexdigest()

    def read(self, file: str | None = None) -> bytes:
        """The bytes of the weights or of a file beside them; an AssetError if they are not those in the manifest."""
        path = self.path if file is None else self.path.with_name(file)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise AssetError(
                f"The weights {self.name!r} cannot be read: {path} ({error.strerror}). Install voxpop again."
            ) from error
        if file is None and len(data) != self.size:
            raise AssetError(
                f"The weights {self.name!r} are damaged: {path} has {len(data):,} bytes, not {self.size:,}. "
                "Install voxpop again."
            )
        if sha256(data).hexdigest() != (self.sha256 if file is None else self.files.get(file)):
            raise AssetError(
                f"The weights {self.name!r} were changed: the checksum of {path} is not the one in the manifest. "
                "Install voxpop again."
            )
        return data


def assets(folder: Path = FOLDER) -> list[Asset]:
    """Everything in the manifest, by name."""
    manifest = folder / "manifest.json"
    try:
        return [_entry(folder / entry["name"], **entry) for entry in json.loads(manifest.read_text("utf-8"))]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise AssetError(f"The list of weights {manifest} cannot be read ({error}). Install voxpop again.") from error


def _entry(home: Path, *, weights: str, **facts: Any) -> Asset:
    return Asset(path=home / weights, card=home / CARD, **facts)


def find(name: str, folder: Path = FOLDER) -> Asset:
    """The asset of a name."""
    by_name = {asset.name: asset for asset in assets(folder)}
    return by_name[choose("weights", name, by_name)]


def load(name: str, folder: Path = FOLDER) -> dict[str, NDArray[Any]]:
    """The arrays of an asset. They are read, and checked against the manifest, once per process."""
    return dict(_load(name, folder))


@cache
def _load(name: str, folder: Path) -> dict[str, NDArray[Any]]:
    asset = find(name, folder)
    try:
        arrays: dict[str, NDArray[Any]] = parse(asset.read())
    except SafetensorError as error:
        raise AssetError(f"The weights {name!r} are not safetensors: {asset.path} ({error}).") from error
    for key, array in arrays.items():
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise AssetError(f"The weights {name!r} hold values that are not numbers: {key} in {asset.path}.")
        array.flags.writeable = False
    return arrays


def config(name: str, folder: Path = FOLDER) -> dict[str, Any]:
    """The config.json of an asset."""
    asset = find(name, folder)
    try:
        settings: dict[str, Any] = json.loads(asset.read(CONFIG))
    except ValueError as error:
        path = asset.path.with_name(CONFIG)
        raise AssetError(f"The config of the weights {name!r} cannot be read: {path} ({error}).") from error
    return settings


def verify(folder: Path = FOLDER) -> list[tuple[Asset, AssetError | None]]:
    """Every asset with what is wrong with it, or None."""
    checked: list[tuple[Asset, AssetError | None]] = []
    for asset in assets(folder):
        try:
            for file in (None, *asset.files):
                asset.read(file)
        except AssetError as error:
            checked.append((asset, error))
        else:
            checked.append((asset, None))
    return checked
