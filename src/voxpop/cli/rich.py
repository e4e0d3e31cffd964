"""What voxpop audit --rich shows: reviews of one or five stars that also say the opposite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from voxpop.aggregate.rich import Rich, Riches
from voxpop.cli import console
from voxpop.types import Span

QUOTE = 160  # characters of each side shown


def plain(found: Riches, *, top: int) -> dict[str, Any]:
    return {
        "schema": "voxpop/1",
        "share": round(found.share, 4),
        "counts": {
            "reviews": found.read,
            "with_stars": found.starred,
            "one_or_five_stars": found.extreme,
            "listed": len(found.found),
        },
        "reviews": [entry(one) for one in found.found[:top]],
    }


def entry(one: Rich) -> dict[str, Any]:
    text = one.review.text

    def places(spans: Sequence[Span]) -> list[dict[str, Any]]:
        return [{"start": start, "end": end, "text": text[start:end]} for start, end in spans]

    return {"review_id": one.review.id, "stars": one.review.stars, "opposing": places(one.opposing),
            "agreeing": places(one.agreeing), "text": text}  # fmt: skip


def show(found: Riches, *, top: int) -> None:
    if not found.extreme:
        console.out.print(f"None of the {found.starred:,} reviews with stars has one or five.", highlight=False)
        return
    if found.found:
        console.out.print(table(found.found[:top]))
        console.out.print()
    line = (f"{len(found.found):,} of {found.extreme:,} reviews of one or five stars also say the opposite "
            f"({found.share:.0%}).")  # fmt: skip
    if len(found.found) > top:
        line += f"\nThe first {top:,} are shown; all of them: --top {len(found.found)}"
    console.out.print(line, highlight=False, markup=False, soft_wrap=True)


def table(found: Sequence[Rich]) -> Table:
    columns = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0), expand=True)
    columns.add_column("stars", justify="right", no_wrap=True)
    columns.add_column("review", no_wrap=True, max_width=12)
    columns.add_column("against its stars", ratio=1)
    columns.add_column("with them", ratio=1)
    for one in found:
        good, bad = console.FOR, console.AGAINST
        against, along = (bad, good) if one.review.stars == 5 else (good, bad)
        columns.add_row(f"{one.review.stars:g}", Text(one.review.id),
                        Text(quoted(one.opposing, one.review.text), style=against),
                        Text(quoted(one.agreeing, one.review.text), style=along))  # fmt: skip
    return columns


def quoted(spans: Sequence[Span], text: str) -> str:
    """The places in the order of the text, as one line."""
    line = " … ".join(" ".join(text[start:end].split()) for start, end in spans)
    return f"“{line if len(line) <= QUOTE else line[: QUOTE - 1] + '…'}”"
