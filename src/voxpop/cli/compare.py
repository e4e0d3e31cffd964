"""voxpop compare: two files, products or periods."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from datetime import date as Date
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from voxpop.aggregate.compare import Difference
from voxpop.cli import console
from voxpop.cli.inputs import Json
from voxpop.errors import OptionError
from voxpop.store.filters import Filter
from voxpop.store.sides import Contrast, Side, contrast, side
from voxpop.store.views import Views

SENTENCES = {
    "stars": "There are more stars in {more} ({high}) than in {less} ({low}).",
    "feeling": "{name} is liked better in {more} ({high}) than in {less} ({low}).",
    "attention": "{name} is spoken of more in {more} ({high} of reviews) than in {less} ({low}).",
}


def compare(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="One .voxpop file or two.")],
    product: Annotated[
        list[str] | None, typer.Option("--product", help="A product of each side, in order; give it twice.")
    ] = None,
    period: Annotated[
        list[str] | None, typer.Option("--period", help="A stretch of each side, such as 2024-01-01..2024-06-30.")
    ] = None,
    json: Json = False,
) -> None:
    """Say what differs between two files, two products of one file, or two periods.

    Only differences that chance does not explain and that are large enough to notice are told: in stars, in how people
    feel about an aspect, in how often they speak of it. Chances are adjusted for the number of comparisons.

    Example: voxpop compare spring.voxpop autumn.voxpop
    """
    chosen = filters(files, product or [], period or [])
    with ExitStack() as opened:
        views = [Views.open(file) for file in files]
        for one in views:
            opened.callback(one.close)
        names = labels(files, chosen)
        a, b = (side(views[n % len(views)], chosen[n], names[n]) for n in (0, 1))
        check(a, product, period)
        check(b, product, period)
        found = contrast(a, b)
    console.print_json(plain(found)) if json else show(found)


def filters(files: Sequence[Path], products: Sequence[str], periods: Sequence[str]) -> tuple[Filter, Filter]:
    """What to take of each side; there must be two."""
    if not 1 <= len(files) <= 2 or len(products) > 2 or len(periods) > 2:
        raise OptionError("There are two sides to compare: give at most two files, products and periods.")
    spans = [stretch(text) for text in periods] or [(None, None)]
    found = [
        Filter(product=products[n % len(products)] if products else None, since=since, until=until)
        for n in (0, 1)
        for since, until in [spans[n % len(spans)]]
    ]
    if len(files) == 1 and found[0] == found[1]:
        raise OptionError(
            "One file alone cannot be compared. Give a second one, two products (--product A --product B) or two "
            "periods (--period 2024-01-01..2024-06-30 --period 2024-07-01..2024-12-31)."
        )
    return found[0], found[1]


def stretch(text: str) -> tuple[Date | None, Date | None]:
    """ "2024-01-01..2024-06-30"; either end may be left open."""
    first, dots, last = text.partition("..")
    try:
        found = tuple(Date.fromisoformat(day) if day else None for day in (first, last))
    except ValueError:
        found = ()
    if not dots or not any(found):
        raise OptionError(f"A period is written as 2024-01-01..2024-06-30, either end may be open; given: {text!r}.")
    return found[0], found[1]


def labels(files: Sequence[Path], chosen: Sequence[Filter]) -> list[str]:
    """What each side is called: its file, its product, its period, whichever differ."""
    found = []
    for n, one in enumerate(chosen):
        parts = [files[n].stem] if len(files) > 1 else []
        parts += [one.product] if one.product else []
        parts += [f"{one.since or ''}..{one.until or ''}"] if one.since or one.until else []
        found.append(" ".join(parts))
    return found


def check(one: Side, product: list[str] | None, period: list[str] | None) -> None:
    if not one.reviews:
        what = "product" if product else "period" if period else "file"
        raise OptionError(f"There are no reviews in {one.label!r}. Check the {what}.")


def show(found: Contrast) -> None:
    for one in (found.a, found.b):
        mean = f", {one.stars.mean:.2f} stars" if one.stars.mean is not None else ""
        console.out.print(f"{one.label}: {console.some(one.reviews, 'review')}{mean}", highlight=False, markup=False)
    console.out.print()
    for difference in found.differences:
        console.out.print(said(difference, found), highlight=False, markup=False, soft_wrap=True)
    if not found.differences:
        console.out.print("Nothing differs beyond what chance explains.")
    for one, names in zip((found.a, found.b), found.alone, strict=True):
        if names:
            console.say(escape(f"Only in the table of {one.label}, so not compared: {', '.join(names)}."))


def said(one: Difference, found: Contrast) -> str:
    """A difference in a sentence."""
    values = {"stars": "{:.2f}", "feeling": "{:+.2f}", "attention": "{:.0%}"}[one.kind]
    more, less = (found.b, found.a) if one.change > 0 else (found.a, found.b)
    high, low = (one.b, one.a) if one.change > 0 else (one.a, one.b)
    name = found.names[one.id].name if one.id in found.names else ""
    return SENTENCES[one.kind].format(
        name=name, more=more.label, less=less.label, high=values.format(high), low=values.format(low)
    )


def plain(found: Contrast) -> dict[str, Any]:
    sides = [{"label": one.label, "reviews": one.reviews, "mean": one.stars.mean} for one in (found.a, found.b)]
    names = ("kind", "a", "b", "a_reviews", "b_reviews", "low", "high", "p")
    return {
        "a": sides[0],
        "b": sides[1],
        "differences": [
            {"aspect": one.id, **{name: getattr(one, name) for name in names}, "text": said(one, found)}
            for one in found.differences
        ],
    }
