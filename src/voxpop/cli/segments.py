"""voxpop segments: how groups of reviews differ."""

from __future__ import annotations

from pathlib import Path

from rich.table import Column, Table
from rich.text import Text

from voxpop.aggregate.segments import Segments
from voxpop.analysis import open as open_analysis
from voxpop.cli import console
from voxpop.document import segments_entry
from voxpop.web.labels import DEFAULT_LABELS
from voxpop.web.views.segments_view import SegmentCell, SegmentsView, segments_view

NAME, CELL = 18, 13  # characters of a name and of a cell of the matrix
ROWS, SENTENCES = 20, 20  # aspects and differences shown
COLOURS = {"positive": console.FOR, "negative": console.AGAINST, "mixed": console.NEUTRAL}
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
    view = segments_view(segments_entry(result), DEFAULT_LABELS)
    room = max(2, (console.out.width - NAME) // (CELL + 2))
    for start in range(0, len(view.columns), room):
        console.out.print(matrix(view, slice(start, start + room)))
        console.out.print()
    for sentence in view.sentences[:SENTENCES]:
        console.print_line(sentence)
    if (more := len(view.sentences) - SENTENCES) > 0:
        console.print_line(f"… and {console.counted(more, 'more difference')}: --json lists all.")
    if not view.sentences:
        console.print_line(DEFAULT_LABELS("segments_alike"))
    if result.predicted:
        console.print_note("The stars were predicted from the texts, as none are given.")
    if result.without_value:
        console.print_note(f"{console.counted(result.without_value, 'review')} without a value are left out.")
    console.print_note(NOTE.format(tests=result.tests))


def matrix(view: SegmentsView, part: slice) -> Table:
    """Return aspects by some of the segments."""
    shown = view.columns[part]
    titles = [Text(title, overflow="ellipsis") for _, title, _ in shown]
    table = console.table(
        Column(view.segments["by"], no_wrap=True, max_width=NAME),
        *(Column(title, no_wrap=True, max_width=CELL, justify="right") for title in titles),
    )
    table.add_row("reviews", *(f"{segment['reviews']:,}" for segment, _, _ in shown))
    if any(segment["stars"] is not None for segment, _, _ in shown):
        means = ["–" if segment["stars"] is None else f"{segment['stars']:.2f}{mark}" for segment, _, mark in shown]
        table.add_row("stars", *means)
    for _, name, cells in view.rows[:ROWS]:
        table.add_row(Text(name, style="bold", overflow="ellipsis"), *map(cell_text, cells[part]))
    return table


def cell_text(cell: SegmentCell | None) -> Text:
    """Return the share of reviews that speak of an aspect, and how they feel about it."""
    if cell is None:
        return Text("–", style="grey50")
    text = Text(f"{cell.share}{cell.share_mark}")
    return text.append(f" {cell.mean}", style=COLOURS[cell.side]).append(cell.mean_mark) if cell.mean else text
