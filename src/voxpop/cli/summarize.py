"""voxpop summarize: what customers say, every clause with its counts and quotes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape
from rich.text import Text

from voxpop.aggregate.aspect_table import find_id
from voxpop.analysis import open as open_analysis
from voxpop.cli import console
from voxpop.summarize import Summary, SummaryOptions
from voxpop.types import KeyPoint

QUOTE = 140  # characters of a quote shown
POINTS = 5  # of each kind
KINDS = {"complaint": "Complaints", "praise": "Praise", "wish": "Wishes"}


def summarize(
    file: Path,
    *,
    audience: str = "general",
    lang: str | None = None,
    words: int | None = None,
    bullets: bool = False,
    aspect: str | None = None,
    min_quotes: int = 2,
    quotes: int = 1,
    json: bool = False,
) -> None:
    """Write a short summary: what customers like, what goes wrong and how often, what changed, who differs.

    Every clause has a count and all its quotes; at least --min-quotes reviews support it.
    docs/summaries.md explains how claims are counted and chosen.

    Example: voxpop summarize cafe.voxpop --for merchant --words 60
    """
    options = SummaryOptions(audience=audience, words=words, min_quotes=min_quotes, aspect=aspect)
    with open_analysis(file) as analysis:
        summaries = analysis.summaries(options, lang=lang)
        if aspect and not any(summary.text for summary in summaries):
            find_id(aspect, {row.id: row.name for row in analysis.aspects})  # an error, with the rows that there are
        if json:
            entries = {"summaries": analysis.summary_entries(summaries), "key_points": analysis.key_point_entries()}
            console.print_document(entries)
            return
        points = analysis.key_points if quotes else []
    for place, summary in enumerate(summaries):
        if place:
            console.out.print()
        show_summary(summary, bullets=bullets)
        show_key_points(
            [point for point in points if point.lang == summary.lang and aspect in (None, point.aspect)], quotes
        )


def show_summary(summary: Summary, *, bullets: bool) -> None:
    console.print_line(Text(summary.heading, style="grey50"))
    if bullets:
        section: str | None = None
        for line in summary.bullets:
            if line.section != section:
                section = line.section
                console.out.print(Text(section or "", style="bold"))
            console.print_line(Text(f"• {line.text}"))
    elif summary.text:
        console.print_line(Text(summary.text))
    for note in summary.notes:
        console.print_note(escape(note))


def show_key_points(points: Sequence[KeyPoint], quotes: int) -> None:
    """Print the complaints, praise and wishes of most reviews, each with how many say so and the clearest quotes."""
    for kind, title in KINDS.items():
        if chosen := [point for point in points if point.kind == kind][:POINTS]:
            console.out.print(Text(f"\n{title}", style="bold"))
        for point in chosen:
            console.print_line(Text(f"• {point.text}").append(f"  {point.reviews:,} of {point.of:,}", style="grey50"))
            others = [quote for quote in point.quotes if quote.text != point.text]
            for quote in others[:quotes]:
                text = Text(f"   {console.shortened(quote.text, QUOTE)}", style="italic")
                console.print_line(text.append(f"  {quote.review_id}", style="not italic grey50"))
