"""What moves the stars, as it is drawn: a chart of impact by frequency, and a line for each aspect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil, floor

from voxpop.schema import Driver, Drivers, SideEffect
from voxpop.web.labels import Labels
from voxpop.web.views.aspect_rows import AspectView

LABELS = 14  # names beside the dots, those that move the mean most first
WIDTH, HEIGHT, LETTER = 900, 360, 8  # pixels that labels are placed for, so that they do not cover each other
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)


@dataclass(frozen=True, slots=True)
class Dot:
    """The complaints of an aspect, or its praise; x, y, low and high in percent of the chart."""

    row: AspectView
    side: str  # negative: complaints; positive: praise
    reviews: int
    x: float
    y: float
    low: float
    high: float
    says: str
    is_sure: bool  # the interval lies on one side of zero
    has_name: bool = False


@dataclass(frozen=True, slots=True)
class DriversView:
    """The whole section. ``x_ticks`` and ``y_ticks`` are places in percent with their texts."""

    drivers: Drivers
    lines: list[tuple[AspectView, Driver]]
    dots: list[Dot]
    x_ticks: list[tuple[float, str]]
    y_ticks: list[tuple[float, str]]
    zero: float


def drivers_view(drivers: Drivers | None, rows: Mapping[str, AspectView], label: Labels) -> DriversView | None:
    """Return None where nothing can be said of any aspect. ``rows`` are those of the table by id."""
    listed = [driver for driver in (drivers["aspects"] if drivers else []) if driver["id"] in rows]
    if not drivers or not listed:
        return None
    sides = [
        (driver, name, side)
        for driver in listed
        for name, side in (("negative", driver["complaints"]), ("positive", driver["praise"]))
        if side is not None
    ]
    most = max(side["reviews"] / drivers["reviews"] for _, _, side in sides)
    x_step = next((step for step in STEPS if most / step <= 8), 1.0)
    right = x_step * ceil(most / x_step)
    bottom = min(0.0, *(side["effect"]["low"] for _, _, side in sides))
    top = max(0.0, *(side["effect"]["high"] for _, _, side in sides))
    y_step = next((step for step in STEPS if (top - bottom) / step <= 7), 1.0)
    bottom, top = y_step * floor(bottom / y_step), y_step * ceil(top / y_step)

    def height(value: float) -> float:
        return round(100 * (top - value) / (top - bottom), 2)

    dots = [
        Dot(
            row=rows[driver["id"]],
            side=name,
            reviews=side["reviews"],
            x=round(100 * side["reviews"] / drivers["reviews"] / right, 2),
            y=height(side["effect"]["value"]),
            low=height(side["effect"]["low"]),
            high=height(side["effect"]["high"]),
            says=_says(driver, name, side, drivers["reviews"], label),
            is_sure=side["effect"]["low"] > 0 or side["effect"]["high"] < 0,
        )
        for driver, name, side in sides
    ]
    weights = [abs(side["on_mean"]["value"]) for _, _, side in sides]
    x_count, y_count = round(right / x_step), round((top - bottom) / y_step)
    return DriversView(
        drivers,
        [(rows[driver["id"]], driver) for driver in listed],
        _with_names(dots, weights),
        [(round(100 * n / x_count, 2), f"{100 * n * x_step:.0f} %") for n in range(x_count + 1)],
        [(round(100 * n / y_count, 2), label.signed(top - n * y_step)) for n in range(y_count + 1)],
        height(0.0),
    )


def _with_names(dots: list[Dot], weights: list[float]) -> list[Dot]:
    """Return the dots, those that move the mean most first, with names where there is room for them."""
    taken: list[tuple[float, float, float]] = []
    named: list[Dot] = []
    for _, dot in sorted(zip(weights, dots, strict=True), key=lambda pair: -pair[0]):
        x, y, width = WIDTH * dot.x / 100, HEIGHT * dot.y / 100, LETTER * len(dot.row.title) + 16
        free = all(x + width < left or right < x or abs(y - other) > 16 for left, right, other in taken)
        has_name = free and dot.is_sure and sum(dot.has_name for dot in named) < LABELS and x + width < WIDTH
        taken.append((x - 6, x + (width if has_name else 6), y))
        named.append(replace(dot, has_name=has_name))
    return named


def _says(driver: Driver, name: str, side: SideEffect, reviews: int, label: Labels) -> str:
    value, low, high = (label.signed(side["effect"][part]) for part in ("value", "low", "high"))
    return label(
        f"driver_{name}",
        name=driver["name"],
        effect=value,
        interval=label("interval", low=low, high=high),
        reviews=label("reviews", n=side["reviews"]),
        share=f"{100 * side['reviews'] / reviews:.0f}",
    )
