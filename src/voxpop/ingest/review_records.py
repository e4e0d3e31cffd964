"""From a row of cells to a review: the text cleaned and joined, stars and date understood, other columns kept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from voxpop.ingest.broken import storable
from voxpop.ingest.cells import is_missing, is_nested, is_unknown
from voxpop.ingest.columns import KEPT_ROLES, is_person, role_of, scale_in_name
from voxpop.ingest.dates import country_beside_date, find_order, read_date
from voxpop.ingest.seen_texts import Seen
from voxpop.ingest.star_ratings import VERDICT, find_scale, read_stars, to_five
from voxpop.ingest.tables import FileChoice, OpenTable, TableRow
from voxpop.ingest.text_cells import clean, kept_value
from voxpop.lang.punctuation import FULL_WIDTH_COLON, IDEOGRAPHIC_SPACE
from voxpop.lang.scripts import UNSPACED_LETTERS
from voxpop.types import Rejected, Review, Section

GIVEN = ("lang", "source", "row", "predicted_stars", "extra", "sections", "unread")
COUNTRY = "country"  # the column for countries that stand beside dates
_WORD_BREAK = re.compile(r"[\s_.-]+|(?<=[a-z])(?=[A-Z])")
_UNSPACED = re.compile(f"[{UNSPACED_LETTERS}]")
EMPTY = "\ufeff \t\r\n\0\xa0" + IDEOGRAPHIC_SPACE


class RowProblem(Exception):
    """A row that cannot become a review: the step that failed and a sentence about it."""

    def __init__(self, step: str, reason: str) -> None:
        super().__init__(reason)
        self.step = step


class Recorder:
    """Makes reviews of the rows of one file, with the star scale and date order found in its first rows.

    ``texts`` are the columns that are joined to the text. Columns of people are kept only if ``keeps_people``.
    """

    def __init__(
        self,
        columns: Mapping[str, str],
        sample: Sequence[Mapping[str, Any]],
        *,
        texts: Sequence[str],
        source: str,
        prefix: str,
        seen: Seen,
        keeps_people: bool = False,
    ) -> None:
        self.columns = dict(columns)
        self.texts = tuple(texts)
        self.notes: list[str] = []
        self._source = source
        self._prefix = prefix
        self._seen = seen
        self._scale = self._find_scale(sample)
        self._day_first = self._find_order(sample)
        dates = (cells.get(self.columns.get("date", "")) for cells in sample)
        if "country" not in self.columns and any(map(country_beside_date, dates)):
            self.columns["country"] = COUNTRY
        self._used = {*self.texts, *(name for role, name in self.columns.items() if role not in KEPT_ROLES)}
        names = dict.fromkeys(name for cells in sample for name in (*cells, *self.columns.values()))
        others = [name for name in names if name not in self._used]
        self.left_out = () if keeps_people else tuple(name for name in others if is_person(name))
        self.kept = tuple(name for name in others if name not in self.left_out)
        self._is_kept = dict.fromkeys(self.kept, True) | dict.fromkeys((*self._used, *self.left_out), False)
        self._keeps_people = keeps_people
        several = len(self.texts) > 1
        self._labels = {name: label_of(name) for name in self.texts if several and role_of(name) == "part"}

    @property
    def scale_name(self) -> str | None:
        return None if "stars" not in self.columns else "−1–1" if self._scale == VERDICT else f"1–{self._scale}"

    def choice(self, format_: str, table: OpenTable) -> FileChoice:
        """What was chosen for the file, for the user to see."""
        return FileChoice(
            self._source,
            format_,
            table.encoding,
            self.columns,
            self.scale_name,
            (*table.notes, *self.notes),
            self.texts,
            self.kept,
            self.left_out,
        )

    def review(self, row: TableRow) -> Review | Rejected:
        cells, unread = row.cells, dict[str, None]()
        extra = {name: text for name, value in cells.items() if self._keeps(name) and (text := kept_value(value))}
        try:
            text, sections = self._text(cells, extra)
            product = _label(cells.get(self.columns["product"])) if "product" in self.columns else None
            name = self._id(cells.get(self.columns["id"]) if "id" in self.columns else None, row.number)
        except RowProblem as problem:
            return self._rejected(problem, row)
        stars, day = self._stars(cells, extra, unread), self._date(cells, extra, unread)
        rest: dict[str, Any] = {"source": self._source, "row": row.number, "extra": extra, "sections": sections}
        rest["unread"] = tuple(unread)
        return Review(id=name, text=text, stars=stars, date=day, product=product, **rest | self._given(cells))

    def _keeps(self, name: str) -> bool:
        """Whether a column is kept as it is; one that the first rows do not have is looked at when it comes."""
        if name not in self._is_kept:
            self._is_kept[name] = self._keeps_people or not is_person(name)
        return self._is_kept[name]

    def _given(self, cells: Mapping[str, Any]) -> dict[str, Any]:
        """What a row says about itself that only a Review can."""
        return {role: cells[role] for role in GIVEN if role in self.columns and cells.get(role) is not None}

    def _rejected(self, problem: RowProblem, row: TableRow) -> Rejected:
        text = next((value for name in self.texts if not is_missing(value := row.cells.get(name))), None)
        name = row.cells.get(self.columns["id"]) if "id" in self.columns else None
        return Rejected(
            step=problem.step,
            reason=str(problem),
            source=self._source,
            row=row.number,
            id=None if is_missing(name) else storable(_plain(name)),
            text=None if is_missing(text) else storable(str(text)),
        )

    def _text(self, cells: Mapping[str, Any], extra: dict[str, str]) -> tuple[str, tuple[Section, ...]]:
        """The text of a row and its sections. Where cleaning changed a cell, the cell itself goes to ``extra``."""
        if cells.get("sections") and "sections" in self.columns:  # a Review whose text was joined before
            return str(cells[self.columns["text"]]), tuple(cells["sections"])
        parts: dict[str, str] = {}
        for column in self.texts:
            value = cells.get(column)
            if is_missing(value) or (len(self.texts) > 1 and is_unknown(value)):
                continue
            if is_nested(value):
                raise RowProblem("text", "The text is not a string.")
            parts[column] = clean(str(value))
            check_characters(parts[column])
            if parts[column] != str(value) and (raw := kept_value(value)):
                extra[column] = raw
        parts = {column: part for column, part in parts.items() if part.strip(EMPTY)}
        if not parts:
            raise RowProblem("text", "The text is empty.")
        if len(self.texts) == 1:
            return parts[self.texts[0]], ()
        return joined(without_repeated_title(parts), self._labels)

    def _stars(self, cells: Mapping[str, Any], extra: dict[str, str], unread: dict[str, None]) -> float | None:
        column = self.columns.get("stars", "")
        if "stars" not in self.columns or is_unknown(value := cells.get(column)):
            return None
        rating = read_stars(value)
        stars = to_five(rating, self._scale) if rating else None
        if rating is None or stars != rating.value:  # on another scale
            extra.update({column: raw} if (raw := kept_value(value)) else {})
        if stars is None:
            unread[column] = None
        return stars

    def _date(self, cells: Mapping[str, Any], extra: dict[str, str], unread: dict[str, None]) -> date | None:
        column = self.columns.get("date", "")
        if "date" not in self.columns or is_unknown(value := cells.get(column)):
            return None
        day, country = read_date(value, day_first=self._day_first), country_beside_date(value)
        if day is None or country:
            extra.update({column: raw} if (raw := kept_value(value)) else {})
        if country and self.columns.get("country") == COUNTRY:
            extra.setdefault(COUNTRY, country)
        if day is None:
            unread[column] = None
        return day

    def _id(self, value: Any, number: int) -> str:
        if (name := _label(value)) is None:
            return self._numbered(number)
        first = self._seen.add(name, source=self._source, row=number)
        if first and first[0] != self._source and self._prefix:  # another file counts from 1 too
            name = f"{self._prefix}{name}"
            first = self._seen.add(name, source=self._source, row=number)
        if first:
            raise RowProblem("id", f"The id {name!r:.80} was already used in row {first[1]}.")
        return name

    def _numbered(self, number: int) -> str:
        """An id for a row that has none; where other rows have some, one that does not look like theirs."""
        name = f"{self._prefix}row {number}" if "id" in self.columns else f"{self._prefix}{number}"
        while self._seen.add(name, source=self._source, row=number):
            name = f"{name} (no id)"
        return name

    def _find_scale(self, sample: Sequence[Mapping[str, Any]]) -> int:
        column = self.columns.get("stars")
        if column is None:
            return 5
        ratings = [read_stars(value) for cells in sample if not is_unknown(value := cells.get(column))]
        scale, named = find_scale(ratings), scale_in_name(column)
        if scale and scale != VERDICT and named and scale < named:
            scale = named
        if scale is None:
            del self.columns["stars"]
            self.notes.append(f"column {column!r} holds only 0 and 1, which are no stars, and was passed over")
        elif scale == VERDICT:
            self.notes.append("−1, 0 and 1 were mapped to 1, 3 and 5 stars")
        elif scale != 5:
            self.notes.append(f"stars from 1 to {scale} were mapped to 1–5 by dividing by {scale / 5:g}, at least 1")
        return scale or 5

    def _find_order(self, sample: Sequence[Mapping[str, Any]]) -> bool:
        column = self.columns.get("date")
        if column is None:
            return False
        day_first, note = find_order(cells.get(column) for cells in sample)
        self.notes.extend([note] if note else [])
        return day_first


def without_repeated_title(parts: dict[str, str]) -> dict[str, str]:
    """The parts without the first where the second begins with it, as some sites write the title twice."""
    first, *rest = parts
    title = parts[first].strip().rstrip(".…").casefold()
    if rest and parts[rest[0]].strip().casefold().startswith(title):
        return {column: parts[column] for column in rest}
    return parts


def label_of(column: str) -> str:
    """The name of a column as a label before its cell: "sideEffects" → "Side effects: ". It tells how to read the cell.

    Without it, "salary" among the cons reads as praise.
    """
    words = _WORD_BREAK.sub(" ", column).strip()
    name = words[:1].upper() + words[1:].lower()
    return f"{name}{FULL_WIDTH_COLON}" if _UNSPACED.search(name) else f"{name}: "


def joined(parts: Mapping[str, str], labels: Mapping[str, str]) -> tuple[str, tuple[Section, ...]]:
    """Cells as one text, on a line each with its label, and where each is."""
    text, sections = "", []
    for column, part in parts.items():
        text += ("\n" if text else "") + labels.get(column, "")
        sections.append(Section(column, len(text), len(text) + len(part)))
        text += part
    return text, tuple(sections)


def check_characters(text: str) -> None:
    """Halves of characters are no text: they come from damage or a wrong encoding."""
    try:
        text.encode()
    except UnicodeEncodeError:
        reason = "The row holds bytes that are not text in the file's encoding; if there are many, pass --encoding."
        raise RowProblem("encoding", reason) from None


def _label(value: Any) -> str | None:
    """An id or product as a string: 17.0 of a spreadsheet is "17"."""
    if is_unknown(value):
        return None
    text = _plain(value).replace("\0", "")
    check_characters(text)
    return text


def _plain(value: Any) -> str:
    return str(int(value) if isinstance(value, float) and value.is_integer() else value).strip()
