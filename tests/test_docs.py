"""Documentation is executed: commands, options, snippets and links are what they say."""

from __future__ import annotations

import json
import lzma
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

from voxpop import pipeline, schema
from voxpop.cli.app import COMMANDS
from voxpop.lang import language
from voxpop.store.file_schema import TABLES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "voxpop"
ROOT_PAGES = ("README.md", "README.zh.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
PAGES = [*(ROOT / name for name in ROOT_PAGES), *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_manual_is_what_the_commands_say() -> None:
    written = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    manual = runpy.run_path(str(ROOT / "docs" / "site" / "commands.py"))["manual"]
    assert written == manual(), "write it again: python docs/site/commands.py > docs/commands.md"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#]+)\)", prose):
        assert target.startswith("http") or (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_site_builds_without_warnings_and_its_links_lead_somewhere(tmp_path: Path) -> None:
    pytest.importorskip("zensical", reason="no Zensical: pip install 'voxpop[dev]'")
    command = [sys.executable, "docs/site/build.py", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No issues found" in done.stderr  # no dead link or anchor in the Markdown
    site = tmp_path / "site"
    for page in site.rglob("*.html"):
        if page.name != "404.html":
            for target in re.findall(r'(?:href|src)="([^"#?]+)', page.read_text(encoding="utf-8")):
                assert target.startswith("https://") or (page.parent / unquote(target)).exists(), f"{page}: {target}"
    assert not re.search(r'<(?:script|link|img)[^>]*"https?:', (site / "index.html").read_text(encoding="utf-8"))
    listed = re.findall(r"^- \[.+?\]\((.+?)\): \S", (site / "llms.txt").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(listed) > 40
    assert all((site / place).exists() for place in listed)


@pytest.mark.parametrize("readme", ["README.md", "README.zh.md"])
def test_a_readme_begins_with_the_two_commands(readme: str) -> None:
    block = re.search(r"```sh\n(.*?)```", (ROOT / readme).read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    assert [line.split("#")[0].strip() for line in block[1].strip().splitlines()] == ["make demo", "make test"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(f"\n{target}:" in makefile for target in ("demo", "test", "lint", "bench"))


READMES = {"en": "README.md", "zh": "README.zh.md"}


@pytest.mark.parametrize(("lang", "word"), [("en", "room"), ("zh", "房间")])
def test_python_in_the_readme_runs(lang: str, word: str, tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / READMES[lang]).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        command = [sys.executable, "-W", "error", "-c", block]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=300)
        assert done.returncode == 0, done.stderr
        assert word in done.stdout


@pytest.mark.parametrize("lang", READMES)
def test_the_table_in_the_readme_is_what_the_demo_prints(lang: str, tmp_path: Path) -> None:
    block = re.search(r"```text\n(.*?)```", (ROOT / READMES[lang]).read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    command = [sys.executable, "-m", "voxpop", "demo", "--lang", lang]
    environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", env=environment, timeout=300)
    printed = [line.rstrip() for line in done.stdout.splitlines()]
    shown = [line for line in block[1].splitlines() if line != "…"]
    assert len(shown) >= 5
    assert [line for line in shown if line not in printed] == []


@pytest.mark.parametrize("lang", READMES)
def test_the_accuracy_in_the_readme_is_that_of_the_results(lang: str) -> None:
    results = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    row = re.search(r"opinions, precision / recall \| \.(\d+) / \.(\d+) \| \.(\d+) / \.(\d+)", results)
    assert row is not None
    line = re.search(
        r"^\| \*\*(?:Accuracy|准确率)\*\* .*", (ROOT / READMES[lang]).read_text(encoding="utf-8"), re.MULTILINE
    )
    assert line is not None
    assert sorted(re.findall(r"(\d+) %", line[0])) == sorted(f"{(int(share) + 5) // 10}" for share in row.groups())


def test_the_summary_in_the_docs_is_that_of_the_demo() -> None:
    with lzma.open(ROOT / "tests" / "golden" / "demo-en.json.xz", "rt", encoding="utf-8") as golden:
        written = json.dumps(json.load(golden), ensure_ascii=False)
    shown = re.findall(r"^> (.+)$", (ROOT / "docs" / "summaries.md").read_text("utf-8"), re.MULTILINE)
    parts = [part.strip() for line in shown for part in line.split("…") if part.strip()]
    assert len(parts) >= 2
    assert [part for part in parts if part.rstrip(",") not in written] == []


def test_commands_named_in_the_pages_exist() -> None:
    for page in PAGES:
        for command in re.findall(r"^(?:\$ )?voxpop ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE):
            assert command in COMMANDS, f"{page.name} names voxpop {command}"


def test_the_schema_page_names_every_part_of_the_document_and_every_table() -> None:
    page = (ROOT / "docs" / "schema.md").read_text(encoding="utf-8")
    for name in (*schema.Document.__annotations__, *TABLES):
        assert f"`{name}`" in page, f"docs/schema.md does not name {name}"


def test_the_categories_page_lists_those_of_the_shipped_readers() -> None:
    page = (ROOT / "docs" / "categories.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| ([^|]+) \| ([^|]+) \| [^|]{10,} \|$", page, re.MULTILINE)[1:]
    for place, lang in enumerate(("en", "zh")):
        config = json.loads((ROOT / f"src/voxpop/weights/reader-{lang}/config.json").read_text(encoding="utf-8"))
        names = language(lang).topic_names.CATEGORY_NAMES
        assert [row[place] for row in listed] == [names[category] for category in config["categories"]]


def test_the_categories_page_lists_the_finer_ones_of_restaurants() -> None:
    page = (ROOT / "docs" / "categories.md").read_text(encoding="utf-8")
    names = language("zh").topic_names
    listed = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", page, re.MULTILINE)[1:]
    expected = {names.CATEGORY_NAMES[name]: [*finer.values()] for name, finer in names.FINE_CATEGORY_NAMES.items()}
    assert {general: finer.split(", ") for general, finer in listed} == expected


def test_architecture_names_every_package() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = {
        path.name for path in (ROOT / "src" / "voxpop").iterdir() if path.is_dir() and (path / "__init__.py").exists()
    }
    missing = {room for room in rooms if f"{room}/" not in page}
    assert not missing


def test_paths_named_in_the_architecture_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for named in re.findall(r"`((?:src/voxpop/|tests/|research/)?[a-z_]+/[\w/.]*)`", page):
        places = (
            ROOT / named,
            ROOT / "src" / "voxpop" / named,
            ROOT / "src" / "voxpop" / "web" / named,
            ROOT / "research" / named,
        )
        assert any(place.exists() for place in places), f"docs/architecture.md names {named}"


def test_files_named_at_the_top_of_the_pipeline_exist() -> None:
    names = {path.name for path in PACKAGE.rglob("*.py")}
    named = re.findall(r"[\w/<>]+\.py", pipeline.__doc__ or "")
    assert len(named) > 30
    for name in named:
        filled = name.replace("<code>", "en")
        assert (PACKAGE / filled).exists() or ("/" not in filled and filled in names), f"pipeline.py names {name}"


def test_results_and_architecture_are_short() -> None:
    for name, words in (("results", 1400), ("architecture", 1200)):
        assert len((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8").split()) <= words


def test_dependencies_are_explained() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    names = [re.split(r"[<>=\[ ]", requirement)[0] for requirement in project["dependencies"]]
    assert all(re.search(rf"\b{re.escape(name)}\b", page) for name in names)
    assert all(f"`{extra}`" in page for extra in project["optional-dependencies"])
