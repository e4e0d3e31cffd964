"""What the plots share: SVG written without any library, panels side by side under one legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import accumulate

WIDTH, HEIGHT = 420, 260  # of a panel
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 34, 32
HEAD = 34
COLOURS = ("#4c78a8", "#e8894a", "#6a9f58", "#967662", "#8e5ea2", "#555555")


def document(panels: Mapping[str, Sequence[str]], legend: Mapping[str, str], *, title: str, columns: int = 2) -> str:
    """An SVG document of panels by name, each drawn in its own coordinates. ``legend``: series and its sample, drawn
    within 24 by 12."""
    rows = -(-len(panels) // columns)
    places = _places(list(legend))
    width, height = max(columns * WIDTH, places[-1]), rows * HEIGHT + HEAD
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
             f'height="{height}" font-family="sans-serif" font-size="12" role="img">',
             f"<title>{escape(title)}</title>", f'<rect width="{width}" height="{height}" fill="white"/>']  # fmt: skip
    for x, (name, sample) in zip(places, legend.items(), strict=False):
        parts.append(f'<g transform="translate({x} 12)">{sample}<text x="30" y="10">{escape(name)}</text></g>')
    for place, (name, drawn) in enumerate(panels.items()):
        x, y = place % columns * WIDTH, place // columns * HEIGHT + HEAD
        head = f'<text x="{LEFT}" y="{TOP - 12}" font-weight="bold">{escape(name)}</text>'
        parts += [f'<g transform="translate({x} {y})">', head, *drawn, "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def grid(*, top: float = 1.0, digits: int = 1) -> list[str]:
    """Five steps from 0 to ``top``."""
    parts = []
    for step in range(6):
        tick = top * step / 5
        y = height(tick, top=top)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end" fill="#555">{tick:.{digits}f}</text>')
    return parts


def height(value: float, *, top: float = 1.0) -> float:
    return round(HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM), 1)


def colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]


def _places(names: Sequence[str]) -> list[int]:
    """Where each entry of the legend begins and the last ends, by the usual width of letters."""
    return list(accumulate((54 + 7 * len(name) for name in names), initial=LEFT))
