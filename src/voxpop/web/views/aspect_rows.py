"""The aspects as pages show them: a row of the table, and the quotes behind each number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from voxpop.schema import Aspect, Quote
from voxpop.types import side_of
from voxpop.web.labels import Labels
from voxpop.web.views.chart_shapes import SIDES, TrendColumn, trend


@dataclass(frozen=True, slots=True)
class AspectView:
    """An aspect in the table and in its own section."""

    anchor: str
    aspect: Aspect
    trend: list[TrendColumn]
    quotes: list[Quote]  # all that a page carries
    best: list[Quote]  # praise first, blame last
    under: str | None = None  # the name of the category above it
    parent: str | None = None  # its id

    @property
    def title(self) -> str:
        return f"{self.under} · {self.aspect['name']}" if self.under else self.aspect["name"]


def aspect_rows(aspects: list[Aspect]) -> list[AspectView]:
    """Return the aspects in their order, each followed by those under it."""
    flat = [pair for top in aspects for pair in _flat(top)]
    return [_row(aspect, f"aspect-{place}", parent) for place, (aspect, parent) in enumerate(flat, 1)]


def _flat(aspect: Aspect, parent: str | None = None) -> Iterator[tuple[Aspect, str | None]]:
    """Yield a row, then those under it, each with the name of the one above."""
    yield aspect, parent
    for child in aspect.get("aspects", []):
        yield from _flat(child, aspect["name"])


def _row(aspect: Aspect, anchor: str, under: str | None) -> AspectView:
    quotes = list({_key(quote): quote for quote in (*aspect["quotes"], *aspect["evidence"])}.values())
    best = quotes[: len({_key(quote) for quote in aspect["quotes"]})]
    return AspectView(
        anchor=anchor,
        aspect=aspect,
        trend=trend(aspect["by_month"]) if len(aspect["by_month"]) > 1 else [],
        quotes=quotes,
        best=[quote for side in SIDES for quote in on_side(best, side)],
        under=under,
    )


def _key(quote: Quote) -> tuple[object, ...]:
    return quote["review_id"], quote["start"], quote["end"], *quote["aspect_words"], quote["polarity"] > 0


def on_side(quotes: list[Quote], side: str) -> list[Quote]:
    """Return the quotes that praise, blame, or do neither."""
    return [quote for quote in quotes if side_of(quote["polarity"]) == side]


def flat_settings(settings: Mapping[str, Any], label: Labels, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield settings as dotted names and readable values, however deep they are nested."""
    for key, value in settings.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            yield from flat_settings(value, label, f"{name}.")
        elif isinstance(value, list | tuple):
            yield name, ", ".join(str(item) for item in value) or label("none")
        elif isinstance(value, bool):
            yield name, label("yes" if value else "no")
        else:
            yield name, label("none") if value is None else str(value)
