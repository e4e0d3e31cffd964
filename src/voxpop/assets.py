"""Weights that come with voxpop: each a folder in ``voxpop/assets`` with safetensors, a config and a card.

``manifest.json`` lists them with size, checksum, licence and language. To add or renew an entry after writing the
folder: ``python -m voxpop.assets add NAME --language en --licence "CC BY-SA 4.0"``.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load as parse

from voxpop.errors import AssetError, choose

FOLDER = Path(__file__).parent / "assets"
WEIGHTS = "weights.safetensors"


@dataclass(frozen=True, slots=True)
class Asset:
    """One set of weights: where it lies, what it must be, and under which terms."""

    name: str
    language: str
    path: Path  # of the weights; config.json and the card lie beside it
    size: int
    sha256: str
    licence: str
    card: Path

    def read(self) -> bytes:
        """The bytes of the weights, or an AssetError if they are missing or not the ones in the manifest."""
        try:
            data = self.path.read_bytes()
        except OSError as error:
            raise AssetError(
                f"The weights {self.name!r} cannot be read: {self.path} ({error.strerror}). Install voxpop again."
            ) from error
        if len(data) != self.size:
            raise AssetError(
                f"The weights {self.name!r} are damaged: {self.path} has {len(data):,} bytes, not {self.size:,}. "
                "Install voxpop again."
            )
        if sha256(data).hexdigest() != self.sha256:
            raise AssetError(
                f"The weights {self.name!r} were changed: the checksum of {self.path} is not the one in the manifest. "
                "Install voxpop again."
            )
        return data


def assets(folder: Path = FOLDER) -> list[Asset]:
    """Everything in the manifest, by name."""
    manifest = folder / "manifest.json"
    try:
        entries = json.loads(manifest.read_text("utf-8"))
        return [_entry(folder, **entry) for entry in entries]
    except (OSError, ValueError, TypeError) as error:
        raise AssetError(f"The list of weights {manifest} cannot be read ({error}). Install voxpop again.") from error


def _entry(folder: Path, *, name: str, language: str, size: int, sha256: str, licence: str) -> Asset:
    home = folder / name
    return Asset(name, language, home / WEIGHTS, size, sha256, licence, home / "card.md")


def find(name: str, folder: Path = FOLDER) -> Asset:
    """The asset of a name."""
    known = {asset.name: asset for asset in assets(folder)}
    return known[choose("weights", name, known)]


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
    path = find(name, folder).path.with_name("config.json")
    try:
        settings: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise AssetError(f"The config of the weights {name!r} cannot be read: {path} ({error}).") from error
    return settings


def verify(folder: Path = FOLDER) -> list[tuple[Asset, AssetError | None]]:
    """Every asset with what is wrong with it, or None."""
    checked: list[tuple[Asset, AssetError | None]] = []
    for asset in assets(folder):
        try:
            asset.read()
        except AssetError as error:
            checked.append((asset, error))
        else:
            checked.append((asset, None))
    return checked


def add(name: str, *, language: str, licence: str, folder: Path = FOLDER) -> Asset:
    """List the weights that lie in ``folder/name`` in the manifest, in place of an entry of the same name."""
    for part in (WEIGHTS, "config.json", "card.md"):
        if not (folder / name / part).is_file():
            raise AssetError(f"{folder / name} has no {part}: an asset is {WEIGHTS}, config.json and card.md.")
    data = (folder / name / WEIGHTS).read_bytes()
    others = [asset for asset in assets(folder) if asset.name != name] if (folder / "manifest.json").exists() else []
    asset = _entry(
        folder, name=name, language=language, size=len(data), sha256=sha256(data).hexdigest(), licence=licence
    )
    entries = [
        {key: value for key, value in asdict(each).items() if key not in ("path", "card")}
        for each in sorted([*others, asset], key=lambda each: each.name)
    ]
    (folder / "manifest.json").write_text(json.dumps(entries, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return asset


def _main() -> None:
    parser = argparse.ArgumentParser(prog="python -m voxpop.assets", description=add.__doc__)
    parser.add_argument("command", choices=["add"])
    parser.add_argument("name")
    parser.add_argument("--language", required=True)
    parser.add_argument("--licence", required=True)
    given = parser.parse_args()
    add(given.name, language=given.language, licence=given.licence)


if __name__ == "__main__":
    _main()
