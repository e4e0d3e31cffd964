"""What voxpop audit --rich shows: reviews of one or five stars that also say the opposite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Column, Table
from rich.text import Text

from voxpop.aggregate.contrary_reviews import ContraryReview, ContraryReviews
from voxpop.cli import console

QUOTE = 160  # characters of each side shown


def to_json(result: ContraryReviews, *, top: int) -> dict[str, Any]:
    return {
        "schema": "voxpop/1",
        "share": round(result.share, 4),
        "counts": {
            "reviews": result.read,
            "with_stars": result.starred,
            "one_or_five_stars": result.extreme,
            "listed": len(result.found),
        },
        "reviews": [review_to_json(review) for review in result.found[:top]],
    }


def review_to_json(contrary: ContraryReview) -> dict[str, Any]:
    review = contrary.review
    return {
        "review_id": review.id,
        "stars": review.stars,
        "opposing": console.marked(review.text, contrary.opposing),
        "agreeing": console.marked(review.text, contrary.agreeing),
        "text": review.text,
    }


def show(result: ContraryReviews, *, top: int) -> None:
    if not result.extreme:
        console.print_line(f"None of the {result.starred:,} reviews with stars has one or five.")
        return
    if result.found:
        console.out.print(review_table(result.found[:top]))
        console.out.print()
    counts = f"{len(result.found):,} of {result.extreme:,} reviews of one or five stars"
    line = f"{counts} also say the opposite ({result.share:.0%})."
    if len(result.found) > top:
        line += f"\nThe first {top:,} are shown; all of them: --top {len(result.found)}"
    console.print_line(line)


def review_table(reviews: Sequence[ContraryReview]) -> Table:
    grid = console.table(
        ">stars",
        Column("review", no_wrap=True, max_width=12),
        Column("against its stars", ratio=1),
        Column("with them", ratio=1),
        expand=True,
    )
    for contrary in reviews:
        review = contrary.review
        good, bad = console.FOR, console.AGAINST
        opposing, agreeing = (bad, good) if review.stars == 5 else (good, bad)
        grid.add_row(
            f"{review.stars:g}",
            Text(review.id),
            Text(console.quoted(review.text, contrary.opposing, QUOTE), style=opposing),
            Text(console.quoted(review.text, contrary.agreeing, QUOTE), style=agreeing),
        )
    return grid
