"""Small customer exports written for voxpop, to try it on: one for each language, and others that the tutorials use."""

from __future__ import annotations

import shutil
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from voxpop.errors import choose

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class ExampleFile:
    """A file of reviews, and the name of the product that they are of."""

    path: Path
    product: str


@cache
def examples() -> dict[str, ExampleFile]:
    """Return the example of each language, by the code of the language."""
    table = tomllib.loads((FOLDER / "examples.toml").read_text(encoding="utf-8"))
    return {lang: ExampleFile(FOLDER / entry["file"], entry["product"]) for lang, entry in table.items()}


def example(lang: str) -> ExampleFile:
    """Return the example in a language, for example ``example("en").path``."""
    return examples()[choose("language", lang, examples())]


def path(lang: str) -> Path:
    """Return the file of the example in a language."""
    return example(lang).path


def copy_all(folder: Path) -> list[Path]:
    """Copy all example files into a folder and return the copies."""
    return [Path(shutil.copy(file, folder)) for file in sorted(FOLDER.glob("*.csv"))]
