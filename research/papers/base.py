"""The contract of a reproduction: a paper's tables run again, ours beside theirs, in one report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from voxpop.errors import OptionError, OutputError
from voxpop.metrics.score_table import Table
from voxpop.registry import Registry

DATA = Path(__file__).parent / "data"  # what comes with the reproductions


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing as SVG, and the numbers it was drawn from."""

    caption: str
    svg: str = field(repr=False)
    data: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def save(self, path: str | Path) -> Path:
        path = Path(path)
        if path.suffix.lower() != ".svg":
            raise OptionError(f"Figures are drawn as SVG, not {path.suffix or 'without an ending'}: name a file "
                              f"such as {path.with_suffix('.svg').name}.")  # fmt: skip
        try:
            path.write_text(self.svg, encoding="utf-8")
        except OSError as error:
            raise OutputError(f"The figure cannot be written to {path}: {error.strerror}.") from None
        return path


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Named tables, notes on what differs and why, figures, and the settings that give the same numbers again."""

    name: str
    title: str
    tables: Mapping[str, Table]
    notes: tuple[str, ...] = ()
    figures: Mapping[str, Figure] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)

    def to_markdown(self) -> str:
        parts = [f"# {self.title}"]
        parts += [f"## {name}\n\n{table.markdown()}" for name, table in self.tables.items()]
        if self.figures:
            listed = "\n".join(f"- {name}: {figure.caption}" for name, figure in self.figures.items())
            parts.append(f"## Figures\n\nDrawn with `--figure FILE.svg`:\n\n{listed}")
        if self.notes:
            parts.append("## Notes\n\n" + "\n".join(f"- {note}" for note in self.notes))
        if self.settings:
            parts.append("## Settings\n\n" + "\n".join(f"- {key}: {value}" for key, value in self.settings.items()))
        return "\n\n".join(parts) + "\n"

    def to_json(self) -> dict[str, Any]:
        return {
            "reproduction": self.name,
            "title": self.title,
            "tables": {name: table.to_json() for name, table in self.tables.items()},
            "notes": list(self.notes),
            "figures": {name: {"caption": figure.caption, **figure.data} for name, figure in self.figures.items()},
            "settings": dict(self.settings),
        }


class Reproduction(Protocol):
    """``data`` is the folder of data sets; the same seed and draws give the same report."""

    def __call__(self, data: Path, *, seed: int, draws: int) -> Report: ...


REPRODUCTIONS: Registry[Reproduction] = Registry("reproduction")
