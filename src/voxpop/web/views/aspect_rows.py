"""The aspects as pages show them: a row of the table, and the quotes behind each number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from voxpop.schema import Aspect, Quote
from voxpop.types import side_of
from voxpop.web.labels import Labels
from voxpop.web.views.chart_shapes import SIDES, BarPart, MeanAxis, TrendColumn, axis, stack, trend
from voxpop.web.views.marked_text import TextPiece, quote_pieces


@dataclass(frozen=True, slots=True)
class StarsView:
    """The stars that the text of a review deserves, with their interval, as they are shown."""

    stars: str
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class QuoteView:
    """A quote on a page. ``review`` numbers the reviews of an aspect, so that a script can group by it."""

    side: str
    pieces: list[TextPiece]
    review: int
    review_id: str
    stars: float | None
    predicted: StarsView | None
    date: str | None
    product: str | None


@dataclass(frozen=True, slots=True)
class AspectSide:
    """One polarity of an aspect: how many opinions were counted, and the quotes that the page carries of them."""

    name: str
    count: int
    quotes: list[QuoteView]


@dataclass(frozen=True, slots=True)
class AspectView:
    """An aspect in the table and in its own section."""

    anchor: str
    aspect: Aspect
    verdict: str
    parts: list[BarPart]
    axis: MeanAxis | None
    trend: list[TrendColumn]
    sides: list[AspectSide]
    best: list[QuoteView]  # praise first, blame last
    under: str | None = None  # the name of the category above it
    parent: str | None = None  # its id

    @property
    def title(self) -> str:
        return f"{self.under} · {self.aspect['name']}" if self.under else self.aspect["name"]

    @property
    def opinions(self) -> int:
        return sum(side.count for side in self.sides)


def aspect_rows(aspects: list[Aspect]) -> list[AspectView]:
    """Return the aspects in their order, each followed by those under it."""
    flat = [(aspect, parent) for top in aspects for aspect, parent in _flat(top)]
    several = len({quote["product"] for aspect, _ in flat for quote in aspect["evidence"]}) > 1
    return [
        _row(aspect, f"aspect-{place}", several=several, under=parent) for place, (aspect, parent) in enumerate(flat, 1)
    ]


def _flat(aspect: Aspect, parent: str | None = None) -> Iterator[tuple[Aspect, str | None]]:
    """Yield a row, then those under it, each with the name of the one above."""
    yield aspect, parent
    for child in aspect.get("aspects", []):
        yield from _flat(child, aspect["name"])


def _row(aspect: Aspect, anchor: str, *, several: bool, under: str | None) -> AspectView:
    quotes = list({_key(quote): quote for quote in (*aspect["quotes"], *aspect["evidence"])}.values())
    views = quote_views(quotes, several=several)
    best = views[: len({_key(quote) for quote in aspect["quotes"]})]
    return AspectView(
        anchor=anchor,
        aspect=aspect,
        verdict=verdict(aspect),
        parts=stack([(side, aspect[side]) for side in SIDES]),
        axis=axis(aspect["mean"], aspect["low"], aspect["high"]),
        trend=trend(aspect["by_month"]) if len(aspect["by_month"]) > 1 else [],
        sides=[AspectSide(side, aspect[side], [view for view in views if view.side == side]) for side in SIDES],
        best=[view for side in SIDES for view in best if view.side == side],
        under=under,
    )


def verdict(numbers: Mapping[str, Any]) -> str:
    """Return the side that the whole 95 % interval of the mean lies on, else "mixed"."""
    if numbers["low"] > 0:
        return "positive"
    return "negative" if numbers["high"] < 0 else "mixed"


def _key(quote: Quote) -> tuple[object, ...]:
    return quote["review_id"], quote["start"], quote["end"], *quote["aspect_words"], quote["polarity"] > 0


def quote_views(quotes: list[Quote], *, several: bool = False) -> list[QuoteView]:
    """Return quotes as a page shows them; the product is named where there are several."""
    numbers: dict[str, int] = {}
    return [
        QuoteView(
            side=side_of(quote["polarity"]),
            pieces=quote_pieces(quote),
            review=numbers.setdefault(quote["review_id"], len(numbers) + 1),
            review_id=quote["review_id"],
            stars=quote["stars"],
            predicted=_predicted(quote),
            date=quote["date"],
            product=quote["product"] if several else None,
        )
        for quote in quotes
    ]


def _predicted(quote: Quote) -> StarsView | None:
    values = [quote.get("predicted_stars"), quote.get("predicted_low"), quote.get("predicted_high")]
    shown = [f"{round(value, 1):g}" for value in values if value is not None]
    return StarsView(*shown) if len(shown) == len(values) else None


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
