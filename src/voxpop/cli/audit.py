"""voxpop audit: reviews whose stars and text disagree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from voxpop.aggregate.audit import PRECISION, Audit
from voxpop.aggregate.audit_reasons import REASONS
from voxpop.aggregate.contrary_reviews import ContraryReviews
from voxpop.analysis import Analysis
from voxpop.analysis import analyze as run
from voxpop.analysis import open as open_analysis
from voxpop.cli import console, contrary
from voxpop.cli.inputs import Curate, Encoding, Format, Json, Lang, Limit, StarsColumn, TextColumn, source
from voxpop.errors import OptionError
from voxpop.settings import Settings, settings_from
from voxpop.types import Mismatch

FEW = 20  # reviews with stars below which a share of them says little
NAMED = 8  # reviews that are named below the list
QUOTE = 160  # characters of evidence shown
TASTE = 40  # and of a text that says nothing


def audit(
    inputs: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="A .voxpop file, or reviews as for voxpop analyze.")
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Keep the analysis of reviews in this .voxpop file.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the output if it is there.")] = False,
    precision: Annotated[
        float, typer.Option("--precision", "-p", help="Share of the listed reviews that should be real mismatches.")
    ] = PRECISION,
    rich: Annotated[
        bool, typer.Option("--rich", help="List reviews of one or five stars that also say the opposite instead.")
    ] = False,
    top: Annotated[int, typer.Option("--top", "-k", min=1, help="How many to show, the most certain first.")] = 20,
    lang: Lang = "auto",
    limit: Limit = None,
    encoding: Encoding = None,
    format: Format = None,
    text_column: TextColumn = None,
    stars_column: StarsColumn = None,
    curate: Curate = "default",
    json: Json = False,
) -> None:
    """List reviews whose stars and text disagree, with the reason and the words that show it.

    The text alone says how many stars it deserves. Where those given are two or more away, the review is listed with
    the probability that this is so; at the usual precision about 4 in 5 of the listed reviews are real mismatches. A
    text that says nothing contradicts no stars: such reviews are named below the list. The analysis is only kept with
    -o. docs/audit.md describes how the probabilities were calibrated and what the reasons mean. With --rich, it lists
    reviews that speak both well and ill, though they give one star or five; they often mention competitors, sellers, or
    what the product is used with.

    Example: voxpop audit cafe.voxpop --precision 0.8 --top 10
    """
    settings = settings_from({
        "lang": lang, "limit": limit, "encoding": encoding, "format": format, "text_column": text_column,
        "stars_column": stars_column, "curate": curate,
    })  # fmt: skip
    with open_or_analyze(inputs, settings, output=output, overwrite=overwrite) as analysis:
        if rich:
            show_contrary(analysis.contrary(), top=top, json=json)
            return
        result = analysis.audit(precision=precision)
    texts = {id: review.text for id, review in result.reviews.items()}
    if json:
        console.print_json(to_json(result, texts, top=top))
    else:
        show_audit(result, texts, top=top)


def show_contrary(result: ContraryReviews, *, top: int, json: bool) -> None:
    if json:
        console.print_json(contrary.to_json(result, top=top))
    else:
        contrary.show(result, top=top)


def open_or_analyze(inputs: list[str], settings: Settings, *, output: Path | None, overwrite: bool) -> Analysis:
    """Open the analysis in a .voxpop file, or analyse the reviews in other files."""
    analyses = [name for name in inputs if Path(name).suffix == ".voxpop"]
    if not analyses:
        with console.progress(settings.limit) as progress:
            analysis = run(
                source(inputs),
                settings=settings,
                output=output,
                overwrite=overwrite,
                progress=progress,
                on_choice=console.print_choice,
            )
        print_rejected(analysis)
        return analysis
    if len(inputs) > 1:
        raise OptionError(f"Give one .voxpop file, or files of reviews; given: {', '.join(inputs)}.")
    if output is not None:
        raise OptionError(f"{inputs[0]} is an analysis already: -o keeps the analysis of files of reviews.")
    return open_analysis(analyses[0])


def print_rejected(analysis: Analysis) -> None:
    """Say how many rows were not analysed, and so are not audited: an audit shows no other summary."""
    steps = Counter(rejected.step for rejected in analysis.rejected)
    if steps:
        parts = ", ".join(console.rejected_count(step, n) for step, n in steps.most_common())
        console.print_note(f"set aside: {steps.total():,} ({parts})")


def to_json(result: Audit, texts: dict[str, str], *, top: int) -> dict[str, Any]:
    return {
        "schema": "voxpop/1",
        "precision": result.precision,
        "share": round(result.share, 4),
        "counts": {
            "reviews": result.read,
            "with_stars": result.starred,
            "audited": result.audited,
            "listed": len(result.mismatches),
            "silent": len(result.silent),
            "elsewhere": len(result.elsewhere),
        },
        "mismatches": [mismatch_to_json(mismatch, texts[mismatch.review_id]) for mismatch in result.mismatches[:top]],
        "silent": [
            {**review._asdict(), "explanation": REASONS[review.reason], "text": texts[review.review_id]}
            for review in result.silent[:top]
        ],
        "elsewhere": [review._asdict() for review in result.elsewhere[:top]],
    }


def mismatch_to_json(mismatch: Mismatch, text: str) -> dict[str, Any]:
    return {
        "review_id": mismatch.review_id,
        "stars": mismatch.stars,
        "predicted": round(mismatch.predicted, 2),
        "low": round(mismatch.low, 2),
        "high": round(mismatch.high, 2),
        "probability": round(mismatch.probability, 3),
        "reason": mismatch.reason,
        "explanation": REASONS[mismatch.reason],
        "evidence": [{"start": start, "end": end, "text": text[start:end]} for start, end in mismatch.evidence],
        "text": text,
    }


def silent_line(result: Audit, texts: dict[str, str]) -> str:
    """Return the line about reviews that are no mismatches because they say nothing."""
    named = [
        f"{review.review_id} ({review.stars:g}★ {console.shortened(texts[review.review_id], TASTE)})"
        for review in result.silent
    ]
    say = "says" if len(named) == 1 else "say"
    how_many = console.counted(len(named), "review")
    return f"Set apart: {how_many} {say} nothing that stars could be held against: {first_few(named)}."


def elsewhere_line(result: Audit) -> str:
    """Return the line about reviews that are of another product altogether."""
    named = [
        f"{review.review_id} ({review.entity})" if review.entity else review.review_id for review in result.elsewhere
    ]
    speak = "speaks" if len(named) == 1 else "speak"
    return f"{console.counted(len(named), 'review')} {speak} of another product only: {first_few(named)}."


def first_few(named: Sequence[str]) -> str:
    """Return the first names, and how many more there are."""
    more = f" and {len(named) - NAMED:,} more" if len(named) > NAMED else ""
    return f"{', '.join(named[:NAMED])}{more}"


def show_audit(result: Audit, texts: dict[str, str], *, top: int) -> None:
    show_mismatches(result, texts, top=top)
    if result.silent:
        console.print_line(silent_line(result, texts))
    if result.elsewhere:
        console.print_line(elsewhere_line(result))


def show_mismatches(result: Audit, texts: dict[str, str], *, top: int) -> None:
    if result.audited < result.read:
        reviews = console.counted(result.read, "review")
        console.print_note(f"{result.audited:,} of {reviews} were audited: {reasons_not_audited(result)}.")
    if result.audited < FEW:
        console.print_note(
            f"Only {console.counted(result.audited, 'review')}: what share of them is wrong cannot be told."
        )
    if not result.mismatches:
        hint = " Try: -p 0.4" if result.precision > 0.4 else ""
        console.out.print(f"No stars disagree with their text as surely as that ({result.precision:g}).{hint}")
        return
    console.out.print(mismatch_table(result.mismatches[:top], texts))
    console.out.print()
    for reason in dict.fromkeys(mismatch.reason for mismatch in result.mismatches[:top]):
        console.print_line(f"{reason}: {REASONS[reason]}")
    console.print_line(f"\n{audit_summary(result, top=top)}")


def reasons_not_audited(result: Audit) -> str:
    """Say why some reviews were not audited."""
    starless, unread = result.read - result.starred, result.starred - result.audited
    parts = (
        (starless, "has no stars" if starless == 1 else "have no stars"),
        (unread, "was read by no model" if unread == 1 else "were read by no model"),
    )
    return ", ".join(f"{n:,} {words}" for n, words in parts if n)


def audit_summary(result: Audit, *, top: int) -> str:
    listed = len(result.mismatches)
    line = f"{listed:,} of {result.audited:,} reviews listed; about {result.expected:,.0f} of them are real mismatches."
    if result.audited >= FEW:
        line += f" In all, about {result.share:.1%} of the stars seem not to belong to their text."
    return f"{line}\nThe first {top:,} are shown; all of them: --top {listed}" if listed > top else line


def mismatch_table(mismatches: Sequence[Mismatch], texts: dict[str, str]) -> Table:
    """Return a table with the stars given and predicted, how sure that is, the reason, and the words that show it."""
    columns = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0), expand=True)
    for head in ("given", "text says", "sure"):
        columns.add_column(head, justify="right", no_wrap=True)
    columns.add_column("reason", no_wrap=True)
    columns.add_column("review", no_wrap=True, max_width=12)
    columns.add_column("in its words", ratio=1)
    for mismatch in mismatches:
        colour = console.FOR if mismatch.predicted > mismatch.stars else console.AGAINST
        interval = Text(f"{mismatch.predicted:.1f}", style=f"bold {colour}").append(
            f" [{mismatch.low:.2g}–{mismatch.high:.2g}]", style="not bold grey50"
        )
        quote = Text(quoted(mismatch, texts[mismatch.review_id]), style="italic")
        columns.add_row(
            f"{mismatch.stars:g}",
            interval,
            f"{mismatch.probability:.0%}",
            mismatch.reason,
            Text(mismatch.review_id),
            quote,
        )
    return columns


def quoted(mismatch: Mismatch, text: str) -> str:
    """Return the evidence in the order of the text, as one line."""
    parts = [" ".join(text[start:end].split()) for start, end in mismatch.evidence]
    return console.shortened(" … ".join(dict.fromkeys(parts)) or text, QUOTE)
