"""voxpop analyze: the main job."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Any

import typer
from rich.markup import escape

from voxpop import file_updates
from voxpop.aggregate.damage import Order
from voxpop.analysis import Analysis, check_page
from voxpop.analysis import analyze as run
from voxpop.analysis import open as open_analysis
from voxpop.cli import console
from voxpop.cli.edits import note_waiting
from voxpop.cli.inputs import source
from voxpop.cli.json_log import reporting
from voxpop.cli.options import with_settings
from voxpop.cli.segments import show_segments
from voxpop.errors import OptionError
from voxpop.ingest.database_query import EXAMPLE
from voxpop.ingest.download import file_stem
from voxpop.lang import LANGUAGES
from voxpop.remote_paths import is_remote
from voxpop.schema import Document
from voxpop.settings import Settings
from voxpop.timings import take as take_timings

SETTINGS = (
    "lang", "product", "aliases", "domain", "categories", "aspects", "about", "by", "method", "top", "similarity",
    "segment", "limit", "encoding", "format", "sheet", "query", "text_column", "stars_column", "date_column",
    "product_column", "id_column", "curate", "skip", "fast",
)  # fmt: skip
FEW_ROWS, ENOUGH = 5, 30  # a table with fewer rows of so many reviews is poor
NEXT = 4  # commands that are named at the end


@with_settings(*SETTINGS)
def analyze(
    inputs: list[str] | None = None,
    *,
    output: Path | None = None,
    overwrite: bool = False,
    report: Path | None = None,
    json: bool = False,
    order: Order = "mentions",
    database: Path | None = None,
    engine: str = "local",
    address: str | None = None,
    workers: int | None = None,
    resume: bool | None = None,
    refresh: Path | None = None,
    keep_parts: bool = False,
    parts: str | None = None,
    timings: bool = False,
    log: str = "text",
    settings: Settings,
) -> None:
    """Find aspects and opinions in reviews, with the words that prove them.

    Reads CSV, TSV, JSON, JSON Lines, Parquet, Excel and plain text (one review a line), also compressed: files,
    folders, a web address (or s3://, gs:// …), - for standard input, or the rows of a database. Columns, encodings
    and the kind of product are detected and reported; all other columns are kept with their reviews.

    Example: voxpop analyze reviews.csv -o cafe.voxpop --report cafe.html
    """
    place: dict[str, Any] = {"workers": workers, "engine": engine, "address": address}
    if refresh is not None:
        if inputs or database:
            raise typer.BadParameter("--refresh reads the reviews of its file again: no other input can be given.")
        with reporting(log) as listeners:
            file_updates.refresh(refresh, progress=listeners["progress"], on_note=listeners["on_note"], **place)
        with open_analysis(refresh) as renewed:
            show_analysis(renewed, report=None, json=json, order=order)
        return
    inputs = chosen_inputs(inputs or [], database, settings.query)
    if report is not None:
        check_page(report, overwrite=overwrite)
    with reporting(log, settings.limit) as listeners:
        analysis = run(
            source(inputs),
            settings=settings,
            output=output or default_output(inputs),
            overwrite=overwrite,
            resume=resume,
            keep_parts=keep_parts,
            parts=parts,
            **place,
            **listeners,
        )
    with analysis:
        if settings.aspects is not None:
            note_waiting(analysis.unmentioned_aspects())
        if report is not None:
            analysis.report(report, order=order)
        show_analysis(analysis, report=report, json=json, order=order)
        if settings.segment is not None and not json:
            console.out.print()
            show_segments(analysis.segments(settings.segment))
        if timings:
            console.print_timings(take_timings(), reviews=len(analysis.reviews))


def chosen_inputs(inputs: list[str], database: Path | None, query: str | None) -> list[str]:
    """Return the files to read, or the database; the call must name one or the other."""
    if database is None and query is None and inputs:
        return inputs
    if database is not None and query is not None and not inputs:
        return [str(database)]
    if database is None and query is None:
        raise typer.BadParameter("Name a file, a folder, a web address or - for standard input; or a --database.")
    raise typer.BadParameter(f"A database is read on its own, and with a query: {EXAMPLE}.")


def default_output(inputs: list[str]) -> Path:
    first = inputs[0]
    stem = "" if first == "-" else file_stem(first) if is_remote(first) else Path(first).name.split(".")[0]
    return Path(f"{stem or 'reviews'}.voxpop")


def note_missing_weights(document: Document) -> None:
    """Say for which languages there are no categories of the user's own, though they were asked for."""
    engines = document["run"].get("engines", {})
    folder = document["run"]["settings"].get("categories")
    other = [LANGUAGES[lang] for lang, used in engines.items() if "weights" in used and "categories" not in used]
    if folder and other:
        console.print_note(f"{folder} knows no {' and '.join(other)}: those reviews keep the reader's own categories.")


def show_analysis(analysis: Analysis, *, report: Path | None, json: bool, order: Order = "mentions") -> None:
    """Print the table, or the document as JSON; then where everything is."""
    shown: dict[str, Any] = {} if json else {"evidence": 0, "whole": False}
    try:
        document = analysis.document(order=order, **shown)
    except OptionError as error:
        console.print_note(f"{error} They stand by mentions.")
        document = analysis.document(**shown)
    note_missing_weights(document)
    console.print_warnings(document)
    if json:
        console.print_json(document)
        return
    if document["aspects"]:
        console.out.print(console.aspect_table(document))
    else:
        console.print_note("No aspect was mentioned often enough to count. More reviews would help.")
    for line in console.damage_lines(document):
        console.print_line(line)
    console.out.print()
    for summary in document.get("summaries", []):
        if summary["text"]:
            console.print_text(f"{summary['text']}\n")
    for line in console.other_products(document):
        console.out.print(line, highlight=False, soft_wrap=True)
    console.print_line(console.run_summary(document))
    console.print_line(f"\nAnalysis: {analysis.path}" + (f"    Page: {report}" if report else ""))
    steps = next_steps(document, str(analysis.path), report=report)
    width = max(map(len, steps), default=0)
    for place, (command, words) in enumerate(steps.items()):
        console.print_note(escape(f"{'Next:' if place == 0 else '':5} {command:{width}}  {words}"))


def next_steps(document: Document, path: str, *, report: Path | None) -> dict[str, str]:
    """Return the commands that are most useful now, each with what it brings; after a poor table, how to mend it."""
    run, counts, rows = document["run"], document["counts"], document["aspects"]
    path, source = quote(path), quote(next(iter(run["sources"]), "reviews.csv"))
    steps = {}
    if is_poor(document) and not run["settings"].get("categories"):
        steps[f'voxpop edit {path} --add "NAME: WORD, WORD"'] = "a row of your own, from words"
        steps[f"voxpop annotate new labels --reviews {source}"] = "categories of your own, from reviews that you label"
    if rows:
        steps[f"voxpop serve {path}"] = "click from a number to the words it was counted from"
    if report is None:
        steps[f"voxpop report {path}"] = "one page to send or print"
    if document["stars"]["mean"] is not None and counts["reviews"] >= ENOUGH:
        steps[f"voxpop drivers {path}"] = "what moves the stars"
    roles = {role for columns in run["columns"] for role in columns["roles"]}
    if column := next((role for role in ("version", "country") if role in roles), None):
        steps[f"voxpop segments {path} --by {column}"] = "how they differ"
    return dict(list(steps.items())[:NEXT])


def is_poor(document: Document) -> bool:
    """Whether the table is not what it could be: a kind of product that the reader does not know, or few rows."""
    counts, domains = document["counts"], document["run"].get("domain", {}).values()
    is_unknown = bool(domains) and all(domain["kind"] is None for domain in domains)
    return counts["reviews"] >= ENOUGH and (is_unknown or len(document["aspects"]) < FEW_ROWS)
