"""voxpop compare: two files, products or periods."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from datetime import date as Date
from pathlib import Path
from typing import Any

from rich.markup import escape

from voxpop.aggregate.compare import Difference
from voxpop.cli import console
from voxpop.errors import OptionError
from voxpop.store.filters import ReviewFilter
from voxpop.store.sides import ComparedSide, Contrast, contrast, side
from voxpop.store.views import Views

SENTENCES = {
    "stars": "There are more stars in {more} ({high}) than in {less} ({low}).",
    "feeling": "{name} is liked better in {more} ({high}) than in {less} ({low}).",
    "attention": "{name} is spoken of more in {more} ({high} of reviews) than in {less} ({low}).",
}


def compare(
    files: list[Path],
    *,
    products: list[str] | None = None,
    periods: list[str] | None = None,
    json: bool = False,
) -> None:
    """Say what differs between two files, two products of one file, or two periods.

    Only differences that chance does not explain and that are large enough to notice are told: in stars, in how people
    feel about an aspect, in how often they speak of it. Chances are adjusted for the number of comparisons.

    Example: voxpop compare spring.voxpop autumn.voxpop
    """
    differences = differences_between(files, products or [], periods or [])
    console.print_json(to_json(differences)) if json else show_differences(differences)


def differences_between(files: Sequence[Path], products: Sequence[str], periods: Sequence[str]) -> Contrast:
    """Return what differs between the two sides that files, products and periods name."""
    chosen = side_filters(files, products, periods)
    with ExitStack() as opened:
        views = [Views.open(file) for file in files]
        for view in views:
            opened.callback(view.close)
        names = side_labels(files, chosen)
        a, b = (side(views[n % len(views)], chosen[n], names[n]) for n in (0, 1))
        check_not_empty(a, products, periods)
        check_not_empty(b, products, periods)
        return contrast(a, b)


def side_filters(
    files: Sequence[Path], products: Sequence[str], periods: Sequence[str]
) -> tuple[ReviewFilter, ReviewFilter]:
    """Return which reviews each of the two sides takes."""
    if not 1 <= len(files) <= 2 or len(products) > 2 or len(periods) > 2:
        raise OptionError("There are two sides to compare: give at most two files, products and periods.")
    spans = [parse_period(text) for text in periods] or [(None, None)]
    sides = [
        ReviewFilter(product=products[n % len(products)] if products else None, since=since, until=until)
        for n in (0, 1)
        for since, until in [spans[n % len(spans)]]
    ]
    if len(files) == 1 and sides[0] == sides[1]:
        raise OptionError(
            "One file alone cannot be compared. Give a second one, two products (--product A --product B) or two "
            "periods (--period 2024-01-01..2024-06-30 --period 2024-07-01..2024-12-31)."
        )
    return sides[0], sides[1]


def parse_period(text: str) -> tuple[Date | None, Date | None]:
    """Read a period such as "2024-01-01..2024-06-30", of which either end may be left open."""
    first, dots, last = text.partition("..")
    try:
        ends = tuple(Date.fromisoformat(day) if day else None for day in (first, last))
    except ValueError:
        ends = ()
    if not dots or not any(ends):
        raise OptionError(f"A period is written as 2024-01-01..2024-06-30, either end may be open; given: {text!r}.")
    return ends[0], ends[1]


def side_labels(files: Sequence[Path], filters: Sequence[ReviewFilter]) -> list[str]:
    """Return what each side is called: its file, its product, its period, whichever differ."""
    names = []
    for n, chosen in enumerate(filters):
        parts = [files[n].stem] if len(files) > 1 else []
        parts += [chosen.product] if chosen.product else []
        parts += [f"{chosen.since or ''}..{chosen.until or ''}"] if chosen.since or chosen.until else []
        names.append(" ".join(parts))
    return names


def check_not_empty(side: ComparedSide, product: Sequence[str], period: Sequence[str]) -> None:
    if not side.reviews:
        what = "product" if product else "period" if period else "file"
        raise OptionError(f"There are no reviews in {side.label!r}. Check the {what}.")


def show_differences(contrast: Contrast) -> None:
    for shown in (contrast.a, contrast.b):
        mean = f", {shown.stars.mean:.2f} stars" if shown.stars.mean is not None else ""
        console.print_line(f"{shown.label}: {console.counted(shown.reviews, 'review')}{mean}")
    console.out.print()
    for difference in contrast.differences:
        console.print_line(difference_sentence(difference, contrast))
    if not contrast.differences:
        console.out.print("Nothing differs beyond what chance explains.")
    for shown, names in zip((contrast.a, contrast.b), contrast.alone, strict=True):
        if names:
            console.print_note(escape(f"Only in the table of {shown.label}, so not compared: {', '.join(names)}."))


def difference_sentence(difference: Difference, contrast: Contrast) -> str:
    """Return a difference as a sentence."""
    values = {"stars": "{:.2f}", "feeling": "{:+.2f}", "attention": "{:.0%}"}[difference.kind]
    more, less = (contrast.b, contrast.a) if difference.change > 0 else (contrast.a, contrast.b)
    high, low = (difference.b, difference.a) if difference.change > 0 else (difference.a, difference.b)
    name = contrast.names[difference.id].name if difference.id in contrast.names else ""
    return SENTENCES[difference.kind].format(
        name=name, more=more.label, less=less.label, high=values.format(high), low=values.format(low)
    )


def to_json(contrast: Contrast) -> dict[str, Any]:
    sides = [
        {"label": side.label, "reviews": side.reviews, "mean": side.stars.mean} for side in (contrast.a, contrast.b)
    ]
    names = ("kind", "a", "b", "a_reviews", "b_reviews", "low", "high", "p")
    return {
        "a": sides[0],
        "b": sides[1],
        "differences": [
            {
                "aspect": difference.id,
                **{name: getattr(difference, name) for name in names},
                "text": difference_sentence(difference, contrast),
            }
            for difference in contrast.differences
        ],
    }
