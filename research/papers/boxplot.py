"""Box plots as SVG, drawn without any library: panels side by side, groups within a panel, series within a group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from research.papers.drawing import BOTTOM, HEIGHT, LEFT, RIGHT, WIDTH, colour, document, grid, height
from voxpop.metrics.base import Array

Panels = Mapping[str, Mapping[str, Mapping[str, Array]]]  # panel, group, series: values between 0 and 1


@dataclass(frozen=True, slots=True)
class Box:
    """Quartiles, whiskers at the last values within 1.5 interquartile ranges, and the values beyond them."""

    low: float
    first: float
    median: float
    third: float
    high: float
    outliers: tuple[float, ...]

    @classmethod
    def of(cls, values: Array) -> Box:
        first, median, third = (float(value) for value in np.quantile(values, (0.25, 0.5, 0.75)))
        reach = 1.5 * (third - first)
        inside = values[(values >= first - reach) & (values <= third + reach)]
        beyond = np.setdiff1d(values, inside)
        return cls(float(inside.min()), first, median, third, float(inside.max()), tuple(beyond.tolist()))

    def to_json(self) -> dict[str, float]:
        return {"low": self.low, "first": self.first, "median": self.median, "third": self.third, "high": self.high}


def box_plots(panels: Panels, *, title: str, columns: int = 2) -> str:
    """An SVG document with one panel per entry and a legend of the series."""
    series = list(dict.fromkeys(name for groups in panels.values() for group in groups.values() for name in group))
    drawn = {name: _panel(groups, series) for name, groups in panels.items()}
    legend = {name: f'<rect x="6" width="12" height="12" fill="{colour(i)}"/>' for i, name in enumerate(series)}
    return document(drawn, legend, title=title, columns=columns)


def _panel(groups: Mapping[str, Mapping[str, Array]], series: Sequence[str]) -> list[str]:
    parts = grid()
    step = (WIDTH - LEFT - RIGHT) / len(groups)
    thick = min(26.0, step / (len(series) + 1.5))
    for place, (group, values) in enumerate(groups.items()):
        middle = LEFT + (place + 0.5) * step
        parts.append(f'<text x="{middle:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{escape(group)}</text>')
        for number, label in enumerate(series):
            if label in values:
                x = middle + (number - (len(series) - 1) / 2) * (thick + 6)
                parts += _box(Box.of(values[label]), x, thick, colour(number))
    return parts


def _box(box: Box, x: float, thick: float, colour: str) -> list[str]:
    low, first, median, third, high = (height(v) for v in (box.low, box.first, box.median, box.third, box.high))
    left, right, cap = x - thick / 2, x + thick / 2, thick / 4
    lines = [(x, x, first, low), (x, x, third, high), (x - cap, x + cap, low, low), (x - cap, x + cap, high, high)]
    return [
        *(f'<line x1="{a:.1f}" x2="{b:.1f}" y1="{c}" y2="{d}" stroke="{colour}"/>' for a, b, c, d in lines),
        f'<rect x="{left:.1f}" y="{third}" width="{thick:.1f}" height="{first - third:.1f}" fill="{colour}" '
        f'fill-opacity="0.35" stroke="{colour}"/>',
        f'<line x1="{left:.1f}" x2="{right:.1f}" y1="{median}" y2="{median}" stroke="{colour}" stroke-width="2"/>',
        *(f'<circle cx="{x:.1f}" cy="{height(v)}" r="2" fill="none" stroke="{colour}"/>' for v in box.outliers),
    ]
