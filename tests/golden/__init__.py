"""The whole JSON of both demos, as it should be. After a change on purpose: ``python -m tests.golden``."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

import voxpop
from voxpop import examples

HERE = Path(__file__).parent
CHANGING = ("created", "versions", "version")  # what differs between machines or releases though nothing changed


def document(lang: str) -> dict[str, Any]:
    """Return the JSON of a demo without what differs between machines."""
    with voxpop.analyze(examples.path(lang), product=examples.example(lang).product) as analysis:
        made: dict[str, Any] = json.loads(json.dumps(analysis.document()))
    for name in CHANGING:
        del made["run"][name]
    for engine in made["run"]["engines"].values():
        del engine["data"]  # a checksum of all weights and word tables: it may change while the result does not
    return portable(made)  # type: ignore[no-any-return]


def portable(value: Any) -> Any:
    """Return a JSON value with file names instead of paths, and numbers as far as machines agree on them."""
    if isinstance(value, dict):
        return {key: portable(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [portable(inner) for inner in value]
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, str) and value.endswith(".csv"):
        return Path(value).name
    return value


def path(lang: str) -> Path:
    return HERE / f"demo-{lang}.json.xz"


def read(lang: str) -> dict[str, Any]:
    with lzma.open(path(lang), "rt", encoding="utf-8") as stream:
        stored: dict[str, Any] = json.load(stream)
    return stored


def write(lang: str) -> None:
    with lzma.open(path(lang), "wt", encoding="utf-8") as stream:
        json.dump(document(lang), stream, ensure_ascii=False, sort_keys=True)
