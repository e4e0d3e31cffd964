"""Reading a .voxpop file."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import duckdb
import pyarrow as pa

from voxpop.aggregate.compare import StarSums
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.arrow_tables import RowsWithTexts
from voxpop.aspects.corpus import Targets
from voxpop.atomic_files import reason
from voxpop.errors import StoreError
from voxpop.part_files import review_of
from voxpop.store.counting import ALL_OPINIONS, count_rows, fill_rows, numbers, of_side
from voxpop.store.database import close_completely, connect, is_full, reading, why, write_ahead_log
from voxpop.store.file_schema import QUOTES, SCHEMA_VERSION, TABLES, quotes_by, spans
from voxpop.store.key_point_tables import COUNTS, FILE_MEMBERS, FOUND, POINTS, quoted_points
from voxpop.store.page_tables import QUOTED, bring_up_to_date
from voxpop.store.rows import Rows, rows_of, rows_with_texts
from voxpop.store.sql_query import REVIEW_LANGUAGE, Query
from voxpop.store.summary_queries import read_summary_counts, read_topic_quotes, read_topic_statements
from voxpop.summarize.examples import TopicStatement
from voxpop.summarize.findings import SummaryCounts, TopicQuery
from voxpop.types import Aspect, Claim, Comparison, KeyPoint, Mention, Opinion, Quote, Rejected, Review, Span

REVIEWS = Query("SELECT * EXCLUDE (seq) FROM reviews", "seq", "seq")
STAR_SUMS = "SELECT count({stars}), coalesce(sum({stars}), 0), coalesce(sum({stars} * {stars}), 0) FROM reviews"
MENTIONS = Query(
    """SELECT r.id AS review_id, m.start, m."end", substring(r.text, m.start + 1, m."end" - m.start) AS text,
    m.* EXCLUDE (review, start, "end") FROM mentions m JOIN reviews r ON r.seq = m.review""",
    'm.review, m.start, m."end"',
    "m.review",
)
OPINIONS = Query(
    """SELECT r.id AS review_id, o.* EXCLUDE (review) REPLACE (coalesce(o.aspect, o.category) AS aspect)
    FROM opinions o JOIN reviews r ON r.seq = o.review""",
    "o.review, o.start",
    "o.review",
)
COMPARISONS = Query(
    """SELECT r.id AS review_id, c.start, c."end", substring(r.text, c.start + 1, c."end" - c.start) AS text,
    c.* EXCLUDE (review, start, "end") FROM comparisons c JOIN reviews r ON r.seq = c.review""",
    "c.review, c.start",
    "c.review",
)
REJECTED = Query("SELECT * FROM rejected")
CLAIMS = Query("SELECT * FROM claims", "position")
MENTIONS_TO_COUNT = Query("SELECT m.* FROM mentions m JOIN reviews r ON r.seq = m.review", number="m.review")


class Store:
    """One analysis, for reading."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, path: Path | None) -> None:
        self._connection = connection
        self.path = path

    @classmethod
    def open(cls, path: str | Path) -> Store:
        """Open an existing file, which is never written: of one with an older schema, a private copy is migrated."""
        path = Path(path)
        if not path.is_file():
            close = get_close_matches(path.stem, [other.stem for other in path.parent.glob("*.voxpop")], n=1)
            hint = f" Did you mean '{close[0]}.voxpop'?" if close else ""
            raise StoreError(f"There is no file {path}.{hint} Make one with: voxpop analyze reviews.csv -o {path}")
        version = file_version(path)
        if version > SCHEMA_VERSION:
            raise StoreError(
                f"{path} comes from a newer voxpop: its version is {version}, this one reads up to {SCHEMA_VERSION}. "
                "Update: pip install --upgrade voxpop"
            )
        current = version == SCHEMA_VERSION
        store = cls(open_file(path) if current else open_migrated(path, version), path)
        missing = set(TABLES) - {name for (name,) in store._all("SELECT table_name FROM duckdb_tables()")}
        if missing or store.fact("settings") is None:
            store.close()
            raise StoreError(f"{path} is damaged: parts of it are missing. Analyse the reviews again.")
        return store

    def close(self) -> None:
        self._connection.close()

    @property
    def reviews(self) -> Rows[Review]:
        return Rows(self._connection, REVIEWS, review_of)

    @property
    def rejected(self) -> Rows[Rejected]:
        return Rows(self._connection, REJECTED, lambda row: Rejected(**row))

    @property
    def mentions(self) -> Rows[Mention]:
        return Rows(self._connection, MENTIONS, lambda row: Mention(**spans(row)))

    @property
    def opinions(self) -> Rows[Opinion]:
        return Rows(self._connection, OPINIONS, lambda row: Opinion(**spans(row)))

    @property
    def aspects(self) -> Rows[Aspect]:
        return self._aspects("aspects", "quotes")

    def _aspects(self, table: str, quotes_table: str) -> Rows[Aspect]:
        quotes = self._quotes(quotes_table, "aspect")
        query = Query(f"SELECT * EXCLUDE (position) FROM {table}", "position")
        return Rows(
            self._connection,
            query,
            lambda row: Aspect(**{**row, "terms": tuple(row["terms"])}, quotes=quotes.get(row["id"], ())),
        )

    @property
    def claims(self) -> Rows[Claim]:
        quotes = self._quotes("claim_quotes", "claim", "supports")

        def claim(row: dict[str, Any]) -> Claim:
            place = row.pop("position")
            return Claim(**row, quotes=quotes.get((place, True), ()), against=quotes.get((place, False), ()))

        return Rows(self._connection, CLAIMS, claim)

    @property
    def comparisons(self) -> Rows[Comparison]:
        return Rows(self._connection, COMPARISONS, comparison)

    @property
    def side(self) -> str:
        """Whose opinions the table counts. Files written before version 3 count all as about the product."""
        return str(self.fact("settings", {}).get("about", "main"))

    def mentions_in(self, lang: str) -> Iterator[RowsWithTexts]:
        """Yield the mentions in reviews of a language, those of some thousand whole reviews at a time."""
        return rows_with_texts(self._connection.cursor(), MENTIONS_TO_COUNT, lang)

    def key_points(
        self, *, only: int | None = None, limit: int | None = None, quotes: int | None = None, offset: int = 0
    ) -> list[KeyPoint]:
        """Return the key points of what the table counts; at most ``limit`` of a kind and language, with ``quotes``."""
        of = dict(self._all(f"SELECT {REVIEW_LANGUAGE}, count(*) FROM reviews r GROUP BY 1"))
        few = quotes is not None and offset + quotes <= QUOTED
        counted = few and self.count("key_point_counts") > 0  # when the file was written
        counts, cursor = "FROM key_point_counts" if counted else COUNTS, self._connection.cursor()
        with reading():
            if not counted:
                chosen = "" if only is None else f" AND k.key_point = {only:d}"
                cursor.execute(FOUND.format(members=FILE_MEMBERS.format(where=of_side(self.side)) + chosen))
            only_one = "true" if only is None else f"p.id = {only:d}"
            points = [
                KeyPoint(id, text, kind, lang, reviews, of.get(lang, 0), aspect, category)
                for id, text, kind, lang, reviews, aspect, category in cursor.execute(
                    POINTS.format(counts=counts, only=only_one)
                ).fetchall()
            ]
            return quoted_points(cursor, points, counted=counted, limit=limit, quotes=quotes, offset=offset)

    @property
    def _segment(self) -> str | None:
        name: str | None = self.fact("settings", {}).get("segment")
        return name

    def summary_counts(self, lang: str) -> SummaryCounts:
        """What a summary of the reviews in a language counts."""
        with reading():
            return read_summary_counts(self._connection.cursor(), lang, side=of_side(self.side), column=self._segment)

    def topic_statements(
        self, wanted: Sequence[TopicQuery], shares: Sequence[float], *, lang: str
    ) -> list[list[TopicStatement]]:
        """Of each query, such a share of what reviews say of its topic."""
        if not wanted:
            return []
        with reading():
            return read_topic_statements(self._connection.cursor(), wanted, shares, lang=lang, side=of_side(self.side))

    def topic_quotes(self, wanted: Sequence[TopicQuery], *, lang: str, limit: int) -> list[tuple[int, list[Quote]]]:
        """Of each query, how many reviews speak so of an aspect or category, and quotes of the clearest."""
        if not wanted:
            return []
        side, column = of_side(self.side), self._segment
        with reading():
            return read_topic_quotes(
                self._connection.cursor(), wanted, lang=lang, side=side, column=column, limit=limit
            )

    def terms_of_product(self, *, lang: str, overall: str, share: float, least: int) -> set[str]:
        """Return terms that mean the product itself: what is said of them is on the whole in such a share, at least.

        ``overall`` is the category of what is said on the whole.
        """
        query = """SELECT term FROM mentions m JOIN reviews r ON r.seq = m.review AND r.lang = ? WHERE term != ''
            GROUP BY term HAVING count_if(category = ?) >= greatest(?, ? * count(*))"""
        return {term for (term,) in self._all(query, [lang, overall, least, share])}

    def targets(self, lang: str, *, per_sentences: int) -> Targets:
        """Return the terms that the model tagged in a language, in at least one sentence of ``per_sentences``."""
        sentences = "FROM sentences s JOIN reviews r ON r.seq = s.review AND r.lang = ?"
        ((seen,),) = self._all(f"SELECT count(*) {sentences}", [lang])
        query = f"""SELECT term, lemmas, count(*), count_if(is_name) FROM (SELECT term, lemmas, any_value(is_name)
            AS is_name {sentences} JOIN mentions m ON m.review = s.review AND m.start >= s.start AND m.start < s."end"
            WHERE term <> '' GROUP BY s.review, s.start, term, lemmas) GROUP BY term, lemmas
            QUALIFY sum(count(*)) OVER (PARTITION BY term) >= ? ORDER BY ALL"""
        targets = Targets(seen)
        for term, lemmas, count, names in self._all(query, [lang, seen // per_sentences]):
            targets.add(term, tuple(lemmas), count=count, names=names)
        return targets

    def categories_of_terms(self, *, lang: str) -> dict[str, Counter[str]]:
        """Return how often each term is judged in each category; the term is empty where the target has no name."""
        query = """SELECT term, category, count(*) FROM mentions m JOIN reviews r ON r.seq = m.review AND r.lang = ?
            WHERE category IS NOT NULL GROUP BY ALL"""
        counts: dict[str, Counter[str]] = {}
        for term, category, number in self._all(query, [lang]):
            counts.setdefault(term, Counter())[category] = number
        return counts

    def categories(self, lang: str) -> list[str]:
        """Return the categories that opinions in a language fall into."""
        query = f"SELECT DISTINCT category FROM {ALL_OPINIONS} WHERE category IS NOT NULL AND lang = ? ORDER BY 1"
        return [name for (name,) in self._all(query, [lang])]

    def count_rows(self, rows: Sequence[Aspect], *, about: str) -> dict[int, OpinionCounts]:
        """Return the numbers of rows over the opinions about one side, by the places of the rows."""
        with reading():
            return count_rows(self._connection, rows, about=about)

    def fill_rows(self, rows: Sequence[Aspect], *, about: str) -> list[Aspect | None]:
        """Return rows with their numbers, terms and quotes; None in place of one that nobody speaks of."""
        with reading():
            return fill_rows(self._connection, rows, about=about, texts=self.texts)

    def numbers(
        self, source: str, *by: str, where: str = "true", params: Sequence[object] = (), counted: bool = False
    ) -> dict[Any, OpinionCounts]:
        """Return the numbers of the opinions of a source (``store/counting.py``) for each value of some columns."""
        with reading():
            return numbers(self._connection.cursor(), source, *by, where=where, params=params, counted=counted)

    def ratings(self) -> StarSums:
        """Return the stars of all reviews; of a review without any, those that its text deserves."""
        return StarSums(*self._all(STAR_SUMS.format(stars="coalesce(stars, predicted_stars)"))[0])

    def reviews_by_id(self, ids: Iterable[str]) -> dict[str, Review]:
        return {row["id"]: review_of(row) for row in rows_of(*self._columns_by_id("* EXCLUDE (seq)", ids))}

    def texts(self, ids: Iterable[str]) -> dict[str, str]:
        return {row["id"]: row["text"] for row in rows_of(*self._columns_by_id("id, text", ids))}

    def _columns_by_id(self, columns: str, ids: Iterable[str]) -> tuple[duckdb.DuckDBPyConnection, str]:
        cursor = self._connection.cursor()
        cursor.register("wanted", pa.table({"id": pa.array(set(ids), pa.string())}))
        numbers = "SELECT seq FROM reviews SEMI JOIN wanted USING (id)"  # found first, so that few rows are read whole
        return cursor, f"SELECT {columns} FROM reviews WHERE seq IN ({numbers})"

    def facts(self) -> dict[str, Any]:
        """Return all that is recorded of the run; to decode it takes long where there are many reviews."""
        return {key: json.loads(value) for key, value in self._all("FROM run")}

    def fact(self, name: str, default: Any = None) -> Any:
        """What is recorded of the run under one name."""
        rows = self._all("SELECT value FROM run WHERE key = ?", [name])
        return json.loads(rows[0][0]) if rows else default

    def star_counts(self) -> list[tuple[str | None, float | None, int]]:
        """Rows (month, stars, how many)."""
        return self._all("SELECT strftime(date, '%Y-%m'), stars, count(*) FROM reviews GROUP BY ALL ORDER BY ALL")

    def predicted_mean(self) -> float | None:
        """Return the mean of the stars that the texts deserve, over all reviews that have any."""
        exact = "sum(round(predicted_stars * 1e6)::BIGINT)"  # the same in any order of the rows
        mean: float | None = self._all(f"SELECT {exact}::DOUBLE / 1e6 / count(predicted_stars) FROM reviews")[0][0]
        return mean

    def in_no_category(self) -> int:
        """How many opinions praise or blame something that no category was found for."""
        query = f"SELECT count(*) FROM opinions WHERE category IS NULL AND polarity <> 0 AND {of_side(self.side)}"
        return int(self._all(query)[0][0])

    def rejected_steps(self) -> list[tuple[str, int]]:
        return self._all("SELECT step, count(*) AS n FROM rejected GROUP BY step ORDER BY n DESC, step")

    def rejected_page(self, step: str | None, *, limit: int, offset: int = 0) -> list[Rejected]:
        """Return some of the rows that were set aside, by one step or by any."""
        where, params = ("step = ?", [step]) if step else ("true", [])
        query = f"FROM rejected WHERE {where} LIMIT ? OFFSET ?"
        return [Rejected(**row) for row in rows_of(self._connection.cursor(), query, *params, limit, offset)]

    def languages(self) -> list[str]:
        """Languages of the reviews, most frequent first."""
        return [
            lang for lang, _ in self._all("SELECT lang, count(*) AS n FROM reviews GROUP BY lang ORDER BY n DESC, lang")
        ]

    def product(self) -> str | None:
        """Return the product as the user, or all reviews that name one, call it; if none does, its first alias."""
        settings = self.fact("settings", {})
        rows = self._all("SELECT DISTINCT product FROM reviews WHERE product IS NOT NULL LIMIT 2")
        names = [name for (name,) in rows] or list(settings.get("aliases") or ())[:1]
        return settings.get("product") or (names[0] if len(names) == 1 else None)

    def count(self, table: str) -> int:
        return int(self._all(f"SELECT count(*) FROM {table}")[0][0])

    def _all(self, query: str, params: Sequence[object] = ()) -> list[Any]:
        with reading():
            return self._connection.cursor().execute(query, list(params)).fetchall()

    def _quotes(self, table: str, *keys: str) -> dict[Any, tuple[Quote, ...]]:
        """Return the quotes of a table, by what they are quotes of."""
        query = QUOTES.format(table=table, keys=", ".join(f"q.{name}" for name in keys))
        return quotes_by(rows_of(self._connection.cursor(), query), *keys)


def comparison(row: dict[str, Any]) -> Comparison:
    for name in ("subject", "object", "aspect", "opinion"):
        row[name] = None if row[name] is None else Span(*row[name])
    return Comparison(**row)


def open_migrated(path: Path, version: int) -> duckdb.DuckDBPyConnection:
    """Migrate a private copy of a file with an older schema to the current one, and open the copy."""
    try:
        folder = Path(mkdtemp(prefix="voxpop-migrated-"))
    except OSError as error:
        raise StoreError(f"Cannot read {path}, which an older voxpop made: {reason(error)}. Set TMPDIR.") from None
    copied = folder / path.name
    try:
        shutil.copyfile(path, copied)
        log = write_ahead_log(path)
        if log.exists():
            shutil.copyfile(log, write_ahead_log(copied))
        connection = connect(copied, read_only=False)
        try:
            bring_up_to_date(connection, version)
        finally:
            close_completely(connection, copied)
        return connect(copied)
    except (OSError, duckdb.Error) as error:
        if isinstance(error, duckdb.Error) and not is_full(error):
            raise StoreError(f"{path} is damaged ({why(error)}). Analyse the reviews again.") from None
        raise StoreError(
            f"Cannot read {path}, which an older voxpop made: it has to be copied to {folder.parent} first, but "
            f"{why(error)}. Make room there, or choose another folder with TMPDIR."
        ) from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # an open file is there until it is closed


def open_file(path: Path, *, read_only: bool = True) -> duckdb.DuckDBPyConnection:
    """Open a file, or say in a sentence why it cannot be."""
    try:
        return connect(path, read_only=read_only)
    except duckdb.Error as error:
        if "conflicting lock" in str(error).lower():
            raise StoreError(f"Cannot open {path}: another program has it open. Close that one first.") from None
        raise StoreError(
            f"{path} is damaged or not a .voxpop file. Make one with: voxpop analyze INPUT -o FILE"
        ) from None


def is_old(path: Path) -> bool:
    """Whether an older voxpop wrote a file, so that whoever opens it has to convert it."""
    return file_version(path) < SCHEMA_VERSION


def file_version(path: Path) -> int:
    with open_file(path) as connection:
        try:
            row = connection.execute("SELECT max(version) FROM voxpop").fetchone()
        except duckdb.CatalogException:
            raise StoreError(f"{path} is a DuckDB file, but not one that voxpop made.") from None
        except duckdb.Error:
            raise StoreError(f"{path} is damaged. Analyse the reviews again.") from None
    return int(row[0]) if row and row[0] is not None else 0
