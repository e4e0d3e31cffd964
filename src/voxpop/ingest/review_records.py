"""From a row of cells to a review: the text cleaned and joined, stars and date understood, other columns kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from voxpop.ingest.cells import clean, is_missing, is_nested, is_unknown, kept_value, plain_value
from voxpop.ingest.columns import KEPT_ROLES, find_columns, names_people, other_texts, text_columns
from voxpop.ingest.dates import DAY_FIRST, MONTH_FIRST, country_beside_date, find_order, read_date
from voxpop.ingest.seen_texts import Seen
from voxpop.ingest.star_ratings import VERDICT, find_scale, read_answer, to_five
from voxpop.ingest.tables import KEPT, FileChoice, OpenTable, TableRow, is_part, is_person, scale_in_name, storable
from voxpop.lang.punctuation import COLONS, FULL_WIDTH_COLON, SENTENCE_ENDS
from voxpop.lang.scripts import UNSPACED_LETTERS
from voxpop.settings import Settings
from voxpop.types import Rejected, Review, Section

GIVEN = ("lang", "source", "row", "predicted_stars", "extra", "sections", "unread")
COUNTRY = "country"  # the column for countries that stand beside dates
_WORD_BREAK = re.compile(r"[\s_.-]+|(?<=[a-z])(?=[A-Z])")
_UNSPACED = re.compile(f"[{UNSPACED_LETTERS}]")
BYTE_ORDER_MARK = "\ufeff"  # no space to Python


class RowProblem(Exception):
    """A row that cannot become a review: the step that failed and a sentence about it."""

    def __init__(self, step: str, reason: str) -> None:
        super().__init__(reason)
        self.step = step


@dataclass(slots=True)
class OtherCells:
    """What is kept of a row beside its text, and the columns that could not be understood."""

    extra: dict[str, str]
    unread: list[str] = field(default_factory=list)

    def keep(self, column: str, value: Any) -> None:
        """Keep a cell as it is."""
        if (raw := kept_value(value)) is not None:
            self.extra[column] = raw


class Recorder:
    """Makes reviews of the rows of a table, with the columns, star scale and order of dates found in the first rows."""

    def __init__(
        self,
        table: OpenTable,
        sample: Sequence[Mapping[str, Any]],
        settings: Settings,
        *,
        source: str,
        prefix: str,
        seen: Seen,
        earlier: Sequence[FileChoice] = (),
    ) -> None:
        asked = settings.columns
        self._table = table
        self.columns = dict(table.columns or find_columns(sample, asked, source=source, named=table.named))
        by_format = table.columns is not None
        texts = [self.columns["text"]] if by_format else text_columns(self.columns, sample, asked, source)
        self.texts = tuple(texts)
        self.notes: list[str] = []
        self.scale_name: str | None = None
        self._source, self._prefix, self._seen = source, prefix, seen
        self._scale = self._find_scale(sample, earlier)
        dates = [cells.get(self.columns.get("date", "")) for cells in sample]
        self._day_first, note = find_order(dates, earlier=_was_day_first(earlier))
        self.notes += [note] if note else []
        if "country" not in self.columns and any(map(country_beside_date, dates)):
            self.columns["country"] = COUNTRY
        used = {*self.texts, *(name for role, name in self.columns.items() if role not in KEPT_ROLES)}
        names = dict.fromkeys(name for cells in sample for name in (*cells, *self.columns.values()))
        others = [name for name in names if name not in used]
        self._keeps_people = not settings.curation.mask
        self.left_out = tuple(name for name in others if names_people(name, sample) and not self._keeps_people)
        self.kept = tuple(name for name in others if name not in self.left_out)
        self._is_kept = dict.fromkeys(self.kept, True) | dict.fromkeys((*used, *self.left_out), False)
        several = len(self.texts) > 1
        self._labels = {name: label_of(name) for name in self.texts if several and is_part(name)}
        if not by_format and not asked.text and (more := other_texts(self.columns, self.texts, sample)):
            options = " ".join(f"--text-column {name!r}" for name in names if name in (*self.texts, *more))
            self.notes.append(
                f"{', '.join(map(repr, more))}: more text, which is not read; to read all of it: {options}"
            )

    def choice(self, format_: str) -> FileChoice:
        """Return what was chosen for the file, for the user to see."""
        return FileChoice(
            self._source,
            format_,
            self._table.encoding,
            self.columns,
            self.scale_name,
            (*self._table.notes, *self.notes),
            self.texts,
            self.kept,
            self.left_out,
        )

    def prepare(self, rows: Iterable[TableRow | Rejected]) -> None:
        """Look up the ids of rows that come next, all at once."""
        column = self.columns.get("id", "")
        names: list[str] = []
        for row in rows:
            if isinstance(row, TableRow):
                with suppress(RowProblem):
                    name = _label(row.cells.get(column)) if column else None
                    names.append(self._number_as_id(row) if name is None else name)
                    prefix = self._prefix_of(row)
                    names += [f"{prefix}{name}"] if name is not None and prefix else []
        self._seen.prepare(names)

    def review(self, row: TableRow) -> Review | Rejected:
        """Return the review of a row, or why it is none."""
        cells = row.cells
        kept = {name: text for name, value in cells.items() if self._keeps(name) and (text := kept_value(value))}
        others = OtherCells(kept)
        try:
            text, sections = self._text(cells, others)
            product = _label(cells.get(self.columns["product"])) if "product" in self.columns else None
            name = self._id(cells.get(self.columns["id"]) if "id" in self.columns else None, row)
        except RowProblem as problem:
            return self._rejected(problem, row)
        stars, day = self._stars(cells, others), self._date(cells, others)
        rest: dict[str, Any] = {"source": self._place(row), "row": row.number, "extra": others.extra}
        rest |= {"sections": sections, "unread": tuple(others.unread)}
        given = {role: cells[role] for role in GIVEN if role in self.columns and cells.get(role) is not None}
        return Review(id=name, text=text, stars=stars, date=day, product=product, **rest | given)

    def _keeps(self, name: str) -> bool:
        """Whether a column is kept as it is; one that the first rows do not have is looked at when it comes."""
        if name not in self._is_kept:
            self._is_kept[name] = self._keeps_people or not is_person(name)
        return self._is_kept[name]

    def _rejected(self, problem: RowProblem, row: TableRow) -> Rejected:
        text = next((value for name in self.texts if not is_missing(value := row.cells.get(name))), None)
        name = row.cells.get(self.columns["id"]) if "id" in self.columns else None
        return Rejected(
            step=problem.step,
            reason=str(problem),
            source=self._place(row),
            row=row.number,
            id=None if is_missing(name) else storable(str(plain_value(name)).strip()[:KEPT]),
            text=None if is_missing(text) else storable(str(text)[:KEPT].rstrip("\r\n")),
        )

    def _text(self, cells: Mapping[str, Any], others: OtherCells) -> tuple[str, tuple[Section, ...]]:
        """Return the text of a row and its sections. Where cleaning changed a cell, the cell itself is kept."""
        if cells.get("sections") and "sections" in self.columns:  # a Review whose text was joined before
            return str(cells[self.columns["text"]]), tuple(cells["sections"])
        parts: dict[str, str] = {}
        for column in self.texts:
            value = cells.get(column)
            if is_missing(value) or (len(self.texts) > 1 and is_unknown(value)):
                continue
            if is_nested(value):
                raise RowProblem("text", "The text is not a string.")
            part = clean(str(value))
            check_characters(part)
            if part != str(value):
                others.keep(column, value)
            if part.replace(BYTE_ORDER_MARK, "").strip():
                parts[column] = part
        if not parts:
            raise RowProblem("text", "The text is empty.")
        if len(self.texts) == 1:
            return parts[self.texts[0]], ()
        return joined(without_repeated_title(parts), self._labels)

    def _stars(self, cells: Mapping[str, Any], others: OtherCells) -> float | None:
        column = self.columns.get("stars")
        if column is None or is_unknown(value := cells.get(column)):
            return None
        rating = read_answer(value)
        stars = to_five(rating, self._scale) if rating else None
        if rating is None or stars != rating.value:  # on another scale
            others.keep(column, value)
        if stars is None:
            others.unread.append(column)
        return stars

    def _date(self, cells: Mapping[str, Any], others: OtherCells) -> date | None:
        column = self.columns.get("date")
        if column is None or is_unknown(value := cells.get(column)):
            return None
        day, country = read_date(value, day_first=self._day_first), country_beside_date(value)
        if day is None or country:
            others.keep(column, value)
        if country and self.columns.get("country") == COUNTRY:
            others.extra.setdefault(COUNTRY, country)
        if day is None and column not in others.unread:
            others.unread.append(column)
        return day

    def _place(self, row: TableRow) -> str:
        """Return the file of a row, with its sheet where several are read, as a file in an archive is named."""
        return f"{self._source}/{row.sheet}" if row.sheet else self._source

    def _id(self, value: Any, row: TableRow) -> str:
        """Return the id of a row; one that has none gets its number, written unlike the ids of other rows."""
        name = _label(value)
        place: dict[str, Any] = {"source": self._place(row), "row": row.number}
        prefix = self._prefix_of(row)
        if name is None:
            name = self._number_as_id(row)
            while self._seen.add(name, **place):
                name = f"{name} (no id)"
            return name
        first = self._seen.add(name, **place)
        if first and first[0] != place["source"] and prefix:  # another file or sheet counts from 1 too
            name = f"{prefix}{name}"
            first = self._seen.add(name, **place)
        if first:
            raise RowProblem("id", f"The id {name!r:.80} was already used in row {first[1]}.")
        return name

    def _prefix_of(self, row: TableRow) -> str:
        """Return what stands before the ids of a file or sheet that counts from 1 as others do."""
        return f"{self._prefix}{row.sheet}:" if row.sheet else self._prefix

    def _number_as_id(self, row: TableRow) -> str:
        return f"{self._prefix_of(row)}{'row ' if 'id' in self.columns else ''}{row.number}"

    def _find_scale(self, sample: Sequence[Mapping[str, Any]], earlier: Sequence[FileChoice]) -> int:
        """Return out of how many the stars are. A column of only 0 and 1 is none of stars."""
        column = self.columns.get("stars")
        if column is None:
            return 5
        ratings = [read_answer(value) for cells in sample if not is_unknown(value := cells.get(column))]
        low, named = scale_in_name(column) or _earlier_scale(column, earlier) or (1, None)
        scale = find_scale(ratings, named=named)
        if scale is None:
            del self.columns["stars"]
            self.notes.append(f"column {column!r} holds only 0 and 1, which are no stars, and was passed over")
            return 5
        if scale == VERDICT:
            self.scale_name = "−1–1"
            self.notes.append("−1, 0 and 1 were mapped to 1, 3 and 5 stars")
            return scale
        if scale > 5 and any(rating and rating.value == 0 and rating.out_of is None for rating in ratings):
            low = 0
        self.scale_name = f"{low}–{scale}"
        if scale != 5:
            how = f"mapped to 1–5 by dividing by {scale / 5:g}, at least 1"
            self.notes.append(f"stars from {low} to {scale} were {how}")
        return scale


def _earlier_scale(column: str, earlier: Sequence[FileChoice]) -> tuple[int, int] | None:
    """Return the ends of the scale of a column of stars in the last file before that has it."""
    named = [choice.star_scale for choice in earlier if choice.columns.get("stars") == column]
    ends = named[-1].split("–") if named and named[-1] else []
    return (int(ends[0]), int(ends[1])) if len(ends) == 2 and ends[0].isdecimal() else None


def _was_day_first(earlier: Sequence[FileChoice]) -> bool:
    """Whether the last file before that tells the order of day and month has the day first."""
    orders = [note for choice in earlier for note in choice.notes if note in (DAY_FIRST, MONTH_FIRST)]
    return orders[-1:] == [DAY_FIRST]


def without_repeated_title(parts: dict[str, str]) -> dict[str, str]:
    """Return the parts without the first where the second begins with it, as some sites write the title twice."""
    first, *rest = parts
    title = parts[first].strip().rstrip(".…").casefold()
    if rest and parts[rest[0]].strip().casefold().startswith(title):
        return {column: parts[column] for column in rest}
    return parts


def label_of(column: str) -> str:
    """Return the name of a column as a label before its cell: "sideEffects" → "Side effects: ".

    It tells how to read the cell: without it, "salary" among the cons reads as praise.
    """
    words = _WORD_BREAK.sub(" ", column).strip().rstrip(SENTENCE_ENDS + COLONS)
    name = words[:1].upper() + words[1:].lower()
    return f"{name}{FULL_WIDTH_COLON}" if _UNSPACED.search(name) else f"{name}: "


def joined(parts: Mapping[str, str], labels: Mapping[str, str]) -> tuple[str, tuple[Section, ...]]:
    """Return cells as one text, on a line each with its label, and where each is."""
    text, sections = "", []
    for column, part in parts.items():
        text += ("\n" if text else "") + labels.get(column, "")
        sections.append(Section(column, len(text), len(text) + len(part)))
        text += part
    return text, tuple(sections)


def check_characters(text: str) -> None:
    """Refuse halves of characters, which are no text: they come from damage or a wrong encoding."""
    try:
        text.encode()
    except UnicodeEncodeError:
        reason = "The row holds bytes that are not text in the file's encoding; if there are many, pass --encoding."
        raise RowProblem("encoding", reason) from None


def _label(value: Any) -> str | None:
    """Return an id or product as a string."""
    if is_unknown(value):
        return None
    text = str(plain_value(value)).strip().replace("\0", "")
    check_characters(text)
    return text
