"""Inputs made by chance: pieces of the kept corpus and of the examples, mutated as texts, tables and bytes.

``corpus/*.jsonl`` holds a JSON value a line: texts, cells and names of columns that were trouble once or are trouble
elsewhere. ``corpus/files`` are whole files; the input of every bad case that was mended belongs there.
"""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from voxpop import read_reviews
from voxpop.examples import examples
from voxpop.types import Review

CORPUS = Path(__file__).parent / "corpus"
ENCODINGS = ("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "gb18030", "big5", "cp1252")
PACKED: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
ODS = "application/vnd.oasis.opendocument.spreadsheet"
Row = dict[str, Any]


@cache
def corpus(name: str) -> list[Any]:
    """Return the values of a file of the corpus."""
    lines = (CORPUS / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@cache
def kept_files() -> list[tuple[str, bytes]]:
    """Return the names and bytes of the files of the corpus."""
    return [(path.name, path.read_bytes()) for path in sorted((CORPUS / "files").iterdir())]


@cache
def example_texts() -> list[str]:
    """Return the reviews of the examples."""
    rows = [row for example in examples().values() for row in islice(read_reviews(example.path), 300)]
    return [row.text for row in rows if isinstance(row, Review)]


@cache
def example_words() -> list[str]:
    return [word for text in example_texts() for word in text.split()]


def text(chance: Random) -> str:
    """Return a text: a review, mutated or not; words among strange characters; or a piece said many times."""
    match chance.randrange(5):
        case 0:
            made = chance.choice(example_texts())[: chance.randint(1, 400)]
        case 1:
            made = mutated_text(chance.choice(example_texts())[:400], chance)
        case 2:
            made = chance.choice(corpus("texts"))
        case 3:
            made = mutated_text(chance.choice(corpus("texts")), chance)
        case _:
            pieces = [
                chance.choice(corpus("texts") if chance.random() < 0.3 else example_words())
                for _ in range(chance.randint(1, 30))
            ]
            made = chance.choice((" ", "", "\n")).join(pieces)
    return made[:2000] * chance.choice((1,) * 9 + (5,))


def mutated_text(made: str, chance: Random) -> str:
    """Return a text with characters changed, left out, doubled or put in."""
    for _ in range(chance.randint(1, 4)):
        at, size = chance.randrange(len(made) + 1), chance.randint(1, 12)
        match chance.randrange(5):
            case 0:
                made = made[:at] + chance.choice(corpus("texts"))[:200] + made[at:]
            case 1:
                made = made[:at] + made[at + size :]
            case 2:
                made = made[:at] + made[at : at + size] * chance.randint(2, 20) + made[at:]
            case 3:
                made = made[:at] + chr(chance.choice((chance.randrange(128), chance.randrange(0x110000)))) + made[at:]
            case _:
                made = made[:at] + chance.choice((made.upper(), made[::-1], chance.choice(example_words())))[:size]
    return made


def mutated(data: bytes, chance: Random) -> bytes:
    """Return data with bits flipped, bytes left out, doubled, spliced in or cut off."""
    made = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at, size = chance.randrange(len(made) + 1), chance.randint(1, 40)
        match chance.randrange(6):
            case 0:
                made[at : at + 1] = bytes([chance.randrange(256)])
            case 1 if made:
                made[at % len(made)] ^= 1 << chance.randrange(8)
            case 2:
                del made[at : at + size]
            case 3:
                made[at:at] = made[at : at + size] * chance.randint(1, 9)
            case 4:
                other = chance.choice(kept_files())[1]
                begin = chance.randrange(len(other) + 1)
                made[at:at] = other[begin : begin + size]
            case _:
                made = made[: max(1, at)] if chance.random() < 0.3 else made
    return bytes(made)


def cell(chance: Random) -> Any:
    """Return the cell of a table."""
    kind = chance.randrange(10)
    if kind < 5:
        return chance.choice(corpus("cells"))
    if kind < 6:
        return mutated_text(str(chance.choice(corpus("cells"))), chance)
    return text(chance)[: chance.choice((40, 300))] if kind < 9 else chance.randint(-3, 12)


def rows(chance: Random) -> list[Row]:
    """Return a table: most rows have the same columns."""
    names = chance.sample(corpus("names"), chance.randint(1, 6))
    names[0] = chance.choice(("text", "review", "content", names[0]))
    steady = {name: [cell(chance) for _ in range(chance.randint(1, 4))] for name in names[1:]}
    made = []
    for _ in range(chance.choice((0, 1, 2, 3, 5, 8, 20))):
        row: Row = {names[0]: text(chance)[:200]}
        row |= {name: chance.choice(values) for name, values in steady.items()}
        if chance.random() < 0.05:
            row[chance.choice(corpus("names"))] = cell(chance)
        made.append(row)
    return made


def file(chance: Random) -> tuple[str, bytes]:
    """Return the name and the bytes of a file: one of the corpus or a table, in any format, damaged more often than not."""
    if chance.random() < 0.3:
        name, data = chance.choice(kept_files())
    else:
        kind = chance.choice(("csv",) * 6 + ("tsv",) * 2 + ("jsonl",) * 4 + ("json",) * 4 + ("txt",) * 2 + ("binary",))
        if kind == "binary":
            kind = chance.choice(("xlsx", "ods", "parquet", "parquet"))
            data = {"xlsx": workbook, "ods": open_document, "parquet": parquet}[kind](chance)
        else:
            made = {"csv": delimited, "tsv": delimited, "jsonl": json_lines, "json": json_file, "txt": plain}[kind]
            encoding = chance.choice(ENCODINGS)
            whole = encoding.startswith("utf") and chance.random() < 0.5
            data = made(chance).encode(encoding, "surrogatepass" if whole else chance.choice(("replace", "ignore")))
        name = f"x.{kind}"
    if chance.random() < 0.6:
        data = mutated(data, chance)
    if chance.random() < 0.08:
        name, data = packed(name, data, chance)
        if chance.random() < 0.5:
            data = mutated(data, chance)
    if chance.random() < 0.1:
        name = chance.choice(("x", "x.csv", "x.json", "x.xlsx", "x.parquet", "x.txt", "x.csv.gz", "x.zip", "x.html"))
    return name, data


def delimited(chance: Random) -> str:
    delimiter, out, table = chance.choice(",,,\t;|\x1f "), io.StringIO(), rows(chance)
    end = chance.choice(("\n", "\r\n", "\r"))
    lines = ([list(table[0])] if table and chance.random() < 0.9 else []) + [list(row.values()) for row in table]
    if chance.random() < 0.2:  # by hand, with quotation marks as they come
        out.write(end.join(delimiter.join(map(str, line)) for line in lines))
    else:
        dialect = csv.excel if chance.random() < 0.5 else csv.unix_dialect  # marks where needed, or everywhere
        csv.writer(out, dialect, delimiter=delimiter, lineterminator=end).writerows(lines)
    return (f"sep={delimiter}{end}" if chance.random() < 0.05 else "") + out.getvalue()


def plain(chance: Random) -> str:
    return "\n".join(text(chance)[:200] for _ in range(chance.randint(0, 9)))


def json_lines(chance: Random) -> str:
    return "\n".join(json.dumps(nested(row, chance), ensure_ascii=chance.random() < 0.5) for row in rows(chance))


def json_file(chance: Random) -> str:
    """Return a JSON file in one of the shapes that the reader knows, or in none."""
    table = [nested(row, chance) for row in rows(chance)]
    shapes: list[Any] = [
        table, table, {"data": {"reviews": table}}, {"a": [[]], "reviews": table}, [list(row.values()) for row in table],
        {name: [row.get(name) for row in table] for name in (table[0] if table else ())},
        {name: {str(place): row.get(name) for place, row in enumerate(table)} for name in (table[0] if table else ())},
        {str(place): row for place, row in enumerate(table)}, table[0] if table else None,
        {"columns": list(table[0]) if table else [], "data": [list(row.values()) for row in table]},
        [next(iter(row.values())) for row in table], {"feed": {"entry": [{"content": {"label": "x"}}, *table]}},
    ]  # fmt: skip
    made = json.dumps(chance.choice(shapes), ensure_ascii=chance.random() < 0.5, indent=chance.choice((None, None, 1)))
    if chance.random() < 0.05:
        made = "[" * (depth := chance.choice((3, 60, 3000))) + made + "]" * chance.choice((depth, depth, 1))
    return made * chance.choice((1,) * 9 + (2,))


def nested(row: Row, chance: Random) -> Row:
    """Return a row in which a cell may be an object, a list, or of another type."""
    if row and chance.random() < 0.2:
        inner = chance.choice(
            ([], {}, None, True, 1e308, [cell(chance)], {"label": cell(chance)}, {"a": {"b": [None]}})
        )
        return row | {chance.choice(list(row)): inner}
    return row


@cache
def workbook_parts() -> list[dict[str, bytes]]:
    """Return the files inside some workbooks."""
    from openpyxl import Workbook  # type: ignore[import-untyped]

    found = []
    for seed in range(12):
        chance, book = Random(seed), Workbook()
        table = rows(chance)
        for sheet in (book.active, *(book.create_sheet() for _ in range(seed % 3))):
            for values in [list(table[0]) if table else [], *(row.values() for row in table)]:
                sheet.append([str(value).encode("ascii", "ignore").decode().replace("\0", "") for value in values
                              if str(value).isprintable()])  # fmt: skip
        book.save(out := io.BytesIO())
        with zipfile.ZipFile(out) as archive:
            found.append({name: archive.read(name) for name in archive.namelist()})
    return found


def workbook(chance: Random) -> bytes:
    """Return a workbook of which one file inside is damaged, more often than not."""
    parts = dict(chance.choice(workbook_parts()))
    if chance.random() < 0.7:
        name = chance.choice(list(parts))
        parts[name] = mutated(parts[name], chance)
    if chance.random() < 0.1:
        parts.pop(chance.choice(list(parts)))
    return zipped(parts, chance)


def open_document(chance: Random) -> bytes:
    cells = "".join(
        "<table:table-row>" + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>'
            for value in row.values()
        ) + "</table:table-row>" for row in rows(chance)
    )  # fmt: skip
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    body = f'<office:body><office:spreadsheet><table:table table:name="a">{cells}</table:table></office:spreadsheet>'
    content = f"<?xml version='1.0'?><office:document-content {names}>{body}</office:body></office:document-content>"
    return zipped({"mimetype": ODS.encode(), "content.xml": content.encode("utf-8", "replace")}, chance)


def zipped(parts: dict[str, bytes], chance: Random) -> bytes:
    with zipfile.ZipFile(out := io.BytesIO(), "w", chance.choice((0, zipfile.ZIP_DEFLATED))) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def parquet(chance: Random) -> bytes:
    pq.write_table(as_arrow(rows(chance)), out := io.BytesIO())
    return out.getvalue()


def as_arrow(table: list[Row]) -> pa.Table:
    """Return a table with the types that the cells have where these go together, or as text."""
    columns = {name: [row.get(name) for row in table] for name in (table[0] if table else ("text",))}
    try:
        return pa.table(columns)
    except (pa.ArrowException, UnicodeEncodeError, OverflowError):
        return pa.table({whole(name): [whole(str(value)) for value in values] for name, values in columns.items()})


def whole(text: str) -> str:
    """Return a text without halves of characters."""
    return text.encode("utf-8", "replace").decode()


def database(table: list[Row]) -> bytes:
    """Return an SQLite database with a table ``reviews``."""
    names = [f'"{whole(name)}"'.replace("\0", "") for name in (table[0] if table else ("text",))]
    with closing(sqlite3.connect(":memory:")) as connection:
        unique = list(dict.fromkeys(name.lower() for name in names))
        connection.execute(f"CREATE TABLE reviews ({', '.join(unique)})")
        for row in table:
            values = [whole(value) if isinstance(value, str) else value for value in row.values()][: len(unique)]
            values += [None] * (len(unique) - len(values))
            connection.execute(f"INSERT INTO reviews VALUES ({', '.join('?' * len(unique))})", values)
        connection.commit()
        return connection.serialize()


def packed(name: str, data: bytes, chance: Random) -> tuple[str, bytes]:
    kind = chance.choice(("gz", "bz2", "xz", "zip", "zip"))
    if kind == "zip":
        others = (
            {chance.choice(("readme.txt", "b.csv", "d/", ".x", "c.json")): data[:50]} if chance.random() < 0.5 else {}
        )
        return "x.zip", zipped({name: data, **others}, chance)
    return f"{name}.{kind}", PACKED[kind](data)
