"""The Parquet files of a run: shards of reviews that wait for a worker, and parts with what one extracted from a shard.

A part has one row for each review: the columns of the review, and lists of its sentences, mentions, comparisons and
statements (docs/scale.md describes them). What is counted over the whole part stands as JSON in the metadata of the
file. The counts of several parts add up to the same whatever the parts and their order.

A file is written beside its place, flushed to the disk and renamed: where a part is, it is whole.
"""

from __future__ import annotations

import json
import os
import secrets
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from voxpop.arrow_tables import COMPARISONS, MENTIONS, SENTENCES, STATEMENTS
from voxpop.atomic_files import flush, reason, shortened
from voxpop.entities.rivals import add_names
from voxpop.errors import OutputError, StoreError
from voxpop.lang import DEFAULT
from voxpop.remote_paths import is_remote
from voxpop.types import (
    BoilerplatePhrase,
    ExtractedPart,
    NameUse,
    Rejected,
    Review,
    Section,
    Spellings,
)

_WORD, _COUNT, _NUMBER = pa.string(), pa.int64(), pa.float64()
REVIEWS = pa.schema({
    "id": _WORD, "text": _WORD, "stars": _NUMBER, "date": pa.date32(), "product": _WORD,
    "lang": _WORD, "source": _WORD, "row": _COUNT, "predicted_stars": _NUMBER, "predicted_low": _NUMBER,
    "predicted_high": _NUMBER, "star_probabilities": pa.list_(_NUMBER), "extra": pa.map_(_WORD, _WORD),
    "sections": pa.list_(pa.struct({"column": _WORD, "start": pa.int32(), "end": pa.int32()})),
    "unread": pa.list_(_WORD),
})  # fmt: skip
REJECTED = pa.schema({
    "step": _WORD, "reason": _WORD, "source": _WORD, "row": _COUNT, "id": _WORD, "text": _WORD,
})  # fmt: skip
LISTS = {  # of each review
    "sentences": SENTENCES, "mentions": MENTIONS, "comparisons": COMPARISONS, "statements": STATEMENTS,
}  # fmt: skip
PLACE = "place"  # the number of the review in its shard
PART_COLUMNS = pa.schema([
    pa.field(PLACE, pa.int32()), *REVIEWS,
    *(pa.field(name, pa.list_(pa.struct(list(schema)[1:]))) for name, schema in LISTS.items()),
])  # fmt: skip
FACTS = b"voxpop"  # the key of the JSON in the metadata
FORMAT = 3
TEMPORARY = ".tmp"
OPTIONS: dict[str, Any] = {"compression": "zstd", "write_page_checksum": True}  # of every file
START_ANEW = "--no-resume starts the run anew."


@dataclass(slots=True)
class PartSummary:
    """What is counted over the reviews of a part. The summaries of several parts add up in any order."""

    reviews: Counter[str] = field(default_factory=Counter)  # by language
    spellings: dict[str, Spellings] = field(default_factory=dict)  # by language
    boilerplate: Counter[BoilerplatePhrase] = field(default_factory=Counter)  # how many reviews have each phrase
    names: dict[str, dict[str, NameUse]] = field(default_factory=dict)  # of other things than the product, by language

    def update(self, other: PartSummary) -> None:
        """Add the counts of other reviews."""
        self.reviews.update(other.reviews)
        for lang, spellings in other.spellings.items():
            self.spellings.setdefault(lang, Spellings()).update(spellings)
        self.boilerplate.update(other.boilerplate)
        for lang, names in other.names.items():
            add_names(self.names.setdefault(lang, {}), names)

    def forget(self, langs: Collection[str]) -> None:
        """Take away what the weights of some languages counted. How often a text repeats, no weights decide."""
        for counts in (self.reviews, self.spellings, self.names):
            for lang in langs:
                counts.pop(lang, None)

    def as_json(self) -> dict[str, Any]:
        """Return plain data, in one order whatever the order of the counting."""
        return {
            "reviews": dict(sorted(self.reviews.items())),
            "spellings": {
                lang: [each.reviews, {term: dict(sorted(forms.items())) for term, forms in sorted(each.forms.items())}]
                for lang, each in sorted(self.spellings.items())
            },
            "boilerplate": [[*phrase, count] for phrase, count in sorted(self.boilerplate.items())],
            "names": {
                lang: {name: list(use) for name, use in sorted(names.items())}
                for lang, names in sorted(self.names.items())
            },
        }

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> PartSummary:
        """Return the summary that plain data stands for. Files written before version 11 have no names by language."""
        names = facts["names"] if names_by_language(facts) else {DEFAULT: facts["names"]}
        return cls(
            Counter(facts["reviews"]),
            {
                lang: Spellings(reviews, {term: Counter(counts) for term, counts in forms.items()})
                for lang, (reviews, forms) in facts["spellings"].items()
            },
            Counter({BoilerplatePhrase(text, place): count for text, place, count in facts["boilerplate"]}),
            {lang: {name: NameUse(*use) for name, use in uses.items()} for lang, uses in names.items()},
        )


def names_by_language(facts: Mapping[str, Any]) -> bool:
    """Whether what was counted can be taken away for one language."""
    return all(isinstance(uses, dict) for uses in facts["names"].values())


@dataclass(frozen=True, slots=True)
class Part:
    """What was extracted from some reviews: a row each (PART_COLUMNS), the counts over them, and who was set aside."""

    rows: pa.Table
    summary: PartSummary
    rejected: Sequence[Rejected] = ()

    def table(self, name: str) -> pa.Table:
        """Return one of LISTS as a table of its own; ``review`` is the number of the row that it belongs to."""
        lists = self.rows[name].combine_chunks()
        lengths = lists.value_lengths().to_numpy(zero_copy_only=False)
        review = pa.array(np.repeat(np.arange(len(lengths), dtype=np.int64), lengths))
        return pa.table([review, *lists.flatten().flatten()], schema=LISTS[name])


def review_table(reviews: Sequence[Review]) -> pa.Table:
    """Return reviews in columns."""
    columns: dict[str, list[Any]] = {name: [getattr(review, name) for review in reviews] for name in REVIEWS.names}
    columns["extra"] = [list(review.extra.items()) for review in reviews]
    columns["sections"] = [[asdict(section) for section in review.sections] for review in reviews]
    return pa.table(columns, schema=REVIEWS)


def review_of(row: dict[str, Any]) -> Review:
    """Return the review in a row of such a table."""
    chances = row["star_probabilities"]
    row["star_probabilities"] = None if chances is None else tuple(chances)
    row["sections"] = tuple(Section(**section) for section in row["sections"])
    return Review(**{**row, "extra": dict(row["extra"]), "unread": tuple(row["unread"])})


def rejected_table(rejected: Sequence[Rejected]) -> pa.Table:
    """Return rejected rows in columns."""
    return pa.Table.from_pylist([asdict(row) for row in rejected], schema=REJECTED)


def pack(part: ExtractedPart, *, places: Sequence[int] | None = None) -> Part:
    """Return what a worker extracted as rows."""
    count = len(part.reviews)
    tables = {
        "sentences": part.sentences, "mentions": part.mentions, "comparisons": part.comparisons,
        "statements": part.statements,
    }  # fmt: skip
    columns = [pa.array(range(count) if places is None else places, pa.int32()), *review_table(part.reviews).columns]
    columns += [nested(table, count) for table in tables.values()]
    summary = PartSummary(
        Counter(review.lang or DEFAULT for review in part.reviews),
        dict(part.spellings),
        Counter(part.boilerplate),
        {lang: dict(names) for lang, names in part.names.items()},
    )
    return Part(pa.table(columns, schema=PART_COLUMNS), summary)


def join(parts: Sequence[Part]) -> Part:
    """Return parts as one."""
    summary = PartSummary()
    for part in parts:
        summary.update(part.summary)
    rows = pa.concat_tables([part.rows for part in parts]) if parts else PART_COLUMNS.empty_table()
    return Part(rows, summary, [row for part in parts for row in part.rejected])


def nested(table: pa.Table, count: int) -> pa.ListArray:
    """Return the rows of a table, whose first column says which review they belong to, as a list for each review."""
    review = table.column(0).to_numpy()
    offsets = np.zeros(count + 1, np.int32)
    np.cumsum(np.bincount(review, minlength=count), out=offsets[1:])
    columns = [column.combine_chunks() for column in table.columns[1:]]
    structs = pa.StructArray.from_arrays(columns, fields=list(table.schema)[1:])
    return pa.ListArray.from_arrays(pa.array(offsets), structs)


# Files.


def write_part(path: Path, part: Part, *, shard: Mapping[str, Any]) -> None:
    """Write a part; ``shard`` says what it is made from."""
    facts = {"format": FORMAT, **shard, **part.summary.as_json(), "rejected": [asdict(row) for row in part.rejected]}
    data = json.dumps(facts, ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass")
    write_parquet(path, part.rows.replace_schema_metadata({FACTS: data}))


def read_part(path: Path) -> Part:
    """Read a part, or raise a StoreError where it is damaged."""
    with reading_file(path, "Run the same command again: it is made anew."):
        table = read_parquet(path)
        facts = facts_in(table.schema.metadata)
        return Part(table, PartSummary.from_json(facts), [Rejected(**row) for row in facts["rejected"]])


def part_facts(path: Path) -> dict[str, Any] | None:
    """Return what a part says of itself, without reading it; None where it is not whole or of another version."""
    try:
        with opened(path) as file:
            facts = facts_in(pq.read_metadata(file).metadata)
    except (OSError, ValueError, pa.ArrowException):
        return None
    return facts if facts.get("format") == FORMAT else None


def facts_in(metadata: Mapping[bytes, bytes] | None) -> dict[str, Any]:
    """Return the JSON in the metadata of a file."""
    facts: dict[str, Any] = json.loads((metadata or {}).get(FACTS, b"{}").decode("utf-8", "surrogatepass"))
    return facts


def write_parquet(path: Path, table: pa.Table) -> str:
    """Write a table beside its place, flush it to the disk and rename it; a remote file appears when it is whole.

    Return the checksum of the file.
    """
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, row_group_size=max(1, len(table)), **OPTIONS)
    data = sink.getvalue()
    temporary = path if is_remote(path) else path.with_name(f".{path.name}.{secrets.token_hex(4)}{TEMPORARY}")
    try:
        with writing_file(path):
            temporary.write_bytes(data)
            if temporary != path:
                put_in_place(temporary, path)
    except BaseException:
        if temporary != path:
            temporary.unlink(missing_ok=True)
        raise
    return file_checksum(data)


def file_checksum(data: bytes | pa.Buffer) -> str:
    """Return a checksum that no other file of any run has."""
    return blake2b(data, digest_size=16).hexdigest()


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    """Yield what Parquet files are read from: the path, or the open file behind an address."""
    if not is_remote(path):
        yield path
        return
    with path.open("rb") as file:
        yield file


def read_parquet(path: Path, checksum: str = "") -> pa.Table:
    """Read a whole file, and compare the checksums of its pages and, if one is given, its own."""
    data = path.read_bytes()
    if checksum and file_checksum(data) != checksum:
        raise ValueError("it is not the file that this run wrote")
    return pq.ParquetFile(pa.BufferReader(data), page_checksum_verification=True).read(use_threads=False)


@contextmanager
def reading_file(path: Path, advice: str = START_ANEW) -> Iterator[None]:
    """Turn what a damaged file raises into a StoreError that names it and says what to do."""
    try:
        yield
    except (OSError, ValueError, KeyError, TypeError, pa.ArrowException) as error:
        why = str(error).rstrip(".")
        raise StoreError(f"{path} is damaged ({why}). {advice}") from None


@contextmanager
def writing_file(path: Path) -> Iterator[None]:
    """Turn errors of the system into an OutputError that names the file."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"Cannot write {shortened(path)}: {reason(error)}.") from None


def put_in_place(temporary: Path, path: Path) -> None:
    """Flush a file to the disk, then give it its name."""
    flush(temporary)
    os.replace(temporary, path)
    with suppress(OSError):  # some file systems cannot flush a folder
        flush(path.parent)


def read_shard(path: Path, start: int, stop: int, checksum: str = "") -> list[Review]:
    """Read some of the reviews of a shard."""
    with reading_file(path):
        table = read_parquet(path, checksum)
        if len(table) < stop:
            raise ValueError(f"it has {len(table):,} reviews, not {stop:,}")
        return [review_of(row) for row in table.slice(start, stop - start).to_pylist()]
