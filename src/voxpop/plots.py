"""Charts of an analysis by one call: ``analysis.plot.drivers()``. Each returns a matplotlib Axes to go on with."""

from __future__ import annotations

from datetime import date as Date
from typing import TYPE_CHECKING, Any

import numpy as np

from voxpop.errors import MissingExtra, OptionError
from voxpop.html_display import COLOURS

if TYPE_CHECKING:
    from voxpop.analysis import Analysis

TOP = 12  # rows of a chart


class Plots:
    """The charts of one analysis."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def aspects(self, *, top: int = TOP, ax: Any = None) -> Any:
        """Draw how many opinions on each aspect praise it, are neutral, and blame it."""
        rows = list(self._analysis.aspects)[:top][::-1]
        ax, names, left = axes(ax, len(rows)), [row.name for row in rows], [0] * len(rows)
        for side, colour in COLOURS.items():
            counts = [getattr(row, side) for row in rows]
            ax.barh(names, counts, left=left, color=colour, label=side)
            left = [before + count for before, count in zip(left, counts, strict=True)]
        ax.set_xlabel("opinions")
        ax.legend(frameon=False)
        return ax

    def drivers(self, *, top: int = TOP, ax: Any = None) -> Any:
        """Draw what complaints and praise of each aspect do to the mean of all stars, with 95 % intervals."""
        result = self._analysis.drivers()
        rows = result.aspects[:top][::-1]
        if not rows:
            raise OptionError("No aspect is judged often enough to say what it does to the stars.")
        ax = axes(ax, len(rows))
        for shift, side, name in ((0.15, "negative", "complaints"), (-0.15, "positive", "praise")):
            for place, row in enumerate(rows):
                effect = getattr(row, name)
                if effect is not None:
                    estimate = effect.on_mean
                    ax.plot([estimate.low, estimate.high], [place + shift] * 2, color=COLOURS[side])
                    ax.plot(estimate.value, place + shift, "o", color=COLOURS[side])
            ax.plot([], [], "o-", color=COLOURS[side], label=name)
        ax.axvline(0, color="grey", linewidth=0.8)
        ax.set_yticks(range(len(rows)), [row.name for row in rows])
        ax.set_xlabel(
            "effect on the mean of the predicted stars" if result.predicted else "effect on the mean of the stars"
        )
        ax.legend(frameon=False)
        return ax

    def trends(self, aspect: str, *, ax: Any = None) -> Any:
        """Draw the shares of reviews that complain of an aspect and praise it over time, and since when they moved."""
        result = self._analysis.trends()
        ids = {row.name: row.id for row in self._analysis.aspects}
        if aspect not in ids:
            raise OptionError(f"There is no aspect {aspect!r}. Accepted: {', '.join(ids)}.")
        series = [line for line in result.series if line.id == ids[aspect]]
        if not series:
            raise OptionError(f"{aspect} cannot be drawn over time: too few of its reviews have dates.")
        ax = axes(ax, 5)
        for line in series:
            colour = COLOURS["positive" if line.kind == "praise" else "negative"]
            shares = line.hits / np.maximum(line.totals, 1)
            ax.plot(result.periods, shares, color=colour, marker=".", label=line.kind)
        for change in result.changes:
            if change.id == ids[aspect]:
                label_day(ax, result.periods[change.place], f"{change.before:.0%} → {change.after:.0%}")
        for mark in result.marks:
            label_day(ax, mark.day, mark.text)
        ax.set_ylabel("share of reviews")
        ax.legend(frameon=False)
        return ax


def label_day(ax: Any, day: Date, text: str) -> None:
    """Draw a day with what happened on it."""
    ax.axvline(day, color="grey", linestyle=":")
    ax.text(day, 1, text, transform=ax.get_xaxis_transform(), rotation=90, va="top", ha="right", fontsize="small")


def axes(ax: Any, rows: int) -> Any:
    """Return the axes to draw on: those given, or new ones with room for some rows."""
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError:
        raise MissingExtra("analysis.plot", "plot") from None
    return pyplot.subplots(figsize=(7, 1 + 0.35 * rows), layout="constrained")[1]
