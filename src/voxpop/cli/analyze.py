"""voxpop analyze: the main job."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from voxpop import file_updates
from voxpop.aggregate.damage import Order
from voxpop.analysis import Analysis, check_page
from voxpop.analysis import analyze as run
from voxpop.analysis import open as open_analysis
from voxpop.cli import console
from voxpop.cli.edits import note_waiting
from voxpop.cli.inputs import (
    About,
    Address,
    Alias,
    By,
    Curate,
    DateColumn,
    Domain,
    Encoding,
    Engine,
    Fast,
    Format,
    IdColumn,
    Json,
    Lang,
    Limit,
    Log,
    Method,
    ProductColumn,
    RowOrder,
    Sheet,
    StarsColumn,
    TextColumn,
    Workers,
    source,
)
from voxpop.cli.json_log import reporting
from voxpop.cli.segments import show_segments
from voxpop.errors import OptionError
from voxpop.ingest.database_query import EXAMPLE
from voxpop.ingest.download import file_stem, is_address
from voxpop.lang import LANGUAGES
from voxpop.schema import Document
from voxpop.settings import settings_from
from voxpop.timings import take as take_timings


def analyze(
    inputs: Annotated[
        list[str] | None,
        typer.Argument(metavar="INPUT...", help="Files, folders, web addresses, or - for standard input."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The .voxpop file to write. Default: named after the input.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the output if it is there.")] = False,
    report: Annotated[Path | None, typer.Option("--report", help="Write the HTML report as well.")] = None,
    lang: Lang = "auto",
    product: Annotated[str | None, typer.Option(help="Name of the product or place under review.")] = None,
    alias: Alias = None,
    domain: Domain = None,
    about: About = "main",
    method: Method = "auto",
    top: Annotated[int, typer.Option("--top", "-k", min=1, help="How many aspects.")] = 20,
    similarity: Annotated[
        float | None, typer.Option(min=0, max=1, help="How similar the terms of an aspect must be.")
    ] = None,
    fast: Fast = False,
    by: By = None,
    order: RowOrder = "mentions",
    categories: Annotated[
        Path | None, typer.Option(help="A folder with your own categories, written by voxpop train.")
    ] = None,
    aspects: Annotated[Path | None, typer.Option(help="A TOML file with your own aspects (see voxpop edits).")] = None,
    segment: Annotated[
        str | None, typer.Option(help="A column by whose values the reviews are compared (see voxpop segments).")
    ] = None,
    limit: Limit = None,
    engine: Engine = "local",
    address: Address = None,
    workers: Workers = None,
    resume: Annotated[
        bool | None,
        typer.Option(
            "--resume/--no-resume",
            help="Go on with a run that was interrupted, or start anew. Default: go on if nothing has changed.",
        ),
    ] = None,
    refresh: Annotated[
        Path | None,
        typer.Option(help="Instead of input: a .voxpop file, whose reviews are read again if the weights changed."),
    ] = None,
    keep_parts: Annotated[
        bool, typer.Option("--keep-parts", help="Keep what was read as Parquet files, in a folder beside the output.")
    ] = False,
    encoding: Encoding = None,
    format: Format = None,
    sheet: Sheet = None,
    database: Annotated[
        Path | None, typer.Option(help="An SQLite or DuckDB database instead of files, opened for reading only.")
    ] = None,
    query: Annotated[
        str | None, typer.Option(help="With --database: the query, one SELECT, whose rows are the reviews.")
    ] = None,
    text_column: TextColumn = None,
    stars_column: StarsColumn = None,
    date_column: DateColumn = None,
    product_column: ProductColumn = None,
    id_column: IdColumn = None,
    curate: Curate = "default",
    skip: Annotated[
        list[str] | None,
        typer.Option(
            "--skip",
            help="A curation step to leave out: mask, length, language, script, "
            "duplicates, near-duplicates, low-quality, adverts, boilerplate. Can be given again.",
        ),
    ] = None,
    timings: Annotated[
        bool, typer.Option("--timings", help="At the end, show the processor time of each stage.")
    ] = False,
    log: Log = "text",
    json: Json = False,
) -> None:
    """Turn reviews into aspects with sentiment and proof.

    Reads CSV, TSV, JSON, JSON Lines, Parquet, Excel, plain text (one review a line), SemEval XML and ASAP files, also
    compressed, several, a folder, a web address, or - for standard input; or the rows of a database. Columns,
    encodings and the kind of product are detected and reported; columns without a use are kept with their reviews.

    Example: voxpop analyze reviews.csv -o cafe.voxpop --report cafe.html
    """
    if refresh is not None:
        if inputs or database:
            raise typer.BadParameter("--refresh reads the reviews of its file again: no other input can be given.")
        with reporting(log) as report_run:
            file_updates.refresh(
                refresh,
                workers=workers,
                engine=engine,
                address=address,
                progress=report_run.progress,
                on_note=report_run.note,
            )
        with open_analysis(refresh) as renewed:
            show_analysis(renewed, report=None, json=json, order=order)
        return
    inputs = chosen_inputs(inputs or [], database, query)
    settings = settings_from({
        "lang": lang, "product": product, "aliases": alias, "domain": domain, "about": about, "method": method,
        "top": top, "similarity": similarity, "fast": fast, "by": by, "format": format,
        "categories": categories, "aspects": aspects, "segment": segment, "limit": limit, "encoding": encoding,
        "sheet": sheet, "query": query, "text_column": text_column, "stars_column": stars_column,
        "date_column": date_column, "product_column": product_column, "id_column": id_column, "curate": curate,
        "skip": skip,
    })  # fmt: skip
    if report is not None:
        check_page(report, overwrite=overwrite)
    with reporting(log, limit) as report_run:
        analysis = run(
            source(inputs),
            settings=settings,
            output=output or default_output(inputs),
            overwrite=overwrite,
            workers=workers,
            engine=engine,
            address=address,
            resume=resume,
            keep_parts=keep_parts,
            progress=report_run.progress,
            on_choice=report_run.choice,
            on_domains=report_run.domains,
            on_note=report_run.note,
        )
    with analysis:
        if aspects is not None:
            note_waiting(analysis.unmentioned_aspects())
        if report is not None:
            analysis.report(report, order=order)
        show_analysis(analysis, report=report, json=json, order=order)
        if segment is not None and not json:
            console.out.print()
            show_segments(analysis.segments(segment))
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
    stem = "" if first == "-" else file_stem(first) if is_address(first) else Path(first).name.split(".")[0]
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
    try:
        document = analysis.document(order=order)
    except OptionError as error:
        console.print_note(f"{error} They stand by mentions.")
        document = analysis.document()
    note_missing_weights(document)
    console.warn_of_truncation(document)
    console.warn_of_dialects(document)
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
    page = report or f"voxpop report {analysis.path}"
    console.print_line(f"\nAnalysis: {analysis.path}    Page: {page}")
