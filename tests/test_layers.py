"""Imports point one way: each room sees only the ones below it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import voxpop

PACKAGE = Path(voxpop.__file__).parent
LAYERS = [
    {"types", "errors", "arrow_tables", "atomic_files", "garbage", "html_display", "registry", "remote_paths", "schema",
     "table_files", "timings"},
    {"lang", "assets", "examples"},
    {"settings"},
    {"ingest", "aspects", "extract", "entities", "aggregate"},
    {"summarize", "check", "metrics"},
    {"checks_before_run", "run_facts", "train"},
    {"part_extraction", "part_files"},
    {"shards"},
    {"engines", "store"},
    {"pipeline", "aspect_listing", "annotate", "read_texts"},
    {"document", "file_updates"},
    {"analysis", "plots"},
    {"web", "cli", "mcp_server", "pandas", "sklearn", "spacy"},
]  # fmt: skip
LEVEL = {room: level for level, rooms in enumerate(LAYERS) for room in rooms}
FILES = sorted(PACKAGE.rglob("*.py"))


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_rooms(path: Path) -> set[str]:
    """Rooms that a file imports, wherever in the file it does so."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names if node.module == "voxpop")
        elif isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
    parts = (name.split(".") for name in names)
    return {part[1] for part in parts if part[0] == "voxpop" and len(part) > 1 and part[1] in LEVEL}


def test_every_room_has_its_layer() -> None:
    assert {room(path) for path in FILES} - {"__init__", "__main__"} <= set(LEVEL)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    if room(path) in {"__init__", "__main__"}:
        return
    above = {other for other in imported_rooms(path) if LEVEL[other] > LEVEL[room(path)]}
    if path == PACKAGE / "analysis.py":
        above -= {"web"}  # Analysis.report writes the page, and imports the web layer only then
    assert not above, f"{room(path)} must not import {above}"


def test_the_product_imports_no_research() -> None:
    for path in FILES:
        assert not re.search(r"^\s*(from|import) research\b", path.read_text(encoding="utf-8"), re.MULTILINE), path


def test_only_the_command_line_prints() -> None:
    printing = [
        path
        for path in FILES
        if room(path) != "cli"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert not printing


def test_only_the_store_speaks_sql() -> None:
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        speaks = "import duckdb" in text or re.search(r"\b(SELECT|INSERT INTO|DELETE FROM) \S", text)
        assert not speaks or room(path) == "store" or path.name == "database_query.py", path  # a user's own
