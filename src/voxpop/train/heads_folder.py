"""Heads as a folder: config.json, heads.safetensors, metrics.json and a card that says what they are."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from safetensors.numpy import save as serialise

from voxpop.atomic_files import COMMITTING, SCRATCH_FOLDERS, WRITTEN, check_new
from voxpop.errors import OutputError
from voxpop.extract.custom_categories import CONFIG, FORMAT, WEIGHTS, CustomHeads
from voxpop.train.head_quality import CategoryQuality
from voxpop.train.head_training import Recipe

CARD, METRICS = "card.md", "metrics.json"


def check_output(folder: Path, *, overwrite: bool) -> None:
    """Raise an error before the work if the result could not be written after it."""
    if folder.is_dir() and any(folder.iterdir()):
        check_new(folder, overwrite=overwrite)
        if not (folder / CONFIG).is_file() or not (folder / WEIGHTS).is_file():
            raise OutputError(f"{folder} holds something else than heads and is not replaced. Choose another folder.")
    elif folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder} is a file. Name a folder for the heads.")
    parent = folder.absolute().parent
    if not parent.is_dir():
        raise OutputError(f"The folder {parent} does not exist.")
    if not os.access(parent, os.W_OK):
        raise OutputError(f"{parent} cannot be written to.")


def write(
    folder: Path, heads: CustomHeads, *, recipe: Recipe, metrics: Mapping[str, Any], card: str, command: str
) -> None:
    """Write all files, beside their place first and moved there when whole."""
    arrays = {"centre": heads.centre, "scale": heads.scale}
    for place, member in enumerate(heads.members):
        arrays |= {f"{place}.{name}": array for name, array in member._asdict().items()}
    weights = serialise(arrays)
    config = {
        "format": FORMAT, "language": heads.lang, "categories": list(heads.categories), "present": heads.present,
        "members": len(heads.members), "encoder": heads.encoder, "weights": sha256(weights).hexdigest(),
        "recipe": asdict(recipe), "command": command,
    }  # fmt: skip
    try:
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.absolute().parent))
        SCRATCH_FOLDERS.add(draft)
        try:
            (draft / WEIGHTS).write_bytes(weights)
            for name, value in ((CONFIG, config), (METRICS, metrics)):
                (draft / name).write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n", "utf-8")
            (draft / CARD).write_text(card, "utf-8")
            draft.chmod(0o755)
            with COMMITTING:
                if folder.exists():
                    shutil.rmtree(folder)
                draft.rename(folder)
                WRITTEN.append(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
            SCRATCH_FOLDERS.discard(draft)
    except OSError as error:
        raise OutputError(f"The heads cannot be written to {folder}: {error.strerror}.") from None


def card(
    heads: CustomHeads, *, name: str, facts: Sequence[str], tables: Mapping[str, Sequence[CategoryQuality]]
) -> str:
    """Return what the heads are, in Markdown."""
    lines = [
        f"# {name}",
        f"Heads for {len(heads.categories)} categories over voxpop's reader ({heads.lang}), written by `voxpop train`.",
        "",
        *(f"- {line}" for line in facts),
    ]
    for title, qualities in tables.items():
        lines += [
            "",
            f"## {title}",
            "| category | reviews | found (F1) | polarity accuracy | polarity macro-F1 |",
            "|---|---:|---|---|---|",
        ]
        rows = ([quality.name, str(quality.reviews), *quality.cells] for quality in qualities)
        lines += [f"| {' | '.join(row)} |" for row in rows]
    lines += [
        "",
        "Brackets hold 95 % bootstrap intervals over reviews. The heads fit the reader with the checksum "
        f"`{heads.encoder}` and no other.",
    ]
    return "\n".join(lines) + "\n"
