"""Writing a new .voxpop file."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from voxpop.atomic_files import Replacement, check_new, shortened
from voxpop.entities.rivals import Rivals
from voxpop.errors import OutputError, StoreError
from voxpop.extract.predicted_stars import MIN_DEVIATION, place_of_quantile
from voxpop.part_files import (
    PLACE,
    REVIEWS,
    Part,
    PartSummary,
    rejected_table,
    review_table,
)
from voxpop.store.counting import ALL_OPINIONS
from voxpop.store.database import close_completely, connect, writing
from voxpop.store.file_schema import TABLES, migrate
from voxpop.store.page_tables import fill_page_tables
from voxpop.store.rows import arrow_batches
from voxpop.store.run_folder import RunPlan, plan_facts
from voxpop.store.segment_counts import SEGMENTS, count_segments
from voxpop.store.sql_query import REVIEW_LANGUAGE
from voxpop.store.store import Store, file_version, open_file
from voxpop.store.writable import Writable
from voxpop.types import RIVALS, Rejected, Review

MEMORY = "128MB"  # DuckDB spills to disk beyond this
MORE_MEMORY = ("256MB", "512MB", "1GB")  # what takes in all opinions at once gets the least of these that suffices
PREDICTED = "predicted_stars IS NOT NULL AND len(star_probabilities) = 5"
DEVIATION = f"""greatest({MIN_DEVIATION}, sqrt(greatest(0, list_inner_product(star_probabilities,
    [1.0::DOUBLE, 4.0, 9.0, 16.0, 25.0]) - predicted_stars ** 2)))"""  # as predict_stars has it
RARE = f"""reviews r, (SELECT lang, aspect FROM {ALL_OPINIONS} GROUP BY ALL HAVING count(DISTINCT review) < ?) rare"""
IS_RARE = f"r.seq = opinions.review AND {REVIEW_LANGUAGE} = rare.lang AND opinions.aspect = rare.aspect"
OF_CATEGORY = pa.schema({"lang": pa.string(), "category": pa.string(), "aspect": pa.string()})
READING = "reading"  # the fact that tells what the reading went by
TAKEN_OVER = "append"
TOGETHER = 8  # batches of rows in a transaction: enough for DuckDB to write without its log, and memory stays flat
LONGEST_NAME = 251  # bytes: DuckDB looks for a file by the name with ".wal" behind it

T = TypeVar("T")


class Draft(Writable):
    """An analysis in the making. It is written beside its destination and takes its place only when it is whole."""

    def __init__(
        self, path: str | Path | None = None, *, overwrite: bool = False, keeps: Sequence[str] | None = None
    ) -> None:
        """Begin a file; with ``keeps``, the tables of that name hold what they hold in the file that is there."""
        self._destination = Path(path) if path is not None else None
        self._reviews = 0
        self._has_pages = False
        self._numbers: list[int] = []  # of the reviews that are read again
        self._new: Replacement | None = None
        with writing(self._destination):
            if self._destination is not None:
                check_writable(self._destination, overwrite=overwrite)
                self._new = Replacement(self._destination)
            scratch = self._new.path if self._new else None
            try:
                version = 0
                if keeps is not None and self._destination is not None and scratch is not None:
                    version = file_version(self._destination)
                    shutil.copyfile(self._destination, scratch)
                super().__init__(connect(scratch, read_only=False), scratch, self._destination)
                self._connection.execute(f"SET memory_limit = '{MEMORY}'; SET threads = 1")
                migrate(self._connection, version)
                if keeps is not None:
                    self._take_up(keeps)
            except BaseException:
                self._discard()
                raise

    def _take_up(self, keeps: Sequence[str]) -> None:
        """Put back what the decision about rivals took away, and empty the tables that are not kept."""
        for table in ("mentions", "comparisons"):
            columns = [name for name, *_ in self._all(f"DESCRIBE {table}") if name not in ("entity", "about")]
            same = " AND ".join(f't."{name}" IS NOT DISTINCT FROM f."{name}"' for name in columns)
            self._write(
                f"""DELETE FROM {table} t USING found_{table} f WHERE t.entity IS NULL AND {same};
                INSERT INTO {table} BY NAME FROM found_{table}"""
            )
        for table in TABLES:
            if table not in keeps:
                self._write(f"DELETE FROM {table}")
        self._reviews = int(self._all("SELECT coalesce(max(seq), -1) + 1 FROM reviews")[0][0])

    def in_transactions(self, items: Iterable[T]) -> Iterator[T]:
        """Yield items; what is added for several of them goes straight into the file, not into DuckDB's log first.

        Other cursors see it when the items are through.
        """
        left = iter(items)
        for first in left:
            with writing(self._destination):
                self._connection.begin()
            yield from chain([first], islice(left, TOGETHER - 1))
            with writing(self._destination):
                self._connection.commit()

    def add_reviews(self, reviews: Sequence[Review]) -> None:
        numbers = pa.array(range(self._reviews, self._reviews + len(reviews)), pa.int64())
        self._insert("reviews", review_table(reviews).append_column("seq", numbers))
        self._reviews += len(reviews)

    def add_part(self, part: Part) -> None:
        """Add reviews and what was extracted from them. Reviews that were set aside leave gaps in the numbers."""
        numbers = pc.add(part.rows[PLACE].cast(pa.int64()), self._reviews)
        if self.reads_again:
            numbers = pa.array(self._numbers, pa.int64()).take(numbers)
        for name in ("sentences", "mentions", "comparisons", "statements"):
            table = part.table(name)
            self._insert(name, table.set_column(0, "review", numbers.take(table["review"])))
        self._insert("reviews", part.rows.select(REVIEWS.names).append_column("seq", numbers))
        self._reviews += len(part.rows) + len(part.rejected)

    @property
    def reads_again(self) -> bool:
        """Whether the parts are of reviews that the file has, and not of new ones."""
        return bool(self._numbers)

    def forget(self, langs: Collection[str]) -> None:
        """Take out the reviews in some languages and what was read of them; those that come next take their numbers."""
        ours, chosen = f"SELECT seq FROM reviews r WHERE list_contains(?, {REVIEW_LANGUAGE})", list(langs)
        self._numbers, self._reviews = [seq for (seq,) in self._all(f"{ours} ORDER BY seq", [chosen])], 0
        for table in ("sentences", "mentions", "comparisons", "statements"):
            self._write(f"DELETE FROM {table} WHERE review IN ({ours})", chosen)
        self._write(f"DELETE FROM reviews WHERE seq IN ({ours})", chosen)
        reading = self.fact(READING)
        counts = PartSummary.from_json(reading["counts"])
        counts.forget(langs)
        self.put({READING: {**reading, "counts": counts.as_json()}})

    def counts(self) -> PartSummary:
        """Return what was counted over the reviews so far."""
        reading = self.fact(READING) if self.count("reviews") else None
        return PartSummary.from_json(reading["counts"]) if reading else PartSummary()

    def put_reading(self, counts: PartSummary, plan: RunPlan) -> None:
        """Keep what the reading goes by, for reviews that come later."""
        plan = replace(plan, choices=(), counts={})
        self.put({READING: {"counts": counts.as_json(), "plan": plan_facts(plan)}})

    def mark_edits_as_taken_over(self) -> None:
        """Note that the edits do not hold one by one any more: what they came to is applied anew, as one edit."""
        now = datetime.now(UTC).replace(tzinfo=None)
        self._write("UPDATE edits SET undone = ?, undone_by = ? WHERE undone IS NULL", now, TAKEN_OVER)

    def fit_star_intervals(self) -> dict[str, dict[str, Any]]:
        """Make the 80 % intervals as wide as the file's own stars say, in each language that has enough of them.

        Return, by language, how many reviews have stars, and the deviations; None: those of the reader.
        """
        facts: dict[str, dict[str, Any]] = {}
        for lang in self.languages():
            rated = f"FROM reviews WHERE {PREDICTED} AND stars IS NOT NULL AND lang = ?"
            ((count,),) = self._all(f"SELECT count(*) {rated}", [lang])
            deviations = None
            if (place := place_of_quantile(count)) is not None:
                errors = f"SELECT abs(stars - predicted_stars) / {DEVIATION} AS error {rated}"
                ((deviations,),) = self._all(f"{errors} ORDER BY error LIMIT 1 OFFSET {place}", [lang])
            facts[lang] = {"reviews_with_stars": count, "deviations": deviations and round(deviations, 4)}
            if deviations is not None:
                self._write(
                    f"""UPDATE reviews SET predicted_low = greatest(1, predicted_stars - ? * {DEVIATION}),
                    predicted_high = least(5, predicted_stars + ? * {DEVIATION}) WHERE lang = ? AND {PREDICTED}""",
                    deviations,
                    deviations,
                    lang,
                )
        return facts

    def add_rejected(self, rejected: Sequence[Rejected]) -> None:
        if rejected:
            self._insert("rejected", rejected_table(rejected))

    def add_opinions(self, opinions: pa.Table) -> None:
        """Add the opinions of some reviews (``arrow_tables.OPINIONS``)."""
        self._insert("opinions", opinions)

    def products(self) -> list[str]:
        """Return the names of the products that the reviews are of, where a column has them."""
        return [name for (name,) in self._all("SELECT DISTINCT product FROM reviews WHERE product IS NOT NULL")]

    def keep_rivals(self, rivals: Rivals) -> None:
        """Take the names of others away that are no rivals; what is said of surely none is about something else."""
        sides = ", ".join(f"'{about}'" for about in RIVALS)
        for table, where in (("mentions", f"about IN ({sides})"), ("comparisons", "TRUE")):
            rows = self._all(f"SELECT DISTINCT entity FROM {table} WHERE entity IS NOT NULL AND {where}")
            names = [name for (name,) in rows if not rivals(name)]
            gone = pa.table(
                {"name": pa.array(names, pa.string()), "is_other": list(map(rivals.is_surely_not_rival, names))}
            )
            none = "entity IN (SELECT name FROM gone WHERE is_other)"
            self._write(
                f"INSERT INTO found_{table} BY NAME FROM {table} WHERE entity IN (SELECT name FROM gone) AND {where}",
                gone=gone,
            )
            if table == "comparisons":
                self._write(f"DELETE FROM comparisons WHERE {none}", gone=gone)
            other = f", about = if({none}, 'other', about)" if table == "mentions" else ""
            self._write(
                f"UPDATE {table} SET entity = NULL{other} WHERE entity IN (SELECT name FROM gone) AND {where}",
                gone=gone,
            )

    def drop_rare_aspects(
        self, *, fewest: int, of_category: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    ) -> None:
        """Take opinions off aspects that fewer reviews of their language speak of.

        Praise and blame count for the aspect that ``of_category`` names for their category, by language. The rest, and
        what is on a rare aspect even so, is on its category alone; without a category it is no opinion.
        """
        rows = [
            {"lang": lang, "category": category, "aspect": aspect}
            for lang, aspects in of_category.items()
            for category, aspect in aspects.items()
        ]
        self._write(
            f"""UPDATE opinions SET aspect = c.aspect FROM {RARE}, of_category c
            WHERE {IS_RARE} AND c.lang = rare.lang AND c.category = opinions.category AND polarity <> 0""",
            fewest,
            of_category=pa.Table.from_pylist(rows, schema=OF_CATEGORY),
        )
        self._write(f"UPDATE opinions SET aspect = NULL FROM {RARE} WHERE {IS_RARE}", fewest)
        self._write("DELETE FROM opinions WHERE aspect IS NULL AND category IS NULL")

    def fill_pages(self) -> None:
        """Count what pages show, once the opinions and key points are there."""
        with writing(self._destination):
            self.with_more_memory(lambda: fill_page_tables(self._connection, self.side))
        self.put({SEGMENTS: count_segments(self)})
        self._has_pages = True

    def with_more_memory(self, work: Callable[[], T]) -> T:
        """Do what DuckDB cannot do with its usual memory, and do it again with more if that did not suffice."""
        *less, most = MORE_MEMORY
        try:
            for limit in less:
                self._connection.execute(f"SET memory_limit = '{limit}'")
                with suppress(StoreError, duckdb.OutOfMemoryException):
                    return work()
            self._connection.execute(f"SET memory_limit = '{most}'")
            return work()
        finally:
            self._connection.execute(f"SET memory_limit = '{MEMORY}'")

    def commit(self) -> None:
        """Put the finished file in its place, and go on with it for reading."""
        if not self._has_pages:
            self.fill_pages()
        if self._destination is None or self._new is None:
            return
        with writing(self._destination):
            close_completely(self._connection, self._new.path)
            self._new.commit()
        self.path, self._destination, self._new = self._destination, None, None
        self._connection = open_file(self.path)

    def close(self) -> None:
        """A draft that was never committed leaves nothing behind."""
        super().close()
        self._discard()

    def _discard(self) -> None:
        if self._new is not None:
            self._new.close()


def copy(store: Store, path: str | Path, *, overwrite: bool = False) -> None:
    """Write an analysis to another file."""
    with closing(Draft(path, overwrite=overwrite)) as draft:
        for table in TABLES:
            for batch in arrow_batches(store._connection.cursor(), f"SELECT * FROM {table}"):
                draft._insert(table, pa.Table.from_batches([batch]))
        draft._has_pages = True
        draft.commit()


def check_writable(path: Path, *, overwrite: bool) -> None:
    """Fail now rather than after an hour of work."""
    if len(os.fsencode(path.name)) > LONGEST_NAME:
        raise OutputError(
            f"Cannot write {shortened(path)}: the file name is too long. It can have {LONGEST_NAME} bytes at most."
        )
    if path.is_dir():
        raise OutputError(f"{path} is a folder. Give a file name, such as {path / 'reviews.voxpop'}")
    check_new(path, overwrite=overwrite)
    if path.exists() and not (path.is_file() and is_database(path)):
        raise OutputError(f"{path} is no .voxpop file, so it is not replaced. Choose another name for the result.")
    if not path.parent.is_dir():
        raise OutputError(
            f"Cannot write {path}: there is no folder {path.parent}. Make it first, or choose another place."
        )
    if not os.access(path.parent, os.W_OK):
        raise OutputError(
            f"Cannot write {path}: no permission to write in {path.parent}. Choose another place with -o."
        )


def is_database(path: Path) -> bool:
    """Whether a file is one of ours or another DuckDB database; anything else may be the user's only copy."""
    with path.open("rb") as stream:
        return stream.read(12)[8:12] == b"DUCK"
