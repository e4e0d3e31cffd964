"""Tell a file that does not hold reviews, or holds them in another language, from one with a few such rows.

A few such rows are set aside one by one by curation, with their reasons. If they are the most, then so is the file: a
summary of what is left would be one of something else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from voxpop.errors import ContentError
from voxpop.ingest.text_quality import shape_of
from voxpop.lang import DEFAULT, LANGUAGES, language
from voxpop.lang.detect import name_of_other
from voxpop.settings import Settings
from voxpop.types import Rejected, Review

MOST = 0.5  # the share of the rows from which it is the file
FEWEST = 5  # rows of a file; of fewer, all must be of the kind
UNREAD = frozenset({"row", "file", "truncated", "text"})  # steps that reject what holds no text
SHAPES = {
    "a row of numbers": "numbers", "a web address": "web addresses", "a line of a log": "lines of a log",
    "program code": "lines of program code",
}  # fmt: skip


def check_content(
    rows: Iterable[Review | Rejected], settings: Settings, *, may_be_empty: bool = False
) -> Iterator[Review | Rejected]:
    """Yield curated rows. After the last, raise a ContentError if most of them are no reviews that can be read.

    That none is left is an error as well, unless it ``may_be_empty``.
    """
    counts = ContentCounts()
    for row in rows:
        counts.add(row, settings)
        yield row
    counts.check(may_be_empty=may_be_empty)


class ContentCounts:
    """How many rows there are, and how many of them are in which other language or no reviews at all."""

    def __init__(self) -> None:
        self.rows = self.kept = 0
        self.sources: set[str] = set()
        self.languages: Counter[str] = Counter()
        self.no_reviews: Counter[str] = Counter()
        self.steps: Counter[str] = Counter()  # of the rows that were set aside
        self.first: Rejected | None = None

    def add(self, row: Review | Rejected, settings: Settings) -> None:
        """Count a row by what curation said of it. A title alone is no reason to reject a row, but many are."""
        if isinstance(row, Review):
            self.kept += 1
            if settings.curation.low_quality and language(row.lang or DEFAULT).titles.is_title(row.text):
                self.no_reviews["titles of products"] += 1
        else:
            self.steps[row.step] += 1
            self.first = self.first or row
            if row.step in UNREAD:
                return
            if row.step == "language":
                self.languages[name_of_other(row.text or "") or "another language"] += 1
            elif row.step == "quality" and (kind := kind_of(row.text or "")):
                self.no_reviews[kind] += 1
        self.rows += 1
        self.sources.add(row.source or "")

    def check(self, *, may_be_empty: bool = False) -> None:
        """Raise a ContentError if most rows are of another language, or of that and no reviews, or none is left.

        A few rows that ``may_be_empty``, the new ones of a day, tell nothing about their file.
        """
        if may_be_empty and self.rows < FEWEST:
            return
        other, none = self.languages.total(), self.no_reviews.total()
        accepted = f"Accepted are reviews in {' and '.join(LANGUAGES.values())}, one a row"
        if self._is_most(other):
            raise ContentError(
                f"{self._where()}: {other:,} of {self.rows:,} rows are in another language ({listed(self.languages)}). "
                f"{accepted}. --skip language reads such rows as if they were."
            )
        if self._is_most(other + none):
            raise ContentError(
                f"{self._where()}: {other + none:,} of {self.rows:,} rows are no reviews "
                f"({listed(self.no_reviews + self.languages)}). {accepted}, in the words of customers. --text-column "
                "names the column that holds them, and --skip low-quality reads such rows all the same."
            )

        if self.first and not self.kept and not may_be_empty:
            row = f" {self.first.row}" if self.first.row is not None else ""
            raise ContentError(
                f"{self._where()}: nothing is left to analyse. All {self.steps.total():,} rows were set aside, by "
                f"these steps: {listed(self.steps)}. The first, row{row}: {self.first.reason} --skip STEP skips one."
            )

    def _is_most(self, count: int) -> bool:
        return count > MOST * self.rows and (self.rows >= FEWEST or count == self.rows)

    def _where(self) -> str:
        several = len(self.sources) > 1
        return f"{len(self.sources):,} files" if several else next(iter(self.sources), None) or "The input"


def kind_of(text: str) -> str | None:
    """Return what a rejected text is, in the plural; None for what customers write, as "👍👍" and "aaaa"."""
    if shape := shape_of(text):
        return SHAPES[shape]
    return "numbers" if any(map(str.isdigit, text)) and not any(map(str.isalpha, text)) else None


def listed(counts: Counter[str]) -> str:
    """Return counts in words, the largest first: "90 Japanese, 5 Korean"."""
    return ", ".join(f"{count:,} {name}" for name, count in counts.most_common())
