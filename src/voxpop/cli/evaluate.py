"""voxpop evaluate: any measure on files."""

from __future__ import annotations

import json as jsonlib
from pathlib import Path
from typing import Annotated, Any

import typer

from voxpop.cli import console
from voxpop.cli.inputs import Json
from voxpop.errors import OptionError, choose
from voxpop.metrics import MEASURES, Scores, Table, compare
from voxpop.metrics.files import joint_signature, score_files
from voxpop.metrics.table import Cell

FORMATS = ("text", "markdown", "latex")


def evaluate(
    measure: Annotated[str, typer.Argument(metavar="MEASURE", help=f"One of {', '.join(sorted(MEASURES))}.")],
    gold: Annotated[Path, typer.Option("--gold", help="What is right, or the references.")],
    pred: Annotated[
        list[Path] | None,
        typer.Option("--pred", help="What a system says. Given again, systems are compared, the first as baseline."),
    ] = None,
    stem: Annotated[bool, typer.Option("--stem", help="rouge: strip suffixes (Porter).")] = False,
    stop: Annotated[bool, typer.Option("--stop", help="rouge: leave out stop words.")] = False,
    lang: Annotated[str | None, typer.Option(help="rouge: en or zh.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--set", help="Any other setting of the measure: --set NAME=VALUE.")
    ] = None,
    interval: Annotated[bool, typer.Option("--interval", help="Add 95 % bootstrap intervals.")] = False,
    seed: Annotated[int, typer.Option(help="Of the intervals and tests.")] = 12345,
    format: Annotated[str, typer.Option(help=f"Of the table: {', '.join(FORMATS)}.")] = "text",
    json: Json = False,
) -> None:
    """Compute a measure on files: what is right against what a system says.

    docs/measures.md describes the measures and their files, with an example each. Two systems are compared by paired
    approximate randomisation.

    Example: voxpop evaluate rouge --gold references.txt --pred summaries.txt --stem --json
    """
    choose("measure", measure, MEASURES)
    choose("format", format, FORMATS)
    options = settings(option or [], stem=stem, stop=stop, lang=lang)
    paths: list[Path | None] = [*pred] if pred else [None]
    systems = {str(path): score_files(measure, gold, path, **options) for path in paths}
    if json:
        found = [as_json(measure, scores, n, interval=interval, seed=seed) for scores, n in systems.values()]
        console.print_json(found[0] if len(found) == 1 else dict(zip(systems, found, strict=True)))
    elif len(systems) == 1:
        ((scores, n),) = systems.values()
        show(listing(measure, scores, n, interval=interval, seed=seed), format)
    else:
        first = next(iter(systems.values()))[0]
        for name in first:
            show(compare({path: scores[name] for path, (scores, _) in systems.items()}, seed=seed), format)


def settings(given: list[str], *, stem: bool, stop: bool, lang: str | None) -> dict[str, Any]:
    """The options of the measure; values that look like JSON are read as such."""
    options: dict[str, Any] = {name: value for name, value in (("stem", stem), ("stop", stop), ("lang", lang)) if value}
    for item in given:
        name, equals, value = item.partition("=")
        if not (name and equals):
            raise OptionError(f"--set takes NAME=VALUE, such as --set references=average, not {item!r}.")
        try:
            options[name] = jsonlib.loads(value)
        except ValueError:
            options[name] = value
    return options


def as_json(measure: str, scores: Scores, n: int, *, interval: bool, seed: int) -> dict[str, Any]:
    figures: dict[str, dict[str, Any]] = {name: dict(score.values) for name, score in scores.items()}
    if interval:
        for name, score in scores.items():
            figures[name]["interval"] = [score.interval(seed=seed).low, score.interval(seed=seed).high]
    return {"measure": measure, "signature": joint_signature(measure, scores), "scores": figures, "n": n}


def listing(measure: str, scores: Scores, n: int, *, interval: bool, seed: int) -> Table:
    """A row a score; where scores have different figures, a row a figure."""
    columns = list(dict.fromkeys(figure for score in scores.values() for figure in score.values))
    caption = f"{joint_signature(measure, scores)}, n = {n:,}"
    if all(set(score.values) == set(columns) for score in scores.values()) and len(columns) <= 6:
        head = [measure, *columns, *(["95 % interval"] if interval else [])]
        rows: list[tuple[Cell, ...]] = [
            (name, *(score.values[column] for column in columns), *([bounds(score, seed)] if interval else []))
            for name, score in scores.items()
        ]
        return Table(tuple(head), tuple(rows), caption)
    rows = [(f"{name} {figure}", value) for name, score in scores.items() for figure, value in score.values.items()]
    return Table((measure, "value"), tuple(rows), caption)


def bounds(score: Any, seed: int) -> str:
    found = score.interval(seed=seed)
    return f"{found.low:.3f} … {found.high:.3f}"


def show(table: Table, format: str) -> None:
    console.out.print(getattr(table, format)(), markup=False, highlight=False, soft_wrap=True)
    console.out.print()
