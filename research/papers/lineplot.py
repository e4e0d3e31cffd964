"""Lines as SVG, drawn without any library: panels side by side, one line per series within a panel."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from research.papers.drawing import BOTTOM, HEIGHT, LEFT, RIGHT, WIDTH, colour, document, grid, height
from voxpop.metrics.base import Array

Lines = Mapping[str, Array]  # series: rows of x and y, neither negative, x ascending
DASHES = ("none", "7 3", "2 3", "9 3 2 3", "none", "4 4")  # lines are told apart without colour too


def line_plots(panels: Mapping[str, Lines], *, title: str, x: str, y: str, right: float = 1.0, top: float = 1.0,
               columns: int = 2) -> str:  # fmt: skip
    """An SVG document; the axes are called ``x`` and ``y``, begin at 0 and end at ``right`` and ``top``."""
    series = list(dict.fromkeys(name for lines in panels.values() for name in lines))
    drawn = {}
    for panel, lines in panels.items():
        parts = [*grid(top=top, digits=_digits(top)), *_bottom(right), *_labels(x, y)]
        for place, name in enumerate(series):
            if name in lines and len(lines[name]):
                parts.append(_line(lines[name], place, right=right, top=top))
        drawn[panel] = parts
    legend = {name: f'<line x1="0" x2="24" y1="6" y2="6" {_stroke(place)}/>' for place, name in enumerate(series)}
    return document(drawn, legend, title=title, columns=columns)


def _line(points: Array, place: int, *, right: float, top: float) -> str:
    path = " ".join(f"{_across(x, right)},{height(y, top=top)}" for x, y in points.tolist())
    return f'<polyline points="{path}" fill="none" {_stroke(place)}/>'


def _stroke(place: int) -> str:
    return f'stroke="{colour(place)}" stroke-width="1.6" stroke-dasharray="{DASHES[place % len(DASHES)]}"'


def _bottom(right: float) -> list[str]:
    y = HEIGHT - BOTTOM + 14
    ticks = [right * step / 5 for step in range(6)]
    return [f'<text x="{_across(tick, right)}" y="{y}" text-anchor="middle" fill="#555">'
            f"{tick:.{_digits(right)}f}</text>" for tick in ticks]  # fmt: skip


def _labels(x: str, y: str) -> list[str]:
    middle, side = (LEFT + WIDTH - RIGHT) / 2, HEIGHT / 2
    return [
        f'<text x="{middle:g}" y="{HEIGHT - 4}" text-anchor="middle" fill="#555">{escape(x)}</text>',
        f'<text x="10" y="{side:g}" text-anchor="middle" fill="#555" transform="rotate(-90 10 {side:g})">'
        f"{escape(y)}</text>",
    ]


def _across(value: float, right: float) -> float:
    return round(LEFT + value / right * (WIDTH - LEFT - RIGHT), 1)


def _digits(end: float) -> int:
    return 1 if end <= 1 else 0
