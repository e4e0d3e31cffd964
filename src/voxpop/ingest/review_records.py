"""From a row of cells to a review: its text untouched, its stars and date understood, its id its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from voxpop.ingest.broken import storable
from voxpop.ingest.cells import is_missing, is_nested, is_unknown
from voxpop.ingest.dates import find_order, read_date
from voxpop.ingest.seen_texts import Seen
from voxpop.ingest.star_ratings import find_scale, read_stars, to_five
from voxpop.ingest.tables import TableRow
from voxpop.lang.punctuation import IDEOGRAPHIC_SPACE
from voxpop.types import Rejected, Review

GIVEN = ("lang", "source", "row", "predicted_stars")


class RowProblem(Exception):
    """A cell that cannot be understood: the step that failed and a sentence about it."""

    def __init__(self, step: str, reason: str) -> None:
        super().__init__(reason)
        self.step = step


class Recorder:
    """Makes reviews of the rows of one file, with the star scale and date order found in its first rows."""

    def __init__(
        self, columns: Mapping[str, str], sample: Sequence[Mapping[str, Any]], *, source: str, prefix: str, seen: Seen
    ) -> None:
        self.columns = dict(columns)
        self.notes: list[str] = []
        self._source = source
        self._prefix = prefix
        self._seen = seen
        self._scale = self._find_scale(sample)
        self._day_first = self._find_order(sample)

    @property
    def scale_name(self) -> str | None:
        return f"1–{self._scale}" if "stars" in self.columns else None

    def review(self, row: TableRow) -> Review | Rejected:
        cells, get = row.cells, self.columns.get
        try:
            text = self._text(cells.get(self.columns["text"]))
            stars = self._stars(cells.get(get("stars", "")))
            day = self._date(cells.get(get("date", "")))
            product = _label(cells.get(get("product", ""))) if "product" in self.columns else None
            name = self._id(cells.get(self.columns["id"]) if "id" in self.columns else None, row.number)
        except RowProblem as problem:
            return self._rejected(problem, row)
        place: dict[str, Any] = {"source": self._source, "row": row.number}
        return Review(id=name, text=text, stars=stars, date=day, product=product, **place | self._given(cells))

    def _given(self, cells: Mapping[str, Any]) -> dict[str, Any]:
        """What a row says about itself that only a Review can."""
        return {role: cells[role] for role in GIVEN if role in self.columns and cells.get(role) is not None}

    def _rejected(self, problem: RowProblem, row: TableRow) -> Rejected:
        text = row.cells.get(self.columns["text"])
        shown = text if isinstance(text, str) and problem.step != "encoding" else None
        if shown is None and not is_missing(text):
            shown = storable(str(text))
        name = row.cells.get(self.columns["id"]) if "id" in self.columns else None
        return Rejected(
            step=problem.step,
            reason=str(problem),
            source=self._source,
            row=row.number,
            id=None if is_missing(name) else storable(_plain(name)),
            text=shown,
        )

    def _text(self, value: Any) -> str:
        if is_missing(value) or not str(value).strip("\ufeff \t\r\n\0\xa0" + IDEOGRAPHIC_SPACE):
            raise RowProblem("text", "The text is empty.")
        if not isinstance(value, str):
            if is_nested(value):
                raise RowProblem("text", "The text is not a string.")
            value = str(value)
        check_characters(value)
        return str(value)

    def _stars(self, value: Any) -> float | None:
        if "stars" not in self.columns or is_unknown(value):
            return None
        rating = read_stars(value)
        if rating is None:
            raise RowProblem(
                "stars", f"The stars {_shown(value)} cannot be understood; a number, 4/5, ★★★★ or 80% can."
            )
        if (stars := to_five(rating, self._scale)) is None:
            raise RowProblem("stars", f"The stars {_shown(value)} lie outside the scale 1–{self._scale} of this file.")
        return stars

    def _date(self, value: Any) -> date | None:
        if "date" not in self.columns or is_unknown(value):
            return None
        if (day := read_date(value, day_first=self._day_first)) is None:
            raise RowProblem("date", f"The date {_shown(value)} cannot be understood; 2023-05-01 can.")
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
        scale = find_scale(read_stars(value) for cells in sample if not is_unknown(value := cells.get(column)))
        if scale is None:
            del self.columns["stars"]
            self.notes.append(f"column {column!r} holds only 0 and 1, which are no stars, and was passed over")
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


def check_characters(text: str) -> None:
    """NUL and halves of characters are no text: they come from damage or a wrong encoding."""
    if "\0" in text:
        raise RowProblem("encoding", "The row holds NUL characters; the file is damaged or in another encoding.")
    try:
        text.encode()
    except UnicodeEncodeError:
        reason = "The row holds bytes that are not text in the file's encoding; if there are many, pass --encoding."
        raise RowProblem("encoding", reason) from None


def _label(value: Any) -> str | None:
    """An id or product as a string: 17.0 of a spreadsheet is "17"."""
    if is_unknown(value):
        return None
    text = _plain(value)
    check_characters(text)
    return text


def _plain(value: Any) -> str:
    return str(int(value) if isinstance(value, float) and value.is_integer() else value).strip()


def _shown(value: Any) -> str:
    text = str(value)
    return repr(text if len(text) <= 40 else text[:40] + "…")
