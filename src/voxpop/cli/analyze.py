"""voxpop analyze: the main job."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from voxpop.analysis import Analysis, check_page
from voxpop.analysis import analyze as run
from voxpop.cli import console
from voxpop.cli.edits import say_waiting
from voxpop.cli.inputs import (
    About,
    Alias,
    By,
    Curate,
    DateColumn,
    Encoding,
    Format,
    IdColumn,
    Inputs,
    Json,
    Lang,
    Limit,
    Method,
    ProductColumn,
    Sentiment,
    StarsColumn,
    TextColumn,
    source,
)
from voxpop.errors import choose
from voxpop.lang import LANGUAGES
from voxpop.schema import Document
from voxpop.settings import settings_from


def analyze(
    inputs: Inputs,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The .voxpop file to write. Default: named after the input.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the output if it is there.")] = False,
    report: Annotated[Path | None, typer.Option("--report", help="Write the HTML report as well.")] = None,
    lang: Lang = "auto",
    product: Annotated[str | None, typer.Option(help="Name of the product or place under review.")] = None,
    alias: Alias = None,
    about: About = "main",
    method: Method = "prominent",
    top: Annotated[int, typer.Option("--top", "-k", min=1, help="How many aspects.")] = 20,
    similarity: Annotated[
        float | None, typer.Option(min=0, max=1, help="How alike terms must be to count as one aspect; more: finer.")
    ] = None,
    sentiment: Sentiment = "auto",
    by: By = None,
    categories: Annotated[
        Path | None, typer.Option(help="Categories of your own: a folder that voxpop train wrote.")
    ] = None,
    aspects: Annotated[
        Path | None, typer.Option(help="Aspects of your own: a file that voxpop edits wrote, or you.")
    ] = None,
    limit: Limit = None,
    engine: Annotated[str, typer.Option(help="Who runs the loop: local.")] = "local",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes. Default: one a core.")] = None,
    encoding: Encoding = None,
    format: Format = None,
    text_column: TextColumn = None,
    stars_column: StarsColumn = None,
    date_column: DateColumn = None,
    product_column: ProductColumn = None,
    id_column: IdColumn = None,
    curate: Curate = "default",
    skip: Annotated[
        list[str] | None, typer.Option("--skip", help="A curation step to leave out: mask, length, language, script, "
                                       "duplicates, near-duplicates, low-quality, adverts. Can be given again.")
    ] = None,
    json: Json = False,
) -> None:  # fmt: skip
    """Turn reviews into aspects with sentiment and proof.

    Reads CSV, TSV, JSON, JSON Lines, Parquet, Excel, plain text (one review a line), SemEval XML and ASAP files, also
    compressed, several, a folder, or - for standard input. Columns and encodings are found out and said.

    Example: voxpop analyze reviews.csv -o cafe.voxpop --report cafe.html
    """
    choose("engine", engine, ["local"])
    settings = settings_from({
        "lang": lang, "product": product, "aliases": alias, "about": about, "method": method, "top": top,
        "similarity": similarity, "sentiment": sentiment, "by": by, "categories": categories, "aspects": aspects,
        "limit": limit, "encoding": encoding, "format": format, "text_column": text_column,
        "stars_column": stars_column, "date_column": date_column, "product_column": product_column,
        "id_column": id_column, "curate": curate, "skip": skip,
    })  # fmt: skip
    if report is not None:
        check_page(report, overwrite=overwrite)
    with console.progress(limit) as progress:
        analysis = run(
            source(inputs),
            settings=settings,
            output=output or default_output(inputs),
            overwrite=overwrite,
            workers=workers,
            progress=progress,
            on_choice=console.say_choice,
        )
    with analysis:
        if aspects is not None:
            say_waiting(analysis.waiting())
        if report is not None:
            analysis.report(report)
        show(analysis, report=report, json=json)


def default_output(inputs: list[str]) -> Path:
    stem = "reviews" if inputs[0] == "-" else Path(inputs[0]).name.split(".")[0] or "reviews"
    return Path(f"{stem}.voxpop")


def say_engines(document: Document) -> None:
    """Where a table by category was asked for and a language has none, or not the user's own."""
    engines = document["run"].get("engines", {})
    without = [LANGUAGES[lang] for lang, used in engines.items() if used["engine"] == "lexicon"]
    if without and document["run"].get("by", "terms") != "terms":
        console.say(f"The reader has no weights for {' and '.join(without)}: those reviews are listed by terms.")
    folder = document["run"]["settings"].get("categories")
    strange = [LANGUAGES[lang] for lang, used in engines.items() if "weights" in used and "categories" not in used]
    if folder and strange:
        console.say(f"{folder} knows no {' and '.join(strange)}: those reviews keep the reader's own categories.")


def show(analysis: Analysis, *, report: Path | None, json: bool) -> None:
    """The table, or the document as JSON; then where everything is."""
    document = analysis.document()
    say_engines(document)
    console.warn_of_truncation(document)
    if json:
        console.print_json(document)
        return
    if document["aspects"]:
        console.out.print(console.aspect_table(document))
    elif document["counts"]["reviews"]:
        console.say("No aspect was mentioned often enough to count. More reviews would help.")
    else:
        console.say("Nothing was left to analyse: every row was set aside, for the reasons below.")
    console.out.print()
    for told in document.get("summaries", []):
        if told["text"]:
            console.out.print(f"{told['text']}\n", highlight=False, markup=False)
    for line in console.ledger(document):
        console.out.print(line, highlight=False, soft_wrap=True)
    console.out.print(console.summary(document), highlight=False, markup=False, soft_wrap=True)
    page = report or f"voxpop report {analysis.path}"
    console.out.print(f"\nAnalysis: {analysis.path}    Page: {page}", highlight=False, markup=False, soft_wrap=True)
