"""List weights that were written to ``src/voxpop/weights/NAME`` in the manifest, or renew their entry.

python -m research.add_weights reader-en --language en --licence "CC BY 4.0"
"""

from __future__ import annotations

import argparse
import json
from hashlib import sha256
from pathlib import Path

from research.commands import says_errors
from voxpop.assets import CARD, CONFIG, FOLDER, Asset, find
from voxpop.errors import AssetError

WEIGHTS = ("weights.safetensors", "model.onnx")  # an asset has one of them


def add(name: str, *, language: str, licence: str, folder: Path = FOLDER) -> Asset:
    """List the weights that lie in ``folder/name`` in the manifest, in place of an entry of the same name."""
    home = folder / name
    names = sorted(path.name for path in home.iterdir() if path.is_file()) if home.is_dir() else []
    weights = [file for file in WEIGHTS if file in names]
    if len(weights) != 1 or CONFIG not in names or CARD not in names:
        accepted = f"an asset is one of {' and '.join(WEIGHTS)}, {CONFIG} and {CARD}"
        raise AssetError(f"{home} has {', '.join(names) or 'no files'}: {accepted}.")
    manifest = folder / "manifest.json"
    listed = json.loads(manifest.read_text("utf-8")) if manifest.exists() else []
    before = next((entry for entry in listed if entry["name"] == name), None)
    digests = {file: sha256((home / file).read_bytes()).hexdigest() for file in names if file != CARD}
    entry = {
        "name": name, "language": language, "weights": weights[0], "size": (home / weights[0]).stat().st_size,
        "sha256": digests.pop(weights[0]), "licence": licence, "files": digests, "version": 1,
    }  # fmt: skip
    if before is not None:
        entry["version"] = before.get("version", 1) + any(before[key] != entry[key] for key in ("sha256", "files"))
    entries = sorted([*(other for other in listed if other is not before), entry], key=lambda other: other["name"])
    manifest.write_text(json.dumps(entries, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return find(name, folder)


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.add_weights", description=add.__doc__)
    parser.add_argument("name")
    parser.add_argument("--language", required=True)
    parser.add_argument("--licence", required=True)
    given = parser.parse_args()
    add(given.name, language=given.language, licence=given.licence)


if __name__ == "__main__":
    raise SystemExit(main())
