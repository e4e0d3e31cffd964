"""voxpop train: heads for the user's own categories."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.progress import MofNCompleteColumn
from rich.table import Column, Table
from rich.text import Text

from voxpop.cli import console
from voxpop.errors import InputError, OptionError, choose
from voxpop.extract.custom_categories import fingerprint
from voxpop.extract.extractors import reader_model
from voxpop.lang import LANGUAGES
from voxpop.train import heads_folder as folders
from voxpop.train.head_quality import CategoryQuality
from voxpop.train.head_training import Recipe
from voxpop.train.label_table import LabelColumns, LabelledReviews, read_labelled
from voxpop.train.learning_curve import MORE
from voxpop.train.training_run import MIN_RELIABLE_REVIEWS, MIN_REVIEWS, TrainedHeads, evaluate, to_json
from voxpop.train.training_run import train as run

STAGES = {
    "read": "Reading reviews", "train": "Training", "held-out": "Reading the held-out file",
    "curve": "Drawing the learning curve",
}  # fmt: skip
Tables = dict[str, Sequence[CategoryQuality]]
UNSEEN = "On unseen reviews of this file"
RECIPE = Recipe()
LISTED = 10  # rows set aside that are shown; metrics.json has them all


def train(
    *,
    data: Path,
    output: Path,
    labels: str | None = None,
    text: str | None = None,
    category_column: str | None = None,
    polarity_column: str | None = None,
    held_out: Path | None = None,
    lang: str = "auto",
    epochs: int = RECIPE.epochs,
    seed: int = RECIPE.seed,
    encoding: str | None = None,
    format: str | None = None,
    curve: bool = False,
    overwrite: bool = False,
    json: bool = False,
) -> None:
    """Train heads for categories of your own from a few hundred labelled reviews.

    One column for each category: 1 or positive, 0 or neutral, -1 or negative, empty or -2 where the review does not
    mention it. Or one row for each category of a review, with --category-column and --polarity-column. It takes minutes
    on a laptop; docs/training.md says more. Then: voxpop analyze reviews.csv --categories mine-heads

    Example: voxpop train --data mine.csv --labels food,service,noise -o mine-heads
    """
    choose("language", lang, ("auto", *LANGUAGES))
    folders.check_output(output, overwrite=overwrite)
    label_columns = LabelColumns(
        text=text,
        labels=_listed(labels),
        category=category_column,
        polarity=polarity_column,
        lang=lang,
        encoding=encoding,
        format=format,
    )
    labelled = read_labelled(data, label_columns)
    print_labelled(labelled)
    other = read_held_out(held_out, label_columns, labelled) if held_out else None
    reader = reader_model(labelled.lang)
    recipe = Recipe(epochs=epochs, seed=seed)
    with console.progress_bars(STAGES, MofNCompleteColumn()) as report:
        trained = run(labelled, reader, recipe, encoder=fingerprint(reader), with_curve=curve, report=report)
        measured = evaluate(trained.heads, other, reader, seed=seed, report=report) if other else None
    figures = to_json(trained, labelled, measured)
    tables: Tables = {UNSEEN: trained.qualities}
    if held_out is not None and measured is not None:
        tables[f"On {held_out.name}"] = measured
    write_heads(output, trained, labelled, tables, recipe=recipe, figures=figures)
    if json:
        console.print_json({**figures, "folder": str(output)})
    else:
        show_trained(output, trained, labelled, tables)


def _listed(labels: str | None) -> tuple[str, ...] | None:
    if labels is None:
        return None
    names = tuple(name.strip() for name in labels.split(",") if name.strip())
    if not names:
        raise OptionError("--labels is empty. Name columns, separated by commas, or leave it out to have them found.")
    return names


def read_held_out(path: Path, label_columns: LabelColumns, labelled: LabelledReviews) -> LabelledReviews:
    """Read the held-out file as the first was read; it must have its categories."""
    other = read_labelled(path, replace(label_columns, labels=labelled.categories, lang=labelled.lang, lenient=True))
    shared = set(labelled.texts) & set(other.texts)
    if shared:
        raise InputError(
            f"{len(shared):,} reviews of {path} are also in {labelled.source}. What is learned from cannot be measured "
            f"on; the first of them: {min(shared)[:60]!r}."
        )
    return other


def write_heads(
    output: Path,
    trained: TrainedHeads,
    labelled: LabelledReviews,
    tables: Tables,
    *,
    recipe: Recipe,
    figures: dict[str, Any],
) -> None:
    """Write the folder of heads, with a card that says how they were trained and how good they are."""
    command = shlex.join(["voxpop", *sys.argv[1:]]) if "train" in sys.argv[1:2] else "voxpop train"
    facts = [
        f"Learned from {len(labelled.items):,} reviews of `{Path(labelled.source).name}` ({LANGUAGES[labelled.lang]}); "
        f"rows set aside: {len(labelled.rejected):,}",
        f"{trained.epochs} of at most {recipe.epochs} epochs, {recipe.folds} folds, seed {recipe.seed}, "
        f"{trained.seconds:.0f} seconds",
        f"A category counts as mentioned from a chance of {trained.heads.present} on",
        *(f"Left out: {name}, mentioned by {console.counted(n, 'review')} only" for name, n in trained.skipped.items()),
        f"Command: `{command}`",
    ]
    card = folders.card(trained.heads, name=output.name, facts=facts, tables=tables)
    folders.write(output, trained.heads, recipe=recipe, metrics=figures, card=card, command=command)


def print_labelled(labelled: LabelledReviews) -> None:
    names = ", ".join(labelled.categories)
    notes = "".join(f"; {note}" for note in labelled.notes)
    line = f"{labelled.source}: text ← {labelled.text!r}; {LANGUAGES[labelled.lang]}; categories: {names}{notes}"
    console.print_note(str(Text(line).markup))


def show_trained(output: Path, trained: TrainedHeads, labelled: LabelledReviews, tables: Tables) -> None:
    for title, qualities in tables.items():
        skipped = trained.skipped if title == UNSEEN else {}
        console.out.print(quality_table(f"{title} (per cent, 95 % intervals)", qualities, skipped))
        console.out.print()
    line = f"{len(labelled.items):,} reviews · {console.counted(trained.epochs, 'epoch')} · {trained.seconds:.0f} s"
    console.print_line(line)
    if curve := trained.curve:
        points = ", ".join(f"{point.reviews:,} reviews {100 * point.f1:.1f}" for point in curve.points)
        console.print_line(f"learning curve (F1 of finding a category with its polarity, on unseen reviews): {points}")
        gain = f"{100 * curve.gain:+.1f} points ({100 * curve.low:+.1f} to {100 * curve.high:+.1f})"
        console.print_line(f"another {MORE} labelled reviews would bring about {gain}")
    if labelled.rejected:
        console.print_line(f"set aside: {len(labelled.rejected):,}")
        for item in labelled.rejected[:LISTED]:
            console.print_line(f"  row {item.row}: {item.reason}")
        if len(labelled.rejected) > LISTED:
            console.print_line(f"  … all of them in {output / folders.METRICS}")
    console.print_line(f"\nHeads: {output}    Use: voxpop analyze reviews.csv --categories {output}")


def quality_table(title: str, qualities: Sequence[CategoryQuality], skipped: dict[str, int]) -> Table:
    heads = (Column("category", overflow="fold"), ">reviews", ">found (F1)", ">polarity accuracy", ">macro-F1")
    grid = console.table(*heads, title=title, title_justify="left", title_style="bold")
    for quality in qualities:
        few = "few: " if quality.reviews < MIN_RELIABLE_REVIEWS else ""
        style = "bold" if quality is qualities[-1] else ""
        grid.add_row(Text(quality.name), f"{few}{quality.reviews:,}", *quality.cells, style=style)
    for name, count in skipped.items():
        grid.add_row(Text(name), f"{count:,}", Text(f"left out: under {MIN_REVIEWS}", style="yellow"))
    return grid
