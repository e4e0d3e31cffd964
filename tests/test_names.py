"""Names can be searched for: classes are unique, file names say what they hold, public names have docstrings."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import voxpop

PACKAGE = Path(voxpop.__file__).parent
FILES = [path for path in sorted(PACKAGE.rglob("*.py")) if "weights" not in path.parts]
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in FILES}
SAME_IN_EACH = {
    "lang",
    "cli",
    "routers",
}  # folders whose modules are named for the language, command or page they serve
PRIVATE_WORDS = {"Heard", "Said", "Told", "Understood", "Listener", "Shelf", "Book", "Voices", "Door", "Guard", "Slow"}


def public_classes() -> dict[str, list[str]]:
    found = defaultdict(list)
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(path.relative_to(PACKAGE)))
    return found


def test_class_names_are_unique() -> None:
    """Classes of the JSON schema and of the path may share the name of what they describe (``Aspect``, ``Claim``)."""
    twice = {name: places for name, places in public_classes().items() if len(set(places) - {"schema.py"}) > 1}
    assert not twice


def test_no_class_has_a_name_of_the_private_vocabulary() -> None:
    assert not PRIVATE_WORDS & set(public_classes())


def test_file_names_are_unique() -> None:
    homes = defaultdict(list)
    for path in FILES:
        relative = path.relative_to(PACKAGE)
        if path.stem not in ("__init__", "__main__") and not SAME_IN_EACH & set(relative.parts):
            homes[path.stem].append(str(relative))
    assert not {stem: places for stem, places in homes.items() if len(places) > 1}


def test_modules_and_public_classes_have_docstrings() -> None:
    missing = []
    for path, tree in TREES.items():
        if not ast.get_docstring(tree) and tree.body:
            missing.append(str(path.relative_to(PACKAGE)))
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and not ast.get_docstring(node):
                missing.append(f"{path.relative_to(PACKAGE)}: {node.name}")
    assert not missing


def test_the_formatter_is_switched_off_for_tables_only() -> None:
    """``fmt: skip`` stands behind the closing bracket of a table of data, not behind code."""
    for path in FILES:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if "# fmt: skip" in line:
                assert re.match(r"\s*[)\]}]+\s*# fmt: skip", line), f"{path.relative_to(PACKAGE)}:{number}"
