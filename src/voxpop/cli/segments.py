"""voxpop segments: how groups of reviews differ."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath

from rich.table import Column, Table
from rich.text import Text

from voxpop.aggregate.compare import Difference
from voxpop.aggregate.segments import Segment, Segments
from voxpop.analysis import open as open_analysis
from voxpop.cli import console
from voxpop.document import segments_entry

NAME, CELL = 18, 13  # characters of a name and of a cell of the matrix
ROWS, TOLD = 20, 20  # aspects and differences shown
NOTE = (
    "Each segment is compared with all other reviews; p-values are adjusted for all {tests:,} tests (Benjamini and "
    "Hochberg). In the table: the share of reviews that speak of the aspect, and how they feel, −1 … 1. ▲ and ▼ mark "
    "what is higher or lower than elsewhere."
)


def segments(file: Path, *, by: str | None = None, json: bool = False) -> None:
    """Show how groups of reviews differ: by product, by month, by any column of the file.

    Numbers and dates with many values are put into bins; groups with fewer than 20 reviews are pooled, but the newest
    version is always shown. Significant differences from all other reviews are reported: in stars, in the cost of
    complaints, in the feeling about an aspect and in how often it is mentioned.

    Example: voxpop segments cafe.voxpop --by product
    """
    with open_analysis(file) as analysis, console.spinner("Comparing the segments"):
        result = analysis.segments(by)
    console.print_document(segments_entry(result)) if json else show_segments(result)


def show_segments(result: Segments) -> None:
    room = max(2, (console.out.width - NAME) // (CELL + 2))
    for start in range(0, len(result.segments), room):
        console.out.print(matrix(result, result.segments[start : start + room]))
        console.out.print()
    for segment, difference in result.differences[:TOLD]:
        console.print_line(f"{segment}: {difference_words(difference, result)}")
    if (more := len(result.differences) - TOLD) > 0:
        console.print_line(f"… and {console.counted(more, 'more difference')}: --json lists all.")
    if not result.differences:
        console.print_line("Nothing differs beyond what chance explains.")
    if result.predicted:
        console.print_note("The stars were predicted from the texts, as none are given.")
    if result.without_value:
        console.print_note(f"{console.counted(result.without_value, 'review')} without a value are left out.")
    console.print_note(NOTE.format(tests=result.tests))


def difference_words(difference: Difference, result: Segments) -> str:
    """Return what differs in words."""
    name, here, there = result.name_of(difference.id), difference.b, difference.a
    if difference.kind == "stars":
        return f"{here:.2f} stars, elsewhere {there:.2f}."
    if difference.kind == "cost":
        return f"complaints of {name} take {-here:.2f} stars from the mean, elsewhere {-there:.2f}."
    if difference.kind == "feeling":
        liked = "better" if here > there else "less"
        return f"{name} is liked {liked} ({console.signed(here)}) than elsewhere ({console.signed(there)})."
    if difference.kind == "says":
        return f"{here:.0%} say {console.shortened(name, 60)}, elsewhere {there:.0%}."
    return f"{here:.0%} speak of {name}, elsewhere {there:.0%}."


def matrix(result: Segments, shown: Sequence[Segment]) -> Table:
    """Return aspects by some of the segments."""
    names = [Text(head(segment, result.by), overflow="ellipsis") for segment in shown]
    table = console.table(
        Column(result.by, no_wrap=True, max_width=NAME),
        *(Column(name, no_wrap=True, max_width=CELL, justify="right") for name in names),
    )
    table.add_row("reviews", *(f"{segment.reviews:,}" for segment in shown))
    if any(segment.stars.mean is not None for segment in shown):
        means = [Text("–" if segment.stars.mean is None else f"{segment.stars.mean:.2f}") for segment in shown]
        marked = (mean.append(marks(part, "", result, "stars")) for mean, part in zip(means, shown, strict=True))
        table.add_row("stars", *marked)
    for id, aspect in list(result.names.items())[:ROWS]:
        table.add_row(
            Text(aspect, style="bold", overflow="ellipsis"), *(aspect_cell(segment, id, result) for segment in shown)
        )
    return table


def head(segment: Segment, by: str) -> str:
    """Return the head of the column of a segment: its name, that of a file or sheet without its folder."""
    name = PurePath(segment.name).name if by == "source" else segment.name
    return name or console.counted(segment.pooled, "other")


def aspect_cell(segment: Segment, id: str, result: Segments) -> Text:
    counts = segment.numbers.get(id)
    if counts is None:
        return Text("–", style="grey50").append(marks(segment, id, result, "attention"))
    low, high = counts.interval
    share = Text(f"{counts.reviews / segment.reviews:.0%}").append(marks(segment, id, result, "attention"))
    if not counts.voiced:
        return share
    feeling = console.mean_with_interval(counts.mean, low, high, style="", interval=False)
    return share.append(" ").append(feeling).append(marks(segment, id, result, "feeling"))


def marks(segment: Segment, id: str, result: Segments, kind: str) -> Text:
    """Return ▲ or ▼ where the segment differs from the others in something."""
    for name, difference in result.differences:
        if (name, difference.id, difference.kind) == (segment.name, id, kind):
            return Text("▲" if difference.change > 0 else "▼", style="bold")
    return Text("")
