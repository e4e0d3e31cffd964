"""``voxpop evaluate``: any measure on two files. The formats, with an example each, are in docs/measures.md."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from voxpop.errors import MeasureError, OptionError, choose
from voxpop.metrics.clusters import read_clusters
from voxpop.metrics.factuality import choose_threshold
from voxpop.metrics.gold_records import (
    Record,
    Source,
    converted,
    is_json,
    paired,
    read_json,
    read_lines,
    read_named,
    read_objects,
)
from voxpop.metrics.judgements import read_judged, read_units
from voxpop.metrics.measure import MEASURES, ItemError, Scores
from voxpop.metrics.options import check_options, check_value
from voxpop.metrics.rouge import Rouge
from voxpop.metrics.score_table import Table
from voxpop.registry import Registry

Options = dict[str, Any]


class GoldFiles(NamedTuple):
    """What was read: arguments for the measure, how many items, and the files if lines are items."""

    gold: Any
    pred: Any
    n: int
    files: tuple[Source, Source] | None = None
    more: Options = {}  # noqa: RUF012  (never changed)


Reader = Callable[[Path, Path, Options], GoldFiles]  # takes the options that concern reading out of the options
READERS: Registry[Reader] = Registry("measure")
HIDDEN = {"prominent": ("name",), "agreement": ("names",), "factuality": ("ids", "types")}  # not for the user to set


def evaluate(measure: str, gold: str | Path, pred: str | Path | None = None, **options: Any) -> dict[str, Any]:
    """The figures of a measure over two files, ready for JSON.

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
    """The tables in the details of the scores: by class, by category, confusion, and so on."""
    return {
        name: value for score in scores.values() for name, value in score.details.items() if isinstance(value, Table)
    }


def score_files(measure: str, gold: str | Path, pred: str | Path | None = None, **options: Any) -> tuple[Scores, int]:
    """The scores themselves, for intervals and tests, and the number of items."""
    choose("measure", measure, MEASURES)
    if pred is None and measure != "agreement":
        raise OptionError(f"{measure} compares two files: give predictions as well as gold.")
    options = dict(options)
    read = read_annotators(Path(gold), options) if pred is None else READERS[measure](Path(gold), Path(pred), options)
    declared = Rouge if measure == "rouge" else MEASURES[measure]
    check_options(f"option of {measure}", declared, options, hidden={*read.more, *HIDDEN.get(measure, ())})
    try:
        return MEASURES[measure](read.gold, read.pred, **read.more, **options), read.n
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
    empty = _taken(options, "empty", bool, False)
    left, right = paired(read_lines(gold), read_lines(pred, empty=empty))
    references = []
    for number, line in enumerate(left.values, start=1):
        texts = line.split("\t")
        if not all(text.strip() for text in texts):
            raise left.error(number, "one of the references is empty.")
        references.append(texts)
    return GoldFiles(references, right.values, len(references), (left, right))


@READERS.register("opinion")
def read_opinion(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """As for rouge; or JSON lines, gold with "references", "reviews" or both, predictions with a "summary"."""
    if not is_json(gold):
        return read_rouge(gold, pred, options)
    summaries = read_json(pred, "summary", str, 'a text as "summary"')
    return _values(*paired(read_objects(gold, ("references", "reviews")), summaries))


@READERS.register("aspects")
def read_aspects(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """Gold: term, tab, count. Predictions: ranked terms, with or without a tab and a count."""
    left = converted(_swapped(read_lines(gold), counted=True), int, "a whole number")
    right = read_lines(pred)
    terms: list[Any] = right.values
    if any("\t" in line for line in terms):
        right = converted(_swapped(right, counted=True), int, "a whole number")
        terms = [(record.id, record.value) for record in right.records]
    return GoldFiles([(record.id, record.value) for record in left.records], terms, len(left.records), (left, right))


@READERS.register("prominent")
def read_prominent(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """Product type, then terms, with tabs between them; gold without terms means those of Luo et al. (2018)."""
    left, right = paired(_swapped(read_lines(gold)), _swapped(read_lines(pred)))
    items = [record.value or record.id for record in left.records]
    return GoldFiles(items, right.values, len(items), (left, right))


@READERS.register("labels")
def read_labels(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """A label a line, ids before them or not; or JSON lines with labels by category."""
    _split(options, "labels")
    if not is_json(gold):
        return _values(*paired(read_named(gold), read_named(pred)))
    what = 'labels as an object, such as {"food": "positive"}'
    return _values(*paired(*(read_json(path, "labels", dict, what) for path in (gold, pred))))


@READERS.register("rating")
def read_rating(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """A number a line, ids before them or not."""
    return _values(*paired(*(converted(read_named(path), float, "a number") for path in (gold, pred))))


@READERS.register("spans")
def read_spans(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """JSON lines: ``{"id": "r1", "spans": [[4, 9], [20, 32]]}``, a label third in each span if there are labels."""
    files = _values(*paired(*(read_json(path, "spans", list, "a list") for path in (gold, pred))))
    for source in files.files or ():
        for number, spans in enumerate(source.values, start=1):
            for span in spans:
                if not _is_span(span):
                    raise source.error(number, f"a span is [start, end] or [start, end, label], not {span!r}.")
    left, right = ([[tuple(span) for span in spans] for spans in side] for side in (files.gold, files.pred))
    return files._replace(gold=left, pred=right)


@READERS.register("tuples")
def read_tuples(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """JSON lines: ``{"id": "r1", "tuples": [{"aspect": "room", "opinion": "clean", "polarity": "positive"}]}``."""
    left, right = paired(*(read_json(path, "tuples", list, "a list") for path in (gold, pred)))
    for source in (left, right):
        for number, entries in enumerate(source.values, start=1):
            for entry in entries:
                cells = entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else [0]
                if not all(cell is None or isinstance(cell, str) for cell in cells):
                    raise source.error(number, f"a tuple is an object or a list of texts, not {entry!r}.")
    return _values(left, right)


def read_annotators(path: Path, options: Options) -> GoldFiles:
    """A table of all annotators' labels in one file."""
    _split(options, "labels")
    units = read_units(path)
    return GoldFiles([*units.values()], None, len(units), None, {"names": [*units]})


@READERS.register("agreement")
def read_agreement(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """One file for each of two annotators, as for labels or spans."""
    _split(options, "labels")
    if options.get("kind") == "spans":
        files = read_spans(gold, pred, {})
        return files._replace(gold=[*map(set, files.gold)], pred=[*map(set, files.pred)])
    files = read_labels(gold, pred, {})
    records = files.files[0].records if files.files else ()
    return files._replace(more={"names": [record.id or f"line {record.line}" for record in records]})


@READERS.register("coref")
def read_coref(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """CoNLL-2012 or JSON clusters; documents are paired by name."""
    left, right = read_clusters(gold), read_clusters(pred)
    for side, other_side, path, other in ((left, right, gold, pred), (right, left, pred, gold)):
        missing = [name for name in side if name not in other_side]
        if missing:
            more = f" {len(missing)} of {len(side)} documents are missing there." if len(missing) > 1 else ""
            raise MeasureError(f"{path}: the document {missing[0]!r} is not in {other}.{more}")
    return GoldFiles(left, right, len(left))


@READERS.register("factuality")
def read_factuality(gold: Path, pred: Path, options: Options) -> GoldFiles:
    """Tables with a header: id and label, id and score. ``dev_gold`` and ``dev_pred`` choose the threshold."""
    judged = read_judged(gold, pred)
    more: Options = {"ids": judged.ids, "types": judged.types}
    dev = _taken(options, "dev_gold", str | Path), _taken(options, "dev_pred", str | Path)
    if dev != (None, None) and "threshold" in options:
        raise OptionError("A threshold is given or chosen on dev_gold and dev_pred, not both.")
    if None not in dev:
        chosen_on = read_judged(*dev)
        more["threshold"] = choose_threshold(chosen_on.scores, chosen_on.labels, ids=chosen_on.ids)
    elif dev != (None, None):
        raise OptionError("To choose a threshold give both dev_gold and dev_pred.")
    return GoldFiles(judged.labels, judged.scores, len(judged.labels), None, more)


def _values(left: Source, right: Source) -> GoldFiles:
    return GoldFiles(left.values, right.values, len(left.records), (left, right))


def _taken(options: Options, name: str, hint: Any, default: Any = None) -> Any:
    """An option of the reading itself, out of the options."""
    if name not in options:
        return default
    check_value(name, options[name], hint)
    return options.pop(name)


def _split(options: Options, name: str) -> None:
    if isinstance(options.get(name), str):
        options[name] = [label.strip() for label in options[name].split(",")]


def _swapped(source: Source, *, counted: bool = False) -> Source:
    """The first cell of each line as its id, the others as its value (one of them, if ``counted``)."""
    records = []
    for number, record in enumerate(source.records, start=1):
        first, *rest = (cell.strip() for cell in record.value.split("\t"))
        if not first:
            raise source.error(number, "the first cell is empty.")
        if counted and len(rest) != 1:
            raise source.error(number, f"expected a term, a tab and a count, not {record.value!r}.")
        records.append(Record(rest[0] if counted else [cell for cell in rest if cell], record.line, first))
    return Source(source.path, tuple(records))


def _is_span(span: Any) -> bool:
    return (
        isinstance(span, list)
        and len(span) in (2, 3)
        and all(isinstance(end, int) and not isinstance(end, bool) for end in span[:2])
        and all(isinstance(label, str) for label in span[2:])
    )
