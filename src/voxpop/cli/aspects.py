"""voxpop aspects: the aspects alone."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from voxpop.aspect_listing import ListedAspect, list_aspects, read_corpora
from voxpop.checks_before_run import check_settings
from voxpop.cli import console
from voxpop.cli.inputs import Encoding, Fast, Format, Inputs, Json, Lang, Limit, Method, TextColumn, source
from voxpop.ingest import Curator, check_content, read_reviews
from voxpop.settings import settings_from


def aspects(
    inputs: Inputs,
    method: Method = "prominent",
    top: Annotated[int, typer.Option("--top", "-k", min=1, help="How many.")] = 20,
    group: Annotated[
        bool | None, typer.Option("--group/--terms", help="Groups of similar terms, or each term by itself.")
    ] = None,
    similarity: Annotated[
        float | None, typer.Option(min=0, max=1, help="How similar the terms of a group are.")
    ] = None,
    lang: Lang = "auto",
    fast: Fast = False,
    limit: Limit = None,
    encoding: Encoding = None,
    format: Format = None,
    text_column: TextColumn = None,
    json: Json = False,
) -> None:
    """List the aspects people speak of, without sentiment.

    Example: voxpop aspects reviews.csv --method hl+w2v --top 30 --json
    """
    settings = settings_from({
        "lang": lang, "fast": fast, "method": method, "top": top, "similarity": similarity, "limit": limit,
        "encoding": encoding, "format": format, "text_column": text_column,
    })  # fmt: skip
    check_settings(settings)
    with console.progress(limit) as progress:
        rows = Curator(settings)(read_reviews(source(inputs), settings=settings, on_choice=console.print_choice))
        items = check_content(rows, settings)
        corpora = read_corpora(items, settings, progress=progress)
    grouped = method in ("prominent", "model") if group is None else group
    lists = {code: list_aspects(corpus, code, settings, grouped=grouped) for code, corpus in corpora.items()}
    if json:
        entries_by_language = [
            {"method": method, "lang": code, "sentences": corpora[code].seen, "aspects": list(map(asdict, entries))}
            for code, entries in lists.items()
        ]
        console.print_json({"schema": "voxpop/1", "lists": entries_by_language})
        return
    for entries in lists.values():
        console.out.print(listing_table(entries))


def listing_table(entries: list[ListedAspect]) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("aspect")
    table.add_column("sentences", justify="right")
    table.add_column("score", justify="right")
    table.add_column("also")
    for entry in entries:
        others = ", ".join(term for term in entry.terms if term != entry.name)
        table.add_row(entry.name, f"{entry.support:,}", f"{entry.score:.3g}", others)
    return table
