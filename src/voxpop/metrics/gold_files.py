"""``voxpop evaluate``: any measure on two files. The formats, with an example each, are in docs/measures.md."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from voxpop.errors import OptionError, choose
from voxpop.metrics.clusters import read_clusters
from voxpop.metrics.factuality import choose_threshold, is_consistent
from voxpop.metrics.gold_records import Source, is_json, paired, read_lines, read_named, read_objects, read_table, wrong
from voxpop.metrics.measure import MEASURES, ItemError, Scores, finite
from voxpop.metrics.options import check_options, check_value
from voxpop.metrics.rouge import Rouge
from voxpop.metrics.score_table import Table
from voxpop.metrics.spans import span_keys
from voxpop.registry import Registry

Options = dict[str, Any]


class GoldFiles(NamedTuple):
    """What was read: arguments for the measure, and the files whose records are its items."""

    gold: Any
    pred: Any
    files: tuple[Source, Source] | None = None
    more: Options = {}  # noqa: RUF012  (never changed)

    @classmethod
    def of(cls, gold: Source, pred: Source, **more: Any) -> GoldFiles:
        """Two files of records, brought into one order."""
        left, right = paired(gold, pred)
        return cls(left.values, right.values, (left, right), more)


Reader = Callable[[Path, Path, Options], GoldFiles]  # takes the options that concern reading out of the options
READERS: Registry[Reader] = Registry("measure")
HIDDEN = {"agreement": ("names",), "factuality": ("ids", "types")}  # not for the user to set


def evaluate(measure: str, gold: str | Path, pred: str | Path | None = None, **options: Any) -> dict[str, Any]:
    """Return the figures of a measure over two files, ready for JSON.

    ``evaluate("rouge", "gold.txt", "pred.txt", stem=True)["scores"]["rouge1"]["f1"]``
    """
    return report(measure, *score_files(measure, gold, pred, **options))


def report(measure: str, scores: Scores, n: int) -> dict[str, Any]:
    """Scores ready for JSON; ``details`` holds the tables, where there are any."""
    score_tables = tables(scores)
    return {
        "measure": measure,
        "signature": joint_signature(measure, scores),
        "scores": {name: dict(score.values) for name, score in scores.items()},
        "n": n,
        **({"details": {name: table.to_json() for name, table in score_tables.items()}} if score_tables else {}),
    }


def tables(scores: Scores) -> dict[str, Table]:
    """Return the tables in the details of the scores: by class, by category, confusion, and so on."""
    return {
        name: value for score in scores.values() for name, value in score.details.items() if isinstance(value, Table)
    }


def score_files(measure: str, gold: str | Path, pred: str | Path | None = None, **options: Any) -> tuple[Scores, int]:
    """Return the scores themselves, for intervals and tests, and the number of items."""
    choose("measure", measure, MEASURES)
    if pred is None and measure != "agreement":
        raise OptionError(f"{measure} compares two files: give predictions as well as gold.")
    if isinstance(options.get("labels"), str):
        options["labels"] = [label.strip() for label in options["labels"].split(",")]
    read = read_annotators(Path(gold)) if pred is None else READERS[measure](Path(gold), Path(pred), options)
    declared = Rouge if measure == "rouge" else MEASURES[measure]
    check_options(f"option of {measure}", declared, options, hidden={*read.more, *HIDDEN.get(measure, ())})
    try:
        return MEASURES[measure](read.gold, read.pred, **read.more, **options), len(read.gold)
    except ItemError as error:
        if read.files is None:
            raise
        raise read.files[error.side != "gold"].error(error.number, error.reason) from None


def joint_signature(measure: str, scores: Scores) -> str:
    """One signature for all scores of a measure; where they differ in a part, all its values, joined by "+"."""
    parts: dict[str, list[str]] = {}
    for score in scores.values():
        for part in score.signature.split("|")[1:]:
            key, _, value = part.partition(":")
            if value not in parts.setdefault(key, []):
                parts[key].append(value)
    version = parts.pop("v")
    return "|".join([measure, *(f"{key}:{'+'.join(values)}" for key, values in parts.items()), f"v:{version[0]}"])


@READERS.register("rouge")
def read_rouge(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """One summary a line; several references stand on one line with tabs between them."""

    def references(line: str) -> list[str]:
        texts = line.split("\t")
        if not all(text.strip() for text in texts):
            raise ValueError("one of the references is empty.")
        return texts

    empty = _taken(options, "empty", bool)
    return GoldFiles.of(read_lines(gold).map(references), read_lines(pred, empty=bool(empty)))


@READERS.register("opinion")
def read_opinion(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """As for rouge; or JSON lines, gold with "references", "reviews" or both, predictions with a "summary"."""
    if not is_json(gold):
        return read_rouge(gold, pred, options)
    summaries = _field(pred, "summary", str, 'a text as "summary"')
    return GoldFiles.of(read_objects(gold, "references", "reviews"), summaries)


@READERS.register("aspects")
def read_aspects(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """Gold: term, tab, count. Predictions: ranked terms, with or without a tab and a count."""
    left, right = read_lines(gold).map(_counted_term), read_lines(pred)
    if any("\t" in line for line in right.values):
        right = right.map(_counted_term)
    return GoldFiles(left.values, right.values, (left, right))


def _counted_term(line: str) -> tuple[str, int]:
    term, *counts = _cells(line)
    if len(counts) != 1:
        raise ValueError(f"expected a term, a tab and a count, not {line!r}.")
    try:
        return term, int(counts[0])
    except ValueError:
        raise ValueError(f"{counts[0]!r} is not a whole number.") from None


def _cells(line: str) -> list[str]:
    cells = [cell.strip() for cell in line.split("\t")]
    if not cells[0]:
        raise ValueError("the first cell is empty.")
    return cells


@READERS.register("prominent")
def read_prominent(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """Product type, then terms, with tabs between them; gold without terms means those of Luo et al. (2018)."""
    files = GoldFiles.of(*(read_lines(path).map(_cells).keyed(lambda cells: cells[0]) for path in (gold, pred)))
    left, right = ([[*filter(None, terms)] for _, *terms in side] for side in (files.gold, files.pred))
    return files._replace(gold=[terms or kind for terms, (kind, *_) in zip(left, files.gold, strict=True)], pred=right)


def read_annotators(path: Path) -> GoldFiles:
    """Return the labels of all annotators of one table, with a column for each, or with item, annotator and label."""
    columns, table = read_table(path, "item")
    if len(columns) < 3:
        accepted = "item and two or more annotators, or item, annotator, label"
        raise wrong(path, 1, f"the columns are {', '.join(columns)}; accepted: {accepted}.")
    units: dict[str, dict[str, str]] = {}
    if set(columns) != {"item", "annotator", "label"}:
        for record in table.distinct("item").records:
            units[record.id or ""] = {name: label for name, label in record.value.items() if name != "item" and label}
        return GoldFiles([*units.values()], None, None, {"names": [*units]})
    for record in table.records:
        empty = [name for name, cell in record.value.items() if not cell]
        if empty:
            raise wrong(path, record.line, f"{empty[0]} is empty.")
        unit, annotator = units.setdefault(record.value["item"], {}), record.value["annotator"]
        if annotator in unit:
            raise wrong(path, record.line, f"{annotator} judged {record.id} before.")
        unit[annotator] = record.value["label"]
    return GoldFiles([*units.values()], None, None, {"names": [*units]})


@READERS.register("agreement")
def read_agreement(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """One file for each of two annotators, as for labels or spans."""
    if options.get("kind") == "spans":
        return GoldFiles.of(*(_field(path, "spans", list).map(span_keys) for path in (gold, pred)))
    left = read_labels(gold)
    return GoldFiles.of(left, read_labels(pred), names=[record.id or f"line {record.line}" for record in left.records])


@READERS.register("factuality")
def read_factuality(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """Tables with a header: id and label, id and score. ``dev_gold`` and ``dev_pred`` choose the threshold."""
    dev = _taken(options, "dev_gold", str | Path), _taken(options, "dev_pred", str | Path)
    read = _judged(gold, pred)
    if dev == (None, None):
        return read
    if "threshold" in options:
        raise OptionError("A threshold is given or chosen on dev_gold and dev_pred, not both.")
    if None in dev:
        raise OptionError("To choose a threshold give both dev_gold and dev_pred.")
    chosen_on = _judged(*map(Path, dev))
    threshold = choose_threshold(chosen_on.pred, chosen_on.gold, ids=chosen_on.more["ids"])
    return read._replace(more={**read.more, "threshold": threshold})


def _judged(gold: Path, pred: Path) -> GoldFiles:
    """Labels and scores; the columns original and replacement, or type, say of which type an item is."""
    columns, table = read_table(gold, "id", "label")
    pair = [name for name in columns if name in ("original", "replacement")]
    kinds = pair or [name for name in columns if name == "type"]
    labels = table.distinct("id").map(lambda cells: is_consistent(cells["label"]))
    scores = read_table(pred, "id", "score")[1].distinct("id").map(lambda cells: finite(cells["score"]))
    types = [tuple(cells[kind] for kind in kinds) for cells in table.values] if kinds else None
    return GoldFiles.of(labels, scores, ids=[record.id for record in labels.records], types=types)


def read_labels(path: Path) -> Source:
    """A label a line, ids before them or not; a table with a column "label"; or JSON lines with labels by category."""
    if not is_json(path):
        return read_named(path, "label")
    return _field(path, "labels", dict, 'labels as an object, such as {"food": "positive"}')


def _field(path: Path, field: str, kind: type, what: str = "a list") -> Source:
    """One field of the objects of a file, whose value must be of a kind."""

    def value(item: dict[str, Any]) -> Any:
        if not isinstance(item[field], kind):
            raise ValueError(f"expected {what}, not {item[field]!r}.")
        return item[field]

    return read_objects(path, field).map(value)


def _read_alike(read: Callable[[Path], Source]) -> Reader:
    """A reader that reads both files in the same way."""
    return lambda gold, pred, options: GoldFiles.of(read(gold), read(pred))


READERS["coref"] = _read_alike(read_clusters)
READERS["labels"] = _read_alike(read_labels)
READERS["rating"] = _read_alike(lambda path: read_named(path, "stars", "rating").map(finite))
READERS["spans"] = _read_alike(lambda path: _field(path, "spans", list))
READERS["tuples"] = _read_alike(lambda path: _field(path, "tuples", list))


def _taken(options: Options, name: str, hint: Any) -> Any:
    """An option of the reading itself, out of the options."""
    if name in options:
        check_value(name, options[name], hint)
    return options.pop(name, None)
