"""voxpop aspects: the aspects alone."""

from __future__ import annotations

from dataclasses import asdict

from rich.table import Column, Table

from voxpop.aspect_listing import ListedAspect, list_aspects, read_corpora
from voxpop.checks_before_run import check_settings
from voxpop.cli import console
from voxpop.cli.inputs import source
from voxpop.cli.options import with_settings
from voxpop.ingest import Curator, check_content, read_reviews
from voxpop.settings import Settings


@with_settings(
    "method", "top", "similarity", "lang", "limit", "encoding", "format", "text_column", "curate", "fast",
)  # fmt: skip
def aspects(inputs: list[str], *, group: bool | None = None, json: bool = False, settings: Settings) -> None:
    """List the aspects people speak of, without sentiment.

    Example: voxpop aspects reviews.csv --method hl+w2v --top 30 --json
    """
    check_settings(settings)
    with console.progress(settings.limit) as progress:
        rows = Curator(settings)(read_reviews(source(inputs), settings=settings, on_choice=console.print_choice))
        items = check_content(rows, settings)
        corpora = read_corpora(items, settings, progress=progress)
    grouped = settings.method in ("prominent", "model") if group is None else group
    lists = {code: list_aspects(corpus, code, settings, grouped=grouped) for code, corpus in corpora.items()}
    if json:
        entries_by_language = [
            {
                "method": settings.method,
                "lang": code,
                "sentences": corpora[code].seen,
                "aspects": list(map(asdict, entries)),
            }
            for code, entries in lists.items()
        ]
        console.print_document({"lists": entries_by_language})
        return
    for entries in lists.values():
        console.out.print(listing_table(entries))


def listing_table(entries: list[ListedAspect]) -> Table:
    grid = console.table(Column("aspect"), ">sentences", ">score", Column("also"))
    for entry in entries:
        others = ", ".join(term for term in entry.terms if term != entry.name)
        grid.add_row(entry.name, f"{entry.support:,}", f"{entry.score:.3g}", others)
    return grid
