"""Build the documentation site: python docs/site/build.py [FOLDER]

The pages of the site are the Markdown of ``docs/``, the documents at the root of the repository, the cards of models
and data, and the reference that is written from the code. They are put together in FOLDER/docs (build/docs), with the
links between them turned to their places there, and Zensical makes FOLDER/site of them. Nothing is fetched, and the
pages fetch nothing.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import reference

ROOT = Path(__file__).resolve().parents[2]
CONFIG = Path(__file__).with_name("zensical.toml")
ELSEWHERE = {
    "README.md": "index.md",
    "README.zh.md": "zh.md",
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "NOTICE": "project/notice.md",
    "research/data/README.md": "cards/data.md",
    "research/data/GUIDELINE.md": "cards/guideline.md",
}
WRITTEN_FROM = {"src/voxpop/schema.py": "reference/json.md", "src/voxpop/store/migrations": "reference/tables.md"}
CODE = re.compile(r"```.*?^ *```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"(!?)\[((?:\[[^]]*\]\([^)]*\)|[^][])*)\]\(([^)#\s]*)(#[^)\s]*)?\)")


def sources() -> dict[Path, str]:
    """Return the files of the repository that are on the site, with their path there."""
    docs = ROOT / "docs"
    found = {
        path: path.relative_to(docs).as_posix()
        for path in sorted(docs.rglob("*"))
        if path.is_file() and "site" not in path.relative_to(docs).parts
    }
    cards = {path: f"cards/{path.parent.name}.md" for path in sorted((ROOT / "src/voxpop/weights").glob("*/card.md"))}
    return found | cards | {ROOT / name: place for name, place in ELSEWHERE.items()}


def stage(folder: Path) -> dict[str, str]:
    """Put all pages into the folder, and return the text of each by its path."""
    files = sources()
    places = files | {ROOT / name: place for name, place in WRITTEN_FROM.items()}
    pages = reference.pages()
    for path, place in files.items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md" or path.name == "NOTICE":
            pages[place] = separate_blocks(turn_links(path.read_text(encoding="utf-8"), path, place, places))
        else:
            shutil.copy(path, target)
    for place, text in pages.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")
    return pages


def turn_links(text: str, path: Path, place: str, places: dict[Path, str]) -> str:
    """Make links between pages fit their places on the site; a file that is not on it is named by its path."""

    def turn(link: re.Match[str]) -> str:
        mark, words, target, anchor = link[1], link[2], link[3], link[4] or ""
        if not target or "://" in target or target.startswith("mailto:"):
            return link[0]
        file = (path.parent / target).resolve()
        if "](" in words:  # a picture that is a link
            words = LINK.sub(turn, words)
        if file in places:
            return f"{mark}[{words}]({os.path.relpath(places[file], Path(place).parent)}{anchor})"
        named = f"`{file.relative_to(ROOT).as_posix()}`"
        return named if words.strip("`") in named else f"{words} ({named})"

    parts = CODE.split(text)
    blocks = [*(block[0] for block in CODE.finditer(text)), ""]
    return "".join(f"{LINK.sub(turn, part)}{block}" for part, block in zip(parts, blocks, strict=True))


def separate_blocks(text: str) -> str:
    """Put an empty line before a list or table that follows a paragraph: Python-Markdown needs it, GitHub does not."""
    lines: list[str] = []
    in_code = in_block = False
    for line in text.splitlines():
        in_code ^= line.lstrip().startswith("```")
        begins = re.match(r"(- |\d+\. |\|)", line) is not None
        if begins and not in_code and not in_block and lines and lines[-1].strip():
            lines.append("")
        in_block = bool(line.strip()) and (in_block or begins)
        lines.append(line)
    return "\n".join(lines) + "\n"


def entries(nav: list[dict[str, Any]], section: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield the section, title and path of every page of the navigation."""
    for entry in nav:
        for title, inner in entry.items():
            if isinstance(inner, list):
                yield from entries(inner, title)
            else:
                yield section, title, inner


def llms_text(config: dict[str, Any], pages: dict[str, str]) -> str:
    """The table of contents for language models (llmstxt.org): every page with its first sentence, as Markdown."""
    lines = [f"# {config['site_name']}", "", f"> {config['site_description']}"]
    current = ""
    for section, title, place in entries(config["nav"]):
        if section != current:
            lines += ["", f"## {section}", ""]
            current = section
        elif not section and len(lines) == 3:
            lines.append("")
        lines.append(f"- [{title}]({place}): {first_sentence(pages[place])}")
    return "\n".join(lines) + "\n"


def first_sentence(text: str) -> str:
    """The first sentence of the first paragraph, without links and pictures."""
    prose = re.sub(r"(?s:```.*?```)|^[#|>!<-].*$", "", text, flags=re.MULTILINE)
    paragraph = next((part for part in prose.split("\n\n") if part.strip()), "")
    words = " ".join(LINK.sub(lambda link: link[2], paragraph).split())
    return re.split(r"(?<=[.。])\s|(?<=。)", words)[0]


def main(build: Path) -> int:
    docs, site = build / "docs", build / "site"
    for folder in (docs, site):
        shutil.rmtree(folder, ignore_errors=True)
    docs.mkdir(parents=True)
    pages = stage(docs)
    config = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["project"]
    listed = [place for _, _, place in entries(config["nav"])]
    if missing := sorted(set(pages) - set(listed)):
        print(f"Not in the navigation of {CONFIG.name}: {', '.join(missing)}", file=sys.stderr)
        return 1
    shutil.copy(CONFIG, build / CONFIG.name)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", CONFIG.name]
    done = subprocess.run(command, cwd=build, env={**os.environ, "NO_COLOR": "1"}, check=False)
    if done.returncode:
        return done.returncode
    (site / "llms.txt").write_text(llms_text(config, pages), encoding="utf-8")
    for place, text in pages.items():  # the Markdown that llms.txt links to
        (site / place).parent.mkdir(parents=True, exist_ok=True)
        (site / place).write_text(text, encoding="utf-8")
    print(f"{len(pages)} pages. To read them: python -m http.server --directory {site} 8080")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "build")))
