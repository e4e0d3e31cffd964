"""voxpop edits: the changes that people made to the table, as a file for other analyses."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path

from voxpop.aggregate.table_edits_file import load, write
from voxpop.atomic_files import atomic_write, check_new
from voxpop.cli import console
from voxpop.store import Store
from voxpop.store.change import changing
from voxpop.store.edit_log import Edit, apply, history, layout_of, table_edits_of


def edits(
    file: Path, *, output: Path | None = None, overwrite: bool = False, use: Path | None = None, json: bool = False
) -> None:
    """List the edits of an analysis, or write them to a file that other analyses can use.

    Edit with voxpop edit, or in the browser with voxpop serve FILE. The original results stay in the file, and
    every edit can be undone: voxpop edit FILE --undo last.

    Example: voxpop edits cafe.voxpop -o my.toml
    """
    if use is not None:
        sheet = load(use)
        with changing(file) as store:
            waiting = apply(store, sheet, who=use.name).waiting
        note_waiting(waiting)
    with closing(Store.open(file)) as store_now:
        show_edits(store_now, output, overwrite=overwrite, json=json)


def show_edits(store: Store, output: Path | None, *, overwrite: bool, json: bool) -> None:
    done = history(store)
    if output is not None:
        check_new(output, overwrite=overwrite)
        atomic_write(output, write(table_edits_of(store)))
        console.print_note(f"Written: {output}. Use it with: voxpop analyze INPUT --aspects {output}")
    if json:
        console.print_document(
            {
                "edits": [asdict(replace(edit, args=dict(edit.args))) for edit in done],
                "waiting": layout_of(store).waiting,
            }
        )
        return
    for edit in done:
        undone = "  (undone)" if edit.undone else ""
        console.print_line(f"{edit.seq}  {edit.made:%Y-%m-%d %H:%M}  {edit.who}  {describe(edit)}{undone}")
    if not done and output is None:
        console.print_note(f"Nothing was edited. Edit in the browser: voxpop serve {store.path}")


def describe(edit: Edit) -> str:
    """Describe an edit in a line."""
    args = dict(edit.args)
    if "toml" in args:
        return "apply a file of aspects"
    values = [
        ", ".join(value) if isinstance(value, list) else str(value) for value in args.values() if value is not None
    ]
    return f"{edit.kind} {' → '.join(values)}"


def note_waiting(ids: list[str]) -> None:
    """Say which aspects of the file these reviews do not speak of."""
    if ids:
        console.print_note(
            f"Nobody speaks of {', '.join(ids)} here; what the file says of it is kept for other reviews."
        )
