"""A printed table is an object: as text, Markdown, LaTeX or JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len

Cell = str | float | int | None

_LATEX = str.maketrans(
    {mark: f"\\{mark}" for mark in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under named columns, and a caption that says how the numbers came about."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]  # of cells
    caption: str = ""
    digits: int = 3

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        grid = [list(self.columns), *self._cells()]
        widths = [max(cell_len(row[i]) for row in grid) for i in range(len(self.columns))]
        lines = []
        for row in grid:
            spaces = [" " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)]
            others = (space + cell for space, cell in zip(spaces[1:], row[1:], strict=True))
            lines.append("  ".join([row[0] + spaces[0], *others]))
        lines.insert(1, "  ".join("-" * width for width in widths))
        return "\n".join(line.rstrip() for line in [*lines, self.caption] if line)

    def markdown(self) -> str:
        rule = ["---", *["---:"] * (len(self.columns) - 1)]
        rows = [list(self.columns), rule, *self._cells()]
        lines = ["| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in rows]
        return "\n".join([*lines, *(["", self.caption.replace("|", r"\|")] if self.caption else [])])

    def latex(self) -> str:
        grid = [list(self.columns), *self._cells()]
        body = [" & ".join(cell.translate(_LATEX) for cell in row) + r" \\" for row in grid]
        lines = [
            r"\begin{table}",
            r"\centering",
            r"\begin{tabular}{l" + "r" * (len(self.columns) - 1) + "}",
            r"\hline",
            body[0],
            r"\hline",
            *body[1:],
            r"\hline",
            r"\end{tabular}",
        ]
        if self.caption:
            lines.append(rf"\caption{{{self.caption.translate(_LATEX)}}}")
        return "\n".join([*lines, r"\end{table}"])

    def to_json(self) -> dict[str, Any]:
        return {"caption": self.caption, "rows": [dict(zip(self.columns, row, strict=True)) for row in self.rows]}

    def _cells(self) -> list[list[str]]:
        return [[self._show(cell) for cell in row] for row in self.rows]

    def _show(self, cell: Cell) -> str:
        if cell is None:
            return ""
        return f"{cell:.{self.digits}f}" if isinstance(cell, float) else str(cell)


def confusion_table(labels: Sequence[str], gold: Iterable[str], predicted: Iterable[str]) -> Table:
    """Gold in rows, predictions in columns."""
    counts = Counter(zip(gold, predicted, strict=True))
    rows = tuple((label, *(counts[label, other] for other in labels)) for label in labels)
    return Table(("gold \\ predicted", *labels), rows)
