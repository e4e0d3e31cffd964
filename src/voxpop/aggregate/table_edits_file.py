"""The edits of a table as a small text file (TOML) that a person can read, change and apply to other reviews."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from voxpop.aggregate.table_edits import AspectEdit, TableEdits, clean_name, key_of
from voxpop.errors import InputError, OptionError, choose

FORMAT = "voxpop-aspects/1"
HEAD = f"""# Aspects as edited in voxpop. To apply them to other reviews: voxpop analyze reviews.csv --aspects THIS-FILE
# id: stays the same from run to run; name: what it is called; terms: the words that people use for it;
# into: the id of the aspect that it is counted in; from: the id of the aspect that its terms were split from;
# hidden = true: left out; pinned = true: at the top, in the order of this file;
# added = true: a row made from its terms: all that is said with them counts for it.
format = "{FORMAT}"
"""
FIELDS: dict[str, type] = {
    "id": str, "name": str, "terms": list, "into": str, "from": str, "hidden": bool, "pinned": bool, "added": bool,
}  # fmt: skip
ATTRIBUTES = {field: "split" if field == "from" else field for field in FIELDS}  # of an ``AspectEdit``
MAX_BYTES = 5_000_000  # bytes


def write(edits: TableEdits) -> str:
    """The text of a file; what says nothing is left out."""
    return "\n".join([HEAD, *(_entry(entry) for entry in edits if entry.terms or not entry.plain)])


def _entry(entry: AspectEdit) -> str:
    values = {field: getattr(entry, attribute) for field, attribute in ATTRIBUTES.items()}
    return "\n".join(["[[aspect]]", *(f"{field} = {_value(value)}" for field, value in values.items() if value), ""])


def _value(value: str | bool | tuple[str, ...]) -> str:
    """JSON's strings are TOML's, but for one character; what is half a character has no place in a file."""
    text = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return text.encode("utf-8", "replace").decode()


def load(path: str | Path) -> TableEdits:
    """The edits in a file."""
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"Cannot read the aspects in {path}: {error.strerror}.") from None
    if len(data) > MAX_BYTES:
        raise InputError(f"{path} is too large for a file of aspects: {len(data):,} bytes, at most {MAX_BYTES:,}.")
    return read(data, where=str(path))


def read(data: bytes, *, where: str) -> TableEdits:
    """The edits in the bytes of a file."""
    try:
        tables = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(f"{where} is not UTF-8 text (byte {error.start}). Save it as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where} is not valid TOML: {error}. voxpop edits FILE -o NAME.toml writes one.") from None
    except RecursionError:
        raise InputError(f"{where} is nested too deeply to be a file of aspects.") from None
    if tables.pop("format", FORMAT) != FORMAT:
        raise InputError(f"{where} is of a format that this voxpop does not know; it knows {FORMAT!r}.")
    rows = tables.pop("aspect", [])
    if tables or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        extra = f" {', '.join(tables)} cannot stand there." if tables else ""
        raise InputError(f"{where} must be a list of [[aspect]] tables.{extra}")
    entries = [_read(row, where=f"{where}, aspect {place}") for place, row in enumerate(rows, start=1)]
    return checked(TableEdits(tuple(entries)), where=where)


def _read(row: Mapping[str, Any], *, where: str) -> AspectEdit:
    try:
        for field, value in row.items():
            _check_field(choose("field", field, FIELDS), value)
        if "id" not in row:
            raise OptionError("it has no id. Ids look like en:room.")
        for id in (row[field] for field in ("id", "into", "from") if field in row):
            key_of(id)
        name = clean_name(row["name"]) if "name" in row else None
    except OptionError as error:
        raise InputError(f"{where}: {error}") from None
    terms = tuple(dict.fromkeys(row.get("terms", ())))
    return AspectEdit(**{**{ATTRIBUTES[field]: value for field, value in row.items()}, "name": name, "terms": terms})


def _check_field(field: str, value: Any) -> None:
    kind = FIELDS[field]
    if type(value) is not kind or (isinstance(value, list) and not all(isinstance(term, str) for term in value)):
        expected = {list: "a list of strings", bool: "true or false", str: "a string"}[kind]
        raise OptionError(f"{field} must be {expected}.")


def checked(edits: TableEdits, *, where: str) -> TableEdits:
    """Return the edits if they make sense as a whole."""
    seen: set[str] = set()
    named: dict[tuple[str, str, str], str] = {}
    for entry in edits:
        if entry.id in seen:
            raise InputError(f"{where}: the id {entry.id!r} stands there twice. Make one aspect of the two.")
        seen.add(entry.id)
        if entry.split is not None and not entry.terms:
            raise InputError(
                f"{where}: {entry.id!r} is split from {entry.split!r}, but no terms say what belongs to it."
            )
        key = key_of(entry.id)
        for other in filter(None, (entry.into, entry.split)):
            if (key_of(other).lang, key_of(other).kind) != (key.lang, key.kind):
                raise InputError(f"{where}: {entry.id!r} and {other!r} are of different languages or kinds.")
        if entry.name and not entry.into:
            twin = named.setdefault((key.lang, key.kind, entry.name), entry.id)
            if twin != entry.id and key.kind != "both":
                raise InputError(f"{where}: {twin!r} and {entry.id!r} have one name. Merge them: into = {twin!r}.")
    _no_circles(edits, where)
    return edits


def _no_circles(edits: TableEdits, where: str) -> None:
    for field in ("into", "split"):
        for entry in edits:
            seen, id = {entry.id}, getattr(entry, field)
            while id is not None:
                if id in seen:
                    raise InputError(
                        f"{where}: {entry.id!r} goes into itself in the end. Take one of its into or from away."
                    )
                seen.add(id)
                id = getattr(edits[id], field)
