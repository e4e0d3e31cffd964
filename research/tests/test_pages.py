"""The pages of research: their links lead somewhere, and the modules that they name exist."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

RESEARCH = Path(__file__).resolve().parents[1]
PAGES = [*RESEARCH.glob("*.md"), RESEARCH / "papers" / "data" / "README.md", *RESEARCH.glob("training/*/README.md")]
LOGS = [*RESEARCH.glob("log/*.md")]  # their commands are those of the version that they tell of


@pytest.mark.parametrize("page", [*PAGES, *LOGS], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#]+)", prose):
        assert target.startswith("http") or (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_named_exist(page: Path) -> None:
    for name in set(re.findall(r"python -m (research(?:\.\w+)+)", page.read_text("utf-8"))):
        assert find_spec(name), f"{page.name} names {name}"
