"""Every module of research can be imported, so that a name that moves in the product is missed here and not in a run."""

from __future__ import annotations

import ast
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

RESEARCH = Path(__file__).resolve().parents[1]
OPTIONAL = {
    "gensim",
    "jieba",
    "rouge",
    "rouge_rs",
    "snownlp",
    "spacy",
    "vaderSentiment",
}  # what single experiments ask for


def modules() -> list[str]:
    """Return the names of all modules outside of the tests."""
    paths = (path.relative_to(RESEARCH.parent) for path in RESEARCH.rglob("*.py"))
    return sorted(".".join(path.with_suffix("").parts) for path in paths if "tests" not in path.parts)


@pytest.mark.parametrize("name", modules())
def test_a_module_can_be_imported(name: str) -> None:
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in OPTIONAL:
            raise


@pytest.mark.parametrize("name", modules())
def test_what_a_module_imports_later_exists(name: str) -> None:
    """Imports inside functions are looked up too."""
    path = RESEARCH.parent / Path(*name.split(".")).with_suffix(".py")
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(("voxpop", "research")):
            source = import_module(node.module)
            for alias in node.names:
                assert hasattr(source, alias.name) or find_spec(f"{node.module}.{alias.name}"), (
                    f"{name}: {node.module} has no {alias.name}"
                )
