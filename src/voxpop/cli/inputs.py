"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from voxpop.aggregate.damage import Order
from voxpop.errors import OptionError
from voxpop.ingest.download import download, is_address
from voxpop.ingest.sources import SourceFile
from voxpop.lang import LANGUAGES
from voxpop.lang.product_kinds import KINDS
from voxpop.store.selection import Selection, parse_day

Inputs = Annotated[
    list[str], typer.Argument(metavar="INPUT...", help="Files, folders, web addresses, or - for standard input.")
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON (docs/schema.md says how it looks).")]
CODES = " or ".join(LANGUAGES)
Lang = Annotated[str, typer.Option(help=f"Language of the reviews: auto, {CODES}.")]
Method = Annotated[
    str,
    typer.Option(
        "--method",
        "-m",
        help="How aspects are found: prominent, freq, freq+w2v, hl, hl+w2v; model: by the reader's tags; auto: "
        "as model.",
    ),
]
Fast = Annotated[
    bool, typer.Option("--fast", help="Read with the small model: about three times as fast, somewhat less exact.")
]
By = Annotated[
    str | None,
    typer.Option(
        help="Rows of the table: terms people use, categories (docs/categories.md lists them), or a tree of "
        "categories and terms. Default: terms; with --categories, categories."
    ),
]
About = Annotated[
    str,
    typer.Option(
        help="Whose opinions the table counts: main, the product with its parts and what comes with buying "
        "it; competing, interacting or generic, other products; all. The file keeps all of them."
    ),
]
RowOrder = Annotated[
    Order,
    typer.Option(
        "--order",
        help="Order of the rows: mentions; damage, complaints and what they cost in stars; change, what became worse "
        "in the last three months first.",
    ),
]
Alias = Annotated[
    list[str] | None, typer.Option("--alias", help="Another name that reviews use for it. Can be given again.")
]
Domain = Annotated[
    str | None,
    typer.Option(
        help=f"What kind of product the reviews are of, as in --domain hotel: {', '.join(KINDS)}; or any, so that "
        "every category can be shown. Default: detected and reported."
    ),
]
Engine = Annotated[
    str, typer.Option(help="Where the work runs: local, in processes of this machine; ray, on a Ray cluster.")
]
Address = Annotated[
    str | None, typer.Option(help="With --engine ray: the cluster, as auto or ray://head:10001. Default: this machine.")
]
Workers = Annotated[int | None, typer.Option(min=1, help="Number of processes. Default: one per core.")]
Log = Annotated[
    str, typer.Option("--log", help="What standard error tells of the run: text, or json, an object a line.")
]
Limit = Annotated[int | None, typer.Option(min=1, help="Read only so many rows.")]
Encoding = Annotated[str | None, typer.Option(help="Encoding of the text, if the guess is wrong: utf-8, gb18030, …")]
Format = Annotated[str | None, typer.Option(help="Format, if the guess is wrong: csv, tsv, json, jsonl, xlsx, …")]
Sheet = Annotated[str | None, typer.Option(help="Sheet of a workbook, by name or number. Default: the fullest.")]
TextColumn = Annotated[
    list[str] | None,
    typer.Option(help="Column that holds the review. Can be given again: the texts of several columns are joined."),
]
StarsColumn = Annotated[str | None, typer.Option(help="Column that holds the stars.")]
DateColumn = Annotated[str | None, typer.Option(help="Column that holds the date.")]
ProductColumn = Annotated[str | None, typer.Option(help="Column that holds the product.")]
IdColumn = Annotated[str | None, typer.Option(help="Column that holds the id.")]
Curate = Annotated[
    str, typer.Option("--curate", help="What is set aside: default, paper (50 to 1,000 characters), or off.")
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace the output if it is there.")]
Since = Annotated[str | None, typer.Option("--since", help="Only reviews from this day on, such as 2024-05-31.")]
Until = Annotated[str | None, typer.Option("--until", help="Only reviews up to this day.")]
Where = Annotated[
    str | None,
    typer.Option("--where", metavar="COLUMN=VALUE", help="Only one segment of a column, as voxpop segments names it."),
]


def selection_of(since: str | None, until: str | None, where: str | None) -> Selection:
    """Return the reviews that options choose."""
    column, equals, value = (where or "").partition("=")
    if where and not (equals and column.strip()):
        raise OptionError(f"--where is written as country=US, not {where!r}.")
    first, last = (parse_day(text) if text else None for text in (since, until))
    return Selection(first, last, column.strip() or None, value.strip())


def source(inputs: list[str]) -> list[str | Path | SourceFile]:
    """Return what was typed as paths, never as texts; - is standard input; web addresses are fetched."""
    return [name if name == "-" else download(name) if is_address(name) else Path(name) for name in inputs]
