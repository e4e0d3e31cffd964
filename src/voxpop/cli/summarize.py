"""voxpop summarize: what customers say, every clause with its counts and quotes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.text import Text

from voxpop.analysis import open as open_analysis
from voxpop.cli import console
from voxpop.cli.inputs import CODES, Json
from voxpop.summarize import Summary, SummaryOptions
from voxpop.types import KeyPoint

QUOTE = 140  # characters of a quote shown
POINTS = 5  # of each kind
KINDS = {"complaint": "Complaints", "praise": "Praise", "wish": "Wishes"}


def summarize(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .voxpop file.")],
    audience: Annotated[
        str,
        typer.Option(
            "--for", help="Who reads it: general; merchant, what to fix first; customer, what is good to know."
        ),
    ] = "general",
    lang: Annotated[str | None, typer.Option(help=f"Only reviews in this language, {CODES}. Default: each.")] = None,
    words: Annotated[
        int | None,
        typer.Option(
            "--words", "-n", help="At most so many words (default: 120); characters where a language has no spaces."
        ),
    ] = None,
    bullets: Annotated[bool, typer.Option("--bullets", "-b", help="A list instead of a paragraph.")] = False,
    aspect: Annotated[str | None, typer.Option(help="Only what is said about this.")] = None,
    min_quotes: Annotated[int, typer.Option(help="Reviews that must stand behind every clause.")] = 2,
    quotes: Annotated[int, typer.Option("--quotes", "-q", min=0, help="Quotes shown for each key point.")] = 1,
    json: Json = False,
) -> None:
    """Say in a few sentences what customers like, what goes wrong and how often, what changed, and who differs.

    Every clause is in the words of a customer and has its count and its quotes. Nothing is said that fewer than
    --min-quotes reviews say. docs/summaries.md tells how claims are counted and chosen.

    Example: voxpop summarize cafe.voxpop --for merchant --words 60
    """
    options = SummaryOptions(audience=audience, words=words, min_quotes=min_quotes, aspect=aspect)
    with open_analysis(file) as analysis:
        summaries = analysis.summaries(options, lang=lang)
        if json:
            entries = {"summaries": analysis.summary_entries(summaries), "key_points": analysis.key_point_entries()}
            console.print_json({"schema": "voxpop/1", **entries})
            return
        points = analysis.key_points if quotes else []
    for place, summary in enumerate(summaries):
        if place:
            console.out.print()
        show_summary(summary, bullets=bullets, quotes=quotes)
        show_key_points(
            [point for point in points if point.lang == summary.lang and aspect in (None, point.aspect)], quotes
        )


def show_summary(summary: Summary, *, bullets: bool, quotes: int) -> None:
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
