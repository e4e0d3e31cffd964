"""Bars as SVG, drawn without any library: panels one below the other, groups within a panel, series within a group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from research.papers.drawing import BOTTOM, HEIGHT, LEFT, RIGHT, WIDTH, colour, document, grid, height

Bars = Mapping[str, Mapping[str, float]]  # group, series: a value between 0 and 1
LETTER = 7  # the usual width of one


def bar_plots(panels: Mapping[str, Bars], *, title: str, columns: int = 1) -> str:
    """An SVG document with one panel per entry and a legend of the series."""
    series = list(dict.fromkeys(name for bars in panels.values() for group in bars.values() for name in group))
    drawn = {name: _panel(bars, series) for name, bars in panels.items()}
    legend = {name: f'<rect x="6" width="12" height="12" fill="{colour(i)}"/>' for i, name in enumerate(series)}
    return document(drawn, legend, title=title, columns=columns)


def _panel(bars: Bars, series: Sequence[str]) -> list[str]:
    parts, names = grid(), []
    step = (WIDTH - LEFT - RIGHT) / max(1, len(bars))
    thick = step / (len(series) + 1)
    upright = all(LETTER * len(group) <= step for group in bars)
    for place, (group, values) in enumerate(bars.items()):
        left = LEFT + place * step + thick / 2
        names.append(_name(group, left + len(series) * thick / 2, upright=upright))
        for number, label in enumerate(series):
            if label in values:
                parts.append(_bar(values[label], left + number * thick, thick, number, f"{group}, {label}"))
    return [*parts, *names]


def _bar(value: float, x: float, thick: float, number: int, name: str) -> str:
    top = height(value)
    return (f'<rect x="{x:.1f}" y="{top}" width="{0.9 * thick:.1f}" height="{HEIGHT - BOTTOM - top:.1f}" '
            f'fill="{colour(number)}"><title>{escape(name)}: {value:.3f}</title></rect>')  # fmt: skip


def _name(group: str, middle: float, *, upright: bool) -> str:
    """Below its bars; on its side, over them, where the names are too long."""
    if upright:
        return f'<text x="{middle:.1f}" y="{HEIGHT - BOTTOM + 14}" text-anchor="middle">{escape(group)}</text>'
    y = HEIGHT - BOTTOM - 4
    return (f'<text x="{middle:.1f}" y="{y}" font-size="10" paint-order="stroke" stroke="white" stroke-width="3" '
            f'transform="rotate(-90 {middle:.1f} {y}) translate(0 3)">{escape(group)}</text>')  # fmt: skip
