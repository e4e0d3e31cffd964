"""Run the commands of the tutorials and hold their output against what the pages show.

``python -m tests.tutorials`` writes what the commands print now into the pages, where that has changed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

PAGES = sorted((Path(__file__).resolve().parent.parent / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE)
CUT = "…"


@dataclass(frozen=True, slots=True)
class Step:
    """A block of a tutorial, with what the page shows as its output."""

    language: str
    code: str
    shown: str | None  # None: the page shows nothing


def steps(page: Path) -> list[Step]:
    """Return the blocks of a page that a reader copies."""
    return [Step(*block.groups()) for block in BLOCK.finditer(page.read_text(encoding="utf-8"))]


def run(step: Step, folder: Path) -> str:
    """Run a block as a reader would, and return what the terminal shows; a server is asked for its first page."""
    tools = folder.parent / "tools"
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    tools.mkdir(exist_ok=True)
    for name, command in (("voxpop", f"{sys.executable} -W error -m voxpop"), ("python", sys.executable)):
        (tools / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        (tools / name).chmod(0o755)
    if step.language == "python":
        call = [sys.executable, "-W", "error", "-c", step.code]
    elif step.code.startswith("voxpop serve"):
        return serve(step.code, folder, environment)
    else:
        lines = [line for line in step.code.splitlines(keepends=True) if not line.startswith("pip install")]
        call = ["bash", "-euo", "pipefail", "-c", "".join(lines)]
    done = subprocess.run(
        call, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, check=False
    )
    output = done.stdout.decode("utf-8")
    assert done.returncode == 0, f"{step.code}\nends with {done.returncode}:\n{output}"
    return output


def serve(code: str, folder: Path, environment: dict[str, str]) -> str:
    """Start a server at a free port, look at its first page, and end it."""
    call = ["bash", "-c", f"exec {code.strip()} --port 0"]
    with subprocess.Popen(call, cwd=folder, env=environment, stdout=subprocess.PIPE, encoding="utf-8") as server:
        assert server.stdout is not None
        try:
            output = server.stdout.readline()
            address = re.search(r"http://\S+/", output)
            assert address is not None, output
            with urlopen(address[0], timeout=300) as page:
                assert b"voxpop" in page.read()
        finally:
            server.kill()
    return output


def differences(shown: str, printed: str) -> Iterator[str]:
    """Yield the chunks between cuts (…) that are not in the output, in their order."""
    rest = tidy(printed)
    for chunk in chunks(tidy(shown)):
        _, found, after = f"\n{rest}\n".partition(f"\n{chunk}\n")
        if found:
            rest = after
        else:
            yield f"{chunk}\n--- is not in ---\n{rest}"


def tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines())


def shape(text: str) -> str:
    """Output without what changes with the weights: numbers, signs, bars, and what is quoted from reviews.

    The pages are written anew for a release; in between, their commands and the form of their output must hold.
    """
    lines = (re.sub(r"[█░+−-]|\d[\d.,]*", "", line.partition("“")[0]) for line in text.splitlines())
    return "\n".join(" ".join(line.split()) for line in lines)


def chunks(shown: str) -> list[str]:
    parts = re.split(rf"^{CUT}$\n?", shown, flags=re.MULTILINE)
    return [part.strip("\n") for part in parts if part.strip()]


def renewed(shown: str, printed: str) -> str:
    """What a page shows, from what is printed now: chunks keep their length, and begin where their first word does."""
    lines = tidy(printed).splitlines()
    if CUT not in tidy(shown).splitlines():
        return "\n".join(lines) + "\n"
    parts: list[str] = []
    place = 0
    for line in tidy(shown).splitlines():
        if line == CUT:
            parts.append(CUT)
            place = -1
            continue
        if place < 0:
            word = line.split()[0] if line.split() else ""
            place = next(i for i, now in enumerate(lines) if now.split()[:1] == [word])
        parts.append(lines[place])
        place += 1
    return "\n".join(parts) + "\n"


def renew(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    parts: list[str] = []
    end = 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "tutorial"
        folder.mkdir()
        for block in BLOCK.finditer(text):
            step = Step(*block.groups())
            printed = run(step, folder)
            if step.shown is not None and (not step.shown.strip() or list(differences(step.shown, printed))):
                parts += [text[end : block.start(3)], renewed(step.shown, printed)]
                end = block.end(3)
    page.write_text("".join([*parts, text[end:]]), encoding="utf-8")


if __name__ == "__main__":
    for path in [Path(name) for name in sys.argv[1:]] or PAGES:
        renew(path)
