"""voxpop summarize: what customers say, every clause with its counts and quotes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.text import Text

from voxpop.analysis import open as open_analysis
from voxpop.cli import console
from voxpop.cli.inputs import CODES, Json
from voxpop.summarize import Summary, SummaryOptions, Writer
from voxpop.types import Claim, KeyPoint

QUOTE = 140  # characters of a quote shown
POINTS = 5  # of each kind
KINDS = {"complaint": "Complaints", "praise": "Praise", "wish": "Wishes"}
MARKS = {"verified": "[green]✓[/green]", "corrected": "[yellow]≠[/yellow]", "dropped": "[red]✗[/red]"}


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
        typer.Option("--words", "-n", help="At most so many words; characters where a language has no spaces."),
    ] = None,
    bullets: Annotated[bool, typer.Option("--bullets", "-b", help="A list instead of a paragraph.")] = False,
    aspect: Annotated[str | None, typer.Option(help="Only what is said about this.")] = None,
    per_aspect: Annotated[bool, typer.Option("--per-aspect", help="Everything, an entry for each aspect.")] = False,
    numbers: Annotated[
        str | None,
        typer.Option(
            help="words, figures, or none: what people say, without how many. Default: words, and figures in the list."
        ),
    ] = None,
    min_quotes: Annotated[int, typer.Option(help="Reviews that must stand behind every clause.")] = 2,
    quotes: Annotated[int, typer.Option("--quotes", "-q", min=0, help="Quotes shown for each claim.")] = 1,
    writer: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="A language model that words it, behind the OpenAI-compatible protocol, such as "
            "http://localhost:8000/v1. Only claims are sent; every sentence that comes back is checked.",
        ),
    ] = None,
    writer_model: Annotated[str, typer.Option(help="The name of the model to ask for.")] = "default",
    writer_timeout: Annotated[float, typer.Option(help="Seconds to wait for the model.")] = 60.0,
    json: Json = False,
) -> None:
    """Say in a few sentences what customers think, with the evidence for and against every clause.

    Nothing is said that fewer than --min-quotes reviews say. docs/summaries.md tells how claims are counted and chosen,
    and which share each word such as "most" stands for.

    Example: voxpop summarize cafe.voxpop --for merchant --words 60
    """
    options = SummaryOptions(
        audience=audience, words=words, numbers=numbers, min_quotes=min_quotes, aspect=aspect, per_aspect=per_aspect
    )
    model = None if writer is None else Writer(url=writer, model=writer_model, timeout=writer_timeout)
    with open_analysis(file) as analysis:
        with console.spinner("The model is writing") if model else nullcontext():
            summaries = analysis.summaries(options, lang=lang, writer=model)
        if json:
            entries = {"summaries": analysis.summary_entries(summaries), "key_points": analysis.key_point_entries()}
            console.print_json({"schema": "voxpop/1", **entries})
            return
        points = analysis.key_points if quotes else []
    for place, summary in enumerate(summaries):
        if place:
            console.out.print()
        show_summary(summary, bullets=bullets or per_aspect, quotes=quotes)
        show_key_points([point for point in points if point.lang == summary.lang and aspect in (None, point.aspect)])


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
    show_model_sentences(summary)
    shown = {claim for line in (summary.bullets if bullets else summary.sentences) for claim in line.claims}
    if quotes and shown:
        console.out.print()
        show_evidence([summary.claims[claim] for claim in sorted(shown)], quotes)


def show_key_points(points: Sequence[KeyPoint]) -> None:
    """Print the complaints and the praise of most reviews, each with how many say so and the clearest quote."""
    for kind, title in KINDS.items():
        if chosen := [point for point in points if point.kind == kind][:POINTS]:
            console.out.print(Text(f"\n{title}", style="bold"))
        for point in chosen:
            console.print_line(Text(f"• {point.text}").append(f"  {point.reviews:,} of {point.of:,}", style="grey50"))
            quote = max((quote.text for quote in point.quotes[:POINTS]), key=len)  # of the clearest, the fullest
            console.print_line(Text(f"   {console.shortened(quote, QUOTE)}", style="italic"))


def show_model_sentences(summary: Summary) -> None:
    """Print what became of each sentence of a language model."""
    if not summary.written:
        return
    counts = Counter(sentence.outcome for sentence in summary.written)
    written = console.counted(len(summary.written), "sentence")
    outcomes = ", ".join(f"{counts[outcome]} {outcome}" for outcome in ("verified", "corrected", "dropped"))
    console.print_note(f"\nThe writer wrote {written}: {outcomes}.")
    for sentence in summary.written:
        console.print_note(
            f"{MARKS[sentence.outcome]} {escape(sentence.original)} [grey50]{escape(sentence.reason)}[/grey50]"
        )
        if sentence.outcome == "corrected":
            console.print_note(f"  → {escape(sentence.text)}")


def show_evidence(claims: Sequence[Claim], quotes: int) -> None:
    """Print every claim with its share, its interval and its best quotes."""
    for number, claim in enumerate(claims, 1):
        numbers = f"  {claim.share:.0%} [{claim.low:.0%}–{claim.high:.0%}], {claim.opposing:,} against"
        console.print_line(Text(f"{number}. {claim.text}").append(numbers, style="grey50"))
        for quote in claim.quotes[:quotes]:
            console.print_line(
                Text(f"   {console.shortened(quote.text, QUOTE)}", style="italic").append(
                    f"  {quote.review_id}", style="not italic grey50"
                )
            )
