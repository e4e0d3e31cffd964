"""voxpop evaluate: any measure on files."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from voxpop.cli import console
from voxpop.errors import MeasureError, OptionError, choose
from voxpop.metrics import MEASURES, Score, Scores, Table, compare
from voxpop.metrics.gold_files import joint_signature, report, score_files, tables
from voxpop.metrics.score_table import Cell

MEASURE_NAMES = ", ".join(sorted(MEASURES))
FORMATS = ("text", "markdown", "latex")
ROWS = 50  # of a table of details, as printed


def evaluate(
    measure: str,
    *,
    gold: Path,
    pred: list[Path] | None = None,
    stem: bool = False,
    stop: bool = False,
    lang: str | None = None,
    option: list[str] | None = None,
    interval: bool = False,
    seed: int = 12345,
    format: str = "text",
    json: bool = False,
) -> None:
    """Compute a measure on files: what is right against what a system says.

    docs/measures.md describes the measures and their files, with an example each. Two systems are compared by paired
    approximate randomisation. After the scores come their details: tables by class, category or type, confusion,
    annotators; with --json they are under "details".

    Example: voxpop evaluate rouge --gold references.txt --pred summaries.txt --stem --json
    """
    choose("measure", measure, MEASURES)
    choose("format", format, FORMATS)
    options = settings(option or [], stem=stem, stop=stop, lang=lang)
    paths: list[Path | None] = [*pred] if pred else [None]
    if len(set(paths)) < len(paths):
        raise OptionError("A file of predictions is given twice: each --pred names another system.")
    systems = {str(path): score_files(measure, gold, path, **options) for path in paths}
    if json:
        reports = [as_json(measure, scores, n, interval=interval, seed=seed) for scores, n in systems.values()]
        console.print_json(reports[0] if len(reports) == 1 else dict(zip(systems, reports, strict=True)))
        return
    if len(systems) == 1:
        ((scores, n),) = systems.values()
        show(listing(measure, scores, n, interval=interval, seed=seed), format)
    else:
        for table in comparison({path: scores for path, (scores, _) in systems.items()}, seed=seed):
            show(table, format)
    for path, (scores, _) in systems.items():
        for name, table in tables(scores).items():
            show(titled(table, name.replace("_", " "), path if len(systems) > 1 else ""), format)


def settings(items: list[str], *, stem: bool, stop: bool, lang: str | None) -> dict[str, Any]:
    """Return the options of the measure; values that look like JSON are read as such."""
    options: dict[str, Any] = {name: value for name, value in (("stem", stem), ("stop", stop), ("lang", lang)) if value}
    for item in items:
        name, equals, value = item.partition("=")
        if not (name and equals):
            raise OptionError(f"--set takes NAME=VALUE, such as --set references=average, not {item!r}.")
        try:
            options[name] = jsonlib.loads(value)
        except ValueError:
            options[name] = value
    return options


def as_json(measure: str, scores: Scores, n: int, *, interval: bool, seed: int) -> dict[str, Any]:
    entry = report(measure, scores, n)
    if interval:
        for name, score in scores.items():
            drawn = score.interval(seed=seed)
            entry["scores"][name]["interval"] = [drawn.low, drawn.high]
    return entry


def comparison(systems: Mapping[str, Scores], *, seed: int) -> Iterator[Table]:
    """Yield a table for each score with its test; where no test makes sense, the figures and the reason."""
    for name in dict.fromkeys(name for scores in systems.values() for name in scores):
        compared = {path: scores[name] for path, scores in systems.items() if name in scores}
        if len(compared) < len(systems):
            lacking = ", ".join(path for path in systems if path not in compared)
            yield side_by_side(name, compared, f"{name}: not compared, {lacking} does not have it")
            continue
        try:
            yield compare(compared, seed=seed)
        except MeasureError as error:
            yield side_by_side(name, compared, f"{name}: not compared. {error}")


def side_by_side(name: str, scores: Mapping[str, Score], why: str) -> Table:
    columns = dict.fromkeys(figure for score in scores.values() for figure in score.values)
    rows: list[tuple[Cell, ...]] = [
        (path, *(score.values.get(figure) for figure in columns)) for path, score in scores.items()
    ]
    return Table((name, *columns), tuple(rows), why)


def titled(table: Table, *titles: str) -> Table:
    """Return the table with a title before its caption and at most ``ROWS`` rows: JSON holds them all."""
    more = len(table.rows) - ROWS
    captions = [*titles, table.caption, f"{more:,} more rows with --json" if more > 0 else ""]
    return replace(table, rows=table.rows[:ROWS], caption="; ".join(part for part in captions if part))


def listing(measure: str, scores: Scores, n: int, *, interval: bool, seed: int) -> Table:
    """Return a table with a row for each score; where scores have different figures, a row for each figure."""
    columns = list(dict.fromkeys(figure for score in scores.values() for figure in score.values))
    caption = f"{joint_signature(measure, scores)}, n = {n:,}"
    if all(set(score.values) == set(columns) for score in scores.values()) and len(columns) <= 6:
        head = [measure, *columns, *(["95 % interval"] if interval else [])]
        rows: list[tuple[Cell, ...]] = [
            (name, *(score.values[column] for column in columns), *([bounds(score, seed)] if interval else []))
            for name, score in scores.items()
        ]
        return Table(tuple(head), tuple(rows), caption)
    rows = []
    for name, score in scores.items():
        for figure, value in score.values.items():
            drawn = [bounds(score, seed) if figure == score.main else None] if interval else []
            rows.append((f"{name} {figure}", value, *drawn))
    return Table((measure, "value", *(["95 % interval"] if interval else [])), tuple(rows), caption)


def bounds(score: Score, seed: int) -> str:
    interval = score.interval(seed=seed)
    return f"{interval.low:.3f} … {interval.high:.3f}"


def show(table: Table, format: str) -> None:
    console.print_line(getattr(table, format)())
    console.out.print()
