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
from voxpop.aggregate.rich import Riches
from voxpop.analysis import Analysis
from voxpop.analysis import analyze as run
from voxpop.analysis import open as open_analysis
from voxpop.cli import console
from voxpop.cli import rich as rich_reviews
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
    -o. docs/audit.md tells how the probabilities were calibrated and what the reasons mean. With --rich, reviews are
    listed that speak both well and ill, though they give one star or five: there one reads of rivals, of what the
    product is used with, and of sellers.

    Example: voxpop audit cafe.voxpop --precision 0.8 --top 10
    """
    settings = settings_from({
        "lang": lang, "limit": limit, "encoding": encoding, "format": format, "text_column": text_column,
        "stars_column": stars_column, "curate": curate,
    })  # fmt: skip
    with opened(inputs, settings, output=output, overwrite=overwrite) as analysis:
        if rich:
            show_rich(analysis.rich(), top=top, json=json)
            return
        found = analysis.audit(precision=precision)
    texts = {id: review.text for id, review in found.reviews.items()}
    if json:
        console.print_json(plain(found, texts, top=top))
    else:
        show(found, texts, top=top)


def show_rich(found: Riches, *, top: int, json: bool) -> None:
    if json:
        console.print_json(rich_reviews.plain(found, top=top))
    else:
        rich_reviews.show(found, top=top)


def opened(inputs: list[str], settings: Settings, *, output: Path | None, overwrite: bool) -> Analysis:
    """The analysis in a .voxpop file, or a new one of the reviews in other files."""
    analyses = [name for name in inputs if Path(name).suffix == ".voxpop"]
    if not analyses:
        with console.progress(settings.limit) as progress:
            analysis = run(
                source(inputs), settings=settings, output=output, overwrite=overwrite, progress=progress,
                on_choice=console.say_choice,
            )  # fmt: skip
        say_aside(analysis)
        return analysis
    if len(inputs) > 1:
        raise OptionError(f"Give one .voxpop file, or files of reviews; given: {', '.join(inputs)}.")
    if output is not None:
        raise OptionError(f"{inputs[0]} is an analysis already: -o keeps the analysis of files of reviews.")
    return open_analysis(analyses[0])


def say_aside(analysis: Analysis) -> None:
    """Rows that are not audited, for they are not analysed: an audit shows no other summary."""
    steps = Counter(rejected.step for rejected in analysis.rejected)
    if steps:
        parts = ", ".join(console.set_aside(step, n) for step, n in steps.most_common())
        console.say(f"set aside: {steps.total():,} ({parts})")


def plain(found: Audit, texts: dict[str, str], *, top: int) -> dict[str, Any]:
    return {
        "schema": "voxpop/1",
        "precision": found.precision,
        "share": round(found.share, 4),
        "counts": {
            "reviews": found.read,
            "with_stars": found.starred,
            "audited": found.audited,
            "listed": len(found.mismatches),
            "silent": len(found.silent),
            "elsewhere": len(found.elsewhere),
        },
        "mismatches": [entry(mismatch, texts[mismatch.review_id]) for mismatch in found.mismatches[:top]],
        "silent": [
            {**one._asdict(), "explanation": REASONS[one.reason], "text": texts[one.review_id]}
            for one in found.silent[:top]
        ],
        "elsewhere": [one._asdict() for one in found.elsewhere[:top]],
    }


def entry(mismatch: Mismatch, text: str) -> dict[str, Any]:
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


def silent(found: Audit, texts: dict[str, str]) -> str:
    """Reviews that are no mismatches because they say nothing."""
    named = [f"{one.review_id} ({one.stars:g}★ {cut(texts[one.review_id])})" for one in found.silent]
    say = "says" if len(named) == 1 else "say"
    how_many = console.some(len(named), "review")
    return f"Set apart: {how_many} {say} nothing that stars could be held against: {first(named)}."


def elsewhere(found: Audit) -> str:
    """Reviews of another product altogether."""
    named = [f"{one.review_id} ({one.entity})" if one.entity else one.review_id for one in found.elsewhere]
    speak = "speaks" if len(named) == 1 else "speak"
    return f"{console.some(len(named), 'review')} {speak} of another product only: {first(named)}."


def first(named: Sequence[str]) -> str:
    """A few of them."""
    more = f" and {len(named) - NAMED:,} more" if len(named) > NAMED else ""
    return f"{', '.join(named[:NAMED])}{more}"


def show(found: Audit, texts: dict[str, str], *, top: int) -> None:
    show_mismatches(found, texts, top=top)
    if found.silent:
        console.out.print(silent(found, texts), highlight=False, markup=False, soft_wrap=True)
    if found.elsewhere:
        console.out.print(elsewhere(found), highlight=False, markup=False, soft_wrap=True)


def show_mismatches(found: Audit, texts: dict[str, str], *, top: int) -> None:
    if found.audited < found.read:
        console.say(f"{found.audited:,} of {console.some(found.read, 'review')} were audited: {lacking(found)}.")
    if found.audited < FEW:
        console.say(f"Only {console.some(found.audited, 'review')}: what share of them is wrong cannot be told.")
    if not found.mismatches:
        hint = " Try: -p 0.4" if found.precision > 0.4 else ""
        console.out.print(f"No stars disagree with their text as surely as that ({found.precision:g}).{hint}")
        return
    console.out.print(table(found.mismatches[:top], texts))
    console.out.print()
    for reason in dict.fromkeys(mismatch.reason for mismatch in found.mismatches[:top]):
        console.out.print(f"{reason}: {REASONS[reason]}", highlight=False, markup=False, soft_wrap=True)
    console.out.print(f"\n{summary(found, top=top)}", highlight=False, markup=False, soft_wrap=True)


def lacking(found: Audit) -> str:
    """Why some reviews were passed over."""
    starless, unread = found.read - found.starred, found.starred - found.audited
    parts = (
        (starless, "has no stars" if starless == 1 else "have no stars"),
        (unread, "was read by no model" if unread == 1 else "were read by no model"),
    )
    return ", ".join(f"{n:,} {words}" for n, words in parts if n)


def summary(found: Audit, *, top: int) -> str:
    listed = len(found.mismatches)
    line = f"{listed:,} of {found.audited:,} reviews listed; about {found.expected:,.0f} of them are real mismatches."
    if found.audited >= FEW:
        line += f" In all, about {found.share:.1%} of the stars seem not to belong to their text."
    return f"{line}\nThe first {top:,} are shown; all of them: --top {listed}" if listed > top else line


def table(mismatches: Sequence[Mismatch], texts: dict[str, str]) -> Table:
    """Given, predicted, how sure, why, and the words that show it."""
    columns = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0), expand=True)
    for head in ("given", "text says", "sure"):
        columns.add_column(head, justify="right", no_wrap=True)
    columns.add_column("reason", no_wrap=True)
    columns.add_column("review", no_wrap=True, max_width=12)
    columns.add_column("in its words", ratio=1)
    for one in mismatches:
        colour = console.FOR if one.predicted > one.stars else console.AGAINST
        interval = Text(f"{one.predicted:.1f}", style=f"bold {colour}").append(
            f" [{one.low:.2g}–{one.high:.2g}]", style="not bold grey50"
        )
        quote = Text(quoted(one, texts[one.review_id]), style="italic")
        columns.add_row(f"{one.stars:g}", interval, f"{one.probability:.0%}", one.reason, Text(one.review_id), quote)
    return columns


def quoted(mismatch: Mismatch, text: str) -> str:
    """The evidence in the order of the text, as one line."""
    parts = [" ".join(text[start:end].split()) for start, end in mismatch.evidence]
    return cut(" … ".join(dict.fromkeys(parts)) or text, QUOTE)


def cut(text: str, most: int = TASTE) -> str:
    """As one line in quotation marks, no longer than it may be."""
    line = " ".join(text.split())
    return f"“{line if len(line) <= most else line[: most - 1] + '…'}”"
