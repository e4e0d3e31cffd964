"""Readers to be measured: an asset by its name, an exported folder, or a checkpoint, which is exported on the way."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from voxpop.errors import AssetError, InputError, OptionError, OutputError
from voxpop.models.reader.export import export
from voxpop.sentiment.reader import CONFIG, GRAPH, Reader, open_reader, reader

ASSETS = ("reader-en", "reader-zh")
CHOSEN = ("present", "term", "opinion", "stars")  # what ``tune`` writes into a config


def opened(name: str, *, exact: bool = False) -> Reader:
    """The reader of that name. ``exact`` asks for float32: an asset's twin, or a checkpoint not quantised."""
    folder = Path(name)
    if (folder / GRAPH).is_file():
        return open_reader(folder)
    if folder.is_dir():
        with tempfile.TemporaryDirectory() as out:
            export(folder, Path(out), exact=exact)
            return open_reader(Path(out))
    if name in ASSETS:
        return reader(name.removeprefix("reader-"), exact=exact)
    raise AssetError(f"There is no reader {name!r}. Accepted: {', '.join(ASSETS)}, or a folder with {GRAPH} or with "
                     "the weights of a checkpoint.")  # fmt: skip


def unspoilt(config: Mapping[str, Any], name: str) -> None:
    """An error where a reader has learnt the dev sets, which can then choose nothing."""
    if config.get("training", {}).get("with_dev"):
        raise OptionError(f"{name} was trained on the dev sets too, so they cannot choose its thresholds. Take them "
                          "from a seed trained without: --knobs FOLDER.")  # fmt: skip


def write_knobs(folder: Path, chosen: Mapping[str, Any]) -> None:
    """Put what was chosen into the config.json of a folder."""
    path = folder / CONFIG
    try:
        config = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"Thresholds go into the config.json of a reader's folder, and {path} cannot be read "
                         f"({error}).") from None  # fmt: skip
    config.update({key: chosen[key] for key in CHOSEN if key in chosen})
    try:
        path.write_text(json.dumps(config, indent=1, ensure_ascii=False) + "\n", "utf-8")
    except OSError as error:
        raise OutputError(f"Thresholds cannot be written to {path}: {error.strerror}.") from None


def read_knobs(folder: Path) -> dict[str, Any]:
    """What was chosen for the reader of a folder."""
    path = folder / CONFIG
    try:
        config = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read ({error}). Expected is the folder of a tuned reader.") from None
    return {key: config[key] for key in CHOSEN if key in config}
