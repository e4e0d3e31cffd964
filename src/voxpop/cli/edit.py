"""voxpop edit: change the table of an analysis from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from voxpop.cli import console
from voxpop.errors import OptionError
from voxpop.store.change import changing
from voxpop.store.edit_log import add as add_row
from voxpop.store.edit_log import split_words


def edit(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .voxpop file.")],
    add: Annotated[
        list[str] | None,
        typer.Option("--add", help='Make a row from words: "battery", or "battery: battery, charge". Can be repeated.'),
    ] = None,
) -> None:
    """Change the table of an analysis: make a row from a word.

    All that is said with the words counts for the row, wherever it was counted before. voxpop edits FILE lists what was
    done, and --undo takes the last edit back.

    Example: voxpop edit cafe.voxpop --add "toilets: toilet, restroom, loo"
    """
    if not add:
        raise OptionError('Say what to change, for example: --add "battery: battery, charge".')
    with changing(file) as store:
        for text in add:
            name, words = words_of_row(text)
            add_row(store, name, words, who="command line")
            row = next(row for row in store.aspects if row.name == name)
            numbers = f"{console.counted(row.reviews, 'review')}, {row.positive:,} good, {row.negative:,} bad"
            console.print_line(f"{row.name}: {numbers} ({', '.join(row.terms[:8])})")


def words_of_row(text: str) -> tuple[str, list[str]]:
    """Read "battery: battery, charge", or only a name, which is then its word."""
    name, _, words = text.partition(":")
    name = " ".join(name.split())
    if not name:
        raise OptionError(f'A row is written as "battery: battery, charge"; given: {text!r}.')
    return name, split_words(words)
