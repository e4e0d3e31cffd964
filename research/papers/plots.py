"""The figures of the reproductions as SVG, drawn with matplotlib: bars, boxes and lines, in panels under one legend."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import matplotlib as mpl
from matplotlib import cbook
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from voxpop.metrics.measure import Array

Bars = Mapping[str, Mapping[str, float]]  # group, series: a value between 0 and 1
Boxes = Mapping[str, Mapping[str, Array]]  # group, series: values between 0 and 1
Lines = Mapping[str, Array]  # series: rows of x and y, neither negative, x ascending

WIDTH, HEIGHT = 5.8, 3.6  # of a panel, in inches
COLOURS = ("#4c78a8", "#e8894a", "#6a9f58", "#967662", "#8e5ea2", "#555555")
DASHES = ("-", "--", ":", "-.", (0, (5, 1)), (0, (1, 1)))  # lines differ without colour too
STYLE: dict[str, Any] = {"svg.fonttype": "none", "svg.hashsalt": "voxpop", "font.size": 9, "axes.grid": True, "axes.grid.axis": "y",
         "axes.axisbelow": True, "axes.spines.top": False, "axes.spines.right": False}  # fmt: skip


def bar_plots(panels: Mapping[str, Bars], *, title: str, columns: int = 1) -> str:
    """Return an SVG document with one panel per entry, its groups of bars side by side, and a legend of the series."""
    series = in_order(name for bars in panels.values() for group in bars.values() for name in group)

    def draw(axes: Axes, bars: Bars) -> None:
        thickness = 0.8 / max(1, len(series))
        for number, name in enumerate(series):
            places = [place for place, group in enumerate(bars.values()) if name in group]
            heights = [group[name] for group in bars.values() if name in group]
            shift = (number - (len(series) - 1) / 2) * thickness
            axes.bar([place + shift for place in places], heights, thickness, color=colour(number))
        axes.set_ylim(0, 1)
        name_groups(axes, list(bars))

    return document(panels, draw, [Patch(color=colour(i), label=name) for i, name in enumerate(series)], title, columns)


def box_plots(panels: Mapping[str, Boxes], *, title: str, columns: int = 2) -> str:
    """Return an SVG document with one panel per entry, its groups of boxes side by side, and a legend of the series."""
    series = in_order(name for groups in panels.values() for group in groups.values() for name in group)

    def draw(axes: Axes, groups: Boxes) -> None:
        thickness = 0.7 / max(1, len(series))
        for number, name in enumerate(series):
            places = [place for place, group in enumerate(groups.values()) if name in group]
            values = [group[name] for group in groups.values() if name in group]
            if not places:
                continue
            shift = (number - (len(series) - 1) / 2) * thickness
            axes.boxplot(
                values,
                positions=[place + shift for place in places],
                widths=0.8 * thickness,
                patch_artist=True,
                manage_ticks=False,
                boxprops={"facecolor": colour(number), "alpha": 0.5},
                medianprops={"color": "black"},
                flierprops={"marker": "o", "markersize": 2.5, "markeredgecolor": colour(number)},
            )
        axes.set_ylim(0, 1)
        name_groups(axes, list(groups))

    handles = [Patch(facecolor=colour(i), alpha=0.5, label=name) for i, name in enumerate(series)]
    return document(panels, draw, handles, title, columns)


def box(values: Array) -> dict[str, float]:
    """Return what a box shows: the quartiles, and the last values within 1.5 interquartile ranges of them."""
    (found,) = cbook.boxplot_stats(values)
    names = {"low": "whislo", "first": "q1", "median": "med", "third": "q3", "high": "whishi"}
    return {name: float(found[key]) for name, key in names.items()}


def line_plots(panels: Mapping[str, Lines], *, title: str, x: str, y: str, right: float = 1.0, top: float = 1.0,
               columns: int = 2) -> str:  # fmt: skip
    """Return an SVG document; the axes are called ``x`` and ``y``, begin at 0 and end at ``right`` and ``top``."""
    series = in_order(name for lines in panels.values() for name in lines)

    def style(name: str) -> dict[str, Any]:
        number = series.index(name)
        return {"color": colour(number), "linestyle": DASHES[number % len(DASHES)], "linewidth": 1.4, "label": name}

    def draw(axes: Axes, lines: Lines) -> None:
        for name, points in lines.items():
            if len(points):
                axes.plot(points[:, 0], points[:, 1], **style(name))
        axes.set(xlim=(0, right), ylim=(0, top), xlabel=x, ylabel=y)

    handles = [Line2D([], [], **style(name)) for name in series]
    return document(panels, draw, handles, title, columns)


def document(panels: Mapping[str, Any], draw: Callable[[Axes, Any], None], handles: Iterable[Any], title: str,
             columns: int) -> str:  # fmt: skip
    """Return all panels, each drawn by ``draw``, as one SVG document whose title is ``title``."""
    columns = max(1, min(columns, len(panels)))
    rows = -(-len(panels) // columns)
    with mpl.rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # the text stays text: the reader's fonts have the glyphs
        figure = Figure(figsize=(columns * WIDTH, rows * HEIGHT + 0.5), layout="constrained")
        for number, (name, content) in enumerate(panels.items(), start=1):
            axes = figure.add_subplot(rows, columns, number)
            axes.set_title(name, loc="left", fontweight="bold", fontsize=9)
            draw(axes, content)
        if handles := list(handles):
            figure.legend(handles=handles, loc="outside upper left", ncols=min(len(handles), 6), frameon=False)
        stream = io.StringIO()
        figure.savefig(stream, format="svg", metadata={"Title": title, "Date": None})
    return stream.getvalue()


def name_groups(axes: Axes, names: list[str]) -> None:
    """Write the names of groups below them, on their side where they are too long."""
    long = sum(map(len, names)) > 60
    axes.set_xticks(range(len(names)), names, rotation=90 if long else 0)
    axes.set_xlim(-0.6, len(names) - 0.4)


def in_order(names: Iterable[str]) -> list[str]:
    """Return the names without repetition, in the order of their first appearance."""
    return list(dict.fromkeys(names))


def colour(number: int) -> str:
    """Return the colour of a series, which is the same in every panel."""
    return COLOURS[number % len(COLOURS)]
