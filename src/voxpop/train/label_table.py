"""A file of labelled reviews: which column is the text, which are categories, and which rows can be learned from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from voxpop.errors import ColumnError, InputError, did_you_mean
from voxpop.ingest import FileChoice, read_reviews
from voxpop.ingest.cells import is_missing
from voxpop.ingest.tables import TableRow, role_of
from voxpop.lang import DEFAULT, LANGUAGES, language, normalize
from voxpop.lang.detect import detect
from voxpop.settings import Columns, Settings, curation_from
from voxpop.train.head_training import MIXED, NOT_MENTIONED, Labels
from voxpop.types import Rejected, Review

NO_CATEGORY = ("stars", "date", "id", "person", "title")
STRANGE = 0.1  # the share of cells up to which a column of labels has mistakes; above it, it is something else
STRAY = 0.1  # the share of reviews in another language up to which they are only set aside

CODES = {1: ("1", "+1"), 0: ("0",), -1: ("-1",), NOT_MENTIONED: ("-2", "-")}
WORDS = {1: "POSITIVE", 0: "NEUTRAL", -1: "NEGATIVE", MIXED: "MIXED", NOT_MENTIONED: "NOT_MENTIONED"}
LABELS = [language(code).label_words for code in (DEFAULT, *(code for code in LANGUAGES if code != DEFAULT))]
VALUES = {word: value for value, words in CODES.items() for word in words} | {
    word: value for value, name in WORDS.items() for labels in LABELS for word in getattr(labels, name)
}
NAMED = [", ".join(words[0] for words in (labels.POSITIVE, labels.NEUTRAL, labels.NEGATIVE)) for labels in LABELS]
ACCEPTED = (
    f"1, 0, -1 and -2, or {NAMED[0]} ({'; '.join(NAMED[1:])}), {LABELS[0].MIXED[0]}; an empty cell or -2 where the "
    "review does not mention it"
)


Wrong = tuple[int, str, Any]  # row, column and value of a cell


class LabelledReview(NamedTuple):
    """A review with its labels by category; one that is not there is not mentioned."""

    text: str
    row: int
    labels: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelColumns:
    """What the user said about the columns; None: found out."""

    text: str | None = None
    labels: tuple[str, ...] | None = None
    category: str | None = None  # with ``polarity``: one row for each category of a review
    polarity: str | None = None
    lang: str = "auto"
    encoding: str | None = None
    format: str | None = None
    lenient: bool = False  # a category that no row speaks of is not mentioned, rather than misspelt


@dataclass(frozen=True, slots=True)
class LabelledReviews:
    """The reviews of a file that can be learned from, and the rows that cannot, with the reasons."""

    source: str
    text: str  # the column
    categories: tuple[str, ...]
    lang: str
    items: tuple[LabelledReview, ...]
    rejected: tuple[Rejected, ...]
    notes: tuple[str, ...] = ()

    @property
    def texts(self) -> list[str]:
        """The texts of the reviews."""
        return [item.text for item in self.items]

    @property
    def labels(self) -> Labels:
        """The labels of the reviews, (reviews, categories)."""
        labels = [[item.labels.get(name, NOT_MENTIONED) for name in self.categories] for item in self.items]
        return np.array(labels, np.int64).reshape(len(self.items), len(self.categories))

    def keep(self, categories: Sequence[str]) -> LabelledReviews:
        """Return the same reviews with only some of the categories."""
        return replace(self, categories=tuple(categories))


def read_label(value: Any) -> int | None:
    """Return the label that a cell holds, or None where it holds none that is known.

    >>> [read_label(value) for value in ("positive", -1.0, "", "−2", "3")]
    [1, -1, -2, -2, None]
    """
    if is_missing(value):
        return NOT_MENTIONED
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    word = normalize(str(value)).strip().lower().replace("−", "-").removesuffix(".0")
    return VALUES.get(word)


def read_labelled(path: Path, chosen: LabelColumns) -> LabelledReviews:
    """Read a file of labelled reviews; the texts are those that ``voxpop analyze`` would read."""
    source = str(path)
    columns = Columns(text=chosen.text, stars="", date="", product="", id="")  # any other column may hold labels
    settings = Settings(
        encoding=chosen.encoding, format=chosen.format, columns=columns, curation=curation_from("default", ["mask"])
    )
    choices: list[FileChoice] = []
    items = list(read_reviews(path, settings=settings, on_choice=choices.append))
    text = choices[0].columns["text"]
    rejected = [item for item in items if isinstance(item, Rejected)]
    rows = []
    for review in (item for item in items if isinstance(item, Review)):
        # columns that were joined are cut apart again: "benefits" may be a category
        texts = {section.column: review.text[section.start : section.end] for section in review.sections}
        cells = {**review.extra, **(texts or {text: review.text})}
        if text in cells:
            rows.append(TableRow(review.row or 0, cells))
        else:
            rejected.append(Rejected(step="text", reason="The text is empty.", source=source, row=review.row))
    if not rows:
        raise InputError(f"{path} holds no review to learn from. The first row set aside: {rejected[0].reason}")
    names = list(dict.fromkeys((*choices[0].kept, text, *(name for row in rows for name in row.cells))))
    read = _long if chosen.category or chosen.polarity else _wide
    categories, labelled, notes = read(rows, names, text, chosen, source)
    distinct, repeated = distinct_texts(labelled, source)
    lang, usable, foreign = single_language(distinct, chosen.lang, source)
    set_aside = sorted((*rejected, *repeated, *foreign), key=lambda item: item.row or 0)
    return LabelledReviews(source, text, categories, lang, tuple(usable), tuple(set_aside), notes)


# --- which columns are categories


def _label_columns(
    rows: Sequence[TableRow], names: Sequence[str], text: str, chosen: LabelColumns, source: str
) -> tuple[list[str], tuple[str, ...]]:
    if chosen.labels is not None:
        return [_find_name(name, names, source) for name in dict.fromkeys(chosen.labels)], ()
    categories, notes, mistakes = [], [], []
    for name in (name for name in names if name != text):
        is_category, doubt = _judge(name, rows)
        if is_category:
            categories.append(name)
            mistakes += _strange(name, rows)
        elif doubt:
            notes.append(f"column {name!r} {doubt} and was passed over")
    right = [name for name in categories if name not in {column for _, column, _ in mistakes}]
    _refuse(mistakes, source, hint=f" Or leave the column out: --labels {','.join(right) or 'A,B'}.")
    if not categories:
        listed = ", ".join(map(repr, names))
        hints = "".join(f" Its {note}." for note in notes)
        raise ColumnError(
            f"No column of {source} holds labels. Its columns: {listed}.{hints} A category is a column of "
            f"{ACCEPTED}; name it with --labels. For a table with one row for each category of a review, "
            "pass --category-column and --polarity-column."
        )
    return categories, tuple(notes)


def _judge(name: str, rows: Sequence[TableRow]) -> tuple[bool, str]:
    """Whether a column is a category, be it with a few mistakes; if not although it nearly looks like one, what speaks
    against it."""
    cells = [value for row in rows if not is_missing(value := row.cells.get(name))]
    strange = _strange(name, rows)
    if not cells or 2 * len(strange) > len(cells):
        return False, ""
    if (role := role_of(name)) in NO_CATEGORY:
        return False, "" if strange else f"seems by its name to be the {role}"
    labels = [label for value in cells if (label := read_label(value)) is not None]
    mentioned = sum(label != NOT_MENTIONED for label in labels)
    counts = len(cells) == len(rows) and all(str(value).strip().removesuffix(".0").isdecimal() for value in cells)
    if strange and (counts or len(strange) > STRANGE * mentioned):
        number, _, value = strange[0]
        return False, f"holds {str(value)[:40]!r} in row {number}, which is no label,"
    if counts and set(labels) == {0, 1}:
        return False, "holds only 0 and 1, which may mean no and yes,"
    return mentioned > 0, ""


def _strange(name: str, rows: Sequence[TableRow]) -> list[Wrong]:
    """Return the cells of a column that hold something else than a label."""
    return [(row.number, name, row.cells.get(name)) for row in rows if read_label(row.cells.get(name)) is None]


def _find_name(name: str, names: Sequence[str], source: str, *, what: str = "column") -> str:
    same = [column for column in names if column.strip().lower() == name.strip().lower()]
    if name in names or len(same) == 1:
        return name if name in names else same[0]
    hint = did_you_mean(name, names, cutoff=0.5)
    raise ColumnError(f"{source} has no {what} {name!r}.{hint} It has: {', '.join(map(repr, names))}.")


# --- one column per category, or one row per category


def _wide(
    rows: Sequence[TableRow], names: Sequence[str], text: str, chosen: LabelColumns, source: str
) -> tuple[tuple[str, ...], list[LabelledReview], tuple[str, ...]]:
    columns, notes = _label_columns(rows, names, text, chosen, source)
    _refuse([wrong for name in columns for wrong in _strange(name, rows)], source)
    labels = [{name: _label(row, name) for name in columns} for row in rows]
    reviews = [LabelledReview(row.cells[text], row.number, own) for row, own in zip(rows, labels, strict=True)]
    return tuple(columns), reviews, notes


def _long(
    rows: Sequence[TableRow], names: Sequence[str], text: str, chosen: LabelColumns, source: str
) -> tuple[tuple[str, ...], list[LabelledReview], tuple[str, ...]]:
    """Rows of the same text are one review; a row without a category says that there is none."""
    if not (chosen.category and chosen.polarity):
        raise ColumnError(
            "--category-column and --polarity-column belong together: one names the category of a row, "
            "the other how the review feels about it."
        )
    category, polarity = (_find_name(name, names, source) for name in (chosen.category, chosen.polarity))
    labelled_rows = [row for row in rows if not is_missing(row.cells.get(category))]
    _refuse(_strange(polarity, labelled_rows), source)
    categories = _chosen(Counter(str(row.cells[category]).strip() for row in labelled_rows), chosen, source)
    by_text: dict[str, LabelledReview] = {}
    for row in rows:
        labels = by_text.setdefault(row.cells[text], LabelledReview(row.cells[text], row.number, {})).labels
        if not is_missing(row.cells.get(category)):
            name, label = str(row.cells[category]).strip(), _label(row, polarity)
            labels[name] = label if labels.get(name, label) == label else MIXED
    return categories, list(by_text.values()), (f"{len(rows):,} rows speak of {len(by_text):,} reviews",)


def _chosen(counts: Counter[str], chosen: LabelColumns, source: str) -> tuple[str, ...]:
    """Return the categories asked for, or all of a column, the most frequent first."""
    if not counts:
        raise ColumnError(f"The column {chosen.category!r} of {source} is empty: it should name the category of a row.")
    if chosen.labels is None:
        return tuple(name for name, _ in counts.most_common())
    if chosen.lenient:
        return chosen.labels
    return tuple(_find_name(name, list(counts), source, what="category") for name in chosen.labels)


def _label(row: TableRow, name: str) -> int:
    label = read_label(row.cells.get(name))
    assert label is not None  # _refuse has looked
    return label


def _refuse(wrong: Sequence[Wrong], source: str, *, hint: str = "") -> None:
    """Raise an error for the first label outside the scheme, with the number of the others."""
    if wrong:
        row, column, value = min(wrong, key=lambda mistake: mistake[0])
        more = f" {len(wrong) - 1:,} more cells are like it." if len(wrong) > 1 else ""
        raise InputError(
            f"{source}, row {row}, column {column!r}: {str(value)[:60]!r} is no label.{more} "
            f"Accepted: {ACCEPTED}.{hint}"
        )


# --- which rows can be learned from


def distinct_texts(rows: Sequence[LabelledReview], source: str) -> tuple[list[LabelledReview], list[Rejected]]:
    """Return each text once: a repetition would be learned and tested at the same time."""
    review_of: dict[str, LabelledReview] = {}
    repeated: list[Rejected] = []
    for review in rows:
        first = review_of.setdefault(review.text.strip(), review)
        if first is not review:
            other = "" if first.labels == review.labels else ", with other labels"
            reason = f"The text is that of row {first.row} again{other}."
            repeated.append(Rejected(step="duplicate", reason=reason, source=source, row=review.row, text=review.text))
    return list(review_of.values()), repeated


def single_language(
    items: Sequence[LabelledReview], wanted: str, source: str
) -> tuple[str, list[LabelledReview], list[Rejected]]:
    """Return the language of the reviews; the few in another are set aside, many are an error."""
    languages = [detect(item.text) for item in items]
    counts = Counter(lang for lang in languages if lang)
    supported = {lang: counts[lang] for lang in LANGUAGES if counts[lang]}
    if wanted == "auto" and items and not supported:
        names = " nor ".join(LANGUAGES.values())
        raise InputError(f"The reviews of {source} are neither {names}. If they are, say so with --lang.")
    lang = max(supported, key=lambda code: supported[code], default=DEFAULT) if wanted == "auto" else wanted
    strays = sum(counts.values()) - counts[lang]
    if wanted == "auto" and strays > STRAY * max(len(items), 1):
        listed = ", ".join(f"{counts[code]:,} in {LANGUAGES.get(code, 'another language')}" for code in counts)
        options = " or ".join(f"--lang {code}" for code in LANGUAGES)
        raise InputError(
            f"{source} mixes languages ({listed}). Heads are trained for one: split the file, or choose with "
            f"{options}, which sets the others aside."
        )
    reason = f"The review is not in {LANGUAGES[lang]}."
    in_language, foreign = [], []
    for item, code in zip(items, languages, strict=True):
        if code in (lang, ""):
            in_language.append(item)
        else:
            foreign.append(Rejected(step="language", reason=reason, source=source, row=item.row, text=item.text))
    return lang, in_language, foreign
