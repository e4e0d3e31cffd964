"""The reference pages that are written from the code: Python names, HTTP routes, JSON documents, tables of a file."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
from collections.abc import Iterator
from typing import Any

import duckdb

import voxpop
from voxpop import schema
from voxpop.store.file_schema import MIGRATIONS, TABLES, migrate
from voxpop.web.app import create_app

QUOTED_TYPE = re.compile(r": '([^']*)'")
LONG_DEFAULT = re.compile(r"= (\w+)\(.{40,}\)")
FAILURES = {"404", "422", "503"}


def pages() -> dict[str, str]:
    """Return the generated pages by their path on the site."""
    return {
        "reference/python.md": python_page(),
        "reference/http.md": http_page(),
        "reference/json.md": json_page(),
        "reference/tables.md": tables_page(),
    }


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def prose(docstring: str | None) -> str:
    """A docstring as Markdown: code in single backticks, indented examples as blocks."""
    text = inspect.cleandoc(docstring or "").replace("``", "`")
    return re.sub(r"(?m)^(?:    .+\n?)+", lambda block: f"```python\n{inspect.cleandoc(block[0])}\n```\n", text)


# --- Python -----------------------------------------------------------------------------------------------------------


def python_page() -> str:
    names = [getattr(voxpop, name) for name in sorted(voxpop.__all__, key=str.lower)]
    functions = [part for item in names if not isinstance(item, type) for part in function_section(item)]
    classes = [part for item in names if isinstance(item, type) for part in class_section(item)]
    head = (
        "# Python\nThe public names of the package `voxpop`, with their signatures and descriptions as in the code.\n"
    )
    return "\n".join([head, "## Functions", *functions, "## Classes", *classes]) + "\n"


def signature(item: Any, name: str) -> str:
    """The signature, one argument a line where it is long."""
    found = inspect.signature(item)
    parts: list[str] = []
    for part in found.parameters.values():
        if part.kind is part.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        if part.name != "self":
            parts.append(LONG_DEFAULT.sub(r"= \1()", QUOTED_TYPE.sub(r": \1", str(part))))
    returns = "" if found.return_annotation is found.empty else f" -> {found.return_annotation}"
    text = f"{name}({', '.join(parts)}){returns}"
    return text if len(text) <= 90 else "\n".join([f"{name}(", *(f"    {part}," for part in parts), f"){returns}"])


def function_section(item: Any) -> Iterator[str]:
    name = f"voxpop.{item.__name__}"
    yield f"### {name}\n\n```python\n{signature(item, name)}\n```\n\n{prose(item.__doc__)}\n"


def class_section(item: type) -> Iterator[str]:
    yield f"### voxpop.{item.__name__}\n\n{prose(item.__doc__)}\n"
    if dataclasses.is_dataclass(item):
        comments = comments_of(item)
        yield "| field | type | |\n|---|---|---|"
        for field in dataclasses.fields(item):
            yield f"| `{field.name}` | `{cell(str(field.type))}` | {cell(comments.get(field.name, ''))} |"
        yield ""
    if issubclass(item, BaseException):
        return
    for name, member in vars(item).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            yield f"#### {item.__name__}.{name}\n\n{prose(member.__doc__)}\n"
        elif inspect.isfunction(member) or isinstance(member, classmethod | staticmethod):
            function = getattr(member, "__func__", member)
            yield f"#### {item.__name__}.{name}\n\n```python\n{signature(function, name)}\n```\n"
            yield f"{prose(function.__doc__)}\n"


def comments_of(item: type) -> dict[str, str]:
    """The comments behind or above the fields of a class."""
    lines = inspect.getsource(item).splitlines()
    return {
        statement.target.id: comment(lines, statement)
        for statement in ast.parse(inspect.cleandoc("\n".join(lines))).body[0].body  # type: ignore[attr-defined]
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
    }


def comment(lines: list[str], statement: ast.AnnAssign) -> str:
    """The comment on the last line of a field, or those on lines of their own right above it."""
    behind = re.search(r"#\s*(.*)", lines[statement.lineno - 1][statement.end_col_offset :])
    if behind:
        return behind[1].replace("``", "`")
    above: list[str] = []
    for line in reversed(lines[: statement.lineno - 1]):
        if not line.strip().startswith("#"):
            break
        above.insert(0, line.strip().lstrip("# "))
    return " ".join(above).replace("``", "`")


# --- HTTP -------------------------------------------------------------------------------------------------------------


def http_page() -> str:
    document = create_app().openapi()
    head = (
        "# HTTP API\n"
        f"{document['info']['description']} `voxpop serve` answers at `http://127.0.0.1:8000`, and gives the same "
        "description for machines at `/api/v1/openapi.json`. [The web app](../web.md#for-programs) has examples.\n\n"
        "Every call may also fail with `404` (there is no such file, aspect or review), `422` (a value is not "
        "accepted) or `503` (the file cannot be opened); the body is then a `Problem`, `{error, message}`.\n"
    )
    calls = [
        call_section(path, method, call)
        for path, methods in document["paths"].items()
        for method, call in methods.items()
    ]
    return "\n".join([head, *calls])


def call_section(path: str, method: str, call: dict[str, Any]) -> str:
    text = prose(call.get("description") or call.get("summary"))
    rows = [
        f"| `{part['name']}` | {part['in']} | `{kind(part['schema'])}` | {cell(part.get('description', ''))}"
        f"{' Required.' if part.get('required') else ''} |"
        for part in call.get("parameters", ())
    ]
    bodies = [
        f"Body, `{media}`: `{kind(content.get('schema', {}))}`.\n"
        for media, content in call.get("requestBody", {}).get("content", {}).items()
    ]
    answers = [
        f"`{status}` {cell(answer.get('description', ''))}{answer_kind(answer)}"
        for status, answer in call.get("responses", {}).items()
        if status not in FAILURES
    ]
    table = ["| parameter | in | type | |\n|---|---|---|---|", *rows, ""] if rows else []
    return "\n".join(
        [f"## {method.upper()} {path}\n\n{text}\n", *table, *bodies, "Answers: " + "; ".join(answers) + ".\n"]
    )


def answer_kind(answer: dict[str, Any]) -> str:
    kinds = {kind(content.get("schema", {})) for content in answer.get("content", {}).values()} - {"any"}
    return f" (`{'`, `'.join(sorted(kinds))}`)" if kinds else ""


def kind(shape: dict[str, Any]) -> str:
    """The type of a JSON schema, in short."""
    if "$ref" in shape:
        return str(shape["$ref"].rpartition("/")[2])
    if "anyOf" in shape:
        return " or ".join(dict.fromkeys(kind(part) for part in shape["anyOf"]))
    if "enum" in shape:
        return " or ".join(map(str, shape["enum"]))
    if shape.get("type") == "array":
        return f"list of {kind(shape.get('items', {}))}"
    if shape.get("type") == "object" and "properties" in shape:
        return f"{{{', '.join(shape['properties'])}}}"
    return str(shape.get("format") or shape.get("type") or "any")


# --- JSON and files ---------------------------------------------------------------------------------------------------


def json_page() -> str:
    """Every class of ``schema.py`` with its fields, the document first."""
    tree = ast.parse(inspect.getsource(schema))
    lines = inspect.getsource(schema).splitlines()
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    ordered = [classes.pop("Document"), *classes.values()]
    head = (
        f"# JSON documents\nThe shape of `{schema.SCHEMA}`: what `--json` prints, `Analysis.document()` returns and "
        "the HTTP API answers. `Document` is the whole analysis. [The schema](../schema.md) explains how the parts fit "
        "together.\n"
    )
    return "\n".join([head, *(json_section(node, lines, {*classes, "Document"}) for node in ordered)])


def json_section(node: ast.ClassDef, lines: list[str], known: set[str]) -> str:
    bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id in known]
    also = (
        f" It also has the fields of {' and '.join(f'[{base}](#{base.lower()})' for base in bases)}." if bases else ""
    )
    rows = [
        f"| `{field.target.id}` | {json_type(field.annotation, known)} | {cell(comment(lines, field))} |"
        for field in node.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
    ]
    return "\n".join(
        [
            f"## {node.name}",
            f"{prose(ast.get_docstring(node))}{also}",
            "",
            "| field | type | |\n|---|---|---|",
            *rows,
            "",
        ]
    )


def json_type(annotation: ast.expr, known: set[str]) -> str:
    text = re.sub(r"NotRequired\[(.*)\]$", r"\1", ast.unparse(annotation)).replace("None", "null")
    names = [word for word in re.findall(r"\w+", text) if word in known]
    return f"[`{cell(text)}`](#{names[0].lower()})" if names else f"`{cell(text)}`"


def tables_page() -> str:
    """The tables of a .voxpop file, with the comments of the migrations that made their columns."""
    remarks = column_remarks("\n".join(file.read_text(encoding="utf-8") for file in MIGRATIONS))
    with duckdb.connect() as connection:
        migrate(connection, 0)
        rows = connection.execute(
            "SELECT table_name, column_name, data_type, is_nullable FROM duckdb_columns() "
            "WHERE NOT internal ORDER BY table_name, column_index"
        ).fetchall()
    parts = [
        f"# Tables of a .voxpop file\nA `.voxpop` file is a DuckDB database of schema version {len(MIGRATIONS)}. "
        "Columns named `review` refer to `reviews.seq`. Spans are half-open and count code points of `reviews.text`. "
        "[The schema](../schema.md#the-voxpop-file) says what the tables are for.\n"
    ]
    for table in TABLES:
        parts += [f"## {table}", "", "| column | type | |\n|---|---|---|"]
        parts += [
            f"| `{name}` | `{data_type}`{' or null' if nullable else ''} | {cell(remarks.get((table, name), ''))} |"
            for owner, name, data_type, nullable in rows
            if owner == table
        ]
        parts.append("")
    return "\n".join(parts)


def column_remarks(sql: str) -> dict[tuple[str, str], str]:
    """The comments behind columns, by table and column."""
    remarks: dict[tuple[str, str], str] = {}
    table = ""
    for line in sql.splitlines():
        if made := re.match(r"(?:CREATE|ALTER) TABLE (?:IF NOT EXISTS )?(\w+)", line):
            table = made[1]
        column = re.search(r"(?:ADD COLUMN |^\s+)\"?(\w+)\"? [A-Z]", line)
        if column and "--" in line:
            remarks[table, column[1]] = line.split("--", 1)[1].strip()
    return remarks
