"""Where an encoder lies: ``--encoder DIR``, or the name of an installed package that carries one."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from voxpop.errors import InputError

WEIGHTS = ("model*.safetensors", "pytorch_model.bin")
TOKENIZER = ("tokenizer.json", "vocab.txt")
PARTS = "config.json, model.safetensors or pytorch_model.bin, and tokenizer.json or vocab.txt"


def encoder_folder(given: str) -> Path:
    """A folder as it is; otherwise the one inside the package of that name, which is looked into and not imported."""
    if Path(given).is_dir():
        return Path(given)
    name = given.replace("-", "_")
    spec = find_spec(name) if name.isidentifier() else None
    if spec is None:
        raise InputError(f"There is no folder {given} and no installed package of that name. An encoder is a folder "
                         f"with {PARTS}, or a Python package that holds one.")  # fmt: skip
    found = sorted(folder for root in spec.submodule_search_locations or () for folder in encoders(Path(root)))
    if not found:
        raise InputError(f"The package {name} holds no encoder: none of its folders has {PARTS}.")
    if len(found) > 1:
        raise InputError(f"The package {name} holds {len(found)} encoders: {', '.join(map(str, found))}. Name the "
                         "folder of one.")  # fmt: skip
    return found[0]


def encoders(root: Path) -> list[Path]:
    """The folders in and below ``root`` that hold all parts of an encoder."""
    folders = (path.parent for path in root.rglob("config.json"))
    return [folder for folder in folders if all(any(any(folder.glob(name)) for name in names)
                                                for names in (WEIGHTS, TOKENIZER))]  # fmt: skip
